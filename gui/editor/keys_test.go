package editor

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"viviscope/gui/action/actiontest"
	"viviscope/gui/apptest"
	"viviscope/gui/editor/tool"
	"viviscope/gui/widgets"
)

// chosen gives commands of the canvas other keys; "" for none.
func (e *fixture) chosen(keys map[string]string) {
	e.host.Chosen = actiontest.Chosen(e.t, e.s.Actions(), keys)
	e.s.ShowActions()
}

// press is a key as a keyboard gives it: its name, and the character that it types, 0 for none.
func (e *fixture) press(name fyne.KeyName, types rune) {
	e.s.input.KeyDown(&fyne.KeyEvent{Name: name})
	e.s.input.TypedKey(&fyne.KeyEvent{Name: name})
	if types != 0 {
		e.s.input.TypedRune(types)
	}
	e.s.input.KeyUp(&fyne.KeyEvent{Name: name})
}

func TestAChosenKeyPutsAToolIntoTheHand(t *testing.T) {
	e := newFixture(t)
	e.open(120, 90)
	e.w.Canvas().Focus(e.s.First())
	e.chosen(map[string]string{toolID(tool.Brush): "Y", toolID(tool.Arrow): "F7", toolID(tool.Line): "Ctrl+J", toolID(tool.Box): "5", toolID(tool.Text): ""})
	for _, tc := range []struct {
		what string
		do   func()
		want tool.Kind
	}{
		{"Y", func() { e.press(fyne.KeyY, 'y') }, tool.Brush},
		{"Y with caps lock", func() { e.press(fyne.KeyY, 'Y') }, tool.Brush},
		{"Y of a keyboard that calls it Z", func() { e.press(fyne.KeyZ, 'y') }, tool.Brush},
		{"B, which was the brush", func() { e.press(fyne.KeyB, 'b') }, tool.Move},
		{"F7", func() { e.press(fyne.KeyF7, 0) }, tool.Arrow},
		{"A, which was the arrow", func() { e.press(fyne.KeyA, 'a') }, tool.Move},
		{"Ctrl+J", func() {
			e.s.input.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyJ, Modifier: fyne.KeyModifierShortcutDefault})
		}, tool.Line},
		{"5", func() { e.press(fyne.Key5, '5') }, tool.Box},
		{"5 of a French keyboard", func() { e.press(fyne.Key5, '(') }, tool.Box},
		{"T, which has no key", func() { e.press(fyne.KeyT, 't') }, tool.Move},
		{"E, which is as it was", func() { e.press(fyne.KeyE, 'e') }, tool.Erase},
	} {
		e.s.setTool(tool.Move)
		if tc.do(); e.s.settings.Tool != tc.want {
			t.Errorf("%s takes %s, want %s", tc.what, e.s.settings.Tool, tc.want)
		}
	}
	for id, want := range map[tool.Kind]string{tool.Brush: "Y", tool.Arrow: "F7", tool.Erase: "E", tool.Text: ""} {
		row := e.s.toolRows[toolID(id)]
		if row.key.Text() != want || want != "" && !strings.HasSuffix(row.button.AccessibilityLabel(), "  "+want) {
			t.Errorf("%s says %q, %q", id, row.key.Text(), row.button.AccessibilityLabel())
		}
	}
	e.chosen(map[string]string{hideAllID: "U", listID: "", zoomInID: "F8"})
	b := e.s.bar
	for want, button := range map[string]*widgets.Button{
		"Hide the marks  U": b.eye, "List of marks…": b.list, "Zoom in  F8": b.in, "Zoom out  -": b.out,
	} {
		if got := button.AccessibilityLabel(); got != want {
			t.Errorf("a button says %q, want %q", got, want)
		}
	}
}

// A sign that is typed with Shift, or with another key than it is called by, means what it is and not what its key is.
func TestSignsAreWhatTheyType(t *testing.T) {
	e := newFixture(t)
	e.open(120, 90)
	e.w.Canvas().Focus(e.s.First())
	width := func() float64 { return e.s.settings.Styles["brush"].Width }
	e.letters("b")
	before := width()
	e.press("", '.') // a key that has no name
	if width() <= before {
		t.Error("a full stop of any key makes nothing thicker")
	}
	e.chosen(map[string]string{toolID(tool.Crop): "8"})
	e.press(fyne.Key8, '[') // the [ of a German keyboard
	if e.s.settings.Tool != tool.Brush {
		t.Error("the [ is taken for the 8")
	}
	release := apptest.Hold(fyne.KeyModifierShift)
	e.press(fyne.Key8, '*')
	release()
	if e.s.settings.Tool != tool.Brush {
		t.Error("Shift and 8 is taken for the 8")
	}
}

func TestStepsAreLongerWithShiftWhateverTheirKeysAre(t *testing.T) {
	e := newFixture(t)
	e.open(400, 300)
	e.w.Canvas().Focus(e.s.First())
	e.chosen(map[string]string{"canvas/right": "Y", "canvas/wider": "Ctrl+Alt+W"})
	e.letters("r")
	e.drag([2]float64{100, 100}, [2]float64{160, 140})
	box := func() (x, width int) { b := e.s.drawing().Marks[0].Bounds(); return b.Min.X, b.Dx() }
	shift := func(do func()) {
		release := apptest.Hold(fyne.KeyModifierShift)
		do()
		release()
	}
	from, _ := box()
	e.press(fyne.KeyRight, 0) // it moves nothing any more
	e.press(fyne.KeyY, 'y')
	one, width := box()
	shift(func() { e.press(fyne.KeyY, 'Y') })
	ten, _ := box()
	if one-from <= 0 || ten-one < 9*(one-from) {
		t.Errorf("moved %v, with Shift %v", one-from, ten-one)
	}
	wider := func(mod fyne.KeyModifier) {
		e.s.input.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyW, Modifier: fyne.KeyModifierShortcutDefault | fyne.KeyModifierAlt | mod})
	}
	wider(0)
	_, wide := box()
	shift(func() { wider(fyne.KeyModifierShift) })
	if _, widest := box(); wide <= width || widest-wide < 9*(wide-width) {
		t.Errorf("wider by %v, with Shift %v", wide-width, widest-wide)
	}
}

// What keys mean once and for all cannot be given to others there, and the sheet of keys lists it.
func TestKeysThatHoldAModeStay(t *testing.T) {
	e := newFixture(t)
	fixed := map[string]bool{}
	for _, c := range e.s.Actions() {
		fixed[c.ID] = c.Fixed != ""
		if c.Held && c.Fixed == "" {
			t.Errorf("%s lasts while its key is held, and the key can be changed", c.ID)
		}
	}
	for _, id := range []string{"canvas/pan", "canvas/original", "canvas/undo", "canvas/redo", "canvas/paste", "canvas/all"} {
		if !fixed[id] {
			t.Errorf("%s can be changed", id)
		}
	}
	if fixed[toCanvasID] || toCanvasID != "canvas/Alt+C" {
		t.Error("keys of the way to the canvas that were chosen are lost")
	}
}
