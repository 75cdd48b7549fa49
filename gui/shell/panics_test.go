package shell

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	"fyne.io/fyne/v2"

	"viviscope/client/guard"
	"viviscope/client/jobs"
	"viviscope/gui/action"
	"viviscope/gui/apptest"
)

// reportTo gives the panics of a test to a shell on the goroutine of the window, as package app does.
func reportTo(t *testing.T, h *house) {
	t.Helper()
	before := guard.SetReporter(func(p *guard.Panic) { h.Shell.Post(func() { h.Panicked(p) }) })
	t.Cleanup(func() { guard.SetReporter(before) })
}

// notice returns the words and the first button of the notice.
func notice(h *house) string {
	if !h.notices.content.Visible() {
		return ""
	}
	return strings.Join(apptest.Texts(h.notices.content), " ")
}

// brokenScreen is a screen that panics on demand.
type brokenScreen struct {
	*fakeScreen
	mu     sync.Mutex
	broken bool
	hit    func() // called before a panic; nil: nothing
}

func (s *brokenScreen) set(broken bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.broken = broken
}

func (s *brokenScreen) check() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.broken {
		if s.hit != nil {
			s.hit()
		}
		panic("index out of range in the rows")
	}
}

func (s *brokenScreen) Update(ctx context.Context) {
	s.check()
	s.fakeScreen.Update(ctx)
}

func (s *brokenScreen) Handle(ev jobs.Event) {
	s.check()
	s.fakeScreen.Handle(ev)
}

func (s *brokenScreen) Left() { s.check() }

func newBrokenHouse(t *testing.T) (*house, *brokenScreen) {
	h := newHouse(t, nil)
	reportTo(t, h)
	broken := &brokenScreen{fakeScreen: h.screens[Gallery], broken: true}
	h.Shell.screens.Places[Gallery] = broken
	return h, broken
}

// updateOnce runs the worker that updates the gallery until the screen panics.
func (h *house) updateOnce(broken *brokenScreen) {
	ctx, cancel := context.WithCancel(context.Background())
	broken.hit = cancel
	h.Refresh(Gallery)
	h.update(ctx, Gallery)
	h.run()
}

func TestAPlaceThatPanicsTwiceIsClosedAndCanBeOpenedAgain(t *testing.T) {
	h, broken := newBrokenHouse(t)
	h.Show(Gallery)
	before := h.root.stage.Objects[0]
	h.updateOnce(broken)
	if got := notice(h); !strings.Contains(got, "Something went wrong in Gallery.") ||
		!strings.Contains(got, "Copy details") {
		t.Errorf("after the first panic the notice is %q", got)
	}
	if h.root.stage.Objects[0] != before {
		t.Error("the first panic closed the place")
	}
	apptest.Press(t, h.notices.content, "Copy details")
	if copied := h.Pasted(); !strings.Contains(copied, "index out of range in the rows") ||
		!strings.Contains(copied, "brokenScreen") {
		t.Errorf("copied %q", copied)
	}

	h.updateOnce(broken)
	words := strings.Join(apptest.Texts(h.root.stage), " ")
	if !strings.Contains(words, "Something went wrong in Gallery.") ||
		!strings.Contains(words, "index out of range in the rows") {
		t.Fatalf("after the second panic the place shows %q", words)
	}
	if focus, ok := h.Canvas().Focused().(apptest.Button); !ok || focus.Text() != "Try again" {
		t.Errorf("the keyboard is at %v", h.Canvas().Focused())
	}
	h.handle(jobs.Progress{ID: 1}) // a closed place gets none, the others do
	if _, n := h.screens[Create].seen(); n != 1 {
		t.Error("another place got no event")
	}
	h.Show(Costs)
	if h.root.stage.Objects[0] != h.screens[Costs].content {
		t.Error("another place cannot be shown")
	}
	h.Show(Gallery)
	if !strings.Contains(strings.Join(apptest.Texts(h.root.stage), " "), "Try again") {
		t.Error("the place is open again by itself")
	}

	broken.set(false)
	apptest.Press(t, h.root.stage, "Try again")
	if h.root.stage.Objects[0] != before || len(h.stale[Gallery]) != 1 {
		t.Error("the place is not open again, or not updated")
	}
}

func TestAPlaceThatPanicsCanBeLeft(t *testing.T) {
	h, _ := newBrokenHouse(t)
	h.Show(Gallery)
	h.Show(Costs)
	h.run()
	if h.Place() != Costs || h.root.stage.Objects[0] != h.screens[Costs].content {
		t.Error("the place cannot be left")
	}
}

func TestAnEventThatOnePlacePanicsOnReachesTheOthers(t *testing.T) {
	h, _ := newBrokenHouse(t)
	h.handle(jobs.Progress{ID: 1, Percent: 3})
	h.run()
	for p, s := range h.screens {
		if _, n := s.seen(); p != Gallery && n != 1 {
			t.Errorf("%v got %d events", p, n)
		}
	}
	if got := notice(h); !strings.Contains(got, "Something went wrong in Gallery.") {
		t.Errorf("the notice is %q", got)
	}
}

func TestAnActionThatPanicsIsANotice(t *testing.T) {
	h := newHouse(t, nil)
	reportTo(t, h)
	breaks := func() { var none []int; _ = none[len(none)] }
	h.Shell.screens.Actions = func() []action.Action {
		return []action.Action{{ID: "job.generate", Group: "Job", Label: "Generate", Do: breaks},
			{ID: "test.panic", Group: "Test", Label: "Panic now", Keys: action.BareKeys(fyne.KeyF9), Do: breaks}}
	}
	h.remakeMenu()
	ways := map[string]func(){
		"key":  func() { h.Canvas().OnTypedKey()(&fyne.KeyEvent{Name: fyne.KeyF9}) },
		"menu": func() { h.menu.items["job.generate"].Action() },
		"palette": func() {
			h.ShowPalette()
			for _, r := range "Panic now" {
				h.Canvas().Focused().TypedRune(r)
			}
			h.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
		},
	}
	for name, do := range ways {
		h.panics = [places + 1]int{}
		h.notices.hide()
		do()
		h.run()
		if got := notice(h); !strings.Contains(got, "Something went wrong") {
			t.Errorf("by %s: the notice is %q", name, got)
		}
	}
	if h.closed[Create].Load() != nil {
		t.Error("one panic closed the place")
	}
}

func TestKeysWorkWhereTheActionsOfAPlacePanic(t *testing.T) {
	h := newHouse(t, nil)
	reportTo(t, h)
	h.Shell.screens.Actions = func() []action.Action { panic("no list") }
	if !slices.ContainsFunc(h.Actions(), func(a action.Action) bool { return a.ID == "view.costs" }) {
		t.Error("the actions of the window are gone as well")
	}
}

func TestAWorkerThatPanicsIsANoticeWithoutAPlace(t *testing.T) {
	h := newHouse(t, nil)
	reportTo(t, h)
	for range 3 {
		h.Go(func(context.Context) { panic("worker") })
		h.settle()
	}
	h.run()
	if got := notice(h); !strings.Contains(got, "Something went wrong.") {
		t.Errorf("the notice is %q", got)
	}
	for p := range places {
		if h.closed[p].Load() != nil {
			t.Errorf("%v was closed", p)
		}
	}
}
