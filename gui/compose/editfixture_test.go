package compose

import (
	"encoding/json"
	"testing"
	"time"

	"fyne.io/fyne/v2/test"

	"viviscope/client/order"
	"viviscope/db"
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
		b.lib.charges = func() (all []db.PictureSample) {
			key := e.s.charges.asked
			e.asked = append(e.asked, key)
			for _, micros := range e.paid {
				all = append(all, db.PictureSample{Kind: key.kind, Size: key.size, Quality: key.quality,
					ChargedMicros: micros},
					db.PictureSample{Kind: key.kind, Size: "1x1", Quality: key.quality, ChargedMicros: 1})
			}
			return all
		}
	})
	e.fakeCanvas = e.canvas
	e.baked = Baked{File: painted(80, 60), Width: 80, Height: 60, Asset: "8f2c",
		Drawing: json.RawMessage(`{"marks":[1]}`), Parts: []string{"cd34", "8f2c", "cd34", ""}}
	return e
}

// marked is what is drawn upon a picture of 160 by 120 whose link lives.
func (e *editFixture) marked() order.Canvas {
	return order.Canvas{Open: true, Asset: "8f2c", Link: lighthouse, Dies: e.now.Add(time.Hour).UnixMilli(), Width: 80,
		Height: 60,
		Marks:  4, Changed: true, SourceWidth: 160, SourceHeight: 120}
}

// plain is the same picture with nothing drawn upon it.
func (e *editFixture) plain() order.Canvas {
	c := e.marked()
	c.Width, c.Height, c.Marks, c.Changed = 160, 120, 0, false
	return c
}

func (e *editFixture) typed(text string) { test.Type(e.s.fields.prompt.entry, text) }
