package editor

import (
	"bytes"
	"context"
	"image/png"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"viviscope/gui/editor/drawing"
	"viviscope/gui/editor/tool"
)

// A mark that is hidden is neither painted nor sent nor counted, can be shown again, and is hidden by a step that undo
// takes back.
func TestAHiddenMarkIsNotSent(t *testing.T) {
	e := newFixture(t)
	a := e.open(400, 300)
	red := drawing.Colours()[0].Color
	e.s.tools.take(tool.Box)
	e.drag([2]float64{40, 40}, [2]float64{200, 160})
	if got := e.baked().NRGBAAt(40, 100); got != red {
		t.Fatalf("the line of the box is %v", got)
	}
	e.letters("j") // the box is chosen: it was drawn just now
	st := e.s.State()
	if st.Marks != 0 || st.Changed || len(drawing.Hints(e.s.doc.drawing())) != 0 {
		t.Errorf("with its only mark hidden the canvas says %+v", st)
	}
	b, err := e.s.Bake(context.Background(), false)
	if own, _ := e.library.read(context.Background(), a); err != nil || !bytes.Equal(b.File, own) {
		t.Errorf("what is sent is not the picture's own file: %v", err)
	}
	if words := e.s.foot.what.Text(); !strings.Contains(words, "1 hidden and not sent") {
		t.Errorf("the foot says %q", words)
	}
	if _, met := e.s.doc.drawing().Pick(drawing.Point{X: 40, Y: 100}, 3); met {
		t.Error("a hidden mark is met by the pointer")
	}
	e.undo()
	if got := e.baked().NRGBAAt(40, 100); got != red || e.s.State().Marks != 1 {
		t.Errorf("undone: the line is %v, %d marks", got, e.s.State().Marks)
	}
	e.letters("j")
	e.letters("j")
	if got := e.baked().NRGBAAt(40, 100); got != red {
		t.Errorf("shown again the line is %v", got)
	}
}

// The list of marks hides one, chooses one, and changes the look of what is chosen.
func TestTheListOfMarks(t *testing.T) {
	e := newFixture(t)
	e.open(400, 300)
	e.s.tools.take(tool.Box)
	e.drag([2]float64{40, 40}, [2]float64{200, 160})
	e.s.tools.take(tool.Line)
	e.drag([2]float64{220, 40}, [2]float64{380, 160})
	l := newLayers(e.s.options, e.s.tools.selectMark)
	if n := len(l.rows.Objects); n != 2 {
		t.Fatalf("%d rows", n)
	}
	box := e.s.doc.drawing().Marks[0]
	e.s.tools.selectMark(box.ID)
	l.fill()
	if !l.look.Visible() || !l.width.box.Visible() || l.width.value != 8 {
		t.Errorf("a chosen box cannot be restyled: width %g", l.width.value)
	}
	l.look.choose(3)
	if got, _ := e.s.doc.drawing().Mark(box.ID); got.Style.Color != drawing.Colours()[3].Color {
		t.Errorf("the box is %v", got.Style.Color)
	}
	e.s.tools.hideMarks(true, box.ID)
	l.fill()
	if words := l.title.Text(); !strings.Contains(words, "1 mark, 1 hidden and not sent") {
		t.Errorf("the title says %q", words)
	}
	if name := markText(e.s.doc.drawing().Marks[0]); name != "Box, blue, hidden" {
		t.Errorf("the box is called %q", name)
	}
}

// Keys alone can draw, move, resize, restyle and deselect a box, and draw the next one.
func TestDrawingWithKeysAlone(t *testing.T) {
	e := newFixture(t)
	e.open(600, 450)
	e.letters("r")
	e.key(fyne.KeyReturn)
	marks := e.s.doc.drawing().Marks
	if len(marks) != 1 || marks[0].Kind != drawing.Box {
		t.Fatalf("drawn: %+v", marks)
	}
	if mid := marks[0].Rect().Middle(); mid.X < 295 || mid.X > 305 || mid.Y < 220 || mid.Y > 230 {
		t.Errorf("its middle is at %v", mid)
	}
	e.key(fyne.KeyRight, fyne.KeyRight, fyne.KeyDown)
	e.s.tools.enlarge(5, -3)
	e.letters(".")
	m := e.s.doc.drawing().Marks[0]
	was, now := marks[0].Rect(), m.Rect()
	at := m.At.Apply(drawing.Point{X: now.X0, Y: now.Y0})
	if at.X != was.X0+2 || at.Y != was.Y0+1 || now.X1-now.X0 != was.X1-was.X0+5 || now.Y1-now.Y0 != was.Y1-was.Y0-3 ||
		m.Style.Width != 10 {
		t.Errorf("from %v to %v at %v, width %g", was, now, at, m.Style.Width)
	}
	e.key(fyne.KeyReturn) // lets go
	if n := len(e.s.tools.toolbox.Selection()); n != 0 || len(e.s.doc.drawing().Marks) != 1 {
		t.Fatalf("%d chosen, %d marks", n, len(e.s.doc.drawing().Marks))
	}
	x0, _, _, _ := e.s.view.Shown()
	view := e.s.view.Transform()
	e.key(fyne.KeyLeft) // nothing is chosen: the view moves
	if e.s.view.Transform() == view {
		t.Errorf("the view stays at %g", x0)
	}
	e.key(fyne.KeyReturn)
	if n := len(e.s.doc.drawing().Marks); n != 2 {
		t.Errorf("%d marks", n)
	}
	for _, id := range []string{"b", "e", "a", "l", "w", "n", "u", "m"} {
		e.key(fyne.KeyEscape)
		n := len(e.s.doc.drawing().Marks)
		e.letters(id)
		e.key(fyne.KeyEscape, fyne.KeyReturn)
		if got := len(e.s.doc.drawing().Marks); got != n+1 {
			t.Errorf("tool %s drew %d marks", id, got-n)
		}
	}
	e.letters("t")
	e.key(fyne.KeyEscape, fyne.KeyReturn)
	if e.s.label.field == nil {
		t.Error("no label is typed")
	}
	if b, err := e.s.Bake(context.Background(), false); err != nil {
		t.Error(err)
	} else if _, err := png.Decode(bytes.NewReader(b.File)); err != nil {
		t.Error(err)
	}
}

// A click on a button leaves no object with the focus. The canvas then takes the focus back, but from no other object.
func TestTheKeyboardComesBack(t *testing.T) {
	e := newFixture(t)
	e.open(400, 300)
	var later []func()
	e.host.Poster = func(f func()) { later = append(later, f) }
	posts := func() {
		due := later
		later = nil
		for _, f := range due {
			f()
		}
	}
	c := e.w.Canvas()
	c.Focus(e.s.input)
	c.Unfocus() // as Fyne does when a button is pressed
	posts()
	if c.Focused() != fyne.Focusable(e.s.input) {
		t.Error("nobody has the keyboard after a click on a button")
	}
	c.Focus(e.slider("Width").field)
	posts()
	if c.Focused() != fyne.Focusable(e.slider("Width").field) {
		t.Error("a field lost the keyboard to the canvas")
	}
	e.slider("Width").slider.Tapped(&fyne.PointEvent{Position: fyne.NewPos(30, 8)})
	posts()
	if c.Focused() != fyne.Focusable(e.s.input) {
		t.Error("a slider keeps the keyboard after the pointer let go of it")
	}
	e.s.tools.take(tool.Text)
	e.click(100, 100)
	c.Unfocus() // as Fyne does after the click, because the field does not lie below the pointer
	posts()
	if e.s.label.field == nil || c.Focused() != fyne.Focusable(e.s.label.field) {
		t.Error("a click with the text tool does not begin a label")
	}
}
