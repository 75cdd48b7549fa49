package shell

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/action"
	"viviscope/gui/apptest"
	"viviscope/gui/kit"
	"viviscope/resources"
)

func find(t *testing.T, h *house, word string) *fyne.MenuItem {
	t.Helper()
	for _, m := range h.menu.main.Items {
		for _, i := range m.Items {
			if label, _, _ := strings.Cut(i.Label, "\t"); label == word {
				return i
			}
		}
	}
	t.Fatalf("no %q in the menu", word)
	return nil
}

func TestWhatNothingAnswersToIsAbsent(t *testing.T) {
	h := newHouse(t, nil)
	for id := range h.menu.items {
		if a := action.ByID(h.Actions(), id); a.Do == nil || id == "file.new" {
			t.Errorf("%q is there, though nothing answers to it", id)
		}
	}
	if names := h.menu.main.Items; len(names) != 5 || names[4].Label != "Help" {
		t.Errorf("%d menus, though no screen has something for Library", len(names))
	}
}

func TestMenuLeadsToPlacesAndLooks(t *testing.T) {
	h := newHouse(t, nil)
	find(t, h, "Costs").Action()
	if h.Place() != Costs {
		t.Errorf("at %v", h.Place())
	}
	find(t, h, "Light colours").Action()
	h.settle()
	if h.Look() != resources.Light || !find(t, h, "Light colours").Checked || find(t, h, "Dark colours").Checked {
		t.Error("the mark does not follow the look")
	}
}

func TestPauseSendingTurns(t *testing.T) {
	h := newHouse(t, nil)
	find(t, h, "Pause sending").Action()
	h.settle()
	if err := h.live.Paused.Set(true); err != nil {
		t.Fatal(err)
	}
	if !find(t, h, "Pause sending").Checked {
		t.Error("no mark while sending is paused")
	}
	find(t, h, "Pause sending").Action()
	h.settle()
	if got := h.engine.heard(); len(got) != 2 || got[0] != "pause" || got[1] != "go on" {
		t.Errorf("the engine was told %v", got)
	}
}

func TestSheetKeepsTheMenuFromTheWindow(t *testing.T) {
	h := newHouse(t, nil)
	h.window.Canvas().OnTypedKey()(&fyne.KeyEvent{Name: fyne.KeyF1})
	if h.sheet == nil || !h.sheet.Shown() {
		t.Fatal("F1 shows nothing")
	}
	find(t, h, "Costs").Action()
	if h.Place() != Create {
		t.Error("a place was changed under an open sheet")
	}
	h.window.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	find(t, h, "Costs").Action()
	if h.sheet.Shown() || h.Place() != Costs {
		t.Error("Esc did not close the sheet")
	}
}

// A field in a sheet may mean something by the keys of a menu, such as Ctrl+Enter.
func TestTheKeysOfAMenuReachTheFieldsOfASheet(t *testing.T) {
	h := newHouse(t, nil)
	entry := &shortcutTaker{}
	entry.ExtendBaseWidget(entry)
	kit.ShowSheet(h.window.Canvas(), entry, nil)
	h.window.Canvas().Focus(entry)
	find(t, h, "Pause sending").Action()
	h.settle()
	if len(entry.got) != 1 || entry.got[0] != "CustomDesktop:Control+P" || len(h.engine.heard()) != 0 {
		t.Errorf("the field got %v, the engine %v", entry.got, h.engine.heard())
	}
}

// Ctrl+Enter is what a sheet sends by, whether the menu hears the keys or the window.
func TestCtrlEnterSendsASheet(t *testing.T) {
	h := newHouse(t, nil)
	sent, keys := 0, action.KeysWith(ctrl, fyne.KeyReturn)
	h.Shell.screens.Actions = func() []action.Action {
		return []action.Action{{ID: "job.generate", Label: "Generate", Keys: keys, Do: func() {
			t.Error("behind the sheet")
		}}}
	}
	button := kit.NewButton("A", nil, kit.Plain, func() { t.Error("pressed") })
	sheet := kit.ShowSheet(h.window.Canvas(), button, nil)
	h.window.Canvas().Focus(button)
	press := func() {
		// the second is what the canvas does by its shortcut
		for _, way := range []func(){find(t, h, "Generate").Action, h.sendSheet} {
			way() // held down since before the sheet was there
			button.KeyDown(&fyne.KeyEvent{Name: fyne.KeyReturn})
			way()
			way() // held down, it repeats
			button.KeyUp(&fyne.KeyEvent{Name: fyne.KeyReturn})
		}
	}
	press()
	sheet.Send = func() { sent++ }
	press()
	if sent != 2 {
		t.Errorf("sent %d times", sent)
	}
}

// Keys that the menu hears for an action that cannot be done now are those of the place in front.
func TestTheKeysOfAMenuReachThePlaceInFront(t *testing.T) {
	h := newHouse(t, nil)
	did, keys := 0, action.KeysWith(ctrl, fyne.KeyReturn)
	h.Shell.screens.Actions = func() []action.Action {
		return []action.Action{{ID: "job.generate", Label: "Generate", Keys: keys, Hidden: true, Do: func() {
			t.Error("it is hidden")
		}},
			{ID: "board.make", Label: "Make", Keys: keys, Scope: action.Scope{In: "boards"}, Do: func() { did++ }}}
	}
	find(t, h, "Generate").Action()
	h.Show(Boards)
	find(t, h, "Generate").Action()
	if did != 1 {
		t.Errorf("done %d times", did)
	}
}

func TestEditCommandsGoToTheFocus(t *testing.T) {
	h := newHouse(t, nil)
	entry := &shortcutTaker{}
	entry.ExtendBaseWidget(entry)
	h.root.show(entry)
	h.window.Canvas().Focus(entry)
	find(t, h, "Copy").Action()
	find(t, h, "Select all").Action()
	if len(entry.got) != 2 || entry.got[0] != "Copy" || entry.got[1] != "SelectAll" {
		t.Errorf("the field got %v", entry.got)
	}
}

// shortcutTaker notes the shortcuts that it is given.
type shortcutTaker struct {
	widget.Entry
	got []string
}

func (s *shortcutTaker) TypedShortcut(sc fyne.Shortcut) { s.got = append(s.got, sc.ShortcutName()) }

// The toolkit draws the menus of the bar, and keys at a fifth of the colour of the words.
func TestKeysInMenusAreRead(t *testing.T) {
	h := newHouse(t, nil)
	for _, v := range []resources.Variant{resources.Dark, resources.Light} {
		h.SetLook(v)
		h.settle()
		for _, m := range h.menu.main.Items {
			w := test.NewTempWindow(t, widget.NewMenu(m))
			written := 0
			for _, o := range apptest.Visible(w.Content()) {
				words, ok := o.(*canvas.Text)
				if !ok {
					continue
				}
				if words.Color != theme.Color(theme.ColorNameForeground) {
					t.Errorf("%v: %q has the colour %v", v, words.Text, words.Color)
				}
				if strings.Contains(words.Text, "\t") {
					written++
				}
			}
			keyed := slices.DeleteFunc(slices.Clone(m.Items), func(i *fyne.MenuItem) bool { return i.Shortcut == nil })
			if written < len(keyed) || len(keyed) == 0 {
				t.Errorf("%s: %d of %d lines say their keys", m.Label, written, len(keyed))
			}
		}
	}
	quit := find(t, h, "Quit")
	if quit.Shortcut.ShortcutName() != (&desktop.CustomShortcut{KeyName: fyne.KeyQ, Modifier: ctrl}).ShortcutName() {
		t.Errorf("the toolkit listens to %s", quit.Shortcut.ShortcutName())
	}
}

// A control that is switched off while it has the keyboard gives it back to nobody: Esc leaves its sheet all the same.
func TestEscLeavesASheetWhoseControlWentOff(t *testing.T) {
	h := newHouse(t, nil)
	button := kit.NewButton("Check", nil, kit.Primary, nil)
	sheet := kit.ShowSheet(h.window.Canvas(), button, nil)
	h.window.Canvas().Focus(button)
	h.window.Canvas().Unfocus() // as the toolkit does for a control that is switched off
	h.window.Canvas().OnTypedKey()(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if sheet.Shown() {
		t.Error("the sheet is still there")
	}
}

// barWindow is a window whose canvas has a menu bar, which a test window has not.
type barWindow struct {
	fyne.Window
	toggled int
}

func (w *barWindow) Canvas() fyne.Canvas { return barCanvas{w.Window.Canvas(), w} }

type barCanvas struct {
	fyne.Canvas
	of *barWindow
}

func (c barCanvas) ToggleMenu() { c.of.toggled++ }

func TestF10OpensTheMenuBar(t *testing.T) {
	h := newHouse(t, nil)
	w := &barWindow{Window: h.window}
	h.window = w
	key := &fyne.KeyEvent{Name: fyne.KeyF10}
	h.typed(key)
	if w.toggled != 1 {
		t.Fatalf("F10 toggled the menu bar %d times", w.toggled)
	}
	h.showShortcuts()
	h.typed(key)
	if w.toggled != 1 {
		t.Error("F10 opened the menu bar behind a sheet")
	}
}
