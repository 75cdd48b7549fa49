package jobs_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/dbtest"
	"viviscope/db/folder"
)

// Every fault that may be temporary is retried, and none causes a new request.
func TestDownloadsRetryUntilClipExpires(t *testing.T) {
	full := &os.PathError{Op: "write", Path: "/library/incoming/x", Err: syscall.ENOSPC}
	const day = 24 * time.Hour
	for name, c := range map[string]struct {
		err  error
		code string
		away time.Duration // two days are longer than any patience; one kind of answer stays for nearly the whole life
	}{
		"cut":     {&client.Error{Status: 200, Message: "cut", Err: client.ErrDamaged}, jobs.CodeDamaged, 2 * day},
		"offline": {notSent(), jobs.CodeUnreachable, 2 * day},
		"too early": {&client.Error{Status: 400, Message: "Task is not completed yet", Err: client.ErrTooEarly},
			"http_400", 2 * day},
		"404":       {&client.Error{Status: 404, Message: "not there", Err: client.ErrTooEarly}, "http_404", 6 * day},
		"502":       {&client.Error{Status: 502, Message: "bad gateway"}, "http_502", 2 * day},
		"stalled":   {&client.Error{Message: "stalled", Err: client.ErrStalled}, jobs.CodeTimeout, 2 * day},
		"disk full": {full, jobs.CodeDiskFull, 2 * day},
		"key":       {refused(401, "", 0), "http_401", 2 * day},
		"429":       {refused(429, "", 100*time.Second), "http_429", 2 * day},
	} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				begin := time.Now()
				w.svc.load = func(string) error {
					if time.Since(begin) < c.away {
						return c.err
					}
					return nil
				}
				w.start()
				clip, picture := w.clip("a"), w.picture("b")
				w.until(clip.ID, db.Downloading)
				w.pass(time.Minute)
				if j := w.job(clip.ID); j.ErrorCode != c.code || j.ErrorMessage == "" {
					t.Errorf("while it fails the row has %q: %q", j.ErrorCode, j.ErrorMessage)
				}
				if s := w.job(picture.ID).State; s != db.Saving {
					t.Errorf("the picture is %s", s)
				}
				j := w.until(clip.ID, db.Saved)
				if d := j.EndedAt.Sub(begin); d > c.away+10*time.Minute || j.ErrorMessage != "" {
					t.Errorf("saved after %v, still saying %q", d, j.ErrorMessage)
				}
				w.until(picture.ID, db.Saved, db.Expired)
				w.wantPosts("a", 1)
				w.wantPosts("b", 1)
				w.wantEntries(clip.ID, "reserve 3500000", "charge 3500000")
			})
		})
	}
}

// A plain 410 may come from any host in between. Within the lifetime of a clip it ends nothing, however often it comes.
func TestBare410DoesNotEndClip(t *testing.T) {
	inWorld(t, func(w *world) {
		gone := true
		w.svc.load = func(string) error {
			if gone {
				return refused(410, "", 0)
			}
			return nil
		}
		w.start()
		j := w.until(w.clip("a").ID, db.Downloading)
		w.pass(24 * time.Hour)
		if j := w.job(j.ID); j.State != db.Downloading || len(w.svc.fetched) < 5 {
			t.Errorf("after a day it is %s, with %d downloads", j.State, len(w.svc.fetched))
		}
		gone = false
		w.until(j.ID, db.Saved)
		w.wantEntries(j.ID, "reserve 3500000", "charge 3500000")
	})
}

func TestDeletedClipIsExpired(t *testing.T) {
	inWorld(t, func(w *world) {
		w.svc.load = func(string) error {
			return &client.Error{Status: 410, Code: "artifact_gone", Message: "the artifact is gone"}
		}
		w.start()
		j := w.until(w.clip("a").ID, db.Expired)
		if j.ErrorCode != jobs.CodeGone || j.ErrorMessage != "the artifact is gone" {
			t.Errorf("%s: %s", j.ErrorCode, j.ErrorMessage)
		}
		w.wantEntries(j.ID, "reserve 3500000", "charge 3500000")
		w.wantPosts("a", 1)
		w.pass(48 * time.Hour)
		if n := len(w.svc.fetched); n != 2 {
			t.Errorf("%d downloads of a clip that is gone", n)
		}
	})
}

func TestDeadLinkKeepsOtherPictures(t *testing.T) {
	inWorld(t, func(w *world) {
		w.svc.image = func(string) (*client.ImageResult, error) {
			return &client.ImageResult{Data: []client.ImageItem{{URL: "https://cdn.example/dead"},
				{URL: "https://cdn.example/good"}}, Usage: usage()}, nil
		}
		w.svc.load = func(url string) error {
			if url == "https://cdn.example/dead" {
				return &client.Error{Status: 410, Message: "gone", Err: client.ErrGone}
			}
			return nil
		}
		w.start()
		j := w.until(w.picture("a").ID, db.Expired)
		if a := w.assets(j.ID); len(a) != 1 || a[0].ItemIndex != 1 || a[0].Link != "https://cdn.example/good" {
			t.Errorf("assets %+v", a)
		}
	})
}

func TestInlineBytesSurviveDeadLink(t *testing.T) {
	inWorld(t, func(w *world) {
		w.svc.image = func(string) (*client.ImageResult, error) {
			return &client.ImageResult{Data: []client.ImageItem{{B64JSON: "aGVsbG8="}}, Usage: usage()}, nil
		}
		// The last moment before the landing: the commit of `saving` is made, and the folder of the files is no folder.
		block := filepath.Join(w.dir, "files")
		w.must(os.RemoveAll(block))
		w.must(os.WriteFile(block, nil, 0o600))
		w.start()
		j := w.until(w.picture("a").ID, db.Saving)
		w.pass(time.Minute)
		if s := w.job(j.ID).State; s != db.Saving {
			t.Fatalf("without a folder for it the picture is %s", s)
		}
		w.must(os.Remove(block))
		w.must(os.Mkdir(block, 0o700))
		w.restart()
		w.until(j.ID, db.Saved)
		w.wantPosts("a", 1)
		if n := len(w.svc.fetched); n != 1 {
			t.Errorf("the bytes were written %d times", n)
		}
	})
}

// fullDisk is a library whose rows find no room while full.
type fullDisk struct {
	jobs.Library
	full atomic.Bool
}

func (f *fullDisk) Change(ctx context.Context, id int64, fn func(*db.Change) error) (db.Job, error) {
	if f.full.Load() {
		return db.Job{}, fmt.Errorf("change job %d: %w", id, folder.ErrDiskFull)
	}
	return f.Library.Change(ctx, id, fn)
}

// If the answer about a task cannot be stored, only the pool status reports it.
func TestFullDiskIsReportedWhileTaskRuns(t *testing.T) {
	inWorld(t, func(w *world) {
		disk := &fullDisk{}
		w.wrap = func(l jobs.Library) jobs.Library { disk.Library = l; return disk }
		w.start()
		j := w.until(w.clip("a").ID, db.Queued)
		if w.engine.Status().DiskFull {
			t.Error("there is room")
		}
		disk.full.Store(true)
		w.pass(10 * time.Minute)
		if last := eventsOf[jobs.PoolStatus](w); !last[len(last)-1].DiskFull || w.job(j.ID).State != db.Queued {
			t.Errorf("full: %+v, the job is %s", last[len(last)-1], w.job(j.ID).State)
		}
		disk.full.Store(false)
		w.until(j.ID, db.Saved)
		w.pass(time.Second)
		if last := eventsOf[jobs.PoolStatus](w); last[len(last)-1].DiskFull {
			t.Error("there is room again")
		}
	})
}

// unopened is a library of which no file can be opened for a while; then its folder is away for a while.
type unopened struct {
	jobs.Library
	until, back time.Time
}

func (u *unopened) IncomingPath(name string) (string, error) {
	path, err := u.Library.IncomingPath(name)
	if now := time.Now(); now.After(u.until) && now.Before(u.back) {
		return filepath.Join(filepath.Dir(path), "away", name), err
	}
	return path, err
}

func (u *unopened) OpenIncoming(name string) (*os.File, error) {
	if time.Now().Before(u.until) {
		return nil, &os.PathError{Op: "open", Path: name, Err: syscall.EMFILE}
	}
	return u.Library.OpenIncoming(name)
}

// Too many open files, or a disconnected disk, do not make the only copy of a picture damaged.
func TestUnopenablePictureIsKept(t *testing.T) {
	inWorld(t, func(w *world) {
		w.wrap = func(l jobs.Library) jobs.Library {
			return &unopened{l, time.Now().Add(time.Hour), time.Now().Add(2 * time.Hour)}
		}
		w.svc.image = func(string) (*client.ImageResult, error) {
			return &client.ImageResult{Data: []client.ImageItem{{B64JSON: "aGVsbG8="}}, Usage: usage()}, nil
		}
		w.start()
		j := w.picture("a")
		for range 2 {
			w.pass(50 * time.Minute)
			if now := w.job(j.ID); now.State != db.Saving || now.ErrorCode != jobs.CodeFile {
				t.Fatalf("it is %s (%s)", now.State, now.ErrorCode)
			}
		}
		w.until(j.ID, db.Saved)

		// The same after a death: the bytes are here, whether they can be opened now or not.
		cut := w.put(db.TextToImage, func(j *db.Job) { j.State, j.SentAt = db.Sending, time.Now().UTC() })
		path, err := w.lib.IncomingPath(cut.Ref + "-0.img")
		w.must(err)
		w.must(os.WriteFile(path, pngBytes(), 0o600))
		w.restart()
		w.until(cut.ID, db.Saved)
		w.wantPosts("a", 1)
	})
}

// A picture that the program cannot decode, and that exists nowhere else, is stored as delivered.
func TestUndecodablePictureIsKept(t *testing.T) {
	inWorld(t, func(w *world) {
		w.svc.image = func(string) (*client.ImageResult, error) {
			return &client.ImageResult{Data: []client.ImageItem{{B64JSON: "broken"}, {B64JSON: "aGVsbG8="}},
				Usage: usage()}, nil
		}
		w.start()
		j := w.until(w.picture("a").ID, db.Saved)
		all := w.assets(j.ID)
		if j.ErrorCode != jobs.CodeAsDelivered || len(all) != 2 {
			t.Fatalf("%s: %s, %d files", j.ErrorCode, j.ErrorMessage, len(all))
		}
		path, err := w.lib.AbsPath(all[0].Path)
		w.must(err)
		if kept, err := os.ReadFile(path); string(kept) != "\x89PNG and no more" || filepath.Ext(path) != ".png" {
			t.Errorf("%s holds %q, %v", path, kept, err)
		}
		w.wantEntries(j.ID, "charge 30050")

		cut := w.put(db.TextToImage, func(j *db.Job) { j.State, j.SentAt = db.Sending, time.Now().UTC() })
		path, err = w.lib.IncomingPath(cut.Ref + "-0.img" + client.RefusedExt)
		w.must(err)
		w.must(os.WriteFile(path, []byte("GIF89a"), 0o600))
		w.restart()
		if now := w.until(cut.ID, db.Saved); now.ErrorCode != jobs.CodeAsDelivered || len(w.assets(cut.ID)) != 1 {
			t.Errorf("after a death: %s", now.ErrorCode)
		}
	})
}

// If the bytes of a picture cannot be decoded, its link is used. The bytes are kept in case the link is dead.
func TestLinkIsPreferredToUndecodableBytes(t *testing.T) {
	inWorld(t, func(w *world) {
		w.svc.image = func(prompt string) (*client.ImageResult, error) {
			return &client.ImageResult{Data: []client.ImageItem{{B64JSON: "broken", URL: "https://cdn.example/" +
				prompt}}, Usage: usage()}, nil
		}
		w.svc.load = func(what string) error {
			if strings.HasSuffix(what, "dead") {
				return &client.Error{Op: "link", Status: 410, Err: client.ErrGone}
			}
			return nil
		}
		w.start()
		for prompt, code := range map[string]string{"alive": "", "dead": jobs.CodeAsDelivered} {
			j := w.until(w.picture(prompt).ID, db.Saved)
			if got := w.assets(j.ID); j.ErrorCode != code || len(got) != 1 || (got[0].Width == 4) != (code == "") {
				t.Errorf("%s: %q, %+v", prompt, j.ErrorCode, got)
			}
		}
	})
}

func TestDownloadsSoonestDeadlineFirst(t *testing.T) {
	inWorld(t, func(w *world) {
		now := time.Now().UTC()
		var want []string
		for i, days := range []int{5, 1, 3, 6, 2, 4} {
			rows, err := dbtest.InsertJobs(w.ctx, w.lib, db.Job{
				Kind: db.TextToVideo, State: db.Completed, ProfileID: w.profile.ID, Model: "clip-3.0", Prompt: "a",
				Request: []byte(`{}`), TaskID: string(rune('a' + i)), AcceptedAt: now,
				ExpiresAt: now.Add(time.Duration(days) * 24 * time.Hour),
			})
			w.must(err)
			want = append(want, rows[0].TaskID)
		}
		w.svc.load = func(string) error { time.Sleep(time.Second); return nil }
		w.start()
		w.pass(time.Minute)
		order := []string{want[1], want[4], want[2], want[5], want[0], want[3]}
		got := slices.Clone(w.svc.fetched)
		if len(got) != 6 {
			t.Fatalf("fetched %v", got)
		}
		for i := 0; i < 6; i += 2 { // two at a time
			slices.Sort(got[i : i+2])
			slices.Sort(order[i : i+2])
		}
		if !slices.Equal(got, order) {
			t.Errorf("fetched in the order %v, want %v", got, order)
		}
	})
}
