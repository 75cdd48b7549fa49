package program

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"viviscope/db"
	"viviscope/gui/single"
	"viviscope/resources"
)

type counter map[db.JobState]int

func (c counter) JobCounts(context.Context, int64) (map[db.JobState]int, error) {
	if c == nil {
		return nil, errors.New("gone")
	}
	return c, nil
}

// What may have been paid for and has no file would be lost to a new database, so there is none then.
func TestARebuildLosesNothingThatMayBePaidFor(t *testing.T) {
	for state, want := range map[db.JobState]leftBehind{
		db.Waiting: {0, 2}, db.Held: {0, 2},
		db.Sending: {2, 0}, db.Unconfirmed: {2, 0}, db.Queued: {2, 0}, db.InProgress: {2, 0},
		db.Completed: {2, 0}, db.Downloading: {2, 0}, db.Saving: {2, 0}, db.Unwatched: {2, 0},
		db.Saved: {}, db.Failed: {}, db.Rejected: {}, db.Expired: {},
	} {
		if got, err := countLeftBehind(t.Context(), counter{state: 2}); err != nil || got != want {
			t.Errorf("%s: %+v, %v; want %+v", state, got, err, want)
		}
	}
	if _, err := countLeftBehind(t.Context(), counter(nil)); err == nil {
		t.Error("jobs that cannot be counted are not none")
	}
	for n, want := range map[leftBehind]string{
		{}:                   "Rebuild the database from the files?",
		{unsent: 1}:          "1 job that waits or is held is left behind too",
		{open: 1}:            "1 job is under way or unconfirmed",
		{open: 3, unsent: 1}: "3 jobs are under way or unconfirmed",
	} {
		title, words := rebuildWords(n)
		if all := title + " " + strings.Join(words, " "); !strings.Contains(all, want) || strings.Contains(all, "cannot be rebuilt") != (n.open > 0) {
			t.Errorf("%+v: %q", n, all)
		}
	}
}

// A second start that asks for the window of the first ends as if all had gone well; unheard it may try again.
func TestASecondStartAsksForTheRunningWindow(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(resources.Theme(resources.Dark))
	var answer error
	asked, ended, left := 0, 0, 0
	s := &second{ask: func(context.Context) error { asked++; return answer }, run: func(f func(context.Context)) { f(t.Context()) },
		post: func(f func()) { f() }, done: func() { ended++ }, log: quiet()}
	s.build("/library", func() { left++ })
	if s.status.Visible() || s.show.Text() != "Show the running window" {
		t.Errorf("at first: %q, %q", s.show.Text(), s.status.Text())
	}
	answer = single.ErrNobody
	test.Tap(s.show)
	if ended != 0 || !s.status.Visible() || s.show.Disabled() || !strings.Contains(s.status.Text(), "does not answer") {
		t.Errorf("unheard: ended %d, %q", ended, s.status.Text())
	}
	answer = nil
	test.Tap(s.show)
	if asked != 2 || ended != 1 || left != 0 {
		t.Errorf("asked %d, ended %d, left %d", asked, ended, left)
	}
}

// The door is open as long as the library is, and closed before another program can have it.
func TestTheDoorIsOpenWithTheLibrary(t *testing.T) {
	test.NewTempApp(t)
	dir := t.TempDir()
	lib, err := db.Open(t.Context(), dir, db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	shown := 0
	p := &program{options: Options{Log: quiet()}, lib: lib, window: asking{show: func() { mu.Lock(); shown++; mu.Unlock() }}}
	p.openDoor()
	if err := single.Show(t.Context(), dir); err != nil {
		t.Error(err)
	}
	if err := p.closeLibrary(); err != nil {
		t.Error(err)
	}
	if err := single.Show(t.Context(), dir); !errors.Is(err, single.ErrNobody) {
		t.Errorf("after the end: %v", err)
	}
	mu.Lock()
	if shown != 1 {
		t.Errorf("shown %d times", shown)
	}
	mu.Unlock()
	if err := p.closeLibrary(); err != nil {
		t.Errorf("closed twice: %v", err)
	}
	again, err := db.Open(t.Context(), dir, db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Close(); err != nil {
		t.Error(err)
	}
}

func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

// asking is a window that notes that it was asked for.
type asking struct {
	fyne.Window
	show func()
}

func (a asking) RequestFocus() { a.show() }
