package jobs_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"viviscope/client/sandbox"
	"viviscope/db"
)

// TestTheKeyIsInNothingThatIsWritten runs a mix of jobs through the real client at debug level, and looks for the key in
// every file of the library: database and its log, sidecars, thumbnails, parts. A live link of a picture may stand in the
// database, because without it a picture that was paid for could not be fetched after a restart; in a sidecar or the log it may not.
func TestTheKeyIsInNothingThatIsWritten(t *testing.T) {
	s := newStudio(t, sandbox.ContentRedirect)
	clip, failing, picture := s.clip("boats"), s.clip("boats [fail]"), s.picture("boats")
	s.until(clip.ID, db.Saved)
	s.until(failing.ID, db.Failed)
	s.until(picture.ID, db.Saved)
	if _, err := s.engine.Track(t.Context(), s.profile.ID, "task_unknown"); err == nil || strings.Contains(err.Error(), s.box.Key()) {
		t.Errorf("tracking an unknown task: %v", err)
	}
	key, files := []byte(s.box.Key()), 0
	err := filepath.WalkDir(s.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		files++
		if bytes.Contains(raw, key) {
			t.Errorf("%s holds the key", filepath.Base(path))
		}
		if filepath.Ext(path) == ".json" && bytes.Contains(raw, []byte("signature")) {
			t.Errorf("%s holds a signed link", filepath.Base(path))
		}
		return nil
	})
	if err != nil || files < 5 { // a database, two files and their sidecars
		t.Errorf("%d files were looked through, %v", files, err)
	}
	for _, secret := range []string{s.box.Key(), "signature", "Bearer ", "/v1/sandbox/"} {
		if strings.Contains(s.log.String(), secret) {
			t.Errorf("the log holds %q", secret)
		}
	}
	if !strings.Contains(s.log.String(), "state=saved") {
		t.Error("the log does not tell the story")
	}
}
