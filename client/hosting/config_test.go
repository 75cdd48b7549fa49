package hosting

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func goodS3() Config {
	return Config{Kind: KindS3, S3: S3{Endpoint: "s3.example.com", Bucket: "pictures", AccessKey: "AKID"}}
}

func TestValidate(t *testing.T) {
	s3 := func(change func(*S3)) Config { c := goodS3(); change(&c.S3); return c }
	for _, tc := range []struct {
		name   string
		config Config
		fields []string
	}{
		{"off", Config{S3: S3{Endpoint: ":"}}, nil},
		{"a kind of an older version", Config{Kind: "webdav", S3: S3{Endpoint: ":"}}, nil},
		{"s3", goodS3(), nil},
		{"empty s3", Config{Kind: KindS3}, []string{"endpoint", "bucket", "access_key"}},
		{"with a port", s3(func(s *S3) { s.Endpoint = "192.168.1.2:9000" }), nil},
		{"IPv6", s3(func(s *S3) { s.Endpoint = "http://[::1]:9000" }), nil},
		{"with a slash", s3(func(s *S3) { s.Endpoint = " http://S3.example.com/ " }), nil},
		{"bucket in the endpoint", s3(func(s *S3) {
			s.Endpoint = "https://s3.example.com/pictures"
		}), []string{"endpoint"}},
		{"key in the endpoint", s3(func(s *S3) {
			s.Endpoint = "https://AKID:secret@s3.example.com"
		}), []string{"endpoint"}},
		{"another scheme", s3(func(s *S3) { s.Endpoint = "s3://pictures" }), []string{"endpoint"}},
		{"query in the endpoint", s3(func(s *S3) { s.Endpoint = "https://s3.example.com?a=1" }), []string{"endpoint"}},
		{"no host", s3(func(s *S3) { s.Endpoint = "https://:9000" }), []string{"endpoint"}},
		{"not an address", s3(func(s *S3) { s.Endpoint = "https://a b" }), []string{"endpoint"}},
		{"short bucket", s3(func(s *S3) { s.Bucket = "ab" }), []string{"bucket"}},
		{"bucket with a slash", s3(func(s *S3) { s.Bucket = "pictures/frames" }), []string{"bucket"}},
		{"folder", s3(func(s *S3) { s.Prefix = "/Bilder/画像/" }), nil},
		{"folder out of the bucket", s3(func(s *S3) { s.Prefix = "a/../b" }), []string{"prefix"}},
		{"folder with an empty part", s3(func(s *S3) { s.Prefix = "a//b" }), []string{"prefix"}},
		{"folder with a line break", s3(func(s *S3) { s.Prefix = "a\nb" }), []string{"prefix"}},
		{"folder that is no text", s3(func(s *S3) { s.Prefix = "a\xffb" }), []string{"prefix"}},
		{"access key with a space", s3(func(s *S3) { s.AccessKey = "AK ID" }), []string{"access_key"}},
		{"region with a space", s3(func(s *S3) { s.Region = "us east" }), []string{"region"}},
		{"unknown addressing", s3(func(s *S3) { s.Addressing = "x" }), []string{"addressing"}},
		{"bucket before an IP address", s3(func(s *S3) {
			s.Endpoint, s.Addressing = "127.0.0.1", AddressHost
		}), []string{"addressing"}},
		{"seven days", s3(func(s *S3) { s.LifetimeSeconds = 7 * 24 * 3600 }), nil},
		{"more than seven days", s3(func(s *S3) { s.LifetimeSeconds = 7*24*3600 + 1 }), []string{"lifetime_seconds"}},
		{"less than nothing", s3(func(s *S3) { s.LifetimeSeconds = -1 }), []string{"lifetime_seconds"}},
		{"more than a duration holds", s3(func(s *S3) { s.LifetimeSeconds = 1 << 62 }), []string{"lifetime_seconds"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var got []string
			for _, p := range tc.config.Validate() {
				got = append(got, p.Field)
				if p.Fault == NoFault {
					t.Errorf("%s: no fault", p.Field)
				}
			}
			if diff := cmp.Diff(tc.fields, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// The keychain name depends on the endpoint and the access key.
func TestKeyName(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range []Config{
		goodS3(),
		{Kind: KindS3, S3: S3{Endpoint: "http://s3.example.com", AccessKey: "AKID"}},
		{Kind: KindS3, S3: S3{Endpoint: "s3.example.com:444", AccessKey: "AKID"}},
		{Kind: KindS3, S3: S3{Endpoint: "s3.example.com", AccessKey: "AKID2"}},
	} {
		name := c.KeyName()
		if name == "" || seen[name] {
			t.Errorf("%+v: %q", c, name)
		}
		seen[name] = true
	}
	same := goodS3()
	same.S3.Endpoint, same.S3.Bucket, same.S3.Region = "https://S3.EXAMPLE.com:443/", "others", "eu"
	if same.KeyName() != goodS3().KeyName() {
		t.Errorf("%q is not %q", same.KeyName(), goodS3().KeyName())
	}
	for _, c := range []Config{{}, {Kind: KindS3}, {Kind: "webdav", S3: goodS3().S3}} {
		if name := c.KeyName(); name != "" {
			t.Errorf("%+v: %q", c, name)
		}
	}
}

func TestConfigRoundTripsAsJSON(t *testing.T) {
	whole := goodS3()
	whole.DeleteAfter = true
	whole.S3.Prefix, whole.S3.Region, whole.S3.Addressing, whole.S3.LifetimeSeconds = "画像", "eu", AddressHost, 3600
	for _, c := range []Config{{}, goodS3(), whole} {
		b, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		var back Config
		if err := json.Unmarshal(b, &back); err != nil || back != c {
			t.Errorf("%s became %+v, %v", b, back, err)
		}
	}
	if b, _ := json.Marshal(Config{}); string(b) != `{"kind":""}` {
		t.Errorf("nothing is %s", b)
	}
}
