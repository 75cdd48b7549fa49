package editor

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"

	"viviscope/gui/apptest"
	"viviscope/gui/editor/drawing"
	"viviscope/gui/kit"
)

// The field shows the number of the selected mark under "Number", and that of the next mark under "Next".
func TestLabelOfTheNumber(t *testing.T) {
	e := newFixture(t)
	e.w.Resize(fyne.NewSize(1200, 780))
	e.open(200, 150)
	check := func(state, label string, number int) {
		t.Helper()
		var shown []string
		for _, text := range apptest.Find[*kit.Text](e.s.options.row) {
			if text.Text() == "Next" || text.Text() == "Number" {
				shown = append(shown, text.Text())
			}
		}
		if k := e.s.tools.state(); !slices.Equal(shown, []string{label}) || k.number != number {
			t.Errorf("%s: %q and %d instead of %q and %d", state, shown, k.number, label, number)
		}
	}
	e.letters("n")
	check("before the first", "Next", 1)
	e.click(50, 50)
	e.click(120, 100)
	if marks := e.s.tools.toolbox.Selection(); len(marks) != 1 || marks[0].Kind != drawing.Number {
		t.Fatalf("selected %v", marks)
	}
	check("the second is selected", "Number", 2)
	e.key(fyne.KeyEscape)
	check("none is selected", "Next", 3)
}
