//go:build unix

package jobs_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/client/sandbox"
	"viviscope/client/sandbox/sandboxtest"
	"viviscope/db"
)

// private walks a folder: every folder is its owner's alone, every file too, and nothing is a link. It returns the
// files.
func private(t *testing.T, dir string) map[string]bool {
	t.Helper()
	seen := map[string]bool{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(dir, path)
		want := fs.FileMode(0o600)
		if d.IsDir() {
			want = 0o700 | fs.ModeDir
		} else {
			seen[rel] = true
		}
		if info.Mode() != want {
			t.Errorf("%s has mode %v", rel, info.Mode())
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return seen
}

// All files of a used library are private even with a permissive umask: the database and its companions, clips,
// pictures, inputs, parts, sidecars, thumbnail folders, copies and trash. So is the sandbox's folder.
func TestLibraryFilesArePrivate(t *testing.T) {
	old := syscall.Umask(0)
	defer syscall.Umask(old)
	s := newStudio(t, sandboxtest.ContentRedirect)
	clip, picture := s.clip("boats"), s.picture("boats")
	edits, err := s.engine.Submit(t.Context(), s.profile.ID,
		[]jobs.Order{{Request: client.EditRequest{ImageRequest: imageOf("at night"), Image: pngBytes(),
			ImageName: "mine.png"}}}, jobs.Terms{})
	s.must(err)
	for _, j := range []db.Job{clip, picture, edits[0]} {
		s.until(j.ID, db.Saved)
	}
	_, err = s.lib.TrashAll(t.Context(), []int64{s.asset(picture.ID).ID})
	s.must(err)
	_, err = s.lib.StarAll(t.Context(), []int64{s.asset(clip.ID).ID}, true)
	s.must(err)
	if made, err := s.lib.Backup(t.Context()); err != nil || !made {
		t.Fatal(made, err)
	}
	_, err = s.lib.ThumbPath(strings.Repeat("ab", 32) + "-512")
	s.must(err)

	files := private(t, s.dir)
	for what, part := range map[string]string{
		"database": "viviscope.db", "its log": "viviscope.db-wal", "its index": "viviscope.db-shm",
		"lock": "viviscope.lock", "clip": ".mp4",
		"sidecar": ".json", "input": "inputs/", "copy": "backups/", "trash": "trash/",
	} {
		found := false
		for f := range files {
			found = found || strings.Contains(f, part)
		}
		if !found {
			t.Errorf("no %s among %d files: the test looks at too little", what, len(files))
		}
	}

	// What a broken download leaves. It goes with the next tidying, so each is waited for.
	<-s.tidy
	half, err := s.lib.IncomingPath("half.mp4")
	s.must(err)
	c, err := client.New(client.Config{BaseURL: s.box.BaseURL(), APIKey: s.box.Key()})
	s.must(err)
	defer c.CloseIdle()
	s.box.Faults().Add(sandboxtest.Fault{Path: "/v1/sandbox/clips/*", Kind: sandboxtest.CutBody, After: 500})
	done, err := s.lib.Job(t.Context(), clip.ID)
	s.must(err)
	if err := c.DownloadVideo(t.Context(), done.TaskID, half, nil); err == nil {
		t.Error("the download was not cut")
	}
	files = private(t, s.dir)
	if !files["incoming/half.mp4.part"] || !files["incoming/half.mp4.part.json"] {
		t.Errorf("no partial file was found: %v", files)
	}

	// A library that is made again from its folder.
	s.close()
	_, err = db.Rebuild(t.Context(), s.dir, db.Options{Now: s.clock.Now})
	s.must(err)
	private(t, s.dir)
	s.open()
	<-s.tidy
	private(t, s.dir)

	dir := filepath.Join(t.TempDir(), "deep", "box")
	box, err := sandbox.New(sandbox.Options{Dir: dir, Renderer: &sandboxtest.Renderer{}})
	s.must(err)
	s.must(box.Start())
	if files := private(t, dir); !files["sandbox.json"] || !files["journal.jsonl"] {
		t.Errorf("%v", files)
	}
	s.must(box.Close())

	// No file but the database's own and what the profile needs holds the key: here none does.
	for f := range private(t, s.dir) {
		b, err := os.ReadFile(filepath.Join(s.dir, f))
		if err != nil || bytes.Contains(b, []byte(s.box.Key())) {
			t.Errorf("%s holds the key, %v", f, err)
		}
		if filepath.Ext(f) == ".json" && bytes.Contains(b, []byte("signature")) {
			t.Errorf("%s holds a signed link", f)
		}
	}
}
