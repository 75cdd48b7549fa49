package db

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"viviscope/db/findings"
	"viviscope/db/folder"
	"viviscope/db/search"
)

// checkedClip is a library with the row of a clip that a job made.
func checkedClip(t *testing.T) (*Library, Asset) {
	t.Helper()
	l := newLibrary(t)
	to := ingestMade(t, l, mp4Head, madeBy(clipOf("boats"), 0))
	l, _ = rebuilt(t, l)
	return l, allAssets(t, l)[to.Path]
}

func findingsOf(kinds ...findings.Kind) findings.Result {
	r := findings.Result{Start: findings.Look{Contrast: 40, Sharpness: 5}, End: findings.Look{Contrast: 41.5}}
	for i, k := range kinds {
		r.Findings = append(r.Findings, findings.Finding{Kind: k, From: float64(i), To: float64(i) + 0.8})
	}
	return r
}

// A result is in the row, the sidecar and the index, and a rebuild restores it.
func TestSetChecks(t *testing.T) {
	l, a := checkedClip(t)
	if a.Checks != nil {
		t.Fatalf("a new clip has checks %+v", a.Checks)
	}
	want := findingsOf(findings.Black, findings.Cut)
	if err := l.SetChecks(t.Context(), a.ID, a.SHA256, want); err != nil {
		t.Fatal(err)
	}
	find := func(query string) int {
		t.Helper()
		f, invalid := search.ParseQuery(query).Filter(search.Names{Now: noon})
		n, err := countOf(t.Context(), l, f)
		if err != nil || len(invalid) > 0 {
			t.Fatalf("%s: %v, invalid %v", query, err, invalid)
		}
		return n
	}
	check := func(when string) {
		t.Helper()
		a, err := l.AssetByRef(t.Context(), a.Ref)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(&want, a.Checks); d != "" {
			t.Errorf("%s, the row: -want +got:\n%s", when, d)
		}
		s := sidecar(t, l, a.ID)
		if got := parseChecks(s.Checks); cmp.Diff(&want, got) != "" {
			t.Errorf("%s, the sidecar has %s", when, s.Checks)
		}
		if find("check:black") != 1 || find("check:CUT kind:clip") != 1 || find("check:frozen") != 0 ||
			find("-check:black") != 0 || find("-check:frozen") != 1 {
			t.Errorf("%s: the index has other findings", when)
		}
	}
	check("stored")
	l, _ = rebuilt(t, l)
	check("rebuilt")

	want = findingsOf() // checked again, without a finding
	if err := l.SetChecks(t.Context(), a.ID, a.SHA256, want); err != nil {
		t.Fatal(err)
	}
	if now, err := l.AssetByRef(t.Context(), a.Ref); err != nil || cmp.Diff(&want, now.Checks) != "" ||
		find("check:black") != 0 {
		t.Errorf("checked again: %+v, %v", now.Checks, err)
	}
	if err := l.SetChecks(t.Context(), a.ID, strings.Repeat("0", 64), want); !errors.Is(err, ErrNotFound) {
		t.Errorf("another file: %v", err)
	}
	if err := l.SetChecks(t.Context(), 9999, a.SHA256, want); !errors.Is(err, ErrNotFound) {
		t.Errorf("an unknown asset: %v", err)
	}
}

// Invalid checks in a sidecar are dropped without the rest of it.
func TestRebuildSanitizesChecks(t *testing.T) {
	for foreign, want := range map[string]*findings.Result{
		`"black"`: nil, `[]`: nil, `5`: nil, `null`: nil, `{"findings":{}}`: nil,
		`{"findings":[{"kind":"\u0000","from":0,"to":1},{"kind":"black","from":-1,"to":2},
			{"kind":"black","from":1e300,"to":1e301},{"kind":"cut","from":3,"to":2}],"start":{"contrast":-5,"sharpness":1e99}}`: {},
		`{"findings":[{"kind":"black","from":1.004,"to":2,"more":[1]}],"start":{"contrast":7}}`: {
			Findings: []findings.Finding{{Kind: findings.Black, From: 1, To: 2}},
			Start:    findings.Look{Contrast: 7}},
		`{"findings":[` + strings.Repeat(`{"kind":"black","from":1,"to":2},`, 1000) + `{}]}`: nil,
	} {
		l, a := checkedClip(t)
		side := sidecar(t, l, a.ID)
		side.Checks = json.RawMessage(foreign)
		side.Note = "kept"
		if err := putSidecar(l.Folder, a.Path, side); err != nil {
			t.Fatal(err)
		}
		l, _ = rebuilt(t, l)
		now := allAssets(t, l)[a.Path]
		if d := cmp.Diff(want, now.Checks); d != "" || now.Note != "kept" || now.JobID == 0 {
			t.Errorf("%.60s: %+v, note %q: -want +got:\n%s", foreign, now.Checks, now.Note, d)
		}
	}
}

// A row that another program wrote is read without its checks.
func TestInvalidChecksInRow(t *testing.T) {
	l, a := checkedClip(t)
	if _, err := l.writer.Exec(`UPDATE assets SET checks = 'nonsense'`); err != nil {
		t.Fatal(err)
	}
	if now, err := l.Asset(t.Context(), a.ID); err != nil || now.Checks != nil {
		t.Errorf("%+v, %v", now.Checks, err)
	}
	if err := l.FlushSidecars(t.Context()); err != nil || strings.Contains(readFile(t, l, folder.SidecarOf(a.Path)), "nonsense") {
		t.Errorf("flush: %v", err)
	}
}
