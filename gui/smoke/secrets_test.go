package smoke

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// keepsSecrets looks for the key and for signed links in all that the program wrote: what it said, its library, and the
// folder of its settings and preferences. A live link may stand in the database, where a picture that was paid for is
// fetched from after a restart, but in no sidecar and no preference.
func keepsSecrets(t *testing.T, key string, said []string, library, config string) {
	t.Helper()
	for _, text := range said {
		for _, secret := range []string{key, "Bearer ", "signature="} {
			if strings.Contains(text, secret) {
				t.Errorf("the log holds %q", secret)
			}
		}
		if !strings.Contains(text, "msg=job") {
			t.Error("the log does not tell of the job: nothing was looked through")
		}
	}
	if n := search(t, library, func(path string) []string {
		if strings.HasPrefix(filepath.Base(path), "viviscope") { // the database and what SQLite keeps beside it
			return []string{key}
		}
		return []string{key, "signature="}
	}); n < 5 {
		t.Errorf("only %d files of the library were looked through", n)
	}
	if n := search(t, config, func(string) []string { return []string{key, "Bearer ", "signature="} }); n == 0 {
		t.Error("no preferences were looked through")
	}
}

// search looks for the secrets of each file below a folder and returns how many files it read.
func search(t *testing.T, dir string, secrets func(path string) []string) (files int) {
	t.Helper()
	if err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		files++
		for _, secret := range secrets(path) {
			if bytes.Contains(data, []byte(secret)) {
				t.Errorf("%s holds %q", path, secret)
			}
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
	return files
}
