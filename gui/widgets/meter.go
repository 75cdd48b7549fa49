package widgets

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"viviscope/resources"
)

// MeterPart is one stretch of a meter: a share of the whole in a colour.
type MeterPart struct {
	Share float64 // 0 to 1
	Color fyne.ThemeColorName
}

// Meter is a bar of several parts one after the other, such as charged, reserved and unconfirmed of a budget.
type Meter struct {
	widget.BaseWidget
	parts []MeterPart
}

// NewMeter makes an empty meter, 6 high.
func NewMeter() *Meter {
	m := &Meter{}
	m.ExtendBaseWidget(m)
	return m
}

// Set replaces the parts. What goes beyond the whole is cut.
func (m *Meter) Set(parts ...MeterPart) { m.parts = parts; m.Refresh() }

// CreateRenderer draws the meter.
func (m *Meter) CreateRenderer() fyne.WidgetRenderer {
	r := &meterRenderer{m: m, track: newPlate()}
	r.Refresh()
	return r
}

type meterRenderer struct {
	drawing
	m     *Meter
	track *canvas.Rectangle
	bars  []*canvas.Rectangle
}

const meterHeight = 6

func (r *meterRenderer) MinSize() fyne.Size { return fyne.NewSize(24, meterHeight) }

func (r *meterRenderer) Layout(s fyne.Size) {
	y := (s.Height - meterHeight) / 2
	Place(r.track, 0, y, s.Width, meterHeight)
	x := float32(0)
	for i, p := range r.m.parts {
		w := min(float32(p.Share)*s.Width, s.Width-x)
		if p.Share > 0 {
			w = min(max(w, 2), s.Width-x) // something that is there is seen
		}
		Place(r.bars[i], x, y, max(w-1, 0), meterHeight)
		x += max(w, 0)
	}
}

func (r *meterRenderer) Refresh() {
	for len(r.bars) < len(r.m.parts) {
		r.bars = append(r.bars, newPlate())
	}
	r.bars = r.bars[:len(r.m.parts)]
	r.objects = []fyne.CanvasObject{r.track}
	setPlate(r.track, ink(resources.BgHover), color.Transparent, 0, 2)
	for i, p := range r.m.parts {
		setPlate(r.bars[i], ink(p.Color), color.Transparent, 0, 0)
		r.objects = append(r.objects, r.bars[i])
	}
	r.Layout(r.m.Size())
}
