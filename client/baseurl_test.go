package client

import (
	"errors"
	"testing"
)

// All spellings of an address have one normal form, so that they are one profile.
func TestCleanBaseURL(t *testing.T) {
	for want, spellings := range map[string][]string{
		"http://host": {"http://host", "http://host:80", "HTTP://HOST:080/", "http://host.", "http://host.:80/.",
			"http://host/./",
			"http://host/v1", "http://host/v1/.", "http://host/a/..", "http://host//", "http://host:",
			" http://host/%2e ",
			"http://ｈｏｓｔ", "http://host。"},
		"https://host:8443/relay": {"https://host:8443/relay/", "https://HOST.:8443/x/../relay/v1",
			"https://host:08443//relay"},
		"https://host:80": {"https://host:80", "https://host.:0080/v1"},
		"http://host:443": {"http://host:443"},
		"https://xn--bcher-kva.example": {"https://bücher.example", "https://BÜCHER.example:443",
			"https://xn--bcher-kva.example.",
			"https://XN--BCHER-KVA.example", "https://bu\u0308cher.example", "https://b%C3%BCcher.example"},
		"http://[::1]:8790": {"http://[::1]:8790", "http://[0:0:0:0:0:0:0:1]:8790", "http://[0000::0001]:8790/v1"},
		"http://127.0.0.1": {"http://127.0.0.1:80", "http://[::ffff:127.0.0.1]", "http://[::FFFF:7f00:1]",
			"http://127.1", "http://127.0.1",
			"http://0x7f.0.0.1", "http://2130706433", "http://0177.0.0.01", "http://127.0.0.1."},
		"http://my_host.2e": {"http://my_host.2e", "http://MY_host.2E."},
	} {
		for _, s := range spellings {
			if got, err := CleanBaseURL(s); err != nil || got != want {
				t.Errorf("%q: %q, %v; want %q", s, got, err, want)
			}
			if !SameService(s, want) {
				t.Errorf("%q is not the service of %q", s, want)
			}
		}
	}
	for _, other := range []string{"https://host", "http://host:81", "http://host/a", "http://www.host", "http://[::1]",
		""} {
		if SameService("http://host", other) {
			t.Errorf("%q is the service of http://host", other)
		}
	}
	for _, bad := range []string{"http://.", "http://host:99999", "http://xn--\u00fc.example",
		"http://a\u00ad..\u0301"} {
		if got, err := CleanBaseURL(bad); !errors.Is(err, ErrBadBaseURL) {
			t.Errorf("%q: %q, %v", bad, got, err)
		}
	}
}

// The key of a profile of an older version is stored under the origin as it was written: it is found again.
func TestOriginKeepsHostSpelling(t *testing.T) {
	for s, want := range map[string]string{
		"http://host.":      "http://host.:80",
		"http://host:80":    "http://host:80",
		"http://[0:0::1]":   "http://[0:0::1]:80",
		"https://H.example": "https://h.example:443",
	} {
		if got, err := Origin(s); err != nil || got != want {
			t.Errorf("%q: %q, %v; want %q", s, got, err, want)
		}
	}
}
