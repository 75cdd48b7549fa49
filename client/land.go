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

// partState stands beside a ".part" file and says what it is a part of. It holds no signed link: a download always
// starts again at the service's own address.
type partState struct {
	URL          string `json:"url"` // origin and path of the content at the service
	ETag         string `json:"etag,omitempty"`
	LastModified string `json:"last_modified,omitempty"`
	Total        int64  `json:"total"`  // bytes of the whole; -1 where the service did not say
	Synced       int64  `json:"synced"` // bytes of the part that are on the disk; what the file has beyond them may be zeros after a power cut
}

// validator returns what If-Range may hold: a strong ETag, else a date (RFC 9110 13.1.5); "" where the part cannot be
// continued.
func (p partState) validator() string {
	if len(p.ETag) >= 2 && p.ETag[0] == '"' {
		return p.ETag
	}
	return p.LastModified
}

// sameContent reports whether the head of a further part speaks of the same content. The same strong ETag proves it; else
// whatever the two say must agree.
func (p partState) sameContent(h http.Header) bool {
	tag, date := h.Get("ETag"), h.Get("Last-Modified")
	if tag != "" && p.ETag != "" {
		if tag != p.ETag || strings.HasPrefix(tag, `"`) {
			return tag == p.ETag
		}
	}
	return date == "" || p.LastModified == "" || date == p.LastModified
}

// isHeaderText reports whether a text can be the value of a header: net/http refuses a request that holds anything else,
// so a damaged state would stop its download for good.
func isHeaderText(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r == 0x7f })
}

// RefusedExt is the ending of the name under which a file that came whole and is not what it should be is kept, behind that of
// the file that it was to become. See [ErrAsDelivered].
const RefusedExt = ".refused"

func partPath(path string) string  { return path + ".part" }
func statePath(path string) string { return path + ".part.json" }

// resumable finds a part of the content at link, with the length that is on the disk; false where there is none that can be
// continued.
func resumable(path, link string) (partState, int64, bool) {
	var p partState
	b, err := os.ReadFile(statePath(path))
	if err != nil || json.Unmarshal(b, &p) != nil || p.URL != link || !isHeaderText(p.validator()) {
		return partState{}, 0, false
	}
	st, err := os.Stat(partPath(path))
	if err != nil || !st.Mode().IsRegular() || p.Synced <= 0 || p.Synced > st.Size() || p.Total >= 0 && p.Synced > p.Total {
		return partState{}, 0, false
	}
	return p, p.Synced, true
}

// saveState writes the state whole or not at all. Its folder is not synced: after a power cut an older state stands there, or
// none, which costs bytes and no more.
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

// growing is a part while it grows. Bytes that were only written may be zeros after a power cut, so what is on the disk is noted
// as more comes, and a download goes on from there.
type growing struct {
	path   string
	f      *os.File
	state  partState
	every  int64      // bytes between two notes
	begun  int64      // length that was noted last, or is being noted
	busy   chan error // of the note that is being made; nil: none is
	failed bool       // a sync that failed once says nothing when it is tried again
}

// grow notes what is here while more comes, where it is time.
func (g *growing) grow(done int64) error {
	if g.state.validator() == "" || done-g.begun < g.every {
		return nil
	}
	if err := g.wait(); err != nil {
		return err
	}
	g.begun, g.busy = done, make(chan error, 1)
	state := g.state
	state.Synced = done
	f, busy := g.f, g.busy
	guard.Go("note download", func() {
		busy <- guard.Do("note download", func() error { return noteSynced(f, g.path, state) })
	})
	return nil
}

// wait waits for the note that is being made.
func (g *growing) wait() error {
	if g.busy == nil {
		return nil
	}
	err := <-g.busy
	g.busy = nil
	g.failed = g.failed || err != nil
	return err
}

// end notes what is here where it can be continued. Without that note only more is fetched again.
func (g *growing) end(done int64) {
	if g.wait() == nil && !g.failed && done > 0 && g.state.validator() != "" {
		g.state.Synced = done
		_ = noteSynced(g.f, g.path, g.state)
	}
}

func noteSynced(f *os.File, path string, state partState) error {
	if err := syncFile(f); err != nil {
		return fmt.Errorf("sync: %w", err)
	}
	return saveState(path, state)
}

// dropPart forgets a part.
func dropPart(path string) error {
	return errors.Join(dropFile(partPath(path)), dropFile(statePath(path)))
}

func dropFile(path string) error {
	err := guard.RetryInUse(func() error { return os.Remove(path) })
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// land makes a whole, checked file the one at path: synced, closed, renamed, and the folder synced, in this order, so that
// the name never stands for less than the whole. What was refused before is of no use then.
func land(f *os.File, path string) error {
	if err := moveSynced(f, path); err != nil {
		return err
	}
	return errors.Join(dropFile(statePath(path)), dropFile(path+RefusedExt))
}

func moveSynced(f *os.File, path string) error {
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

// setAside keeps a file that came whole and was refused, for a person: what was paid for is not thrown away because this
// program does not understand it. again says that the same bytes were refused before.
func setAside(f *os.File, path string, size int64) (again bool, err error) {
	if again, err = sameBytes(f, path+RefusedExt, size); err != nil {
		return false, err
	}
	from := f.Name()
	if again {
		err = errors.Join(f.Close(), dropFile(from))
	} else {
		err = moveSynced(f, path+RefusedExt)
	}
	return again, errors.Join(err, dropFile(statePath(path)))
}

// sameBytes reports whether a file holds just what the first size bytes of another are.
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

// checkClip verifies a whole clip: its structure, or else by a decoder of this computer ([Judge]), which reads files only.
func checkClip(r io.ReaderAt, size int64) error {
	_, err := mp4.Check(r, size)
	f, isFile := r.(*os.File)
	if err == nil || !notAClip(err) || !isFile || isText(r, size) {
		return err
	}
	info, judged := Judge(context.Background(), f.Name())
	var verdict *FileError
	switch {
	case judged == nil && info.Clip:
		return nil
	case errors.As(judged, &verdict) && info.Clip:
		return judged
	}
	return err
}

// videoCheck verifies the structure of a whole clip.
type videoCheck func(r io.ReaderAt, size int64) error

// isText reports whether a file is a page or words, as proxies send them in the place of a file, or nothing.
func isText(f io.ReaderAt, size int64) bool {
	head := make([]byte, min(size, 512))
	n, _ := f.ReadAt(head, 0)
	return n == 0 || strings.HasPrefix(http.DetectContentType(head[:n]), "text/")
}
