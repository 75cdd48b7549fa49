package faulttest

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"testing"

	"viviscope/client/jobs"
	"viviscope/client/sandbox/sandboxtest"
	"viviscope/db"
	"viviscope/db/folder"
)

// crowded is a library on a disk that can be full: for files, and for the database.
type crowded struct {
	jobs.Library
	noFiles atomic.Bool
	noRows  atomic.Bool
	after   atomic.Int32 // rows that still find room
	refused atomic.Int32
}

// full is the error of a full disk.
func (c *crowded) full() error {
	c.refused.Add(1)
	return errors.Join(folder.ErrDiskFull, &fs.PathError{Op: "write", Path: "the library", Err: syscall.ENOSPC})
}

func (c *crowded) WriteJobs(ctx context.Context, fn func(*db.JobsTx) error) error {
	if c.noRows.Load() && c.after.Add(-1) < 0 {
		return c.full()
	}
	return c.Library.WriteJobs(ctx, fn)
}

func (c *crowded) Change(ctx context.Context, id int64, fn func(*db.Change) error) (db.Job, error) {
	if c.noRows.Load() && c.after.Add(-1) < 0 {
		return db.Job{}, c.full()
	}
	return c.Library.Change(ctx, id, fn)
}

func (c *crowded) Ingest(ctx context.Context, incoming string, m db.IngestRequest) (db.StoredFile, error) {
	if c.noFiles.Load() {
		return db.StoredFile{}, c.full()
	}
	return c.Library.Ingest(ctx, incoming, m)
}

// onCrowdedDisk runs a test of a program with a disk that can become full.
func onCrowdedDisk(t *testing.T, fn func(*testing.T, *program, *crowded)) {
	onOneWire(t, func(t *testing.T, p *program) {
		disk := &crowded{}
		p.wrap = func(l jobs.Library) jobs.Library {
			disk.Library = l
			return disk
		}
		p.restart()
		fn(t, p, disk)
	})
}

// The disk is full for a click, for its answer, or for its result. A click that cannot be committed is not sent. An
// answer is committed when there is space. A result stays at the service until it can be saved.
func TestFullDisk(t *testing.T) {
	onCrowdedDisk(t, func(t *testing.T, p *program, disk *crowded) {
		of := p.profile("")
		disk.noRows.Store(true)
		prompt := p.prompt("a click that cannot be written")
		if _, err := p.engine.Submit(t.Context(), of.ID, clipOf(prompt), jobs.Terms{}); !errors.Is(err,
			folder.ErrDiskFull) {
			t.Errorf("the click ended with %v", err)
		}
		if n := p.svc.books().Posts[token.FindString(prompt)]; n != 0 {
			t.Errorf("it was sent %d times", n)
		}

		for name, room := range map[string]int32{"nothing but the click": 1,
			"nothing but the click and its sending": 2} {
			before := disk.refused.Load()
			disk.after.Store(room)
			j := p.clip(of, name)
			p.wait("the disk refuses", func() bool { return disk.refused.Load() > before })
			want := map[int32]db.JobState{1: db.Waiting, 2: db.Sending}[room]
			j = p.job(j.ID)
			if j.State != want {
				t.Errorf("%s: it is %s, want %s", j.Prompt, j.State, want)
			}
			if n := p.svc.books().Posts[token.FindString(j.Prompt)]; n != int(room-1) {
				t.Errorf("%s: it was sent %d times", j.Prompt, n)
			}
			disk.noRows.Store(false)
			p.want(j, savedClip)
			disk.noRows.Store(true)
		}
		disk.noRows.Store(false)

		disk.noFiles.Store(true)
		clip, picture := p.clip(of, "no room for the file"), p.picture(of, "no room for the file")
		p.troubled(clip, "the disk is full")
		p.troubled(picture, "the disk is full")
		disk.noFiles.Store(false)
		p.want(clip, savedClip)
		p.want(picture, savedPicture)
	})
}

// permit sets the mode of a folder and of all in it.
func (p *program) permit(dir string, mode fs.FileMode) {
	p.t.Helper()
	must(p.t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			err = os.Chmod(path, mode)
		}
		return err
	}))
}

// unwritable makes a folder of the library unwritable, and returns a function that undoes this. An administrator may
// write everywhere; for an administrator the folder is replaced by a file.
func (p *program) unwritable(name string) (back func()) {
	p.t.Helper()
	dir := filepath.Join(p.dir, name)
	p.permit(dir, 0o500)
	probe := filepath.Join(dir, "probe")
	err := os.WriteFile(probe, nil, 0o600)
	if err == nil && os.Getenv(nobodyEnv) != "" {
		p.t.Fatalf("user %d may write into an unwritable folder", os.Getuid())
	}
	if err != nil {
		return func() { p.permit(dir, 0o700) }
	}
	p.permit(dir, 0o700)
	must(p.t, errors.Join(os.Remove(probe), os.Rename(dir, dir+" away"), os.WriteFile(dir, nil, 0o400)))
	return func() { must(p.t, errors.Join(os.Remove(dir), os.Rename(dir+" away", dir))) }
}

// The files stay at the service, and the reason is displayed. An administrator may write everywhere, so the test then
// runs as another user if possible.
func TestUnwritableFolder(t *testing.T) {
	if asNobody(t) {
		return
	}
	onOneWire(t, func(t *testing.T, p *program) {
		for _, name := range []string{"incoming", "files"} {
			back := p.unwritable(name)
			clip, picture := p.press("clip", name), p.press("picture", name)
			p.troubled(clip, "*")
			p.troubled(picture, "*")
			back()
			p.want(clip, savedClip)
			p.want(picture, savedPicture)
		}
	})
}

// Files that the user deletes or renames are reported. They cause no request, and a partial file is downloaded again.
func TestDeletedFilesAreReported(t *testing.T) {
	onOneWire(t, func(t *testing.T, p *program) {
		p.svc.order(sandboxtest.Fault{Method: "GET", Path: clipPath, Kind: sandboxtest.HangBody, After: 700})
		j := p.press("clip", "its part is deleted")
		p.wait("a download hangs", func() bool { return p.svc.books().Hanging > 0 })
		parts, err := filepath.Glob(filepath.Join(p.dir, "incoming", "*"))
		must(t, err)
		for _, part := range parts {
			// a file that was being renamed may have its new name now
			if err := os.Remove(part); !errors.Is(err, fs.ErrNotExist) {
				must(t, err)
			}
		}
		p.patience.end()
		saved := p.want(j, savedClip)

		other := p.want(p.press("picture", "renamed"), savedPicture)
		for _, job := range []db.Job{saved, other} {
			assets, err := p.lib.AssetsOfJob(t.Context(), job.ID)
			must(t, err)
			path, err := p.lib.AbsPath(assets[0].Path)
			must(t, err)
			must(t, os.Rename(path, path+".mine"))
			p.restart()
			r, err := p.lib.Sweep(t.Context())
			must(t, err)
			if len(r.Missing) != 1 || r.Missing[0] != assets[0].ID || len(r.Files) == 0 {
				t.Errorf("%s: sweep report %+v", job.Prompt, r)
			}
			p.goesOn()
			if now := p.job(job.ID); now.State != db.Saved || p.svc.books().Posts[token.FindString(job.Prompt)] != 1 {
				t.Errorf("%s: it is %s", job.Prompt, now.State)
			}
			must(t, os.Rename(path+".mine", path))
			p.compare(p.job(job.ID), map[bool]end{true: savedClip, false: savedPicture}[job.Kind.IsVideo()])
		}
	})
}
