package wording

import (
	"slices"
	"testing"

	"viviscope/db"
	"viviscope/db/findings"
)

func TestChecks(t *testing.T) {
	found := func(seconds float64, all ...findings.Finding) db.Asset {
		return db.Asset{Kind: db.Clip, Seconds: seconds, Checks: &findings.Result{Findings: all}}
	}
	for name, tt := range map[string]struct {
		a    db.Asset
		tag  string
		list []string
	}{
		"not checked": {a: db.Asset{Kind: db.Clip}},
		"no finding":  {a: found(5)},
		"stretches": {found(90, findings.Finding{Kind: findings.Cut, From: 1.04, To: 1.04},
			findings.Finding{Kind: findings.Black, From: 62.96, To: 84}), "black 1:02",
			[]string{"cut 0:01.0", "black 1:03.0–1:24.0"}},
		"no sound": {found(5.04, findings.Finding{Kind: findings.Silent, From: 0, To: 5.04}), "no sound",
			[]string{"no sound"}},
		"silent at the end": {found(5.04, findings.Finding{Kind: findings.Silent, From: 2, To: 5}), "no sound 0:02",
			[]string{"no sound 0:02.0–0:05.0"}},
		"short": {found(4.02, findings.Finding{Kind: findings.Length, From: 4.04, To: 5}), "4 s of 5 s",
			[]string{"4 s of 5 s"}},
		"long": {found(6.5, findings.Finding{Kind: findings.Length, From: 5, To: 6.5}), "6.5 s of 5 s",
			[]string{"6.5 s of 5 s"}},
	} {
		if got := CheckTag(tt.a); got != tt.tag {
			t.Errorf("%s: the tag is %q, want %q", name, got, tt.tag)
		}
		if got := Checks(tt.a); !slices.Equal(got, tt.list) {
			t.Errorf("%s: %q, want %q", name, got, tt.list)
		}
	}
}
