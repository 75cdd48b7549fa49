package findings

import (
	"bytes"
	"testing"
)

func TestWorst(t *testing.T) {
	for name, tt := range map[string]struct {
		found []Finding
		want  Finding
	}{
		"none":             {},
		"kind before time": {[]Finding{{Cut, 1, 1}, {Black, 4, 4.6}, {Flicker, 0, 5}}, Finding{Black, 4, 4.6}},
		"the longest":      {[]Finding{{Black, 0, 0.5}, {Black, 2, 3}, {Black, 4, 4.6}}, Finding{Black, 2, 3}},
	} {
		got, ok := Result{Findings: tt.found}.Worst()
		if got != tt.want || ok != (len(tt.found) > 0) {
			t.Errorf("%s: %v, %t", name, got, ok)
		}
	}
}

func TestLoss(t *testing.T) {
	look := func(contrast, sharpness float64) Result {
		l := Look{contrast, sharpness}
		return Result{Start: l, End: l}
	}
	for name, tt := range map[string]struct {
		before, after       Result
		contrast, sharpness bool
	}{
		"alike":          {look(50, 6), look(45, 5), false, false},
		"blurred":        {look(50, 6), look(48, 3), false, true},
		"faded":          {look(50, 6), look(25, 5), true, false},
		"sharper":        {look(50, 6), look(80, 12), false, false},
		"flat before":    {look(10, 1), look(1, 0.2), false, false},
		"unknown before": {Result{}, look(50, 6), false, false},
	} {
		if c, s := Loss(tt.before, tt.after); c != tt.contrast || s != tt.sharpness {
			t.Errorf("%s: %t, %t", name, c, s)
		}
	}
}

// Stored results have a canonical form, and no bytes make an implausible result.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"", "{}", "null", `{"findings":[{"kind":"black","from":1,"to":2}]}`,
		`{"findings":[{"kind":"black","from":-0.001,"to":1e5},null],"start":{"contrast":1e308}}`, `{"findings":5}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r, ok := Parse(data)
		if !ok {
			return
		}
		for _, v := range r.Findings {
			if !(v.From >= 0 && v.From <= v.To && v.To <= maxClip) {
				t.Errorf("%q: %v", data, v)
			}
		}
		again, ok := Parse(r.JSON())
		if !ok || !bytes.Equal(again.JSON(), r.JSON()) || len(r.Findings) > MaxFindings || len(r.JSON()) > maxJSON {
			t.Errorf("%q: %s, then %s", data, r.JSON(), again.JSON())
		}
	})
}
