package faulttest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/folder"
)

// smallDisk mounts a disk of eight megabytes for this test. It needs root, and a container that may mount disks.
func smallDisk(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_NOSUID|syscall.MS_NODEV,
		"size=8m,mode=0700"); err != nil {
		t.Skipf("a disk of its own cannot be made here: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, 0); err != nil {
			t.Errorf("take the disk away: %v", err)
		}
	})
	return dir
}

// fill leaves no room on a disk; taking the file away gives it back. It is called on whatever goroutine is there.
func fill(t *testing.T, dir string) (ballast string) {
	ballast = filepath.Join(dir, "ballast")
	f, err := os.OpenFile(ballast, os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o600)
	if err != nil {
		t.Error(err)
		return ballast
	}
	for block := make([]byte, 64<<10); len(block) > 0; {
		if _, err := f.Write(block); errors.Is(err, syscall.ENOSPC) {
			block = block[:len(block)/2]
		} else if err != nil {
			t.Error(err)
			break
		}
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	return ballast
}

// moments calls a function once, at a moment in the life of a click.
type moments struct {
	jobs.Library
	mu sync.Mutex
	at string // a state, once it is committed; "landing": before a file is moved into the gallery
	do func()
}

func (m *moments) order(at string, do func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.at, m.do = at, do
}

func (m *moments) come(at string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.do != nil && m.at == at {
		m.do()
		m.do = nil
	}
}

func (m *moments) Change(ctx context.Context, id int64, fn func(*db.Change) error) (db.Job, error) {
	j, err := m.Library.Change(ctx, id, fn)
	if err == nil {
		m.come(string(j.State))
	}
	return j, err
}

func (m *moments) Ingest(ctx context.Context, incoming string, l db.IngestRequest) (db.StoredFile, error) {
	m.come("landing")
	return m.Library.Ingest(ctx, incoming, l)
}

// A disk is full from one moment on, for files and the database: at the click, the answer, the download or the import.
// Nothing uncommitted is sent, nothing is sent twice, and every paid result is saved once there is space.
func TestRealFullDisk(t *testing.T) {
	dir := smallDisk(t)
	p := newProgram(t, serviceSetting{Wire: plain})
	p.stop()
	p.shut()
	disk := &moments{}
	p.dir, p.wrap = dir, func(l jobs.Library) jobs.Library {
		disk.Library = l
		return disk
	}
	p.open()
	p.start()
	of := p.profile("")

	p.restart() // the write-ahead log is truncated, so each commit needs space
	ballast := fill(t, dir)
	prompt := p.prompt("a click that cannot be written")
	if _, err := p.engine.Submit(t.Context(), of.ID, clipOf(prompt), jobs.Terms{}); !errors.Is(err,
		folder.ErrDiskFull) {
		t.Errorf("the click ended with %v", err)
	}
	if n := p.svc.books().Posts[token.FindString(prompt)]; n != 0 {
		t.Errorf("it was sent %d times", n)
	}
	must(t, os.Remove(ballast))
	if all, err := p.lib.Jobs(t.Context(), db.JobFilter{}); err != nil || len(all) != 0 {
		t.Errorf("a click that was refused is there: %v, %v", all, err)
	}
	p.want(p.clip(of, "there is room"), savedClip)

	refused := func() int {
		return strings.Count(p.log.String(), "disk is full") + strings.Count(p.log.String(), "no space left")
	}
	for _, at := range []string{string(db.Sending), string(db.Queued), string(db.Downloading), string(db.Saving),
		"landing"} {
		for kind, end := range map[string]end{"clip": savedClip, "picture": savedPicture} {
			if (kind == "clip") == (at == string(db.Saving)) && at != string(db.Sending) && at != "landing" {
				continue // a clip is never saving, and a picture nothing else
			}
			before := refused()
			full := make(chan string, 1)
			disk.order(at, func() { full <- fill(t, dir) })
			j := p.press(kind, "full from "+at+" on")
			ballast := <-full
			p.wait("the disk refuses something", func() bool { return refused() > before })
			if now := p.job(j.ID); now.State.Ended() {
				t.Errorf("%s, full from %s on: it is %s", kind, at, now.State)
			}
			must(t, os.Remove(ballast))
			p.want(j, end)
		}
	}
}
