package hosting

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"viviscope/client/hosting/hostingtest"
)

// No value with a secret prints it, with any verb.
func TestSecretDoesNotPrint(t *testing.T) {
	const text = "s3cr3t/K3y"
	secret := NewSecret(text)
	bucket, err := New(Config{Kind: KindS3,
		S3: S3{Endpoint: "https://s3.example", Bucket: "pictures", AccessKey: "AKID"}}, secret, Options{})
	if err != nil {
		t.Fatal(err)
	}
	holders := []any{bucket, *bucket, secret, &secret, []Secret{secret}, map[string]Secret{"a": secret},
		struct{ s Secret }{secret}}
	for _, v := range holders {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%T"} {
			if out := fmt.Sprintf(verb, v); strings.Contains(out, text) ||
				strings.Contains(out, fmt.Sprintf("%x", text)) || strings.Contains(out, fmt.Sprintf("%X", text)) {
				t.Errorf("%s of %T prints it: %s", verb, v, out)
			}
		}
	}
	var log bytes.Buffer
	for _, l := range []*slog.Logger{slog.New(slog.NewTextHandler(&log, nil)),
		slog.New(slog.NewJSONHandler(&log, nil))} {
		l.Info("a", "secret", secret, "pointer", &secret, "host", bucket, "group",
			slog.GroupValue(slog.Any("s", secret)))
	}
	out, err := json.Marshal(struct{ S Secret }{secret})
	if err != nil || strings.Contains(string(out)+log.String(), text) {
		t.Errorf("%s %v %s", out, err, log.String())
	}
	if secret.reveal() != text || secret.Empty() || !(Secret{}).Empty() || !NewSecret("").Empty() {
		t.Error("the secret is not kept")
	}
}

func TestNewRefusesIncompleteConfig(t *testing.T) {
	for name, c := range map[string]Config{
		"off":    {},
		"of old": {Kind: "webdav"},
		"without secret": {Kind: KindS3,
			S3: S3{Endpoint: "https://s3.example", Bucket: "pictures", AccessKey: "AKID"}},
		"bucket unnamed": {Kind: KindS3, S3: S3{Endpoint: "https://s3.example", AccessKey: "AKID"}},
		"secret in place": {Kind: KindS3, S3: S3{Endpoint: "https://painter:" + hostingtest.Secret + "@s3.example",
			Bucket: "pictures", AccessKey: "AKID"}},
	} {
		_, err := New(c, Secret{}, Options{})
		if err == nil || !strings.Contains(err.Error(), ErrBadConfig.Error()) {
			t.Errorf("%s: %v", name, err)
		}
		if e := checkErr(t, err, ErrBadConfig); KindOf(e.Fault()) != ErrBadConfig {
			t.Errorf("%s: its fault is %q", name, e.Fault())
		}
		if err != nil {
			noSecret(t, strings.NewReplacer("http:// or https://", "").Replace(err.Error()))
		}
	}
}
