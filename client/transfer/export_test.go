package transfer

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"viviscope/client/transfer/transfertest"
	"viviscope/db"
)

func TestNamesAreSafeEverywhere(t *testing.T) {
	n := names{}
	for _, c := range []struct{ called, want string }{
		{"a boat.PNG", "a boat.png"},
		{"A Boat.mp4", "A Boat (2).mp4"}, // would share the sidecar of the first
		{"../../etc/passwd", "passwd"},
		{`..\..\evil.png`, "evil.png"},
		{"/", "file"},
		{"..", "file (2)"},
		{"", "file (3)"},
		{"CON.png", "_CON.png"},
		{"com1.mp4", "_com1.mp4"},
		{"LPT².png", "_LPT².png"},
		{"nul.tar.png", "_nul.tar.png"},
		{"console.png", "console.png"},
		{"what? \"who\" <me>|*.png", "what who me.png"},
		{"a\u202egnp.exe.png", "agnp.exe.png"},
		{"new\nline\x00\x1b[2J.png", "new line [2J.png"},
		{"dots...   .png", "dots.png"},
		{"纸船 🛶.png", "纸船 🛶.png"},
		{"e\u0301t\u00e9.png", "été.png"},
		{"ÉTÉ.png", "ÉTÉ (2).png"},
		{"x.weird ext", "x"},
		{"A", "A"},
		{"A.A.", "A A"}, // the sidecar of A.A would be A.json, which belongs to A
	} {
		if got := n.take(c.called); got != c.want {
			t.Errorf("%q: %q, want %q", c.called, got, c.want)
		}
	}
	if got := n.take(strings.Repeat("纸", 400) + ".png"); len(got) > maxStem+4 || !utf8.ValidString(got) {
		t.Errorf("%d bytes", len(got))
	}
}

func TestNamesDifferAndStayInside(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, seen := names{}, map[string]bool{}
		for _, called := range rapid.SliceOfN(rapid.OneOf(rapid.String(),
			rapid.StringMatching(`[aA./\\ ]{0,6}\.(png|PNG)`)), 1, 30).Draw(t, "called") {
			got := n.take(called)
			side := foldCase(sidecarName(got))
			if seen[side] || filepath.Base(got) != got || !filepath.IsLocal(got) || len(got) > 200 ||
				strings.ContainsAny(got, `/\:*?"<>|`+"\x00") {
				t.Fatalf("%q became %q", called, got)
			}
			seen[side] = true
		}
	})
}

// If its sidecar is missing, an asset is exported with the data of its rows.
func TestExportRebuildsMissingSidecar(t *testing.T) {
	lib, assets := transfertest.Gallery(t)
	for _, a := range assets {
		if _, err := lib.Change(t.Context(), a.JobID, func(c *db.Change) error {
			c.Append(db.Entry{Kind: db.Charge, AmountMicros: new(int64(2_800_000)), Currency: "CNY",
				At: transfertest.Noon})
			c.Job.Inputs = json.RawMessage(`[{"asset":"` + assets[0].Ref + `","link":"` + transfertest.SignedURL +
				`"}]`)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		p, err := lib.AbsPath(sidecarName(a.Path))
		if err == nil {
			err = os.Remove(p)
		}
		if err != nil {
			t.Fatal(err)
		}
		side, err := sidecarOf(t.Context(), lib, a)
		if err != nil {
			t.Fatal(err)
		}
		data, err := json.Marshal(side)
		if err != nil || strings.Contains(string(data), "secret") {
			t.Errorf("%v, %s", err, data)
		}
		var made db.Provenance
		if err := json.Unmarshal(side.Made, &made); err != nil || made.Prompt != a.Prompt || len(made.Costs) != 1 ||
			*made.Costs[0].AmountMicros != 2_800_000 || len(made.Inputs) != 1 || made.Profile != "Studio" {
			t.Errorf("%+v", made)
		}
	}
}
