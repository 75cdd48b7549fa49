package shell

import (
	"slices"
	"testing"

	"viviscope/gui/kit"
)

// A caret that blinks while somebody types asks no more whether it may: its field is left and entered again, and
// nothing else is.
func TestACaretStandsStillAtOnce(t *testing.T) {
	h := newHouse(t, nil)
	canvas := h.window.Canvas()
	field, other := kit.NewEntry(), kit.NewToggle(false, func(bool) {})
	h.window.SetContent(kit.NewRow(8, field, other))
	var came []bool
	field.OnFocus = func(on bool) { came = append(came, on) }
	canvas.Focus(field)
	h.SetReduceMotion(true)
	if !slices.Equal(came, []bool{true, false, true}) || canvas.Focused() != field {
		t.Errorf("the field was told %v", came)
	}
	canvas.Focus(other)
	came = nil
	h.SetReduceMotion(false)
	if canvas.Focused() != other || len(came) != 0 {
		t.Errorf("the keyboard is with %T", canvas.Focused())
	}
}
