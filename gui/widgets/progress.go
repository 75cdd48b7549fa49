package widgets

import (
	"image/color"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/data/binding"
	"fyne.io/fyne/v2/widget"

	"viviscope/resources"
)

// Progress is a bar that shows what the service said and nothing else: it does not pulse, and 0 is an empty track.
type Progress struct {
	widget.BaseWidget
	named
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

// AccessibilityLabel returns the name and the share.
func (p *Progress) AccessibilityLabel() string { return p.with(percent(p.value)) }

func percent(share float64) string { return strconv.Itoa(int(share*100)) + " %" }

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

// MeterPart is one stretch of a meter: a share of the whole in a colour.
type MeterPart struct {
	Share float64 // 0 to 1
	Color fyne.ThemeColorName
}

// Meter is a bar of several parts one after the other, such as charged, reserved and unconfirmed of a budget.
type Meter struct {
	widget.BaseWidget
	named
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

// AccessibilityLabel returns the name and the share of all parts.
func (m *Meter) AccessibilityLabel() string {
	all := 0.0
	for _, p := range m.parts {
		all += p.Share
	}
	return m.with(percent(all))
}

// Set replaces the parts. What goes beyond the whole is cut.
func (m *Meter) Set(parts ...MeterPart) { m.parts = parts; m.Refresh() }

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

// Slider is Fyne's slider with the accent for the part that is chosen, and with a track that is seen on every ground: Fyne draws both in
// the colours of a text field. A theme of its own would do it too, but Fyne keeps the fonts of such a theme for ever.
type Slider struct {
	widget.Slider
	named
}

// NewSlider makes a slider in whole steps.
func NewSlider(least, most float64) *Slider {
	s := &Slider{Slider: widget.Slider{Min: least, Max: most, Step: 1}}
	s.ExtendBaseWidget(s)
	return s
}

// AccessibilityLabel returns the name and the value.
func (s *Slider) AccessibilityLabel() string { return s.value(strconv.Itoa(int(s.Value))) }

func (s *Slider) CreateRenderer() fyne.WidgetRenderer {
	r := &sliderRenderer{s.Slider.CreateRenderer(), s}
	r.paint()
	return r
}

type sliderRenderer struct {
	fyne.WidgetRenderer
	s *Slider
}

func (r *sliderRenderer) Refresh() {
	r.WidgetRenderer.Refresh()
	r.paint()
}

// paint colours what Fyne draws: the track, the part of it that is chosen, and the thumb.
func (r *sliderRenderer) paint() {
	o := r.Objects()
	o[0].(*canvas.Rectangle).FillColor = ink(resources.LineStrong)
	if !r.s.Disabled() {
		o[1].(*canvas.Rectangle).FillColor = ink(resources.Accent)
		o[2].(*canvas.Circle).FillColor = ink(resources.Accent)
	}
}
