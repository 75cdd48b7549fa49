package transfer

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"viviscope/client/jobs"
	"viviscope/client/order"
	"viviscope/client/transfer/transfertest"
	"viviscope/db"
)

// assetFacts holds the data that must survive an export and an import.
type assetFacts struct {
	Prompt, Model string
	Seed          *int64
	Tags          []string
	Starred       bool
	Note          string
	Day           string
	Kind          db.AssetKind
}

func factsOf(all []db.Asset, note bool) []assetFacts {
	var out []assetFacts
	for _, a := range all {
		tl := assetFacts{a.Prompt, a.Model, a.Seed, a.Tags, a.Starred, a.Note, a.CreatedAt.UTC().Format(time.RFC3339),
			a.Kind}
		if !note {
			tl.Note = ""
		}
		out = append(out, tl)
	}
	slices.SortFunc(out, func(a, b assetFacts) int { return strings.Compare(a.Prompt, b.Prompt) })
	return out
}

// An export imported into an empty library gives the same gallery: with sidecars, with embedded settings only, and from
// an unpacked zip. A photograph has its rotated size after import and after a rebuild.
func TestRotatedPictureIsMeasuredUpright(t *testing.T) {
	lib, b := transfertest.Open(t), transfertest.JPEG(t)
	exif := "Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00\x00\x00\x00\x00"
	b = append(append([]byte{0xff, 0xd8, 0xff, 0xe1, 0, byte(len(exif) + 2)}, exif...), b[2:]...)
	a, _, err := lib.Import(t.Context(), "phone.jpg", bytes.NewReader(b), db.ImportMeta{})
	if err != nil || a.Width != 9 || a.Height != 16 {
		t.Fatalf("imported with %d x %d, %v", a.Width, a.Height, err)
	}
	dir := filepath.Join(t.TempDir(), "copy")
	if err := os.CopyFS(filepath.Join(dir, "files"), os.DirFS(filepath.Join(lib.Dir(), "files"))); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Rebuild(t.Context(), dir, db.Options{Probe: jobs.Probe}); err != nil {
		t.Fatal(err)
	}
	again, err := db.Open(t.Context(), dir, db.Options{Probe: jobs.Probe})
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if a, err = again.AssetByRef(t.Context(), a.Ref); err != nil || a.Width != 9 || a.Height != 16 {
		t.Errorf("rebuilt with %d x %d, %v", a.Width, a.Height, err)
	}
}

func TestExportRoundTrips(t *testing.T) {
	for name, o := range map[string]ExportOptions{
		"sidecars":        {Sidecars: true},
		"inside":          {Inside: true},
		"both":            {Sidecars: true, Inside: true},
		"zip of both":     {Sidecars: true, Inside: true, Zip: true},
		"zip of sidecars": {Sidecars: true, Zip: true},
	} {
		t.Run(name, func(t *testing.T) {
			lib, assets := transfertest.Gallery(t)
			o.Folder, o.Name = t.TempDir(), "Viviscope 2026-11-21 1205"
			r, err := Export(t.Context(), lib, assets, o)
			if err != nil || r.Files != 3 || len(r.Problems) > 0 || r.Beside > 0 {
				t.Fatalf("%+v, %v", r, err)
			}
			from := r.Path
			if o.Zip {
				from = unpacked(t, r.Path)
			}
			checkNoSecrets(t, from)
			other := transfertest.Open(t)
			in := Import(t.Context(), other, []string{from}, ImportOptions{Settings: true})
			if in.New != 3 || in.Settled != 3 || in.Failed > 0 || len(in.Problems) > 0 || in.Stopped != nil {
				t.Fatalf("%+v", in)
			}
			if diff := cmp.Diff(factsOf(assets, o.Sidecars), factsOf(transfertest.Assets(t, other), true)); diff != "" {
				t.Error(diff)
			}
			again := Import(t.Context(), other, []string{from}, ImportOptions{Settings: true})
			if again.Known != 3 || again.New != 0 {
				t.Errorf("again: %+v", again)
			}
			for _, a := range transfertest.Assets(t, lib) { // originals are unchanged
				checkHash(t, lib, a)
			}
		})
	}
}

func checkHash(t *testing.T, lib *db.Library, a db.Asset) {
	t.Helper()
	f, err := lib.OpenFile(a.Path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if sum, err := hashOf(t.Context(), f, a.Bytes); err != nil || sum != a.SHA256 {
		t.Errorf("%s was changed: %v", a.Path, err)
	}
}

// checkNoSecrets searches all exported files for secrets.
func checkNoSecrets(t *testing.T, dir string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(p string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(p)
		if bytes.Contains(data, []byte("X-Signature")) || bytes.Contains(data, []byte("secret")) {
			t.Errorf("a transfertest.Signed link is in %s", filepath.Base(p))
		}
		if filepath.Ext(p) != ".json" &&
			(bytes.Contains(data, []byte("task-1")) || bytes.Contains(data, []byte("Studio")) ||
				bytes.Contains(data, []byte("for the wall"))) {
			t.Errorf("an account or a note is in %s", filepath.Base(p))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func unpacked(t *testing.T, path string) string {
	t.Helper()
	z, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	dir := t.TempDir()
	for _, f := range z.File {
		if !filepath.IsLocal(f.Name) {
			t.Fatalf("the zip leads out: %q", f.Name)
		}
		to := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
			t.Fatal(err)
		}
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(in)
		if err == nil {
			err = os.WriteFile(to, data, 0o600)
		}
		if err := errors.Join(err, in.Close()); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// Settings are recalled from each kind of file: from a sidecar, from the file itself, and from the library.
func TestSettingsAreRecalledFromEachKindOfFile(t *testing.T) {
	for name, o := range map[string]ExportOptions{"sidecar": {Sidecars: true}, "inside": {Inside: true}} {
		lib, assets := transfertest.Gallery(t)
		o.Folder, o.Name = t.TempDir(), "x"
		r, err := Export(t.Context(), lib, assets, o)
		if err != nil {
			t.Fatal(err)
		}
		other := transfertest.Open(t)
		seen := map[db.JobKind]bool{}
		for _, p := range transfertest.Files(t, r.Path) {
			if o.Sidecars != (filepath.Ext(p) == ".json") && filepath.Ext(p) == ".json" {
				continue
			}
			j, err := RecallJob(t.Context(), other, p)
			if err != nil {
				t.Errorf("%s: %s: %v", name, filepath.Base(p), err)
				continue
			}
			f, err := order.Form{}.Recall(j, order.RecallAll)
			if err != nil || f.Kind != j.Kind || !strings.HasPrefix(f.Prompt(), strings.Split(j.Prompt, "\n")[0]) {
				t.Errorf("%s: %s: %v, %q", name, filepath.Base(p), err, f.Prompt())
			}
			seen[j.Kind] = true
			mine, err := RecallJob(t.Context(), lib, p)
			if err != nil || mine.ID == 0 {
				t.Errorf("%s: the library does not know its own job: %v", name, err)
			}
		}
		if len(seen) != 3 {
			t.Errorf("%s: %v", name, slices.Collect(maps.Keys(seen)))
		}
		for _, a := range assets {
			p, err := lib.AbsPath(a.Path)
			if err != nil {
				t.Fatal(err)
			}
			if j, err := RecallJob(t.Context(), lib, p); err != nil || j.ID != a.JobID {
				t.Errorf("a library file: %d, %v", j.ID, err)
			}
		}
	}
}

// Files are untrusted: invalid settings are ignored, and never taken for another job's.
func TestFilesWithoutSettings(t *testing.T) {
	lib, assets := transfertest.Gallery(t)
	dir := t.TempDir()
	put := func(name string, data []byte) string {
		p := filepath.Join(dir, name)
		if err := os.WriteFile(p, data, 0o600); err != nil {
			t.Fatal(err)
		}
		return p
	}
	bare := put("bare.png", transfertest.PNG(t, 99))
	if _, err := RecallJob(t.Context(), lib, bare); !errors.Is(err, ErrNoSettings) {
		t.Errorf("bare: %v", err)
	}
	side, err := sidecarOf(t.Context(), lib, assets[0])
	if err != nil {
		t.Fatal(err)
	}
	data, _ := json.Marshal(side)
	put("bare.json", data) // describes another file
	if _, err := RecallJob(t.Context(), lib, bare); !errors.Is(err, ErrNoSettings) {
		t.Errorf("another file's sidecar: %v", err)
	}
	for name, text := range map[string]string{"no.json": "{", "deep.json": strings.Repeat("[", 1<<16),
		"empty.json": ""} {
		if _, err := RecallJob(t.Context(), lib, put(name, []byte(text))); !errors.Is(err, ErrNoSettings) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := RecallJob(t.Context(), lib, dir); err == nil || errors.Is(err, ErrNoSettings) {
		t.Errorf("a folder: %v", err)
	}
	// A file with the ref of a job but another prompt is not that job.
	m, _ := side.Recipe()
	m.Prompt = "something else"
	side.Made, _ = json.Marshal(m)
	data, _ = json.Marshal(side)
	if j, err := RecallJob(t.Context(), lib, put("claim.json", data)); err != nil || j.ID != 0 ||
		j.Prompt != "something else" {
		t.Errorf("a claim: %+v, %v", j, err)
	}
}

func FuzzReadSidecar(f *testing.F) {
	lib, assets := transfertest.Gallery(f)
	side, err := sidecarOf(context.Background(), lib, assets[0])
	if err != nil {
		f.Fatal(err)
	}
	data, _ := json.Marshal(side)
	f.Add(data)
	f.Add(transfertest.PNG(f, 3))
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, name := range []string{"x.json", "x.png"} {
			p := filepath.Join(dir, name)
			if err := os.WriteFile(p, data, 0o600); err != nil {
				t.Fatal(err)
			}
			j, err := RecallJob(context.Background(), lib, p)
			if err != nil {
				continue
			}
			if !slices.Contains(order.Kinds(), j.Kind) || !json.Valid(j.Request) && len(j.Request) > 0 ||
				len(j.Prompt) > 1<<20 {
				t.Fatalf("%+v", j)
			}
			_, _ = order.Form{}.Recall(j, order.RecallAll) // may fail, must not panic
		}
	})
}
