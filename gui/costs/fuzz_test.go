package costs

import (
	"strings"
	"testing"

	"viviscope/db"
)

// FuzzQuantity: whatever an entry counts, its words never show a number below nothing.
func FuzzQuantity(f *testing.F) {
	for _, s := range []string{`{"seconds":5}`, `{"input_text_tokens":12,"output_tokens":1500}`, `{"output_tokens":9223372036854775807,"input_text_tokens":9223372036854775807}`, `{"seconds":-1}`, `[`, `null`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		if words := quantity(db.Entry{Quantity: raw}); strings.ContainsAny(words, "-‒%") {
			t.Errorf("%q is worded as %q", raw, words)
		}
	})
}
