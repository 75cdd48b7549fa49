package kit

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"viviscope/resources"
)

func TestAmountStandsAtTheRight(t *testing.T) {
	studio(t, resources.Dark)
	a := NewAmountEntry()
	inWindow(t, NewFixed(60, 32, a), 60, 32)
	a.SetText("0.56")
	short := a.shift
	if short < 8 {
		t.Errorf("a short amount is moved by %v", short)
	}
	a.SetText("1250.125")
	if a.shift != 0 {
		t.Errorf("an amount that fills the field is moved by %v", a.shift)
	}
	a.SetText("0.56")
	if a.shift != short {
		t.Errorf("moved by %v, then by %v", short, a.shift)
	}
}

func TestClicksIntoAnAmountSetTheCursorThere(t *testing.T) {
	studio(t, resources.Dark)
	a := NewAmountEntry()
	inWindow(t, NewFixed(120, 32, a), 120, 32)
	a.SetText("12345")
	click := func(x float32) int {
		a.MouseDown(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(x, 16)},
			Button: desktop.MouseButtonPrimary})
		return a.CursorColumn
	}
	if left, right := click(4), click(118); left != 0 || right != 5 {
		t.Errorf("a click at the left gives %d, at the right %d", left, right)
	}
	digit := fyne.MeasureText("0", textPx(resources.SizeBody), fyne.TextStyle{}).Width
	if middle := click(a.shift + 8 + 2*digit); middle != 2 {
		t.Errorf("a click behind the second digit gives %d", middle)
	}
	test.Type(a, "9")
	if a.Text != "129345" {
		t.Errorf("typed into %q", a.Text)
	}
}

// What the canvas knows is the amount, not the entry in it: by the amount the sheet is found that Esc closes, and the
// window whose keys mean nothing to a text. The driver of tests finds its canvas for anything.
func TestAnAmountIsWhatItsCanvasKnows(t *testing.T) {
	studio(t, resources.Dark)
	a, e := NewAmountEntry(), NewEntry()
	inWindow(t, NewColumn(0, a, e), 200, 100)
	if a.onCanvas != fyne.Widget(a) || e.onCanvas != fyne.Widget(e) {
		t.Errorf("%T and %T", a.onCanvas, e.onCanvas)
	}
}
