package compose

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"fyne.io/fyne/v2/test"

	"viviscope/db"
	"viviscope/gui/compose/form"
	"viviscope/resources"
)

// easel is a bench beside an edit canvas.
type easel struct {
	*bench
	baked    Baked
	bakeErr  error
	bakes    int
	opened   []string // refs
	dropped  [][2][]string
	restored []int64
	placed   []form.Slot
	ways     []form.CanvasWay
	asked    []sampleKey
	charges  []int64
}

func newEasel(t testing.TB) *easel { return newEaselIn(t, resources.Dark) }

func newEaselIn(t testing.TB, look resources.Variant) *easel {
	e := &easel{baked: Baked{PNG: painted(80, 60), Width: 80, Height: 60, Asset: "8f2c", Drawing: json.RawMessage(`{"marks":[1]}`), Parts: []string{"cd34", "8f2c", "cd34", ""}}}
	e.bench = newBenchWith(t, db.EditImage, look, func(d *Deps) {
		d.Picture = &PictureSource{Bake: func(_ context.Context, marks bool) (Baked, error) {
			if !marks {
				t.Error("asked for the picture without its marks")
			}
			e.bakes++
			return e.baked, e.bakeErr
		}}
		d.OnCanvas = func(a db.Asset) { e.opened = append(e.opened, a.Ref) }
		d.OnCanvasDrop = func(files, links []string) { e.dropped = append(e.dropped, [2][]string{files, links}) }
		d.OnRestore = func(job db.Job) { e.restored = append(e.restored, job.ID) }
		d.OnAssemble = func(p []form.Slot) { e.placed = p }
		d.OnOpenPicture = func() {}
		d.OnCanvasWay = func(way form.CanvasWay) { e.ways = append(e.ways, way) }
		d.Samples = func(_ context.Context, profile int64, kind db.JobKind, size, quality, currency string, limit int) ([]int64, error) {
			e.asked = append(e.asked, sampleKey{profile, kind, size, quality, currency})
			return e.charges[:min(limit, len(e.charges))], nil
		}
	})
	return e
}

// marked is what is drawn upon a picture of 160 by 120 whose link lives.
func (e *easel) marked() form.Canvas {
	return form.Canvas{Open: true, Asset: "8f2c", Link: lighthouse, Dies: e.now.Add(time.Hour).UnixMilli(), Width: 80, Height: 60,
		Marks: 4, Changed: true, SourceWidth: 160, SourceHeight: 120}
}

// plain is the same picture with nothing drawn upon it.
func (e *easel) plain() form.Canvas {
	c := e.marked()
	c.Width, c.Height, c.Marks, c.Changed = 160, 120, 0, false
	return c
}

func (e *easel) typed(text string) { test.Type(e.s.fields.prompt.entry, text) }
