package client

import (
	"strings"
	"testing"
)

// What a service counts is kept as it came, in the database and beside the file. So it must be fit for both: without
// the key, of bounded size, and no deeper than the database reads (SQLite refuses JSON below 1000 levels; a paid answer
// that cannot be written down would be lost).
func TestUsageRawIsRedactedAndLimited(t *testing.T) {
	c, err := New(Config{BaseURL: "https://service.example", APIKey: "sk-very-secret-4711"})
	if err != nil {
		t.Fatal(err)
	}
	const counts = `"input_tokens":10,"output_tokens":750`
	for name, extra := range map[string]string{
		"key":   `"echo":"Bearer sk-very-secret-4711"`,
		"link":  `"see":"https://cdn.example/a.png?signature=abc"`,
		"deep":  `"x":` + strings.Repeat("[", 1500) + strings.Repeat("]", 1500),
		"large": `"x":"` + strings.Repeat("a", 1<<20) + `"`,
	} {
		t.Run(name, func(t *testing.T) {
			r := c.parsePictures([]byte(`{"data":[{"b64_json":"AA=="}],"usage":{` + counts + `,` + extra + `}}`))
			if u := r.Usage; !u.Known || u.OutputTokens != 750 || u.InputTokens != 10 {
				t.Errorf("the counts were lost: %+v", u)
			}
			raw := string(r.Usage.Raw)
			if strings.Contains(raw, "sk-very-secret") || strings.Contains(raw, "signature=abc") || len(raw) > maxRaw ||
				strings.Count(raw, "[") > 100 {
				t.Errorf("not fit to be kept: %.120s", raw)
			}
			if raw != "" && object([]byte(raw)) == nil {
				t.Errorf("no JSON any more: %.120s", raw)
			}
		})
	}
}

// A service that counts nonsense is not charged with: two such entries could never be summed.
func TestInvalidCountsHaveNoAmount(t *testing.T) {
	table := PriceTable{Currency: "CNY", Tokens: &TokenPrices{OutputPerMillion: 40_000_000}}
	for tokens, known := range map[int64]bool{750: true, 25_000_000_000_000: true, 25_000_000_000_001: false,
		1 << 57: false} {
		if e := table.ChargeImage(Usage{OutputTokens: tokens, Split: true, Known: true}); e.Known != known {
			t.Errorf("%d tokens: %+v", tokens, e)
		}
	}
}
