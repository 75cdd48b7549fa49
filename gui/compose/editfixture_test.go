package compose

import (
	"encoding/json"
	"testing"
	"time"

	"fyne.io/fyne/v2/test"

	"viviscope/db"
	"viviscope/gui/compose/form"
	"viviscope/resources"
)

// editFixture is a slotFixture with an edit in front.
type editFixture struct {
	*slotFixture
	*fakeCanvas
	asked []sampleKey
	paid  []int64
}

func newEditFixture(t testing.TB) *editFixture { return newEditFixtureIn(t, resources.Dark) }

func newEditFixtureIn(t testing.TB, look resources.Variant) *editFixture {
	e := &editFixture{}
	e.slotFixture = newSlotFixtureWith(t, db.EditImage, look, func(b *slotFixture) {
		b.lib.charges = func(key sampleKey) []int64 {
			e.asked = append(e.asked, key)
			return e.paid
		}
	})
	e.fakeCanvas = e.canvas
	e.baked = Baked{File: painted(80, 60), Width: 80, Height: 60, Asset: "8f2c", Drawing: json.RawMessage(`{"marks":[1]}`), Parts: []string{"cd34", "8f2c", "cd34", ""}}
	return e
}

// marked is what is drawn upon a picture of 160 by 120 whose link lives.
func (e *editFixture) marked() form.Canvas {
	return form.Canvas{Open: true, Asset: "8f2c", Link: lighthouse, Dies: e.now.Add(time.Hour).UnixMilli(), Width: 80, Height: 60,
		Marks: 4, Changed: true, SourceWidth: 160, SourceHeight: 120}
}

// plain is the same picture with nothing drawn upon it.
func (e *editFixture) plain() form.Canvas {
	c := e.marked()
	c.Width, c.Height, c.Marks, c.Changed = 160, 120, 0, false
	return c
}

func (e *editFixture) typed(text string) { test.Type(e.s.fields.prompt.entry, text) }
