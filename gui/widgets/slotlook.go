package widgets

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"viviscope/resources"
)

// CreateRenderer draws the frame.
func (f *slotFrame) CreateRenderer() fyne.WidgetRenderer {
	f.ring, f.plate, f.outline, f.bar = newPlate(), newPlate(), newPlate(), NewProgress()
	f.img = &canvas.Image{FillMode: canvas.ImageFillCover, ScaleMode: canvas.ImageScaleFastest, CornerRadius: radiusControl}
	f.tag = NewTag(ToneErr, resources.IconErrorCircle(), "")
	f.img.Hide()
	return Draw(f.least, f.arrange, f.paint, f.ring, f.plate, f.img, f.outline, f.tag, f.bar, f.content, f.address.box)
}

func (f *slotFrame) least() fyne.Size {
	return fyne.NewSize(slotWidth, f.HeightFor(max(f.Size().Width, slotWidth)))
}

func (f *slotFrame) arrange(s fyne.Size) {
	placeRing(f.ring, s)
	for _, o := range []fyne.CanvasObject{f.plate, f.img, f.outline} {
		Place(o, 0, 0, s.Width, s.Height)
	}
	tag := f.tag.MinSize()
	Place(f.tag, slotPad, slotPad, tag.Width, tag.Height)
	Place(f.bar, slotPad, s.Height-slotPad-6, s.Width-2*slotPad, 6)
	for _, o := range []*fyne.Container{f.content, f.address.box} {
		h := HeightFor(o, s.Width-2*slotPad)
		Place(o, slotPad, max((s.Height-h)/2, 0), s.Width-2*slotPad, h)
	}
}

func (f *slotFrame) paint() {
	v := f.value
	typing := f.address.Visible()
	fill, stroke, width := f.look()
	setPlate(f.plate, fill, color.Transparent, 0, radiusControl)
	// The outline lies over the picture, as a picture would cover it.
	setPlate(f.outline, color.Transparent, stroke, width, radiusControl)
	Show(f.outline, stroke != color.Transparent)
	setRing(f.ring, f.ringed() && !f.Disabled(), radiusControl)

	pictured := v.pictured() && v.Picture != nil && !typing
	if f.img.Image != v.Picture {
		f.img.Image = v.Picture
		f.img.Refresh()
	}
	Show(f.img, pictured)
	f.tag.Set(ToneErr, resources.IconErrorCircle(), v.Tag)
	Show(f.tag, v.Tag != "" && !typing)
	f.bar.SetValue(v.Progress)
	Show(f.bar, v.State == SlotUploading && !typing)
	Show(f.content, !typing)
	Show(f.address.box, typing)
	f.arrange(f.Size())
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
