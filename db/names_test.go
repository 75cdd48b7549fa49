package db

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"viviscope/db/folder"
)

// A name from outside is accepted only if it is a regular file name on every operating system.
func TestForeignNamesAreChecked(t *testing.T) {
	l := newLibrary(t)
	for what, name := range map[string]string{
		"climbs": "../x", "climbs far": "../../../etc/passwd", "absolute": "/etc/passwd", "a path": "a/b",
		"a backslash": `a\b`,
		"NUL":         "a\x00b", "a device": "CON", "a device with an extension": "con.mp4", "a port": "LPT1",
		"200 characters": strings.Repeat("a", 200),
		"unicode":        "纸船.mp4", "combining": "e\u0301", "right to left": "a\u202eb", "empty": "", "a dot": ".",
		"dots": "..", "hidden": ".x",
		"an option": "-rf", "a blank": "a b", "a dot at the end": "a.", "a stream": "a:b", "a line": "a\nb",
		"not UTF-8": "\xff", "a star": "a*",
		"a port with an extension": "LPT1.png", "129 characters": strings.Repeat("a", 129), "a letter with dots": "ä",
	} {
		if p, err := l.IncomingPath(name); !errors.Is(err, folder.ErrName) {
			t.Errorf("incoming, %s: %q, %v", what, p, err)
		}
		if p, err := l.ThumbPath(name); !errors.Is(err, folder.ErrName) {
			t.Errorf("thumbs, %s: %q, %v", what, p, err)
		}
		if in, err := l.SaveInput(t.Context(), []byte("x"), name); !errors.Is(err, folder.ErrName) &&
			!validInput.MatchString(in) {
			t.Errorf("extension, %s: %q, %v", what, in, err)
		}
		if _, err := l.Ingest(t.Context(), name, newIngestRequest(newRef())); err == nil {
			t.Errorf("landed, %s", what)
		}
		if _, err := l.IngestedFile(t.Context(), name); err == nil {
			t.Errorf("found as a ref, %s", what)
		}
	}
	for what, rel := range map[string]string{
		"climbs": "../x", "climbs inside": "files/../../x", "the folder above": "..", "absolute": "/etc/passwd",
		"NUL": "files/a\x00b", "empty": "",
	} {
		if p, err := l.AbsPath(rel); !errors.Is(err, folder.ErrName) {
			t.Errorf("path, %s: %q, %v", what, p, err)
		}
		if f, err := l.OpenFile(rel); err == nil {
			f.Close()
			t.Errorf("opened, %s", what)
		}
	}
	for rel, want := range map[string]string{"files/2026/11/x.mp4": "files/2026/11/x.mp4",
		"files/a/../b.png": "files/b.png"} {
		if p, err := l.AbsPath(rel); err != nil || p != filepath.Join(l.Dir(), filepath.FromSlash(want)) {
			t.Errorf("path %q: %q, %v", rel, p, err)
		}
	}
	for _, name := range []string{"v-1.mp4", "concert.mp4", newRef() + "-0.mp4.part.json", "a"} {
		if p, err := l.IncomingPath(name); err != nil || p != filepath.Join(l.Dir(), folder.Incoming, name) {
			t.Errorf("incoming %q: %q, %v", name, p, err)
		}
		if p, err := l.ThumbPath(name); err != nil || os.WriteFile(p, nil, 0o600) != nil {
			t.Errorf("thumb %q: %q, %v", name, p, err)
		}
	}
}

// A symbolic link in the folder does not lead out of the library.
func TestSymlinksCannotLeaveLibrary(t *testing.T) {
	l := newLibrary(t)
	outside := filepath.Join(t.TempDir(), "secret.mp4")
	if err := os.WriteFile(outside, []byte(mp4Head), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{folder.Files, folder.Incoming, folder.Thumbs} {
		if err := os.Symlink(outside, filepath.Join(l.Dir(), dir, "link.mp4")); err != nil {
			t.Skip("no links here: ", err)
		}
		if p, err := l.AbsPath(dir + "/link.mp4"); !errors.Is(err, folder.ErrName) {
			t.Errorf("%s: %q, %v", dir, p, err)
		}
		if f, err := l.OpenFile(dir + "/link.mp4"); err == nil {
			f.Close()
			t.Errorf("%s: the link was followed", dir)
		}
	}
	if err := os.Symlink(filepath.Dir(outside), filepath.Join(l.Dir(), folder.Files, "out")); err != nil {
		t.Fatal(err)
	}
	if p, err := l.AbsPath("files/out/x.mp4"); !errors.Is(err, folder.ErrName) {
		t.Errorf("through a folder: %q, %v", p, err)
	}
	if f, err := l.OpenFile("files/out/secret.mp4"); err == nil {
		f.Close()
		t.Error("the link of a folder was followed")
	}
	if to, err := l.Ingest(t.Context(), "link.mp4", newIngestRequest(newRef())); err == nil {
		t.Errorf("a link landed as %+v", to)
	}
	if got, err := os.ReadFile(outside); err != nil || string(got) != mp4Head {
		t.Errorf("the file outside became %q, %v", got, err)
	}
}

// Parsing a sidecar of the maximum size takes memory in proportion to its length, for any content.
func TestSidecarMemoryIsBounded(t *testing.T) {
	for _, list := range []string{"costs", "inputs"} {
		data := []byte(`{"job_ref":"` + strings.Repeat("a", 32) + `","kind":"text_to_video","` + list + `":[` +
			strings.Repeat("{},", 1<<18) + `{}]}`)
		var m Provenance
		var ok bool
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		m, ok = parseProvenance(data)
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; n > 4*uint64(len(data)) {
			t.Errorf("%s: %d MB for %d MB", list, n>>20, len(data)>>20)
		}
		if !ok || len(m.Costs) > maxCosts || len(m.Inputs) > maxInputs {
			t.Errorf("%s: %v, %d costs, %d inputs", list, ok, len(m.Costs), len(m.Inputs))
		}
	}
	made := madeBy(clipOf("boats"), 0)
	raw, err := json.Marshal(made)
	if err != nil {
		t.Fatal(err)
	}
	if m, ok := parseProvenance(raw); !ok || len(m.Costs) != len(made.Costs) {
		t.Errorf("%d of %d costs are read", len(m.Costs), len(made.Costs))
	}
	for _, bad := range []string{`{}`, `"x"`, `[{]`, `[1]`} {
		if _, ok := parseProvenance([]byte(strings.Replace(string(raw), `"costs":[`, `"costs":`+bad+`,"x":[`, 1))); ok {
			t.Errorf("costs %s are taken", bad)
		}
	}
}
