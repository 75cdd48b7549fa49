package db

import (
	"strings"
	"testing"
)

// deepTexts are JSON of 100,000 levels, whole and cut.
var deepTexts = []string{
	strings.Repeat("[", 100_000), strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000),
	strings.Repeat(`{"a":`, 100_000),
	strings.Repeat(`{"a":`, 100_000) + "1" + strings.Repeat("}", 100_000),
}

// Deeply nested JSON is a parse error, so that no recursion is unbounded.
func TestDeepFilesAreRefused(t *testing.T) {
	for name, read := range map[string]func([]byte) error{
		"sidecar":     func(b []byte) error { _, err := ParseSidecar(b); return err },
		"cast":        func(b []byte) error { _, err := parseCastList(b); return err },
		"albums":      func(b []byte) error { _, err := parseAlbumList(b); return err },
		"corrections": func(b []byte) error { _, err := parseCorrections(b); return err },
		"tags":        func(b []byte) error { var to []string; return namesColumn{&to}.Scan(string(b)) },
	} {
		for _, text := range deepTexts {
			for _, text := range []string{text, `{"version":1,"albums":` + text + `}`} {
				if read([]byte(text)) == nil {
					t.Errorf("%s: %.20q of %d bytes was read", name, text, len(text))
				}
			}
		}
	}
	if _, ok := parseProvenance([]byte(deepTexts[3])); ok {
		t.Error("a recipe was read")
	}
}
