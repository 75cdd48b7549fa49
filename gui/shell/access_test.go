package shell

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/resources"
)

// shortcutOf is the chord that the menu shows for a command.
func shortcutOf(t *testing.T, h *house, word string) string {
	t.Helper()
	_, keys, _ := strings.Cut(find(t, h, word).Label, "\t")
	return strings.TrimLeft(keys, "\t")
}

func sheetSays(h *house, word string) string {
	for _, a := range h.keySheet() {
		if a.Label == word {
			return a.KeyWords()
		}
	}
	return ""
}

// While keys are caught, as by a drag, the menu passes them on and does nothing.
func TestCaughtKeysReachNoMenu(t *testing.T) {
	h := newHouse(t, nil)
	var got []string
	stop := h.CatchKeys(func(c action.Chord) { got = append(got, c.Words(false)) })
	find(t, h, "Costs").Action()
	find(t, h, "Copy").Action()
	h.window.Canvas().OnTypedKey()(&fyne.KeyEvent{Name: fyne.KeyEscape})
	stop()
	costs := action.ByID(h.Actions(), "view.costs").KeyWords()
	if h.Place() != Create || !slices.Equal(got, []string{costs, "Ctrl+C", "Esc"}) {
		t.Errorf("at %v, caught %v", h.Place(), got)
	}
	find(t, h, "Costs").Action()
	if h.Place() != Costs {
		t.Error("afterwards the menu does nothing")
	}
}

// Keys that an earlier version stored change nothing and stay in the file; other stored values are taken where they can
// be used.
func TestHostileSettingsChangeNothing(t *testing.T) {
	for _, tc := range []struct{ keys, recent string }{
		{`"{"`, `"["`}, {`{"job.pause":7}`, `{"a":1}`}, {`{"job.generate":"F5","edit.copy":"F6"}`, `[1]`},
		{`{"view.costs":"Ctrl+Return"}`, "null"},
		{`{"job.pause":"Ctrl+J","view.costs":""}`, `"` + strings.Repeat("x", 1<<16) + `"`},
	} {
		own := newHouse(t, nil).Actions()
		kept := fmt.Sprintf(`{"reduced_motion":"yes","keys":%s,"text_scale":1e9,"recent_commands":%s}`, tc.keys,
			tc.recent)
		var p Personal
		if err := json.Unmarshal([]byte(kept), &p); err != nil {
			t.Fatal(err)
		}
		h := newHouse(t, nil)
		h.ChangePersonal(func(now *Personal) { *now = p })
		h.remakeMenu()
		for _, want := range own {
			if now := action.ByID(h.Actions(), want.ID); !slices.Equal(now.Keys, want.Keys) {
				t.Errorf("%s: %s has %s", tc.keys, now.Label, now.KeyWords())
			}
		}
		if len(p.Recent) != 0 || p.Still || p.scale() != resources.TextScaleMax {
			t.Errorf("%s: %v, %v", tc.recent, p.Recent, p.scale())
		}
		if again, err := json.Marshal(p); err != nil || !strings.Contains(string(again), `"keys":`+tc.keys) {
			t.Errorf("stored anew: %s, %v", again, err)
		}
	}
}

// withPlaceActions gives Costs an action with keys that the window takes for it.
func withPlaceActions(h *house) (done *int) {
	done = new(int)
	h.Shell.screens.Actions = func() []action.Action {
		return []action.Action{
			{ID: "costs/later", Keys: action.KeysWith(fyne.KeyModifierAlt, fyne.KeyRight), Group: "In Costs",
				Label: "Later",
				Scope: action.Scope{In: "costs"}, Do: func() { *done++ }},
			{ID: "canvas/save", Keys: action.KeysWith(ctrl, fyne.KeyS), Group: "On the canvas", Label: "Save",
				Scope: action.Scope{In: "create/canvas"}, Own: true, Do: func() { *done += 100 }},
			{ID: "costs/list/play", Keys: action.BareKeys(fyne.KeySpace, fyne.KeyK), Group: "Looking", Label: "Play",
				Scope: action.Scope{In: "costs/list"}, Own: true, Disabled: "It has no clip.", Do: func() {
					*done += 100
				}},
		}
	}
	h.remakeMenu()
	return done
}

func TestTheWindowTakesKeysForThePlaceInFront(t *testing.T) {
	h := newHouse(t, nil)
	done := withPlaceActions(h)
	alt := action.Chord{Key: fyne.KeyRight, Mod: fyne.KeyModifierAlt}
	h.Show(Queue)
	h.press(alt)
	if *done != 0 {
		t.Fatal("it is done where it is not in front")
	}
	h.Show(Costs)
	if !h.press(alt) || *done != 1 || !h.listening[alt] {
		t.Errorf("done %d times, want 1", *done)
	}
	if got := sheetSays(h, "Later"); got != "Alt+Right" {
		t.Errorf("the sheet says %q", got)
	}
	h.ShowPalette()
	if h.press(alt) || *done != 1 {
		t.Error("it is done under an open sheet")
	}
}

// Fyne tells a key that it has no name for as a key of no name, and many commands have no key.
func TestAKeyWithoutANameIsNoCommand(t *testing.T) {
	h := newHouse(t, nil)
	done := 0
	h.Shell.screens.Actions = func() []action.Action { return []action.Action{{ID: "x", Do: func() { done++ }}} }
	h.window.Canvas().OnTypedKey()(&fyne.KeyEvent{Name: fyne.KeyUnknown})
	if done != 0 {
		t.Error("it did the first command that has no key")
	}
}

// The toolkit's dialog for files has no key that closes it.
func TestEscClosesADialogOfTheToolkit(t *testing.T) {
	h := newHouse(t, nil)
	closed := 0
	escape := func() { h.window.Canvas().OnTypedKey()(&fyne.KeyEvent{Name: fyne.KeyEscape}) }
	h.SetDismiss(func() { closed++ })
	escape()
	h.SetDismiss(nil)
	escape()
	if closed != 1 {
		t.Errorf("closed %d times, want 1", closed)
	}
}

func TestThePaletteFindsEveryCommandThatCanBeDoneNow(t *testing.T) {
	h := newHouse(t, nil)
	done := withPlaceActions(h)
	h.Show(Costs)
	words := map[string]string{}
	for _, i := range h.paletteActions() {
		words[i.Group+": "+i.Label] = i.KeyWords() + i.Disabled
		if i.Do == nil {
			t.Errorf("%s does nothing", i.Label)
		}
	}
	for id := range h.menu.items {
		a := action.ByID(h.Actions(), id)
		if _, there := words[a.Group+": "+a.Label]; !there && id != "help.find" {
			t.Errorf("%s is not found", a.Label)
		}
	}
	for what, want := range map[string]string{
		"In Costs: Later": "Alt+Right", "Looking: Play": "Space or KIt has no clip.",
		"Edit: Copy": "Ctrl+CNo text field has the focus.",
	} {
		if words[what] != want {
			t.Errorf("%s: %q, want %q", what, words[what], want)
		}
	}
	if _, there := words["On the canvas: Save"]; there {
		t.Error("what is not in front is offered")
	}
	find(t, h, "Find a command…").Action()
	if h.palette == nil || !h.palette.Shown() {
		t.Fatal("nothing is shown")
	}
	canvas := h.window.Canvas()
	for _, r := range "later" {
		canvas.Focused().TypedRune(r)
	}
	canvas.Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	h.settle()
	if *done != 1 || h.palette.Shown() {
		t.Errorf("done %d times, open %v", *done, h.palette.Shown())
	}
	if got := h.readAgain().Recent; !slices.Equal(got, []string{"costs/later"}) {
		t.Errorf("remembered %v", got)
	}
}

func TestTextSizeAndMotionAreKept(t *testing.T) {
	h := newHouse(t, nil)
	px := func() float32 { return fyne.CurrentApp().Settings().Theme().Size(resources.SizeBody) }
	find(t, h, "Larger text").Action()
	if px() != 13*1.15 {
		t.Errorf("%v px", px())
	}
	for range 9 {
		find(t, h, "Larger text").Action()
	}
	if px() != 13*1.5 || h.TextScale() != 1.5 {
		t.Errorf("at most %v px", px())
	}
	h.SetLook(resources.Light)
	if px() != 13*1.5 {
		t.Error("another look takes the text size away")
	}
	find(t, h, "Reduce motion").Action()
	if !h.ReduceMotion() || !find(t, h, "Reduce motion").Checked {
		t.Error("motion is not reduced, or the menu does not say so")
	}
	h.settle()
	if p := h.readAgain(); p.scale() != 1.5 || !p.Still {
		t.Errorf("kept %v, %v", p.scale(), p.Still)
	}
	for range 9 {
		find(t, h, "Smaller text").Action()
	}
	if h.TextScale() != 0.85 {
		t.Errorf("at least %v", h.TextScale())
	}
	h.settle()
}

// A place that was not in front when the text grew has the new size when it comes.
func TestAPlaceThatComesHasTheTextSize(t *testing.T) {
	h := newHouse(t, nil)
	text := kit.NewText("words", resources.SizeBody, resources.Text1, false)
	h.Shell.screens.Places[Queue] = &contentPlace{newFakeScreen("queue"), container.NewVBox(text)}
	h.Show(Queue)
	before := text.Size().Height
	h.Show(Create)
	h.SetTextScale(1.5)
	h.Show(Queue)
	if got := text.Size().Height; got <= before*1.3 {
		t.Errorf("%v high, was %v", got, before)
	}
	h.settle()
}

type contentPlace struct {
	*fakeScreen
	object fyne.CanvasObject
}

func (c *contentPlace) Content() fyne.CanvasObject { return c.object }
