package editor

import (
	"image"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"viviscope/gui/apptest"
	"viviscope/gui/editor/tool"
	"viviscope/gui/kit"
)

// press is a key as a keyboard gives it: its name, and the character that it types, 0 for none.
func (e *fixture) press(name fyne.KeyName, types rune) {
	e.s.input.KeyDown(&fyne.KeyEvent{Name: name})
	e.s.input.TypedKey(&fyne.KeyEvent{Name: name})
	if types != 0 {
		e.s.input.TypedRune(types)
	}
	e.s.input.KeyUp(&fyne.KeyEvent{Name: name})
}

// A letter or digit means what it types, whatever the keyboard calls its key.
func TestALetterPutsAToolIntoTheHand(t *testing.T) {
	e := newFixture(t)
	e.open(120, 90)
	e.w.Canvas().Focus(e.s.First())
	for _, tc := range []struct {
		what string
		do   func()
		want tool.Kind
	}{
		{"B", func() { e.press(fyne.KeyB, 'b') }, tool.Brush},
		{"B with caps lock", func() { e.press(fyne.KeyB, 'B') }, tool.Brush},
		{"B of a keyboard that calls it N", func() { e.press(fyne.KeyN, 'b') }, tool.Brush},
		{"E", func() { e.press(fyne.KeyE, 'e') }, tool.Erase},
		{"Ctrl+B", func() {
			e.s.input.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyB,
				Modifier: fyne.KeyModifierShortcutDefault})
		}, tool.Move},
	} {
		e.s.tools.take(tool.Move)
		tc.do()
		if e.s.tools.settings.Tool != tc.want {
			t.Errorf("%s takes %s, want %s", tc.what, e.s.tools.settings.Tool, tc.want)
		}
	}
	for what, r := range map[string]rune{"0": '0', "0 of a French keyboard": 'à'} {
		e.press(fyne.Key1, '1')
		if e.s.view.Fitted() {
			t.Fatal("1 does not show the actual size")
		}
		e.press(fyne.Key0, r)
		if !e.s.view.Fitted() {
			t.Errorf("%s does not fit the picture", what)
		}
	}
	for id, want := range map[tool.Kind]string{tool.Brush: "B", tool.Erase: "E"} {
		row := e.s.column.rows[toolID(id)]
		if row.key.Text() != want || !strings.HasSuffix(row.button.AccessibilityLabel(), "  "+want) {
			t.Errorf("%s says %q, %q", id, row.key.Text(), row.button.AccessibilityLabel())
		}
	}
	b := e.s.bar
	for want, button := range map[string]*kit.Button{
		"Hide the marks  Q": b.eye, "List of marks…  K": b.list, "Zoom in  +": b.in, "Zoom out  -": b.out,
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
	width := func() float64 { return e.s.tools.settings.Styles["brush"].Width }
	e.letters("b")
	before := width()
	e.press("", '.') // a key that has no name
	if width() <= before {
		t.Error("a full stop of any key makes nothing thicker")
	}
	e.s.view.Fit()
	e.press(fyne.Key1, '[') // as the keyboards of some languages have it
	if !e.s.view.Fitted() {
		t.Error("the [ is taken for the 1")
	}
	release := apptest.HoldModifiers(fyne.KeyModifierShift)
	e.press(fyne.Key1, '!')
	release()
	if !e.s.view.Fitted() {
		t.Error("Shift and 1 is taken for the 1")
	}
}

func TestStepsAreLongerWithShift(t *testing.T) {
	e := newFixture(t)
	e.open(400, 300)
	e.w.Canvas().Focus(e.s.First())
	e.letters("r")
	e.drag([2]float64{100, 100}, [2]float64{160, 140})
	box := func() (x, width int) { b := e.s.doc.drawing().Marks[0].Bounds(); return b.Min.X, b.Dx() }
	shift := func(do func()) {
		release := apptest.HoldModifiers(fyne.KeyModifierShift)
		do()
		release()
	}
	from, _ := box()
	e.press(fyne.KeyRight, 0)
	one, width := box()
	shift(func() { e.press(fyne.KeyRight, 0) })
	ten, _ := box()
	if one-from <= 0 || ten-one < 9*(one-from) {
		t.Errorf("moved %v, with Shift %v", one-from, ten-one)
	}
	wider := func(mod fyne.KeyModifier) {
		e.s.input.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyRight, Modifier: fyne.KeyModifierAlt | mod})
	}
	wider(0)
	_, wide := box()
	shift(func() { wider(fyne.KeyModifierShift) })
	if _, widest := box(); wide <= width || widest-wide < 9*(wide-width) {
		t.Errorf("wider by %v, with Shift %v", wide-width, widest-wide)
	}
}

// The keys that move and resize marks move and resize the frames of Crop and Extend.
func TestAFrameIsSetByKeys(t *testing.T) {
	for letter, want := range map[string]image.Rectangle{
		"c": image.Rect(2, 0, 381, 300), "x": image.Rect(-2, 0, 419, 300),
	} {
		e := newFixture(t)
		e.open(400, 300)
		e.w.Canvas().Focus(e.s.First())
		e.letters(letter)
		sizes, move := fyne.KeyLeft, fyne.KeyRight
		if letter == "x" {
			sizes, move = move, sizes
		}
		for range 2 {
			release := apptest.HoldModifiers(fyne.KeyModifierAlt | fyne.KeyModifierShift)
			e.s.input.TypedShortcut(&desktop.CustomShortcut{KeyName: sizes,
				Modifier: fyne.KeyModifierAlt | fyne.KeyModifierShift})
			release()
		}
		release := apptest.HoldModifiers(fyne.KeyModifierAlt)
		e.s.input.TypedShortcut(&desktop.CustomShortcut{KeyName: sizes, Modifier: fyne.KeyModifierAlt})
		release()
		e.press(move, 0)
		e.press(move, 0)
		if got := e.s.tools.state().frame; got != want {
			t.Errorf("%s: the frame is %v, want %v", letter, got, want)
		}
	}
}
