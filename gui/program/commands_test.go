package program

import (
	"context"
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"viviscope/client/jobs"
	"viviscope/client/keys"
	"viviscope/db"
	"viviscope/gui"
	"viviscope/gui/action/actiontest"
	"viviscope/gui/apptest"
	"viviscope/gui/costs"
	"viviscope/gui/editor"
	"viviscope/gui/gallery"
	"viviscope/gui/keymap"
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
func (idle) OpenPictureCalls() int                    { return 0 }
func (idle) Price(context.Context, int64, []jobs.Order) (jobs.Quote, error) {
	return jobs.Quote{}, nil
}

// everyCommand is a window in which all commands that keys can do have an answer.
func everyCommand(t *testing.T) *gui.Shell {
	app := apptest.New(t, resources.Theme(resources.Dark))
	lib := newFixture(t, keys.NewSession()).lib
	w := test.NewTempWindow(t, container.NewStack())
	post, run, do, canvas := func(f func()) { f() }, func(func()) {}, func() {}, func() fyne.Canvas { return w.Canvas() }
	of := func(db.Asset) {}
	two := func(a, b db.Asset) {}
	film := player.New(player.Options{Post: post})
	t.Cleanup(film.Close)
	p := &program{places: &places{
		gallery: gallery.New(gallery.Options{Library: lib, Nav: &actiontest.Nav{}, Post: post, Run: run, Now: time.Now}),
		canvas: editor.New(editor.Deps{Library: lib, Drafts: lib, Post: post, Go: run, Now: time.Now, Canvas: canvas,
			After:    func(time.Duration, func()) func() bool { return func() bool { return true } },
			OnPrompt: do, OnSend: func(bool) {}, OnUse: of, OnCompare: two}),
		viewer: viewer.New(viewer.Deps{Library: lib, Player: film, View: player.NewView(film), Canvas: canvas, Post: post, Go: run, Now: time.Now,
			Nav: &actiontest.Nav{}, Organizer: &actiontest.Nav{}}),
		costs: &costsPlace{Screen: costs.New(costs.Deps{Library: lib, Post: post, Go: func(func(context.Context)) {}, Now: time.Now, Refresh: do, Canvas: canvas,
			Prices: container.NewStack(), SavePrices: do, OnNeedsYou: do, OnSaveFile: func(string, func(string)) {},
			ChangeProfile: func(context.Context, int64, func(*db.Profile)) error { return nil }})},
	}}
	commands := func() []gui.PlaceCommand {
		return slices.Concat(commandsOf(p.places.gallery.Actions(), false), commandsOf(p.places.viewer.Actions(), false), p.canvasCommands(false), p.costsCommands(false), p.languageCommands(false))
	}
	return gui.New(gui.Deps{App: app, Library: lib, Engine: idle{}, Post: post, Window: w, Screens: func(*gui.Shell) gui.Screens {
		return gui.Screens{
			Commands: commands, KeysChanged: p.keysChanged,
			Kinds:    []gui.Kind{{Word: "1", Choose: do}, {Word: "2", Choose: do}, {Word: "3", Choose: do}, {Word: "4", Choose: do}},
			Generate: do, Hold: do, CopyRequest: do, Batch: do, TrackTask: do, NewRequest: do, FocusPrompt: do, Search: do, AsItWas: do, OpenFolder: do,
			Prompt:     gui.Prompt{Earlier: do, Older: do, Newer: do, Snippets: do, Save: do, Variations: do, Which: do},
			Form:       gui.Form{NewSeed: do, KeepSeed: do, SwapFrames: do, OneMore: do, OneLess: do},
			ImportFile: do, ImportFolder: do, Guide: do, ShowLog: do, Diagnose: do, About: do,
		}
	}})
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
		if r.Word == "" {
			t.Errorf("%s has no word", r.ID)
		}
		ids[r.ID] = true
		if r.Fixed == "" {
			changeable[r.Scope.In]++
		}
		for _, o := range rows[:i] {
			for _, c := range r.Own() {
				if r.Scope.Meets(o.Scope) && slices.Contains(o.Own(), c) && (r.Fixed == "" || o.Fixed == "") {
					t.Errorf("%v means %s and %s", c, o.ID, r.ID)
				}
			}
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
		chord, err := keymap.Parse(c.keys)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Shortcuts().Choose(c.id, chord, false); err != nil {
			t.Errorf("%s for %s: %v", c.keys, c.id, err)
		}
		if got := s.KeysOf(c.id); !slices.Equal(got, []keymap.Chord{chord}) {
			t.Errorf("%s has %v", c.id, got)
		}
	}
}
