package editor

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

func TestTheSecondButtonMeansTheMarkBelowIt(t *testing.T) {
	e := newFixture(t)
	e.open(200, 150)
	e.box()
	e.letters("b")
	at := fyne.PointEvent{Position: e.s.view.FromPicture(20, 40)}
	e.s.view.MouseDown(&desktop.MouseEvent{PointEvent: at, Button: desktop.MouseButtonSecondary})
	e.s.view.MouseUp(&desktop.MouseEvent{PointEvent: at, Button: desktop.MouseButtonSecondary})
	if e.w.Canvas().Overlays().Top() == nil {
		t.Fatal("no menu")
	}
	if marks := e.s.tools.toolbox.Selection(); len(marks) != 1 || e.s.tools.settings.Tool != "move" {
		t.Errorf("chosen %v with %s", marks, e.s.tools.settings.Tool)
	}
	if n := e.s.State().Marks; n != 1 {
		t.Errorf("the second button painted: %d marks", n)
	}
}

func TestTheListOfMarksChoosesAndOrders(t *testing.T) {
	e := newFixture(t)
	e.open(200, 150)
	e.letters("k")
	if words := e.s.foot.sent.Text(); !strings.Contains(words, "no marks yet") {
		t.Error("an empty list says nothing")
	}
	e.box()
	e.letters("n")
	e.click(120, 100)
	e.letters("bk")
	e.tap("Box, red")
	if marks := e.s.tools.toolbox.Selection(); len(marks) != 1 || marks[0].Kind != "box" {
		t.Errorf("chosen %v", marks)
	}
	e.tap("Number 1")
	if marks := e.s.tools.toolbox.Selection(); len(marks) != 1 || marks[0].Kind != "number" {
		t.Errorf("chosen %v", marks)
	}
}
