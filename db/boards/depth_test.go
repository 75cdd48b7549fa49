package boards

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

func TestDeepDocumentsAreRefused(t *testing.T) {
	for _, text := range deepTexts {
		for _, text := range []string{text, `{"format":1,"name":"a","frames":` + text + `}`} {
			if _, err := parseFile([]byte(text)); err == nil {
				t.Errorf("%.20q was read", text)
			}
		}
	}
}
