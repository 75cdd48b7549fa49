package drawing

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

func TestDeepDrawingsAreRefused(t *testing.T) {
	for _, text := range deepTexts {
		for _, text := range []string{text, `{"version":1,"marks":` + text + `}`, `{"version":1,"points":[` + text +
			`]}`,
			`{"version":2,"drawing":` + text + `}`, `{"version":2,"steps":[` + text + `]}`} {
			if _, err := Decode([]byte(text)); err == nil {
				t.Errorf("%.20q was read as a drawing", text)
			}
			if _, err := DecodeHistory([]byte(text), 1<<20); err == nil {
				t.Errorf("%.20q was read as a history", text)
			}
		}
	}
}
