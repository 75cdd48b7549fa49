package client

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
)

// partState stands beside a ".part" file and says what it is a part of. It holds no signed link: a download always
// starts again at the service's own address.
type partState struct {
	URL          string `json:"url"` // origin and path of the content at the service
	ETag         string `json:"etag,omitempty"`
	LastModified string `json:"last_modified,omitempty"`
	Total        int64  `json:"total"` // bytes of the whole; -1 where the service did not say
}

// validator returns what If-Range may hold: a strong ETag, else a date (RFC 9110 13.1.5); "" where the part cannot be
// continued.
func (p partState) validator() string {
	if len(p.ETag) >= 2 && p.ETag[0] == '"' {
		return p.ETag
	}
	return p.LastModified
}

// isHeaderText reports whether a text can be the value of a header: net/http refuses a request that holds anything else,
// so a damaged state would stop its download for good.
func isHeaderText(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r == 0x7f })
}

func partPath(path string) string  { return path + ".part" }
func statePath(path string) string { return path + ".part.json" }

// resumable finds a part of the content at link, with its length; false where there is none that can be continued.
func resumable(path, link string) (partState, int64, bool) {
	var p partState
	b, err := os.ReadFile(statePath(path))
	if err != nil || json.Unmarshal(b, &p) != nil || p.URL != link || !isHeaderText(p.validator()) {
		return partState{}, 0, false
	}
	st, err := os.Stat(partPath(path))
	if err != nil || !st.Mode().IsRegular() || st.Size() == 0 || p.Total >= 0 && st.Size() > p.Total {
		return partState{}, 0, false
	}
	return p, st.Size(), true
}

// saveState writes the state whole or not at all. It is not synced: after a power cut a lost state only costs a fresh
// start.
func saveState(path string, p partState) error {
	b, err := json.Marshal(p)
	if err != nil {
		return err
	}
	tmp := statePath(path) + ".tmp"
	if err := os.WriteFile(tmp, b, 0o600); err != nil {
		return err
	}
	return os.Rename(tmp, statePath(path))
}

// dropPart forgets a part.
func dropPart(path string) error {
	return errors.Join(dropFile(partPath(path)), dropFile(statePath(path)))
}

func dropFile(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// land makes a whole, checked part the file itself: synced, closed, renamed, and the folder synced, in this order, so
// that the name never stands for less than the whole.
func land(f *os.File, path string) error {
	if err := syncFile(f); err != nil {
		return fmt.Errorf("sync: %w", err)
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("close: %w", err)
	}
	if err := os.Rename(partPath(path), path); err != nil {
		return err
	}
	if err := syncDir(filepath.Dir(path)); err != nil {
		return fmt.Errorf("sync folder: %w", err)
	}
	return dropFile(statePath(path))
}

// syncFile syncs; file systems that cannot (some network ones) are no reason to lose a clip.
func syncFile(f *os.File) error {
	if err := f.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) && !errors.Is(err, syscall.ENOTSUP) {
		return err
	}
	return nil
}

func syncDir(dir string) error {
	if runtime.GOOS == "windows" { // folders cannot be synced there; a rename is in the journal
		return nil
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return syncFile(d)
}
