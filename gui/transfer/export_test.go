package transfer

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"viviscope/db"
)

func TestNamesAreSafeEverywhere(t *testing.T) {
	n := names{}
	for _, c := range []struct{ called, want string }{
		{"a boat.PNG", "a boat.png"},
		{"A Boat.mp4", "A Boat (2).mp4"}, // its sidecar would be that of the first
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
		{"A.A.", "A A"}, // beside A.A would be A.json, which is A's
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
		for _, called := range rapid.SliceOfN(rapid.OneOf(rapid.String(), rapid.StringMatching(`[aA./\\ ]{0,6}\.(png|PNG)`)), 1, 30).Draw(t, "called") {
			got := n.take(called)
			side := folded(sidecarName(got))
			if seen[side] || filepath.Base(got) != got || !filepath.IsLocal(got) || len(got) > 200 || strings.ContainsAny(got, `/\:*?"<>|`+"\x00") {
				t.Fatalf("%q became %q", called, got)
			}
			seen[side] = true
		}
	})
}

// A row may speak of any path: what is exported stays in its folder, also in a zip.
func TestNothingIsWrittenOutsideOfTheExport(t *testing.T) {
	lib, assets := gallery(t)
	outside := write(t, []byte("mine"), t.TempDir(), "outside.png")
	evil := assets[0]
	evil.Path = "../../" + filepath.Base(outside)
	absolute := assets[1]
	absolute.Path = outside
	r, err := Export(t.Context(), lib, append(assets, evil, absolute), ExportOptions{Folder: t.TempDir(), Name: "../x/CON", Zip: true, Sidecars: true})
	if err != nil || r.Files != 3 || len(r.Problems) != 2 || filepath.Base(r.Path) != "x CON.zip" {
		t.Fatalf("%+v, %v", r, err)
	}
	z, err := zip.OpenReader(r.Path)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	for _, f := range z.File {
		if !filepath.IsLocal(f.Name) || !strings.HasPrefix(f.Name, "x CON/") || strings.Contains(f.Name, `\`) {
			t.Errorf("%q", f.Name)
		}
	}
}

// What failed or was cancelled leaves nothing, and what has the name already is not touched.
func TestAnExportIsThereOrNot(t *testing.T) {
	lib, assets := gallery(t)
	for _, zipped := range []bool{false, true} {
		dir := t.TempDir()
		o := ExportOptions{Folder: dir, Name: "x", Zip: zipped, Inside: true, Sidecars: true}
		ctx, stop := context.WithCancel(t.Context())
		o.Progress = func(done, total int64) {
			if done > total/2 {
				stop()
			}
		}
		if _, err := Export(ctx, lib, assets, o); !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled: %v", err)
		}
		o.Progress = nil
		huge := assets[0]
		huge.Bytes = 1 << 60
		var space *SpaceError
		if _, err := Export(t.Context(), lib, []db.Asset{huge}, o); !errors.As(err, &space) || space.Need < huge.Bytes || !strings.Contains(exportFault(err), "Not enough space") {
			t.Errorf("no room: %v", err)
		}
		gone := assets[0]
		gone.Path = "files/none.png"
		if _, err := Export(t.Context(), lib, []db.Asset{gone}, o); !errors.Is(err, ErrNothing) {
			t.Errorf("nothing: %v", err)
		}
		if left := filesIn(t, dir); len(left) != 0 {
			t.Errorf("left behind: %v", left)
		}
		for _, want := range []string{"x", "x (2)"} {
			if zipped {
				want += ".zip"
			}
			if r, err := Export(t.Context(), lib, assets, o); err != nil || filepath.Base(r.Path) != want {
				t.Errorf("%+v, %v; want %s", r, err, want)
			}
		}
		if left := filesIn(t, dir); len(left) != 2 {
			t.Errorf("beside the exports: %v", left)
		}
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(lib.Dir(), link); err != nil {
		t.Fatal(err)
	}
	for _, own := range []string{lib.Dir(), filepath.Join(lib.Dir(), "files"), link} {
		if _, err := Export(t.Context(), lib, assets, ExportOptions{Folder: own, Name: "x"}); !errors.Is(err, ErrInLibrary) || !strings.Contains(exportFault(err), "outside it") {
			t.Errorf("into the library: %v", err)
		}
	}
	if _, err := Export(t.Context(), lib, assets, ExportOptions{Folder: filepath.Join(t.TempDir(), "no"), Name: "x"}); err == nil || !strings.Contains(exportFault(err), "no longer exists") {
		t.Errorf("%v", err)
	}
}

// What cannot hold its settings is copied as it is.
func TestACopyWithoutRoomIsPlain(t *testing.T) {
	lib := open(t)
	a := made(t, lib, 1, db.TextToVideo, "a fox", map[string]any{"model": "m", "prompt": "a fox"}, []byte("\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isomiso2"), "mp4")
	r, err := Export(t.Context(), lib, []db.Asset{a}, ExportOptions{Folder: t.TempDir(), Name: "x", Inside: true})
	if err != nil || r.Files != 1 || r.Beside != 1 || !strings.Contains(r.Words(), "copied unchanged") {
		t.Errorf("%+v, %v", r, err)
	}
}

// Content credentials are not broken: such a file is copied byte for byte, and what would stand inside stands beside it.
func TestACopyOfASignedFileIsTheSame(t *testing.T) {
	lib, p := open(t), pngOf(t, 1)
	p = slices.Concat(p[:33], []byte("\x00\x00\x00\x04caBXjumb\x00\x00\x00\x00"), p[33:])
	a := made(t, lib, 1, db.TextToImage, "a fox", map[string]any{"model": "m", "prompt": "a fox"}, p, "png")
	r, err := Export(t.Context(), lib, []db.Asset{a}, ExportOptions{Folder: t.TempDir(), Name: "x", Inside: true})
	if err != nil || r.Files != 1 || r.Beside != 1 || !strings.Contains(r.Words(), "is signed with content credentials. It was copied unchanged") {
		t.Fatalf("%+v, %v", r, err)
	}
	name := filepath.Join(r.Path, filepath.Base(a.Path))
	got, err := os.ReadFile(name)
	side, err2 := os.ReadFile(sidecarName(name))
	if errors.Join(err, err2) != nil || !bytes.Equal(got, p) {
		t.Fatal(err, err2, len(got))
	}
	parsed, err := db.ParseSidecar(side)
	if made, ok := parsed.Recipe(); err != nil || !ok || made.Prompt != "a fox" || parsed.SHA256 != a.SHA256 || strings.Contains(string(side), "2800000") {
		t.Errorf("%v: %s", err, side)
	}
}

// Without its sidecar on the disk an asset is exported with what the rows say.
func TestALostSidecarIsMadeAgain(t *testing.T) {
	lib, assets := gallery(t)
	for _, a := range assets {
		if _, err := lib.Change(t.Context(), a.JobID, func(c *db.Change) error {
			c.Append(db.Entry{Kind: db.Charge, AmountMicros: new(int64(2_800_000)), Currency: "CNY", At: noon})
			c.Job.Inputs = json.RawMessage(`[{"asset":"` + assets[0].Ref + `","link":"` + signed + `"}]`)
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
		var made db.Made
		if err := json.Unmarshal(side.Made, &made); err != nil || made.Prompt != a.Prompt || len(made.Costs) != 1 || *made.Costs[0].AmountMicros != 2_800_000 || len(made.Inputs) != 1 || made.Profile != "Studio" {
			t.Errorf("%+v", made)
		}
	}
}
