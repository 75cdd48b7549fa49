package widgets

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"viviscope/resources"
)

// CreateRenderer draws the frame.
func (f *slotFrame) CreateRenderer() fyne.WidgetRenderer {
	r := &slotFrameRenderer{
		f: f, ring: newPlate(), plate: newPlate(), outline: newPlate(), bar: NewProgress(),
		img: &canvas.Image{FillMode: canvas.ImageFillCover, ScaleMode: canvas.ImageScaleFastest, CornerRadius: radiusControl},
		tag: NewTag(ToneErr, resources.IconErrorCircle(), ""),
	}
	r.img.Hide()
	return drawn(r, r.ring, r.plate, r.img, r.outline, r.tag, r.bar, f.content, f.address.box)
}

type slotFrameRenderer struct {
	drawing
	f                    *slotFrame
	ring, plate, outline *canvas.Rectangle
	img                  *canvas.Image
	tag                  *Tag
	bar                  *Progress
}

func (r *slotFrameRenderer) MinSize() fyne.Size {
	return fyne.NewSize(slotWidth, r.f.HeightFor(max(r.f.Size().Width, slotWidth)))
}

func (r *slotFrameRenderer) Layout(s fyne.Size) {
	placeRing(r.ring, s)
	for _, o := range []fyne.CanvasObject{r.plate, r.img, r.outline} {
		Place(o, 0, 0, s.Width, s.Height)
	}
	tag := r.tag.MinSize()
	Place(r.tag, slotPad, slotPad, tag.Width, tag.Height)
	Place(r.bar, slotPad, s.Height-slotPad-6, s.Width-2*slotPad, 6)
	for _, o := range []*fyne.Container{r.f.content, r.f.address.box} {
		h := HeightFor(o, s.Width-2*slotPad)
		Place(o, slotPad, max((s.Height-h)/2, 0), s.Width-2*slotPad, h)
	}
}

func (r *slotFrameRenderer) Refresh() {
	f, v := r.f, r.f.value
	typing := f.address.Visible()
	fill, stroke, width := f.look()
	setPlate(r.plate, fill, color.Transparent, 0, radiusControl)
	// The outline lies over the picture, as a picture would cover it.
	setPlate(r.outline, color.Transparent, stroke, width, radiusControl)
	Show(r.outline, stroke != color.Transparent)
	setRing(r.ring, f.ringed() && !f.Disabled(), radiusControl)

	pictured := v.pictured() && v.Picture != nil && !typing
	if r.img.Image != v.Picture {
		r.img.Image = v.Picture
		r.img.Refresh()
	}
	Show(r.img, pictured)
	r.tag.Set(ToneErr, resources.IconErrorCircle(), v.Tag)
	Show(r.tag, v.Tag != "" && !typing)
	r.bar.SetValue(v.Progress)
	Show(r.bar, v.State == SlotUploading && !typing)
	Show(f.content, !typing)
	Show(f.address.box, typing)
	r.Layout(f.Size())
}

// look returns fill, outline and its width as the frame stands.
func (f *slotFrame) look() (fill, stroke color.Color, width float32) {
	v := f.value
	switch {
	case f.address.Visible():
		return ink(resources.BgInput), ink(resources.LineStrong), 1
	case v.State == SlotOff:
		return color.Transparent, ink(resources.Line), 1
	case v.State == SlotEmpty:
		if f.hovered {
			return ink(resources.BgInput), ink(resources.Text3), 1
		}
		return ink(resources.BgInput), ink(resources.LineStrong), 1
	case v.State == SlotAccepts || v.State == SlotRefuses || v.State == SlotUnseen:
		return ink(v.tone().soft()), ink(v.tone().word()), 2
	case v.State == SlotDying || v.State == SlotDead:
		return ink(resources.BgMat), ink(v.tone().word()), 2
	}
	return ink(resources.BgMat), color.Transparent, 0
}
