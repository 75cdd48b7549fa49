package editor

import (
	"image"
	"image/color"
	"testing"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/editor/drawing"
)

// marked are the pixels that are another colour than those of the picture on the canvas.
func (e *fixture) marked(im *image.NRGBA) image.Rectangle {
	e.t.Helper()
	before := e.source()
	var r image.Rectangle
	for y := im.Rect.Min.Y; y < im.Rect.Max.Y; y++ {
		for x := im.Rect.Min.X; x < im.Rect.Max.X; x++ {
			if im.NRGBAAt(x, y) != before.NRGBAAt(x, y) {
				r = r.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return r
}

// source is the picture on the canvas without anything that was done to it.
func (e *fixture) source() *image.NRGBA {
	d := e.s.doc.sendable.Load()
	e.s.doc.sendable.Store(&sendable{drawing.Drawing{Source: d.drawing.Source}, d.asset})
	defer e.s.doc.sendable.Store(d)
	return e.baked()
}

func TestToolsReachThePictureThatIsSent(t *testing.T) {
	red, blue := drawing.Colours()[0].Color, drawing.Colours()[3].Color
	for _, tt := range []struct {
		name  string
		keys  string
		do    func(e *fixture)
		at    image.Point // where a colour is looked for
		want  color.NRGBA
		about image.Rectangle // what is changed, within 2 px
	}{
		{"brush", "B", func(e *fixture) {
			e.drag([2]float64{40, 40}, [2]float64{60, 40}, [2]float64{80, 40})
		}, image.Pt(60, 40), blue, image.Rect(28, 28, 92, 52)},
		{"line", "L", func(e *fixture) {
			e.drag([2]float64{20, 70}, [2]float64{90, 70})
		}, image.Pt(50, 70), red, image.Rect(16, 66, 94, 74)},
		{"arrow", "A", func(e *fixture) {
			e.drag([2]float64{20, 45}, [2]float64{100, 45})
		}, image.Pt(50, 45), red, image.Rect(16, 23, 104, 67)},
		{"box", "R", func(e *fixture) {
			e.drag([2]float64{20, 20}, [2]float64{80, 70})
		}, image.Pt(20, 40), red, image.Rect(16, 16, 84, 74)},
		{"box beyond the canvas", "R", func(e *fixture) {
			e.drag([2]float64{60, 20}, [2]float64{180, 70})
		}, image.Pt(60, 40), red, image.Rect(56, 16, 120, 74)},
		{"ellipse", "W", func(e *fixture) {
			e.drag([2]float64{20, 20}, [2]float64{80, 70})
		}, image.Pt(20, 45), red, image.Rect(16, 16, 84, 74)},
		{"number", "N", func(e *fixture) { e.click(60, 45) }, image.Pt(45, 45), red, image.Rect(38, 23, 82, 67)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e := newFixture(t)
			e.open(120, 90)
			e.letters(tt.keys)
			tt.do(e)
			e.wait()
			im := e.baked()
			if got := im.NRGBAAt(tt.at.X, tt.at.Y); got != tt.want {
				t.Errorf("%v at %v, want %v", got, tt.at, tt.want)
			}
			if r := e.marked(im); !r.In(tt.about.Inset(-2)) || !tt.about.Inset(4).In(r) {
				t.Errorf("changed %v, want about %v", r, tt.about)
			}
			if n := e.s.State().Marks; n != 1 {
				t.Errorf("%d marks", n)
			}
			e.undo()
			if st := e.s.State(); st.Changed || st.Marks != 0 {
				t.Errorf("after an undo: %+v", st)
			}
		})
	}
}

func TestEraseTakesMarksAwayAndNotThePicture(t *testing.T) {
	e := newFixture(t)
	e.open(120, 90)
	e.letters("b")
	e.drag([2]float64{20, 40}, [2]float64{100, 40})
	e.letters("e")
	e.drag([2]float64{60, 0}, [2]float64{60, 89})
	im, before := e.baked(), e.source()
	if im.NRGBAAt(60, 40) != before.NRGBAAt(60, 40) {
		t.Error("the mark is still there")
	}
	if im.NRGBAAt(60, 80) != before.NRGBAAt(60, 80) || im.NRGBAAt(20, 40) == before.NRGBAAt(20, 40) {
		t.Error("more was erased than the stroke touches, or of the picture")
	}
}

func TestALabelIsTypedInItsPlaceAndNothingIsLost(t *testing.T) {
	e := newFixture(t)
	e.open(400, 300)
	e.letters("t")
	e.click(100, 100)
	if e.s.label.field == nil || e.w.Canvas().Focused() != fyne.Focusable(e.s.label.field) {
		t.Fatal("no field has the keyboard")
	}
	e.s.label.field.SetText("lemons here")
	e.letters("b") // another tool keeps what was typed
	m, ok := e.s.doc.drawing().Top()
	if !ok || m.Text != "lemons here" || m.Size.X < 50 {
		t.Fatalf("%+v", m)
	}
	e.letters("v")
	e.click(110, 105)
	e.key(fyne.KeyReturn)
	if e.s.label.field == nil || e.s.label.field.Text != "lemons here" {
		t.Fatal("Enter does not open the label that is chosen")
	}
	e.s.label.field.SetText("pears")
	e.s.label.field.OnEscape()
	if m, _ := e.s.doc.drawing().Top(); m.Text != "pears" {
		t.Errorf("after Esc %q", m.Text)
	}
	e.undo()
	if m, _ := e.s.doc.drawing().Top(); m.Text != "lemons here" {
		t.Errorf("after an undo %q", m.Text)
	}
	e.letters("t")
	e.click(50, 250)
	e.s.label.end() // a label without words does not come
	if n := len(e.s.doc.drawing().Marks); n != 1 {
		t.Errorf("%d marks", n)
	}
}

func TestMarksAreMovedRestyledCopiedAndOrderedByKeys(t *testing.T) {
	e := newFixture(t)
	e.open(200, 150)
	e.box()
	e.letters("w")
	e.drag([2]float64{100, 20}, [2]float64{160, 70})
	e.letters("v")
	e.click(20, 40)
	e.key(fyne.KeyRight, fyne.KeyRight, fyne.KeyDown)
	box := func() drawing.Mark { return e.s.doc.drawing().Marks[0] }
	if at := box().At; at.C != 2 || at.F != 1 {
		t.Errorf("moved by %v, %v", at.C, at.F)
	}
	e.undo() // three pushes are one step
	if at := box().At; at.C != 0 || at.F != 0 {
		t.Errorf("after an undo %v, %v", at.C, at.F)
	}
	green := drawing.Colours()[2].Color
	e.colours().Tapped(&fyne.PointEvent{Position: fyne.NewPos(2.5*swatchStep, 10)})
	if got := box().Style.Color; got != green {
		t.Errorf("colour %v", got)
	}
	if got := e.s.tools.settings.fresh("box").Style.Color; got != green {
		t.Errorf("the next box is %v", got)
	}
	e.key(fyne.KeyPageUp)
	if k := e.s.doc.drawing().Marks[1].Kind; k != drawing.Box {
		t.Errorf("the upper one is %s", k)
	}
	e.command("Duplicate")
	if n := len(e.s.doc.drawing().Marks); n != 3 {
		t.Errorf("%d marks", n)
	}
	e.key(fyne.KeyDelete)
	if n := len(e.s.doc.drawing().Marks); n != 2 {
		t.Errorf("%d marks", n)
	}
}

// command does what a line of the menu does.
func (e *fixture) command(word string) {
	e.t.Helper()
	for _, c := range e.s.Actions() {
		if c.Label == word {
			c.Do()
			return
		}
	}
	e.t.Fatalf("there is no command %q", word)
}

func TestThePictureIsCutExtendedTurnedAndResized(t *testing.T) {
	e := newFixture(t)
	e.open(120, 90)
	size := func(step string, w, h int) {
		t.Helper()
		if st := e.s.State(); st.Width != w || st.Height != h {
			t.Errorf("%s: %d x %d, want %d x %d", step, st.Width, st.Height, w, h)
		}
		if got := e.baked().Rect.Size(); got != image.Pt(w, h) {
			t.Errorf("%s: baked %v", step, got)
		}
	}
	e.letters("c")
	e.drag([2]float64{20, 10}, [2]float64{100, 70})
	e.key(fyne.KeyReturn)
	size("crop", 80, 60)
	e.letters("x")
	e.s.options.edges.entries[0].SetText("40")
	e.key(fyne.KeyReturn)
	size("extend", 120, 60)
	if got := e.baked().NRGBAAt(10, 30); got != e.s.tools.settings.Fill {
		t.Errorf("what is new is %v", got)
	}
	e.letters("o")
	e.s.tools.toolbox.Turn(1)
	size("turn", 60, 120)
	e.letters("s")
	e.s.options.size.entries[0].SetText("30")
	e.s.options.apply()
	size("resize with its ratio", 30, 60)
	for range 4 {
		e.undo()
	}
	size("undone", 120, 90)
	if e.s.State().Changed {
		t.Error("it is not as it was")
	}
}

func TestAColourIsPickedForTheToolBefore(t *testing.T) {
	e := newFixture(t)
	e.open(120, 90)
	want := e.source().NRGBAAt(86, 47)
	e.letters("ri")
	e.click(86, 47)
	if e.s.tools.settings.Tool != "box" || e.s.tools.settings.Styles["box"].Color != want {
		t.Errorf("%s paints %v, want box and %v", e.s.tools.settings.Tool, e.s.tools.settings.Styles["box"].Color, want)
	}
}

func TestAPictureIsPlaced(t *testing.T) {
	e := newFixture(t)
	a := e.open(120, 90)
	e.nav.PickAsset = e.library.add("cup.png", picture(40, 30, 1), db.Asset{})
	e.letters("g")
	st := e.s.State()
	if len(e.parts()) != 1 || e.parts()[0] != e.nav.PickAsset.Ref || st.Asset != a.Ref {
		t.Fatalf("%+v", st)
	}
	place := image.Rect(40, 30, 80, 60)
	if r := e.marked(e.baked()); !r.In(place) || !place.Inset(2).In(r) {
		t.Errorf("it lies at %v", r)
	}
}
