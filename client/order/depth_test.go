package order

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

// A list of such JSON is refused, or its rows are shown with the reason why they cannot be sent.
func TestReadListLimitsNesting(t *testing.T) {
	for _, text := range deepTexts {
		for _, name := range []string{"list.json", "list.jsonl", "list.csv", "list.txt"} {
			for _, text := range []string{text, `[{"prompt":` + text + `}]`} {
				if l, err := (Form{}).ReadList(text, name, Env{}); err == nil && len(l.Rows) > 2 {
					t.Errorf("%s: %.20q makes %d rows", name, text, len(l.Rows))
				}
			}
		}
	}
}
