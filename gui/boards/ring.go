package boards

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/kit"
	"viviscope/resources"
)

// ringSize is the width and height of a ring, px.
const ringSize = 13

// expiryRing shows as a part of a circle for how much of a day the address of a picture is still reachable.
type expiryRing struct {
	widget.BaseWidget
	part float32
	tone kit.Tone
}

func newExpiryRing() *expiryRing {
	r := &expiryRing{}
	r.ExtendBaseWidget(r)
	return r
}

func (r *expiryRing) set(part float32, tone kit.Tone) {
	if r.part != part || r.tone != tone {
		r.part, r.tone = part, tone
		r.Refresh()
	}
}

func (r *expiryRing) CreateRenderer() fyne.WidgetRenderer {
	whole, left := &canvas.Arc{EndAngle: 360, CutoutRatio: 0.72}, &canvas.Arc{CutoutRatio: 0.72}
	return kit.Draw(func() fyne.Size { return fyne.NewSquareSize(ringSize) }, func(s fyne.Size) {
		kit.Place(whole, 0, (s.Height-ringSize)/2, ringSize, ringSize)
		kit.Place(left, 0, (s.Height-ringSize)/2, ringSize, ringSize)
	}, func() {
		whole.FillColor, left.FillColor, left.EndAngle = theme.Color(resources.LineStrong),
			theme.Color(r.tone.Color()), 360*r.part
		whole.Refresh()
		left.Refresh()
	}, whole, left)
}
