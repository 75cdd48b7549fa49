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

	track *canvas.Rectangle
	bars  []*canvas.Rectangle
	drawn *Drawing
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
	m.track = newPlate()
	m.drawn = &Drawing{nil, m.least, m.arrange, m.paint}
	m.paint()
	return m.drawn
}

const meterHeight = 6

func (m *Meter) least() fyne.Size { return fyne.NewSize(24, meterHeight) }

func (m *Meter) arrange(s fyne.Size) {
	y := (s.Height - meterHeight) / 2
	Place(m.track, 0, y, s.Width, meterHeight)
	x := float32(0)
	for i, p := range m.parts {
		w := min(float32(p.Share)*s.Width, s.Width-x)
		if p.Share > 0 {
			w = min(max(w, 2), s.Width-x) // something that is there is seen
		}
		Place(m.bars[i], x, y, max(w-1, 0), meterHeight)
		x += max(w, 0)
	}
}

func (m *Meter) paint() {
	for len(m.bars) < len(m.parts) {
		m.bars = append(m.bars, newPlate())
	}
	m.bars = m.bars[:len(m.parts)]
	m.drawn.objects = []fyne.CanvasObject{m.track}
	setPlate(m.track, ink(resources.BgHover), color.Transparent, 0, 2)
	for i, p := range m.parts {
		setPlate(m.bars[i], ink(p.Color), color.Transparent, 0, 0)
		m.drawn.objects = append(m.drawn.objects, m.bars[i])
	}
	m.arrange(m.Size())
}
