package linkcheck

import (
	"encoding/base64"
	"testing"
	"time"
)

func TestExpiry(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	at := func(s string) time.Time {
		v, err := time.Parse(time.RFC3339, s)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	cloudfront := func(s string) string {
		b := []byte(base64.StdEncoding.EncodeToString([]byte(s)))
		for i, c := range b {
			switch c {
			case '+':
				b[i] = '-'
			case '=':
				b[i] = '_'
			case '/':
				b[i] = '~'
			}
		}
		return string(b)
	}
	jwt := func(s string) string {
		e := base64.RawURLEncoding.EncodeToString
		return e([]byte(`{"alg":"HS256"}`)) + "." + e([]byte(s)) + ".c2ln"
	}
	for _, tc := range []struct{ name, query, want string }{
		{"S3 version 4", "X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Date=20261121T110000Z&X-Amz-Expires=86400&X-Amz-Signature=00", "2026-11-22T11:00:00Z"},
		{"S3 version 4 in lower case", "x-amz-date=20261121T110000Z&x-amz-expires=60", "2026-11-21T11:01:00Z"},
		{"S3 version 4, dead already", "X-Amz-Date=20260101T000000Z&X-Amz-Expires=3600", "2026-01-01T01:00:00Z"},
		{"S3 version 4 without a date", "X-Amz-Expires=3600", ""},
		{"S3 version 4 with a broken date", "X-Amz-Date=yesterday&X-Amz-Expires=3600", ""},
		{"S3 version 2", "AWSAccessKeyId=AK&Expires=1795348800&Signature=x%2By%3D", "2026-11-22T12:00:00Z"},
		{"CloudFront", "Expires=1795348800&Signature=s&Key-Pair-Id=K", "2026-11-22T12:00:00Z"},
		{"CloudFront policy", "Policy=" +
			cloudfront(`{"Statement":[{"Resource":"https://x/?*","Condition":{"DateLessThan":{"AWS:EpochTime":1795348800}}}]}`) + "&Signature=s", "2026-11-22T12:00:00Z"},
		{"Google version 4", "X-Goog-Algorithm=GOOG4-RSA-SHA256&X-Goog-Date=20261121T120000Z&X-Goog-Expires=900",
			"2026-11-21T12:15:00Z"},
		{"Google version 2", "GoogleAccessId=a%40b&Expires=1795348800&Signature=s", "2026-11-22T12:00:00Z"},
		{"Azure", "sv=2024-05-04&se=2026-11-22T00%3A00%3A00Z&sr=b&sp=r&sig=x", "2026-11-22T00:00:00Z"},
		{"Azure to the minute", "se=2026-11-22T10:30Z&sig=x", "2026-11-22T10:30:00Z"},
		{"Azure day", "se=2026-11-23&sig=x", "2026-11-23T00:00:00Z"},
		{"Azure with a key that dies first", "se=2026-11-25T00:00:00Z&ske=2026-11-22T00:00:00Z&sig=x",
			"2026-11-22T00:00:00Z"},
		{"Azure's name without a signature", "se=2026-11-22", ""},
		{"Aliyun", "OSSAccessKeyId=LTAI&Expires=1795348800&Signature=s", "2026-11-22T12:00:00Z"},
		{"Aliyun version 4", "x-oss-signature-version=OSS4-HMAC-SHA256&x-oss-date=20261121T120000Z&x-oss-expires=600",
			"2026-11-21T12:10:00Z"},
		{"Volcengine", "X-Tos-Algorithm=TOS4-HMAC-SHA256&X-Tos-Date=20261121T120000Z&X-Tos-Expires=600",
			"2026-11-21T12:10:00Z"},
		{"Tencent", "q-sign-algorithm=sha1&q-sign-time=1795262400;1795348800&q-key-time=1795262400;1795348800",
			"2026-11-22T12:00:00Z"},
		{"Tencent escaped", "q-sign-time=1795262400%3B1795348800", "2026-11-22T12:00:00Z"},
		{"Baidu", "authorization=bce-auth-v1%2Fak%2F2026-11-21T12%3A00%3A00Z%2F1800%2F%2Fsig", "2026-11-21T12:30:00Z"},
		{"Baidu for ever", "authorization=bce-auth-v1%2Fak%2F2026-11-21T12%3A00%3A00Z%2F-1%2F%2Fsig", ""},
		{"Qiniu", "e=1795348800&token=AK:sign", "2026-11-22T12:00:00Z"},
		{"an e that is something else", "e=1795348800", ""},
		{"Akamai", "hdnts=exp=1795348800~acl=/*~hmac=ab", "2026-11-22T12:00:00Z"},
		{"Discord", "ex=6b02d940&is=6b0187c0&hm=abc", "2026-11-22T12:00:00Z"},
		{"Facebook", "oh=00_AY&oe=6B02D940&_nc_sid=1", "2026-11-22T12:00:00Z"},
		{"a token", "token=" + jwt(`{"url":"b/x.png","iat":1795262400,"exp":1795348800}`), "2026-11-22T12:00:00Z"},
		{"a token without an end", "token=" + jwt(`{"url":"b/x.png"}`), ""},
		{"seconds", "expires=1795348800", "2026-11-22T12:00:00Z"},
		{"milliseconds", "exp=1795348800000", "2026-11-22T12:00:00Z"},
		{"a date in words of ISO 8601", "expires_at=2026-11-22T12:00:00%2B02:00", "2026-11-22T10:00:00Z"},
		{"the earliest of several", "Expires=1795348800&X-Amz-Date=20261121T120000Z&X-Amz-Expires=60",
			"2026-11-21T12:01:00Z"},
		{"a lifetime, from nobody knows when", "expires=3600", ""},
		{"the year 2099", "Expires=4070908800", ""},
		{"no number", "expires=never", ""},
		{"a negative one", "expires=-1795348800", ""},
		{"more than a number holds", "expires=99999999999999999999999", ""},
		{"a broken escape beside it", "a=%zz&expires=1795348800", "2026-11-22T12:00:00Z"},
		{"nothing signed", "w=1024&h=768", ""},
		{"no query", "", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, ok := Expiry("https://pictures.example/a.png?"+tc.query+"#top", now)
			if tc.want == "" {
				if ok {
					t.Errorf("dies %v, want nothing known", got)
				}
				return
			}
			if !ok || !got.Equal(at(tc.want)) {
				t.Errorf("dies %v %v, want %s", got, ok, tc.want)
			}
		})
	}
}

func FuzzExpiry(f *testing.F) {
	f.Add("https://a/b?X-Amz-Date=20261121T110000Z&X-Amz-Expires=86400&token=eyJ.e30.x&policy=e30_")
	f.Add("?%&q-sign-time=;&authorization=bce-auth-v1///&ex=&is=&hm=")
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, link string) {
		if at, ok := Expiry(link, now); ok && (at.IsZero() || at.After(now.Add(maxFuture))) {
			t.Errorf("%q dies %v", link, at)
		}
	})
}
