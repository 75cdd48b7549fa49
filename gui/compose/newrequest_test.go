package compose

import (
	"testing"

	"fyne.io/fyne/v2/test"
)

// A new request empties the draft in front, leaves the others, and can be taken back.
func TestNewRequestEmptiesAndOffersTheWayBack(t *testing.T) {
	d := newFixture(t)
	d.update()
	test.Type(d.s.fields.prompt.entry, "boats")
	d.s.kind.OnChanged(2)
	test.Type(d.s.fields.prompt.entry, "a bowl")
	before := d.s.Form()
	d.s.NewRequest()
	if f := d.s.Form(); f.Image.Prompt != "" || f.Text.Prompt != "boats" || f.Kind != before.Kind {
		t.Errorf("after it: %+v", f)
	}
	d.s.notices.undo()
	if got := d.s.Form(); got != before {
		t.Errorf("after Undo: %+v", got)
	}
}
