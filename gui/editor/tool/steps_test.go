package tool

import (
	"errors"
	"image"
	"image/color"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"viviscope/gui/editor/drawing"
)

func TestCropCutsTheFrame(t *testing.T) {
	h, k := newCanvas(t, 400, 300)
	crop := k.Take(Crop).(*Cropper)
	if f := crop.Frame(); f != image.Rect(0, 0, 400, 300) {
		t.Fatalf("begins with %v", f)
	}
	drag(k, at(50, 60), at(200, 160))
	drag(k, at(200, 160), at(250, 180))
	drag(k, at(100, 100), at(90, 110))
	if f := crop.Frame(); f != image.Rect(40, 70, 240, 190) {
		t.Fatalf("drawn, reshaped, moved: %v", f)
	}
	k.Key(Key{Name: Left, Hold: Shift})
	k.Key(Key{Name: Down})
	if f := crop.Frame(); f != image.Rect(30, 71, 230, 191) {
		t.Fatalf("with the keys: %v", f)
	}
	if o := k.Overlay(1); o.Frame == nil || !o.Frame.Dim || len(o.Handles) != 8 {
		t.Errorf("overlay %+v", o)
	}
	k.Key(Key{Name: Enter})
	if s := h.Drawing().Size(); s != image.Pt(200, 120) || !slices.Equal(h.words(), []string{"crop"}) {
		t.Errorf("canvas of %v after %q", s, h.words())
	}
	if f := crop.Frame(); f != image.Rect(0, 0, 200, 120) {
		t.Errorf("the frame stays at %v", f)
	}
	crop.SetFrame(image.Rect(10, 10, 20, 20))
	crop.Apply()
	if len(h.refused) != 1 || h.Drawing().Size() != image.Pt(200, 120) {
		t.Errorf("a frame too small: %v", h.refused)
	}
	if !k.Cancel() || crop.Frame() != image.Rect(0, 0, 200, 120) || k.Cancel() {
		t.Error("Esc does not leave the frame")
	}
}

func TestCropKeepsRatioAndCanvas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h, k := newCanvas(nil, 400, 300)
		crop := k.Take(Crop).(*Cropper)
		preset := rapid.SampledFrom(Presets()).Draw(t, "preset")
		ratio := preset.Of(h.Drawing().Size())
		crop.SetRatio(ratio)
		for range rapid.IntRange(1, 5).Draw(t, "drags") {
			place := func(label string) Pointer {
				return at(rapid.Float64Range(-50, 450).Draw(t, label+"x"),
					rapid.Float64Range(-50, 350).Draw(t, label+"y"),
					rapid.SampledFrom([]Hold{0, Alt}).Draw(t, label))
			}
			handles := frameHandles(crop.rect)
			from := place("from")
			if rapid.Bool().Draw(t, "handle") {
				from.At = rapid.SampledFrom(handles).Draw(t, "which").At
			}
			drag(k, from, place("way"), place("to"))
			f := crop.Frame()
			if f.Dx() < 1 || f.Dy() < 1 || !f.In(image.Rect(0, 0, 400, 300)) {
				t.Fatalf("frame %v", f)
			}
			if ratio.free() {
				continue
			}
			want := float64(f.Dy()) * float64(ratio.W) / float64(ratio.H)
			if math.Abs(want-float64(f.Dx())) > 1.5+1.5*float64(ratio.W)/float64(ratio.H) {
				t.Fatalf("%v: frame of %v", preset, f.Size())
			}
		}
	})
}

func TestTryingRatiosDoesNotShrinkTheFrame(t *testing.T) {
	_, k := newCanvas(t, 400, 300)
	crop := k.Take(Crop).(*Cropper)
	for range 3 {
		for _, p := range Presets() {
			crop.SetRatio(p.Of(image.Pt(400, 300)))
		}
	}
	crop.SetRatio(Ratio{4, 3})
	if f := crop.Frame(); f != image.Rect(0, 0, 400, 300) {
		t.Errorf("%v", f)
	}
	crop.SetRatio(Ratio{1, 1})
	if f := crop.Frame(); f != image.Rect(50, 0, 350, 300) {
		t.Errorf("%v", f)
	}
}

func TestATypedFrameKeepsItsRatioWhereItIsOfIt(t *testing.T) {
	_, k := newCanvas(t, 400, 300)
	crop := k.Take(Crop).(*Cropper)
	crop.SetRatio(Ratio{16, 9})
	crop.SetFrame(image.Rect(10, 10, 163, 96)) // 153 x 86
	if crop.Ratio() != (Ratio{16, 9}) || crop.Frame().Size() != image.Pt(153, 86) {
		t.Errorf("%v became %v", crop.Ratio(), crop.Frame())
	}
	crop.SetFrame(image.Rect(10, 10, 110, 110))
	if crop.Ratio() != (Ratio{}) || crop.Frame() != image.Rect(10, 10, 110, 110) {
		t.Errorf("%v, %v", crop.Ratio(), crop.Frame())
	}
}

func TestExtendAddsRoomOnAnySide(t *testing.T) {
	h, k := newCanvas(t, 400, 300)
	e := k.Take(Extend).(*Extender)
	drag(k, at(400, 100), at(500, 150))
	drag(k, at(0, 0), at(-20, -30))
	if r := e.Frame(); r != image.Rect(-20, -30, 500, 300) {
		t.Fatalf("%v", r)
	}
	drag(k, at(500, 150), at(-200, 150))
	if r := e.Frame(); r != image.Rect(-20, -30, 400, 300) {
		t.Fatalf("an edge dragged into the picture: %v", r)
	}
	if o := k.Overlay(1); o.Frame == nil || !o.Frame.Border || o.Frame.Fill != h.fill {
		t.Errorf("overlay %+v", o.Frame)
	}
	k.Key(Key{Name: Enter})
	d := h.Drawing()
	if d.Size() != image.Pt(420, 330) || d.Steps[0].Fill != h.fill || e.Frame().Size() != d.Size() {
		t.Errorf("%v %+v", d.Size(), d.Steps)
	}
	e.SetRatio(Ratio{16, 9})
	if s := e.Frame().Size(); s.Y != 330 || s.X < 586 || s.X > 588 {
		t.Errorf("16:9 of 420x330 is %v", s)
	}
	e.SetSides(Sides{Right: 3421, Top: -5})
	limit := (*drawing.LimitError)(nil)
	if err := e.Err(); !errors.As(err, &limit) || e.Frame().Min.Y != 0 {
		t.Errorf("3841 px: %v", err)
	}
	if e.Apply() || len(h.refused) != 1 {
		t.Error("3841 px were added")
	}
	e.SetSides(Sides{Right: 3420})
	if !e.Apply() || h.Drawing().Size().X != 3840 {
		t.Error("3840 px were refused")
	}
}

func TestAHorizonBecomesLevel(t *testing.T) {
	for _, c := range []struct {
		to   pt
		want float64
	}{
		{pt{X: 200, Y: 110}, -5.71}, {pt{X: 200, Y: 90}, 5.71}, {pt{X: 0, Y: 110}, 5.71}, {pt{X: 110, Y: 200}, 5.71},
		{pt{X: 90, Y: 200}, -5.71},
	} {
		h, k := newCanvas(t, 400, 300)
		r := k.Take(Rotate).(*Rotator)
		drag(k, at(100, 100), at(c.to.X, c.to.Y))
		if r.Degrees() != c.want {
			t.Errorf("a line to %v turns by %g, want %g", c.to, r.Degrees(), c.want)
		}
		if len(h.shown.Steps) != 1 || len(h.Drawing().Steps) != 0 || len(k.Overlay(1).Lines) == 0 {
			t.Error("the angle is not shown, or done too early")
		}
		k.Key(Key{Name: Enter})
		if s := h.Drawing().Steps; len(s) != 1 || s[0].Degrees != c.want || r.Degrees() != 0 {
			t.Errorf("%+v", s)
		}
	}
	h, k := newCanvas(t, 400, 300)
	r := k.Take(Rotate).(*Rotator)
	r.SetDegrees(90)
	k.Key(Key{Name: Left, Hold: Shift})
	if r.Degrees() != 44 || len(h.shown.Steps) != 1 {
		t.Errorf("%g degrees", r.Degrees())
	}
	if !k.Cancel() || len(h.shown.Steps) != 0 || r.Apply() {
		t.Error("Esc leaves the angle")
	}
}

func TestTurningFlippingAndResizing(t *testing.T) {
	h, k := newCanvas(t, 400, 300)
	crop := k.Take(Crop).(*Cropper)
	if !k.Turn(1) || h.Drawing().Size() != image.Pt(300, 400) || crop.Frame().Size() != image.Pt(300, 400) {
		t.Error("a turn leaves the frame of the old canvas")
	}
	k.Flip(false)
	k.Resize(image.Pt(600, 800))
	if k.Resize(image.Pt(6000, 800)) || len(h.refused) != 1 {
		t.Error("6000 px")
	}
	if w := h.words(); !slices.Equal(w, []string{"turn", "flip", "resize"}) {
		t.Errorf("words %q", w)
	}
}

func TestAPlacedPictureFits(t *testing.T) {
	h, k := newCanvas(t, 400, 300)
	k.Place("a7", image.Pt(2000, 1000))
	m := h.top()
	if b := m.Box(); b != (drawing.Rect{X0: 80, Y0: 90, X1: 320, Y1: 210}) || m.Asset != "a7" {
		t.Errorf("%v", b)
	}
	if len(k.Selection()) != 1 || k.Tool().Kind() != Picture || len(k.Overlay(1).Handles) != 5 {
		t.Error("it is not in the hand")
	}
	drag(k, at(320, 210), at(200, 150))
	if b := h.top().Box(); math.Abs(b.X1-200) > 1e-9 || math.Abs(b.Y1-150) > 1e-9 {
		t.Errorf("scaled to %v", b)
	}
	k.Place("a8", image.Pt(50, 50))
	if b := h.top().Box(); b != (drawing.Rect{X0: 175, Y0: 125, X1: 225, Y1: 175}) {
		t.Errorf("placed at %v", b)
	}
}

func TestPickingAColour(t *testing.T) {
	h, k := newCanvas(t, 400, 300)
	k.Take(Pick)
	k.Hover(at(12.9, 7.2))
	want := color.NRGBA{12, 7, 0, 255}
	if o := k.Overlay(1); o.Swatch == nil || o.Swatch.Color != want {
		t.Errorf("%+v", o.Swatch)
	}
	drag(k, at(12.9, 7.2))
	drag(k, at(-1, 7))
	if !slices.Equal(h.picked, []color.NRGBA{want}) {
		t.Errorf("%v", h.picked)
	}
	if k.Overlay(1).Swatch != nil {
		t.Error("a colour beside the picture")
	}
}

func TestFramesMoveAndResizeByKeys(t *testing.T) {
	type size struct{ dx, dy float64 }
	for _, c := range []struct {
		name  string
		kind  Kind
		ratio Ratio
		sizes []size
		keys  []Key
		want  image.Rectangle
	}{
		{"crop narrower and shorter", Crop, Ratio{}, []size{{-10, 0}, {0, -1}}, nil, image.Rect(0, 0, 390, 299)},
		{"crop moved", Crop, Ratio{}, []size{{-100, 0}, {0, -50}},
			[]Key{{Name: Right, Hold: Shift}, {Name: Right}, {Name: Down}}, image.Rect(11, 1, 311, 251)},
		{"crop stops at the canvas", Crop, Ratio{}, []size{{-10, 0}, {30, 0}, {-5, 0}},
			[]Key{{Name: Right, Hold: Shift}, {Name: Down}}, image.Rect(5, 0, 400, 300)},
		{"crop keeps a pixel", Crop, Ratio{}, []size{{-900, 0}, {0, -900}}, nil, image.Rect(0, 0, 1, 1)},
		{"crop keeps its ratio", Crop, Ratio{1, 1}, []size{{-100, 0}, {0, -20}}, nil, image.Rect(50, 0, 230, 180)},
		{"crop of a ratio stops at the canvas", Crop, Ratio{1, 1}, []size{{-100, 0}, {0, 500}}, nil,
			image.Rect(50, 0, 350, 300)},
		{"crop of a ratio keeps a pixel", Crop, Ratio{2, 1}, []size{{-900, 0}}, nil, image.Rect(0, 50, 2, 51)},
		{"extend wider and taller", Extend, Ratio{}, []size{{10, 0}, {0, 1}}, nil, image.Rect(0, 0, 410, 301)},
		{"extend moved", Extend, Ratio{}, []size{{30, 0}, {0, 5}},
			[]Key{{Name: Left, Hold: Shift}, {Name: Left}, {Name: Up, Hold: Shift}}, image.Rect(-11, -5, 419, 300)},
		{"extend contains the canvas", Extend, Ratio{}, []size{{30, 0}, {-50, -50}}, nil, image.Rect(0, 0, 400, 300)},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, k := newCanvas(t, 400, 300)
			framed := k.Take(c.kind).(interface{ Frame() image.Rectangle })
			if crop, ok := k.Tool().(*Cropper); ok {
				crop.SetRatio(c.ratio)
			}
			for _, s := range c.sizes {
				k.Size(s.dx, s.dy)
			}
			for _, key := range c.keys {
				if !k.Key(key) {
					t.Errorf("%v is not used", key)
				}
			}
			if f := framed.Frame(); f != c.want {
				t.Errorf("%v, want %v", f, c.want)
			}
			k.Cancel()
			if k.Key(Key{Name: Left}) {
				t.Error("an arrow moves the whole canvas")
			}
		})
	}
}

func TestFrameSizesByKeysStayInside(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h, k := newCanvas(nil, 400, 300)
		crop := k.Take(Crop).(*Cropper)
		ratio := rapid.SampledFrom(Presets()).Draw(t, "preset").Of(h.Drawing().Size())
		crop.SetRatio(ratio)
		steps := rapid.SampledFrom([]float64{-200, -10, -1, 1, 10, 200})
		for range rapid.IntRange(1, 20).Draw(t, "keys") {
			by := steps.Draw(t, "by")
			switch rapid.IntRange(0, 2).Draw(t, "what") {
			case 0:
				k.Size(by, 0)
			case 1:
				k.Size(0, by)
			default:
				k.Key(Key{Name: rapid.SampledFrom([]Name{Left, Right, Up, Down}).Draw(t, "arrow"), Hold: Shift})
			}
			if f := crop.Frame(); f.Empty() || !f.In(image.Rect(0, 0, 400, 300)) {
				t.Fatalf("frame %v", f)
			}
		}
	})
}
