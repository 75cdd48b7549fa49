package db

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"viviscope/db/folder"
)

// filed adds an asset with a file.
func filed(t *testing.T, l *Library, name string) (Asset, IngestRequest) {
	t.Helper()
	profiles, err := l.Profiles(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(profiles) == 0 {
		profiles = []Profile{newProfile(t, l)}
	}
	j := newJob(t, l, videoJob(profiles[0].ID, name))
	m := newIngestRequest(AssetRef(j.Ref, 0))
	m.Title = name
	to := mustIngest(t, l, putIncoming(t, l, IncomingName(j.Ref, 0, "mp4"), "content of "+name), m)
	return addAsset(t, l, j, Asset{Path: to.Path, SHA256: to.SHA256, Bytes: to.Bytes}), m
}

func storedFileOf(a Asset) StoredFile {
	return StoredFile{Path: a.Path, SHA256: a.SHA256, Bytes: a.Bytes}
}

// Trash moves one asset into the trash and returns it.
func (l *Library) Trash(ctx context.Context, id int64) (Asset, error) {
	_, err := l.TrashAll(ctx, []int64{id})
	a, readErr := l.Asset(ctx, id)
	return a, errors.Join(err, readErr)
}

// Restore moves one asset out of the trash and returns it.
func (l *Library) Restore(ctx context.Context, id int64) (Asset, error) {
	_, err := l.RestoreAll(ctx, []int64{id})
	a, readErr := l.Asset(ctx, id)
	return a, errors.Join(err, readErr)
}

func TestTrashAndRestore(t *testing.T) {
	l := newLibrary(t)
	a, m := filed(t, l, "boats")
	gone, err := l.Trash(t.Context(), a.ID)
	if err != nil || !gone.TrashedAt.Equal(noon) || gone.Path != trashCounterpart(a.Path) {
		t.Fatalf("%+v, %v", gone, err)
	}
	checkStored(t, l, storedFileOf(gone), m)
	if d := cmp.Diff([]string{folder.SidecarOf(gone.Path), gone.Path}, files(t, l)); d != "" {
		t.Error(d)
	}
	if again, err := l.Trash(t.Context(), a.ID); err != nil || !again.Equal(gone) {
		t.Errorf("twice: %+v, %v", again, err)
	}
	back, err := l.Restore(t.Context(), a.ID)
	if d := cmp.Diff(a, back); d != "" || err != nil {
		t.Errorf("restored: %v (-want +got):\n%s", err, d)
	}
	checkStored(t, l, storedFileOf(back), m)
	if again, err := l.Restore(t.Context(), a.ID); err != nil || !again.Equal(back) {
		t.Errorf("twice: %+v, %v", again, err)
	}
}

func TestRestoreNeverOverwrites(t *testing.T) {
	l := newLibrary(t)
	a, _ := filed(t, l, "boats")
	if _, err := l.Trash(t.Context(), a.ID); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(l.Dir(), a.Path), []byte("somebody else's"), 0o600); err != nil {
		t.Fatal(err)
	}
	back, err := l.Restore(t.Context(), a.ID)
	if err != nil || back.Path == a.Path || readFile(t, l, back.Path) != "content of boats" ||
		readFile(t, l, a.Path) != "somebody else's" {
		t.Errorf("%+v, %v", back, err)
	}
}

func TestTrashMissingFile(t *testing.T) {
	l := newLibrary(t)
	a, _ := filed(t, l, "boats")
	remove(t, l, a.Path)
	gone, err := l.Trash(t.Context(), a.ID)
	if err != nil || gone.TrashedAt.IsZero() {
		t.Fatalf("%+v, %v", gone, err)
	}
	if back, err := l.Restore(t.Context(), a.ID); err != nil || back.Path != a.Path {
		t.Errorf("%+v, %v", back, err)
	}
}

// Files are moved before the commit. After a crash in between, a file is on the other side of the trash than its row.
func TestCrashBetweenMoveAndCommit(t *testing.T) {
	for name, mend := range map[string]func(t *testing.T, l *Library, a Asset) Asset{
		"the move is repeated": func(t *testing.T, l *Library, a Asset) Asset {
			a, err := l.Trash(t.Context(), a.ID)
			if err != nil {
				t.Fatal(err)
			}
			return a
		},
		"the other way": func(t *testing.T, l *Library, a Asset) Asset {
			if _, err := l.Trash(t.Context(), a.ID); err != nil {
				t.Fatal(err)
			}
			a, err := l.Restore(t.Context(), a.ID)
			if err != nil {
				t.Fatal(err)
			}
			return a
		},
		"a sweep": func(t *testing.T, l *Library, a Asset) Asset {
			r, err := l.Sweep(t.Context())
			if d := cmp.Diff(SweepReport{Repaired: []int64{a.ID}}, r); d != "" || err != nil {
				t.Errorf("sweep: %v %s", err, d)
			}
			return a
		},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLibrary(t)
			a, m := filed(t, l, "boats")
			if err := l.MovePair(a.Path, trashCounterpart(a.Path)); err != nil {
				t.Fatal(err)
			}
			a = mend(t, l, a)
			checkStored(t, l, storedFileOf(a), m)
			if d := cmp.Diff([]string{folder.SidecarOf(a.Path), a.Path}, files(t, l)); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestSweepDeletesNothing(t *testing.T) {
	l := newLibrary(t)
	filed(t, l, "whole")
	lost, _ := filed(t, l, "lost")
	trashed, _ := filed(t, l, "trashed")
	if _, err := l.Trash(t.Context(), trashed.ID); err != nil {
		t.Fatal(err)
	}
	remove(t, l, lost.Path)
	p, err := l.Profiles(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	running, done, edit := videoJob(p[0].ID, "r"), videoJob(p[0].ID, "d"), videoJob(p[0].ID, "e")
	running.State, running.ResultItems = Saving, []byte(`[{"incoming":"answer-7.png"}]`)
	done.State, edit.State = Saved, Saved
	if edit.InputPath, err = l.SaveInput(t.Context(), []byte("input"), "png"); err != nil {
		t.Fatal(err)
	}
	idle, err := l.SaveInput(t.Context(), []byte("idle"), "png")
	if err != nil {
		t.Fatal(err)
	}
	running, done, _ = newJob(t, l, running), newJob(t, l, done), newJob(t, l, edit)
	for _, name := range []string{IncomingName(running.Ref, 0, "mp4") + ".part", "answer-7.png",
		"answer-7.png.part.json",
		IncomingName(done.Ref, 0, ".mp4"), "nobody.part"} {
		putIncoming(t, l, name, "x")
	}
	mustIngest(t, l, putIncoming(t, l, "v-1.mp4", "under way"), newIngestRequest(newRef())) // its row is about to come
	for _, rel := range []string{"files/2026/11/stray.mp4", "trash/stray.json"} {
		if err := os.WriteFile(filepath.Join(l.Dir(), rel), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	before := files(t, l)
	got, err := l.Sweep(t.Context())
	want := SweepReport{
		Leftovers: []string{"incoming/" + IncomingName(done.Ref, 0, "mp4"), "incoming/nobody.part", idle},
		Files:     []string{"files/2026/11/stray.mp4", "trash/stray.json"},
		Missing:   []int64{lost.ID},
	}
	if d := cmp.Diff(want, got); d != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, d)
	}
	if d := cmp.Diff(before, files(t, l)); d != "" {
		t.Errorf("the folder was changed:\n%s", d)
	}
}
