package db

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"viviscope/db/folder"
)

// putIncoming writes a file to incoming/ as a download would.
func putIncoming(t *testing.T, l *Library, name, content string) string {
	t.Helper()
	p, err := l.IncomingPath(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(p, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

func newIngestRequest(ref string) IngestRequest {
	return IngestRequest{Ref: ref, At: noon, Title: "paper boats on a canal", Ext: "mp4",
		Sidecar: map[string]any{"model": "clip-3.0"}}
}

func mustIngest(t *testing.T, l *Library, incoming string, m IngestRequest) StoredFile {
	t.Helper()
	to, err := l.Ingest(t.Context(), incoming, m)
	if err != nil {
		t.Fatal(err)
	}
	checkStored(t, l, to, m)
	return to
}

// checkStored checks that a file and its sidecar are on the disk as expected.
func checkStored(t *testing.T, l *Library, to StoredFile, m IngestRequest) {
	t.Helper()
	content := readFile(t, l, to.Path)
	sum := sha256.Sum256([]byte(content))
	if hex.EncodeToString(sum[:]) != to.SHA256 || int64(len(content)) != to.Bytes {
		t.Errorf("%+v does not describe %d bytes of hash %x", to, len(content), sum)
	}
	var side Sidecar
	if err := json.Unmarshal([]byte(readFile(t, l, folder.SidecarOf(to.Path))), &side); err != nil {
		t.Fatal(err)
	}
	if side.Version != 1 || side.Ref != m.Ref || side.SHA256 != to.SHA256 || side.Bytes != to.Bytes ||
		side.File != filepath.Base(to.Path) || !side.StoredAt.Equal(noon) ||
		!strings.Contains(string(side.Made), "clip-3.0") {
		t.Errorf("sidecar %+v", side)
	}
	for _, p := range []string{to.Path, folder.SidecarOf(to.Path)} {
		if info, err := os.Stat(filepath.Join(l.Dir(), p)); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", p, info, err)
		}
	}
}

func readFile(t *testing.T, l *Library, rel string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(l.Dir(), filepath.FromSlash(rel)))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// files returns the paths of all files in the folders that contain files.
func files(t *testing.T, l *Library) []string {
	t.Helper()
	there, err := l.FilesIn(t.Context(), folder.Files, folder.Trash, folder.Incoming)
	if err != nil {
		t.Fatal(err)
	}
	return slices.Sorted(maps.Keys(there))
}

func TestIngest(t *testing.T) {
	l := newLibrary(t)
	ref := "7f3a" + newRef()[4:]
	to := mustIngest(t, l, putIncoming(t, l, "v-1.mp4", "a clip"), newIngestRequest(ref))
	if want := "files/2026/11/2026-11-21 paper boats on a canal [7f3a].mp4"; to.Path != want {
		t.Errorf("path %q, want %q", to.Path, want)
	}
	if d := cmp.Diff([]string{folder.SidecarOf(to.Path), to.Path}, files(t, l)); d != "" {
		t.Error(d)
	}
	// A file with the same name, or with the same sidecar name, gets another name.
	m := newIngestRequest("7f3a" + newRef()[4:])
	if to := mustIngest(t, l, putIncoming(t, l, "v-2.mp4", "another"),
		m); to.Path != "files/2026/11/2026-11-21 paper boats on a canal [7f3a] 2.mp4" {
		t.Errorf("second: %q", to.Path)
	}
	m = newIngestRequest("7f3a" + newRef()[4:])
	m.Ext = ".PNG"
	if to := mustIngest(t, l, "v-3.png",
		fetchedAs(t, l, "v-3.png", m)); to.Path != "files/2026/11/2026-11-21 paper boats on a canal [7f3a] 3.png" {
		t.Errorf("third: %q", to.Path)
	}
}

func fetchedAs(t *testing.T, l *Library, name string, m IngestRequest) IngestRequest {
	t.Helper()
	putIncoming(t, l, name, "content of "+name)
	return m
}

func TestIngestRefuses(t *testing.T) {
	l := newLibrary(t)
	putIncoming(t, l, "whole.mp4", "x")
	putIncoming(t, l, "empty.mp4", "")
	if err := os.Symlink("/etc/passwd", filepath.Join(l.Dir(), folder.Incoming, "link.mp4")); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		incoming string
		change   func(*IngestRequest)
		want     error
	}{
		"nothing there":         {"none.mp4", nil, fs.ErrNotExist},
		"an empty file":         {"empty.mp4", nil, nil},
		"a way out":             {"../viviscope.db", nil, folder.ErrName},
		"a file elsewhere":      {filepath.Join(l.Dir(), folder.Database), nil, folder.ErrName},
		"a link out":            {"link.mp4", nil, nil},
		"no ref":                {"whole.mp4", func(m *IngestRequest) { m.Ref = "7f3a" }, folder.ErrName},
		"a ref that is a path":  {"whole.mp4", func(m *IngestRequest) { m.Ref = "../" + newRef()[3:] }, folder.ErrName},
		"an extension with dir": {"whole.mp4", func(m *IngestRequest) { m.Ext = "mp4/../x" }, folder.ErrName},
		"no extension":          {"whole.mp4", func(m *IngestRequest) { m.Ext = "" }, folder.ErrName},
		"a sidecar of nonsense": {"whole.mp4", func(m *IngestRequest) { m.Sidecar = make(chan int) }, nil},
	} {
		t.Run(name, func(t *testing.T) {
			m := newIngestRequest(newRef())
			if c.change != nil {
				c.change(&m)
			}
			if _, err := l.Ingest(t.Context(), c.incoming, m); err == nil ||
				(c.want != nil && !errors.Is(err, c.want)) {
				t.Errorf("got %v", err)
			}
			if readFile(t, l, "incoming/whole.mp4") != "x" {
				t.Error("the file is no longer in incoming/")
			}
		})
	}
}

// After a crash at any step between the first sync and the commit of the row, ingesting again leaves one file and one
// sidecar.
func TestIngestAgainAfterCrash(t *testing.T) {
	const content = "a clip that was paid for"
	for name, crash := range map[string]func(t *testing.T, l *Library, to StoredFile, m IngestRequest){
		"after everything but the row": func(*testing.T, *Library, StoredFile, IngestRequest) {},
		"before the sidecar": func(t *testing.T, l *Library, to StoredFile, m IngestRequest) {
			moveBack(t, l, to)
			remove(t, l, folder.SidecarOf(to.Path))
		},
		"before the rename": func(t *testing.T, l *Library, to StoredFile, m IngestRequest) { moveBack(t, l, to) },
		"in the middle of the sidecar": func(t *testing.T, l *Library, to StoredFile, m IngestRequest) {
			moveBack(t, l, to)
			if err := os.Rename(filepath.Join(l.Dir(), folder.SidecarOf(to.Path)),
				filepath.Join(l.Dir(), folder.SidecarOf(to.Path)+".part")); err != nil {
				t.Fatal(err)
			}
		},
		"and it was fetched once more": func(t *testing.T, l *Library, to StoredFile, m IngestRequest) {
			putIncoming(t, l, "v-1.mp4", content)
		},
		"and the file was damaged": func(t *testing.T, l *Library, to StoredFile, m IngestRequest) {
			putIncoming(t, l, "v-1.mp4", content)
			if err := os.WriteFile(filepath.Join(l.Dir(), to.Path), []byte("something of another length"),
				0o600); err != nil {
				t.Fatal(err)
			}
		},
		"and the row was committed": func(t *testing.T, l *Library, to StoredFile, m IngestRequest) {
			j := videoJob(newProfile(t, l).ID, "x")
			j.Ref = m.Ref
			addAsset(t, l, newJob(t, l, j), Asset{Path: to.Path, SHA256: to.SHA256, Bytes: to.Bytes})
		},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLibrary(t)
			m := newIngestRequest(newRef())
			first := mustIngest(t, l, putIncoming(t, l, "v-1.mp4", content), m)
			crash(t, l, first, m)
			if err := l.Close(); err != nil {
				t.Fatal(err)
			}
			l = openLibrary(t, l.Dir())
			m.At, m.Title = noon.AddDate(0, 1, 0), "other words" // ignored: the path is recorded
			again := mustIngest(t, l, "v-1.mp4", m)
			if string(readFile(t, l, again.Path)) != content {
				t.Error("the content is another")
			}
			found, err := l.IngestedFile(t.Context(), m.Ref)
			if err != nil || found != again {
				t.Errorf("found %+v, landed %+v, %v", found, again, err)
			}
			left := files(t, l)
			left = slices.DeleteFunc(left, func(p string) bool {
				return p == again.Path || p == folder.SidecarOf(again.Path)
			})
			if name == "and the file was damaged" {
				// kept: it has another content
				left = slices.DeleteFunc(left, func(p string) bool {
					return p == first.Path || p == folder.SidecarOf(first.Path)
				})
			} else if again != first {
				t.Errorf("landed at %+v, before at %+v", again, first)
			}
			if len(left) > 0 {
				t.Errorf("left over: %q", left)
			}
		})
	}
}

func moveBack(t *testing.T, l *Library, to StoredFile) {
	t.Helper()
	if err := os.Rename(filepath.Join(l.Dir(), to.Path),
		filepath.Join(l.Dir(), folder.Incoming, "v-1.mp4")); err != nil {
		t.Fatal(err)
	}
}

func remove(t *testing.T, l *Library, rel string) {
	t.Helper()
	if err := os.Remove(filepath.Join(l.Dir(), rel)); err != nil {
		t.Fatal(err)
	}
}

func TestIngestedFileNeedsTheFile(t *testing.T) {
	l := newLibrary(t)
	m := newIngestRequest(newRef())
	to := mustIngest(t, l, putIncoming(t, l, "v-1.mp4", "x"), m)
	if got, err := l.IngestedFile(t.Context(), m.Ref); err != nil || got != to {
		t.Errorf("%+v, %v", got, err)
	}
	remove(t, l, to.Path)
	if _, err := l.IngestedFile(t.Context(), m.Ref); !errors.Is(err, ErrNotFound) {
		t.Errorf("a file that is gone: %v", err)
	}
}

func TestAssetRowClearsRecordedPath(t *testing.T) {
	l := newLibrary(t)
	j := newJob(t, l, videoJob(newProfile(t, l).ID, "x"))
	to := mustIngest(t, l, putIncoming(t, l, "v-1.mp4", "x"), newIngestRequest(AssetRef(j.Ref, 0)))
	addAsset(t, l, j, Asset{Path: to.Path, SHA256: to.SHA256, Bytes: to.Bytes})
	var n int
	if err := l.reader.QueryRow("SELECT count(*) FROM landings").Scan(&n); err != nil || n != 0 {
		t.Errorf("%d notes, %v", n, err)
	}
}

func TestIngestStopsWithContext(t *testing.T) {
	l := newLibrary(t)
	putIncoming(t, l, "v-1.mp4", "x")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := l.Ingest(ctx, "v-1.mp4", newIngestRequest(newRef())); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if d := cmp.Diff([]string{"incoming/v-1.mp4"}, files(t, l)); d != "" {
		t.Error(d)
	}
}

func TestSaveInputKeepsOneCopy(t *testing.T) {
	l := newLibrary(t)
	a, err := l.SaveInput(t.Context(), []byte("picture"), ".PNG")
	if err != nil || !strings.HasPrefix(a, "inputs/") || !strings.HasSuffix(a, ".png") ||
		readFile(t, l, a) != "picture" {
		t.Fatalf("%q, %v", a, err)
	}
	if b, err := l.SaveInput(t.Context(), []byte("picture"), "png"); err != nil || b != a {
		t.Errorf("again: %q, %v", b, err)
	}
	if err := os.WriteFile(filepath.Join(l.Dir(), a), []byte("cut"), 0o600); err != nil {
		t.Fatal(err)
	}
	if b, err := l.SaveInput(t.Context(), []byte("picture"), "png"); err != nil || b != a ||
		readFile(t, l, a) != "picture" {
		t.Errorf("after a cut: %q, %v", b, err)
	}
	for _, ext := range []string{"", "../x", "a b", "toolongext"} {
		if _, err := l.SaveInput(t.Context(), []byte("picture"), ext); !errors.Is(err, folder.ErrName) {
			t.Errorf("extension %q: %v", ext, err)
		}
	}
	if _, err := l.SaveInput(t.Context(), nil, "png"); err == nil {
		t.Error("nothing was saved")
	}
}

func TestAssetRef(t *testing.T) {
	job := newRef()
	seen := map[string]bool{}
	for i := range 20 {
		ref := AssetRef(job, i)
		if !validRef.MatchString(ref) || seen[ref] || ref != AssetRef(job, i) {
			t.Errorf("item %d: %s", i, ref)
		}
		seen[ref] = true
	}
	if AssetRef(job, 0) != job {
		t.Error("the first asset does not have the ref of its job")
	}
}

// If a folder is on another file system, files can still be stored, trashed and restored.
func TestFilesAcrossDisks(t *testing.T) {
	l := newLibrary(t)
	l.RenameErr = &os.LinkError{Op: "rename", Err: syscall.EXDEV}
	j := newJob(t, l, videoJob(newProfile(t, l).ID, "boats"))
	putIncoming(t, l, "a.mp4", "a clip")
	to := mustIngest(t, l, "a.mp4", newIngestRequest(j.Ref))
	if there, err := l.Exists("incoming/a.mp4"); err != nil || there {
		t.Errorf("the file is in incoming/ too, %v", err)
	}
	a := addAsset(t, l, j, Asset{Path: to.Path, SHA256: to.SHA256, Bytes: to.Bytes})
	trashed, err := l.TrashAll(t.Context(), []int64{a.ID})
	if err != nil || readFile(t, l, trashCounterpart(to.Path)) != "a clip" {
		t.Fatal(err)
	}
	if _, err := trashed.back(t.Context()); err != nil || readFile(t, l, to.Path) != "a clip" {
		t.Fatal(err)
	}
}
