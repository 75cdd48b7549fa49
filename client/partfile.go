package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"

	"viviscope/client/guard"
	"viviscope/client/mp4"
)

// partState describes the content of a ".part" file, and is stored beside it. It contains no signed link, because a
// download always starts at the URL of the service.
type partState struct {
	URL          string `json:"url"` // of the content at the service
	ETag         string `json:"etag,omitempty"`
	LastModified string `json:"last_modified,omitempty"`
	Total        int64  `json:"total"`  // bytes of the complete file; -1 if unknown
	Synced       int64  `json:"synced"` // number of synced bytes; later bytes may be zero after a power cut
}

// validator returns the value of If-Range: a strong ETag, else a date (RFC 9110 13.1.5); "" if the download cannot be
// resumed.
func (p partState) validator() string {
	if len(p.ETag) >= 2 && p.ETag[0] == '"' {
		return p.ETag
	}
	return p.LastModified
}

// isSameContent reports whether the headers of a range response belong to the same content. Equal strong ETags are
// sufficient. Otherwise all validators that both have must be equal.
func (p partState) isSameContent(h http.Header) bool {
	tag, date := h.Get("ETag"), h.Get("Last-Modified")
	if tag != "" && p.ETag != "" {
		if tag != p.ETag || strings.HasPrefix(tag, `"`) {
			return tag == p.ETag
		}
	}
	return date == "" || p.LastModified == "" || date == p.LastModified
}

// isHeaderText reports whether a text is a valid header value. net/http would refuse a request with an invalid value
// from a damaged state, and the download would fail forever.
func isHeaderText(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r == 0x7f })
}

// RefusedExt is appended to the name of a complete file of an unexpected format; see [ErrDeliveredDamaged].
const RefusedExt = ".refused"

func partPath(path string) string  { return path + ".part" }
func statePath(path string) string { return path + ".part.json" }

// readPartState returns the state of a partial download of link, and its synced length. It returns false if there is no
// partial file that can be resumed.
func readPartState(path, link string) (partState, int64, bool) {
	var p partState
	b, err := os.ReadFile(statePath(path))
	if err != nil || json.Unmarshal(b, &p) != nil || p.URL != link || !isHeaderText(p.validator()) {
		return partState{}, 0, false
	}
	st, err := os.Stat(partPath(path))
	if err != nil || !st.Mode().IsRegular() || p.Synced <= 0 || p.Synced > st.Size() || p.Total >= 0 &&
		p.Synced > p.Total {
		return partState{}, 0, false
	}
	return p, p.Synced, true
}

// saveState writes the state atomically. It does not sync the folder: after a power cut the state may be older or
// missing, and then more is downloaded again.
func saveState(path string, p partState) error {
	b, err := json.Marshal(p)
	if err != nil {
		return err
	}
	tmp := statePath(path) + ".tmp"
	f, err := os.OpenFile(tmp, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(b)
	if err == nil {
		err = syncFile(f)
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	return guard.RetryInUse(func() error { return os.Rename(tmp, statePath(path)) })
}

// partFile is the partial file of a running download. It syncs the file and stores the state periodically, because
// unsynced bytes may be zero after a power cut. A later download resumes from the last stored state.
type partFile struct {
	path         string
	f            *os.File
	state        partState
	saveInterval int64      // bytes between two saves
	savedLen     int64      // length of the last save
	saving       chan error // receives the result of a save in the background; nil: none
	failed       bool       // after a failed sync, a later success proves nothing
}

// advance starts a save in the background if enough bytes were written since the last one. done is the length of the
// file. It returns the error of the previous save.
func (g *partFile) advance(done int64) error {
	if g.state.validator() == "" || done-g.savedLen < g.saveInterval {
		return nil
	}
	if err := g.wait(); err != nil {
		return err
	}
	g.savedLen, g.saving = done, make(chan error, 1)
	state := g.state
	state.Synced = done
	f, busy := g.f, g.saving
	guard.Go("note download", func() {
		busy <- guard.Do("note download", func() error { return syncAndSaveState(f, g.path, state) })
	})
	return nil
}

// wait waits for a save in the background, and returns its error.
func (g *partFile) wait() error {
	if g.saving == nil {
		return nil
	}
	err := <-g.saving
	g.saving = nil
	g.failed = g.failed || err != nil
	return err
}

// saveFinal saves the state when the download stops, if it can be resumed. Errors are ignored: then more is downloaded
// again.
func (g *partFile) saveFinal(done int64) {
	if g.wait() == nil && !g.failed && done > 0 && g.state.validator() != "" {
		g.state.Synced = done
		_ = syncAndSaveState(g.f, g.path, g.state)
	}
}

func syncAndSaveState(f *os.File, path string, state partState) error {
	if err := syncFile(f); err != nil {
		return fmt.Errorf("sync: %w", err)
	}
	return saveState(path, state)
}

// removePart removes the partial file and the state of a download.
func removePart(path string) error {
	return errors.Join(removeFile(partPath(path)), removeFile(statePath(path)))
}

func removeFile(path string) error {
	err := guard.RetryInUse(func() error { return os.Remove(path) })
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// commitFile moves a complete, checked file to path. It syncs and closes the file, renames it, and syncs the folder, in
// this order, so that path never refers to an incomplete file. It also removes the state and an earlier refused file.
func commitFile(f *os.File, path string) error {
	if err := syncAndRename(f, path); err != nil {
		return err
	}
	return errors.Join(removeFile(statePath(path)), removeFile(path+RefusedExt))
}

func syncAndRename(f *os.File, path string) error {
	if err := syncFile(f); err != nil {
		return fmt.Errorf("sync: %w", err)
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("close: %w", err)
	}
	if err := guard.RetryInUse(func() error { return os.Rename(f.Name(), path) }); err != nil {
		return err
	}
	if err := syncDir(filepath.Dir(path)); err != nil {
		return fmt.Errorf("sync folder: %w", err)
	}
	return nil
}

// keepRefused renames a complete but refused file to path+RefusedExt, because the user paid for it. again reports
// whether the same bytes were refused before.
func keepRefused(f *os.File, path string, size int64) (again bool, err error) {
	if again, err = sameBytes(f, path+RefusedExt, size); err != nil {
		return false, err
	}
	from := f.Name()
	if again {
		err = errors.Join(f.Close(), removeFile(from))
	} else {
		err = syncAndRename(f, path+RefusedExt)
	}
	return again, errors.Join(err, removeFile(statePath(path)))
}

// sameBytes reports whether the content of a file equals the first size bytes of another.
func sameBytes(a io.ReaderAt, path string, size int64) (bool, error) {
	b, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer b.Close()
	if st, err := b.Stat(); err != nil || st.Size() != size {
		return false, err
	}
	one, other := make([]byte, 128<<10), make([]byte, 128<<10)
	for at := int64(0); at < size; at += int64(len(one)) {
		n := min(size-at, int64(len(one)))
		_, err := a.ReadAt(one[:n], at)
		_, err2 := b.ReadAt(other[:n], at)
		for _, err := range []error{err, err2} {
			if err != nil && err != io.EOF {
				return false, err
			}
		}
		if !bytes.Equal(one[:n], other[:n]) {
			return false, nil
		}
	}
	return true, nil
}

// syncFile syncs a file. It ignores errors of file systems without support for sync, such as some network ones.
func syncFile(f *os.File) error {
	if err := f.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) && !errors.Is(err, syscall.ENOTSUP) {
		return err
	}
	return nil
}

func syncDir(dir string) error {
	if runtime.GOOS == "windows" { // Windows cannot sync folders; its journal contains the rename
		return nil
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return syncFile(d)
}

// checkClip checks the structure of a complete clip. If that fails and r is a file, it checks the file with a decoder;
// see [ProbeFile].
func checkClip(r io.ReaderAt, size int64) error {
	_, err := mp4.Check(r, size)
	f, isFile := r.(*os.File)
	if err == nil || !isFileFault(err) || !isFile || isText(r, size) {
		return err
	}
	info, judged := ProbeFile(context.Background(), f.Name())
	var verdict *FileError
	switch {
	case judged == nil && info.Clip:
		return nil
	case errors.As(judged, &verdict) && info.Clip:
		return judged
	}
	return err
}

// videoCheck checks a complete clip of size bytes.
type videoCheck func(r io.ReaderAt, size int64) error

// isText reports whether a file is empty, a web page or a text. Proxies send these instead of a file.
func isText(f io.ReaderAt, size int64) bool {
	head := make([]byte, min(size, 512))
	n, _ := f.ReadAt(head, 0)
	return n == 0 || strings.HasPrefix(http.DetectContentType(head[:n]), "text/")
}
