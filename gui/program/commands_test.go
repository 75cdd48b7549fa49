package program

import (
	"context"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui"
	"viviscope/gui/action"
	"viviscope/gui/action/actiontest"
	"viviscope/gui/apptest"
	"viviscope/gui/backend"
	"viviscope/gui/compose"
	"viviscope/gui/costs"
	"viviscope/gui/editor"
	"viviscope/gui/gallery"
	"viviscope/gui/media"
	"viviscope/gui/media/player"
	"viviscope/gui/viewer"
	"viviscope/resources"
)

// idle is an engine that does nothing.
type idle struct{}

func (idle) Start(context.Context) error              { return nil }
func (idle) Stop(context.Context) error               { return nil }
func (idle) Subscribe(func(jobs.Event)) (stop func()) { return func() {} }
func (idle) Status() jobs.PoolStatus                  { return jobs.PoolStatus{} }
func (idle) PauseSending(context.Context, bool) error { return nil }
func (idle) SendNoMore(bool)                          {}
func (idle) OpenPictureCalls() int                    { return 0 }
func (idle) Price(context.Context, int64, []jobs.Order) (jobs.Quote, error) {
	return jobs.Quote{}, nil
}

// noPrices is a price table that does nothing.
type noPrices struct{}

func (noPrices) Content() fyne.CanvasObject { return container.NewStack() }
func (noPrices) Focus()                     {}
func (noPrices) Save()                      {}
func (noPrices) Update(context.Context)     {}

// everyCommand is a window in which all commands that keys can do have an answer.
func everyCommand(t *testing.T) *gui.Shell {
	app := apptest.New(t, resources.Theme(resources.Dark))
	lib := newLibrary(t)
	w := test.NewTempWindow(t, container.NewStack())
	post := func(f func()) { f() }
	host := &actiontest.Host{On: w.Canvas(), Worker: func(func(context.Context)) {},
		Timer: func(time.Duration, func()) func() bool { return func() bool { return true } }}
	film := player.New(player.Options{Post: post})
	t.Cleanup(film.Close)
	thumbs := media.New(media.Options{Files: lib, Post: post, Log: quiet(), Posters: media.NewDecoder(quiet())})
	t.Cleanup(thumbs.Close)
	p := &program{places: &places{
		gallery: gallery.New(gallery.Deps{Host: host, Nav: &actiontest.Nav{}, Library: lib, Pictures: thumbs, Player: film}),
		canvas:  editor.New(editor.Deps{Host: host, Nav: &actiontest.Nav{}, Library: lib, Composer: new(compose.Screen)}),
		viewer:  viewer.New(viewer.Deps{Host: host, Nav: &actiontest.Nav{}, Organizer: &actiontest.Nav{}, Library: lib, Player: film}),
		costs:   costs.New(costs.Deps{Host: host, Window: nav{}, Library: lib, Prices: noPrices{}}),
	}}
	actions := func() []action.Action {
		at := p.places
		return slices.Concat(at.gallery.Actions(), at.viewer.Actions(), at.canvas.Actions(), at.costs.Actions(), p.programActions(), new(compose.Screen).Actions())
	}
	p.app, p.window, p.Backend = app, w, &backend.Backend{Library: lib}
	p.device = &deviceSettings{file: filepath.Join(t.TempDir(), "program.json")}
	return shellOf(t, p, idle{}, gui.Screens{Places: blankPlaces(), Actions: actions, KeysChanged: p.keysChanged})
}

// newLibrary is an empty library.
func newLibrary(t *testing.T) *db.Library {
	t.Helper()
	lib, err := db.Open(t.Context(), t.TempDir(), db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := lib.Close(); err != nil {
			t.Error(err)
		}
	})
	return lib
}

// No key means two commands that are possible at once, but for those that every text has: the menu hands them to what has the
// keyboard, which is the canvas or the gallery there.
func TestNoKeyMeansTwoCommandsByItself(t *testing.T) {
	rows := everyCommand(t).Shortcuts().Rows()
	ids := map[string]bool{}
	changeable := map[string]int{}
	for i, r := range rows {
		if ids[r.ID] {
			t.Errorf("two commands are %s", r.ID)
		}
		if r.Label == "" {
			t.Errorf("%s has no word", r.ID)
		}
		ids[r.ID] = true
		if r.Fixed == "" {
			changeable[r.Scope.In]++
		}
		for _, o := range rows[:i] {
			for _, c := range r.Keys {
				if r.Scope.Meets(o.Scope) && slices.Contains(o.Keys, c) && (r.Fixed == "" || o.Fixed == "") {
					t.Errorf("%v means %s and %s", c, o.ID, r.ID)
				}
			}
		}
	}
	for _, want := range []string{
		"Job: Generate Ctrl+Enter", "Job: Hold for later Ctrl+Shift+H", "Job: Copy request Ctrl+Shift+C", "Job: Batch… Ctrl+Shift+B", "Job: Which model can do this? Ctrl+M",
		"Job: Preview variations Ctrl+Shift+M", "Job: New seed Ctrl+R", "Job: Keep the seed Ctrl+Shift+R", "Job: Swap first and last frame Ctrl+Shift+X",
		"Job: More clips per click Ctrl+Shift+Up", "Job: Fewer clips per click Ctrl+Shift+Down", "Edit: Older prompt Ctrl+Up", "Edit: Newer prompt Ctrl+Down",
		"Edit: Snippets… Ctrl+Shift+E", "Help: Keyboard shortcuts F1 or ?",
	} {
		if !slices.ContainsFunc(rows, func(r action.KeyRow) bool { return r.Group+": "+r.Label+" "+r.KeyWords() == want }) {
			t.Errorf("there is no %q", want)
		}
	}
	for in, least := range map[string]int{"": 40, "gallery": 17, "viewer": 50, "create": 1, "create/canvas": 55, "costs": 20, "costs/ledger": 3} {
		if changeable[in] < least {
			t.Errorf("%q: the keys of %d commands can be changed, want %d or more", in, changeable[in], least)
		}
	}
}

// A key that a person chose for a place arrives there, and what stood in the choices of an earlier version is still read.
func TestChosenKeysArriveInThePlaces(t *testing.T) {
	s := everyCommand(t)
	for _, c := range []struct{ id, keys string }{
		{"canvas/tool/brush", "Y"}, {"gallery/star", "Y"}, {"viewer/play", "Y"}, {"costs/ledger/job", "Y"}, // one key, four places
		{"canvas/Alt+C", "Alt+X"}, {"costs/Alt+Shift+Home", "Ctrl+Alt+H"}, {"view.motion", "F6"},
	} {
		chord, err := action.ParseChord(c.keys)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Shortcuts().Choose(c.id, chord, false); err != nil {
			t.Errorf("%s for %s: %v", c.keys, c.id, err)
		}
		if got := s.KeysOf(c.id); !slices.Equal(got, []action.Chord{chord}) {
			t.Errorf("%s has %v", c.id, got)
		}
	}
}
