package widgets

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/data/binding"
	"fyne.io/fyne/v2/widget"

	"viviscope/resources"
)

// Progress is a bar that shows what the service said and nothing else: it does not pulse, and 0 is an empty track.
type Progress struct {
	widget.BaseWidget
	value  float64
	height float32
	tone   Tone
	bound  Binder[float64]

	track, bar *canvas.Rectangle
}

// NewProgress makes an empty bar, 6 high.
func NewProgress() *Progress {
	p := &Progress{height: 6, tone: ToneAccent}
	p.ExtendBaseWidget(p)
	return p
}

// Row makes the bar 4 high, for rows of a list.
func (p *Progress) Row() *Progress { p.height = 4; p.Refresh(); return p }

// SetValue shows a part of the whole, 0 to 1.
func (p *Progress) SetValue(v float64) {
	v = min(max(v, 0), 1)
	if p.value != v {
		p.value = v
		p.Refresh()
	}
}

// SetShare is SetValue for what may have no bar: that is less than 0.
func (p *Progress) SetShare(v float64) {
	Show(p, v >= 0)
	p.SetValue(v)
}

// Bind shows the share that a binding holds from now on. then is called after each change.
func (p *Progress) Bind(item binding.Float, then ...func()) { p.bound.Bind(item, p.SetShare, then...) }

// Unbind ends that.
func (p *Progress) Unbind() { p.bound.Unbind() }

// Value returns the part that is shown.
func (p *Progress) Value() float64 { return p.value }

// CreateRenderer draws the bar.
func (p *Progress) CreateRenderer() fyne.WidgetRenderer {
	p.track, p.bar = newPlate(), newPlate()
	return Draw(p.least, p.arrange, p.paint, p.track, p.bar)
}

func (p *Progress) least() fyne.Size { return fyne.NewSize(24, p.height) }

func (p *Progress) arrange(s fyne.Size) {
	y := (s.Height - p.height) / 2
	Place(p.track, 0, y, s.Width, p.height)
	Place(p.bar, 0, y, s.Width*float32(p.value), p.height)
}

func (p *Progress) paint() {
	radius := min(p.height/2, 2)
	setPlate(p.track, ink(resources.BgHover), color.Transparent, 0, radius)
	setPlate(p.bar, ink(p.tone.word()), color.Transparent, 0, radius)
	Show(p.bar, p.value > 0)
	p.arrange(p.Size())
}
