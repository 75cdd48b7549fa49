package transfer

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"viviscope/client/transfer"
	"viviscope/client/transfer/transfertest"
	"viviscope/db"
)

// A row may speak of any path: what is exported stays in its folder, also in a zip.
func TestNothingIsWrittenOutsideOfTheExport(t *testing.T) {
	lib, assets := transfertest.Gallery(t)
	outside := transfertest.Write(t, []byte("mine"), t.TempDir(), "outside.png")
	evil := assets[0]
	evil.Path = "../../" + filepath.Base(outside)
	absolute := assets[1]
	absolute.Path = outside
	r, err := transfer.Export(t.Context(), lib, append(assets, evil, absolute),
		transfer.ExportOptions{Folder: t.TempDir(), Name: "../x/CON", Zip: true, Sidecars: true})
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
	lib, assets := transfertest.Gallery(t)
	for _, zipped := range []bool{false, true} {
		dir := t.TempDir()
		o := transfer.ExportOptions{Folder: dir, Name: "x", Zip: zipped, Inside: true, Sidecars: true}
		ctx, stop := context.WithCancel(t.Context())
		o.Progress = func(done, total int64) {
			if done > total/2 {
				stop()
			}
		}
		if _, err := transfer.Export(ctx, lib, assets, o); !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled: %v", err)
		}
		o.Progress = nil
		huge := assets[0]
		huge.Bytes = 1 << 60
		var space *transfer.SpaceError
		if _, err := transfer.Export(t.Context(), lib, []db.Asset{huge}, o); !errors.As(err, &space) ||
			space.Need < huge.Bytes || !strings.Contains(exportFault(err), "Not enough space") {
			t.Errorf("no room: %v", err)
		}
		gone := assets[0]
		gone.Path = "files/none.png"
		if _, err := transfer.Export(t.Context(), lib, []db.Asset{gone}, o); !errors.Is(err, transfer.ErrNothing) {
			t.Errorf("nothing: %v", err)
		}
		if left := transfertest.Files(t, dir); len(left) != 0 {
			t.Errorf("left behind: %v", left)
		}
		for _, want := range []string{"x", "x (2)"} {
			if zipped {
				want += ".zip"
			}
			if r, err := transfer.Export(t.Context(), lib, assets, o); err != nil || filepath.Base(r.Path) != want {
				t.Errorf("%+v, %v; want %s", r, err, want)
			}
		}
		if left := transfertest.Files(t, dir); len(left) != 2 {
			t.Errorf("beside the exports: %v", left)
		}
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(lib.Dir(), link); err != nil {
		t.Fatal(err)
	}
	for _, own := range []string{lib.Dir(), filepath.Join(lib.Dir(), "files"), link} {
		if _, err := transfer.Export(t.Context(), lib, assets,
			transfer.ExportOptions{Folder: own, Name: "x"}); !errors.Is(err, transfer.ErrInLibrary) ||
			!strings.Contains(exportFault(err), "outside it") {
			t.Errorf("into the library: %v", err)
		}
	}
	if _, err := transfer.Export(t.Context(), lib, assets,
		transfer.ExportOptions{Folder: filepath.Join(t.TempDir(), "no"), Name: "x"}); err == nil ||
		!strings.Contains(exportFault(err), "no longer exists") {
		t.Errorf("%v", err)
	}
}

// What cannot hold its settings is copied as it is.
func TestACopyWithoutRoomIsPlain(t *testing.T) {
	lib := transfertest.Open(t)
	a := transfertest.ImportMade(t, lib, 1, db.TextToVideo, "a fox", map[string]any{"model": "m", "prompt": "a fox"},
		[]byte("\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isomiso2"), "mp4")
	r, err := transfer.Export(t.Context(), lib, []db.Asset{a},
		transfer.ExportOptions{Folder: t.TempDir(), Name: "x", Inside: true})
	if err != nil || r.Files != 1 || r.Beside != 1 || !strings.Contains(exportedWords(r), "copied unchanged") {
		t.Errorf("%+v, %v", r, err)
	}
}

// Content credentials stay valid: such a file is copied byte for byte, and its settings go into a sidecar.
func TestACopyOfASignedFileIsTheSame(t *testing.T) {
	lib, p := transfertest.Open(t), transfertest.PNG(t, 1)
	p = slices.Concat(p[:33], []byte("\x00\x00\x00\x04caBXjumb\x00\x00\x00\x00"), p[33:])
	a := transfertest.ImportMade(t, lib, 1, db.TextToImage, "a fox", map[string]any{"model": "m", "prompt": "a fox"}, p,
		"png")
	r, err := transfer.Export(t.Context(), lib, []db.Asset{a},
		transfer.ExportOptions{Folder: t.TempDir(), Name: "x", Inside: true})
	if err != nil || r.Files != 1 || r.Beside != 1 ||
		!strings.Contains(exportedWords(r), "is signed with content credentials. It was copied unchanged") {
		t.Fatalf("%+v, %v", r, err)
	}
	name := filepath.Join(r.Path, filepath.Base(a.Path))
	got, err := os.ReadFile(name)
	side, err2 := os.ReadFile(strings.TrimSuffix(name, filepath.Ext(name)) + ".json")
	if errors.Join(err, err2) != nil || !bytes.Equal(got, p) {
		t.Fatal(err, err2, len(got))
	}
	parsed, err := db.ParseSidecar(side)
	if made, ok := parsed.Recipe(); err != nil || !ok || made.Prompt != "a fox" || parsed.SHA256 != a.SHA256 ||
		strings.Contains(string(side), "2800000") {
		t.Errorf("%v: %s", err, side)
	}
}
