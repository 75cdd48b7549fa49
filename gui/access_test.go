package gui

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/action"
	"viviscope/gui/widgets"
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

func TestChosenKeysReachMenuAndSheetAtOnceAndStay(t *testing.T) {
	h := newHouse(t, nil)
	k := h.Shortcuts()
	if err := k.Choose("job.pause", action.Chord{Key: fyne.KeyJ, Mod: ctrl}, false); err != nil {
		t.Fatal(err)
	}
	if a, b := shortcutOf(t, h, "Pause sending"), sheetSays(h, "Pause sending"); a != "Ctrl+J" || b != "Ctrl+J" {
		t.Errorf("the menu has %q, the sheet %q", a, b)
	}
	h.settle()
	again := h.readAgain()
	if again.Keys["job.pause"] != (action.Chord{Key: fyne.KeyJ, Mod: ctrl}) {
		t.Errorf("kept: %v", again.Keys)
	}
	k.Reset("job.pause")
	if got := shortcutOf(t, h, "Pause sending"); got != "Ctrl+P" {
		t.Errorf("after a reset %q", got)
	}
	h.settle()
}

func TestKeysWithoutAModifierCanBeChosen(t *testing.T) {
	h := newHouse(t, nil)
	if err := h.Shortcuts().Choose("view.costs", action.Chord{Key: fyne.KeyF6}, false); err != nil {
		t.Fatal(err)
	}
	h.window.Canvas().OnTypedKey()(&fyne.KeyEvent{Name: fyne.KeyF6})
	if h.Place() != Costs {
		t.Errorf("F6 leads to %v", h.Place())
	}
	if got := shortcutOf(t, h, "Costs"); got != "F6" {
		t.Errorf("the menu has %q", got)
	}
	h.settle()
}

func TestKeysThatSpendOrBelongToTextsStay(t *testing.T) {
	h := newHouse(t, nil)
	k := h.Shortcuts()
	free := action.Chord{Key: fyne.KeyJ, Mod: ctrl}
	var refused *action.RefusedError
	var taken *action.TakenError
	for _, id := range []string{"job.generate", "edit.copy"} {
		if err := k.Choose(id, free, true); !errors.As(err, &refused) {
			t.Errorf("%s got other keys: %v", id, err)
		}
	}
	if err := k.Choose("view.costs", action.Chord{Key: fyne.KeyReturn, Mod: ctrl}, true); !errors.As(err, &taken) || !taken.Fixed {
		t.Errorf("the keys that spend were taken: %v", err)
	}
	if err := k.Choose("view.costs", action.Chord{Key: fyne.KeyV, Mod: ctrl}, true); !errors.As(err, &refused) {
		t.Errorf("the keys of pasting were taken: %v", err)
	}
}

func TestWhileKeysAreAskedForTheMenuTellsThem(t *testing.T) {
	h := newHouse(t, nil)
	var got []string
	stop := h.Shortcuts().Catch(func(c action.Chord) { got = append(got, c.Words(false)) })
	find(t, h, "Costs").Action()
	find(t, h, "Copy").Action()
	stop()
	if h.Place() != Create || !slices.Equal(got, []string{"Ctrl+5", "Ctrl+C"}) {
		t.Errorf("at %v, caught %v", h.Place(), got)
	}
	find(t, h, "Costs").Action()
	if h.Place() != Costs {
		t.Error("afterwards the menu does nothing")
	}
}

func TestHostileSettingsChangeNothing(t *testing.T) {
	for _, tc := range []struct{ keys, recent string }{
		{`"{"`, `"["`}, {`{"job.pause":7}`, `{"a":1}`}, {`{"job.generate":"F5","edit.copy":"F6"}`, `[1]`},
		{`{"view.costs":"Ctrl+Return"}`, "null"}, {`{"view.costs":"Ctrl+V"}`, `"` + strings.Repeat("x", 1<<16) + `"`}, {`{"no.such":"F5"}`, `null`},
	} {
		kept := fmt.Sprintf(`{"reduced_motion":"yes","keys":%s,"text_scale":1e9,"recent_commands":%s}`, tc.keys, tc.recent)
		var p Personal
		if err := json.Unmarshal([]byte(kept), &p); err != nil {
			t.Fatal(err)
		}
		h := newHouse(t, nil)
		h.ChangePersonal(func(now *Personal) { *now = p })
		h.keys = nil
		h.menu.remake()
		for _, own := range h.unkeyed() {
			if now := action.ByID(h.actions(), own.ID); !slices.Equal(now.Keys, own.Keys) {
				t.Errorf("%s: %s has %s", tc.keys, now.Label, now.KeyWords())
			}
		}
		if len(p.Recent) != 0 || p.Still || p.scale() != resources.TextScaleMax {
			t.Errorf("%s: %v, %v", tc.recent, p.Recent, p.scale())
		}
	}
}

// withPlaceActions gives Costs an action with keys that the window takes for it.
func withPlaceActions(h *house) (done *int) {
	done = new(int)
	h.keys = nil
	h.Shell.screens.Actions = func() []action.Action {
		return []action.Action{
			{ID: "costs/later", Keys: action.KeysWith(fyne.KeyModifierAlt, fyne.KeyRight), Group: "In Costs", Label: "Later",
				Scope: action.Scope{In: "costs"}, Do: func() { *done++ }},
			{ID: "canvas/save", Keys: action.KeysWith(ctrl, fyne.KeyS), Group: "On the canvas", Label: "Save",
				Scope: action.Scope{In: "create/canvas", Bare: true}, Own: true, Do: func() { *done += 100 }},
			{ID: "costs/list/play", Keys: action.BareKeys(fyne.KeySpace, fyne.KeyK), Group: "Looking", Label: "Play",
				Scope: action.Scope{In: "costs/list", Bare: true}, Own: true, Disabled: "It has no clip.", Do: func() { *done += 100 }},
		}
	}
	h.menu.remake()
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
	if err := h.Shortcuts().Choose("costs/later", action.Chord{Key: fyne.KeyJ, Mod: ctrl}, false); err != nil {
		t.Fatal(err)
	}
	chosen := action.Chord{Key: fyne.KeyJ, Mod: ctrl}
	h.press(alt)
	h.press(chosen)
	if *done != 2 || !h.listening[chosen] || sheetSays(h, "Later") != "Ctrl+J" {
		t.Errorf("done %d times, want 2; the sheet says %q", *done, sheetSays(h, "Later"))
	}
	h.ShowPalette()
	if h.press(chosen) || *done != 2 {
		t.Error("it is done under an open sheet")
	}
	var taken *action.TakenError
	if err := h.Shortcuts().Choose("job.pause", action.Chord{Key: fyne.KeyS, Mod: ctrl}, false); !errors.As(err, &taken) || taken.By.Label != "Save" {
		t.Errorf("keys of the canvas were taken: %v", err)
	}
	h.settle()
}

func TestKeysOfAPlaceAreToldToItAndShownEverywhere(t *testing.T) {
	h := newHouse(t, nil)
	withPlaceActions(h)
	h.Show(Costs)
	told := 0
	h.Shell.screens.KeysChanged = func() {
		told++
		if got := h.KeysOf("costs/list/play"); told == 1 && !slices.Equal(got, action.BareKeys(fyne.KeyY)) || told == 2 && len(got) != 2 {
			t.Errorf("told %d: %v", told, got)
		}
	}
	k := h.Shortcuts()
	rows := func() (keys string) {
		for _, r := range k.Rows() {
			if r.ID == "costs/list/play" {
				keys = r.KeyWords()
			}
		}
		return keys
	}
	if a, b := rows(), sheetSays(h, "Play"); a != "Space or K" || b != a {
		t.Fatalf("by itself %q, the sheet says %q", a, b)
	}
	if err := k.Choose("costs/list/play", action.Chord{Key: fyne.KeyY}, false); err != nil {
		t.Fatal(err)
	}
	offered := ""
	for _, i := range h.paletteActions() {
		if i.ID == "costs/list/play" {
			offered = i.KeyWords()
		}
	}
	if a, b := rows(), sheetSays(h, "Play"); told != 1 || a != "Y" || b != "Y" || offered != "Y" {
		t.Errorf("told %d times; the table says %q, the sheet %q, the palette %q", told, a, b, offered)
	}
	var refused *action.RefusedError
	if err := k.Choose("costs/later", action.Chord{Key: fyne.KeyY}, true); !errors.As(err, &refused) {
		t.Errorf("a letter became a key where something is typed: %v", err)
	}
	k.ResetAll()
	if told != 2 || rows() != "Space or K" {
		t.Errorf("told %d times, after a reset %q", told, rows())
	}
	h.settle()
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
		a := action.ByID(h.actions(), id)
		if _, there := words[a.Group+": "+a.Label]; !there && id != "help.find" {
			t.Errorf("%s is not found", a.Label)
		}
	}
	for what, want := range map[string]string{
		"In Costs: Later": "Alt+Right", "Looking: Play": "Space or KIt has no clip.", "Edit: Copy": "Ctrl+CNo text field has the focus.",
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
	text := widgets.NewText("words", resources.SizeBody, resources.Text1, false)
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
