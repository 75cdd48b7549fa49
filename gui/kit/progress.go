package kit

import (
	"image/color"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/data/binding"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"viviscope/resources"
)

// MeterPart is one part of a meter: a share of the whole in a colour.
type MeterPart struct {
	Share float64 // 0 to 1
	Color fyne.ThemeColorName
}

// Meter is a bar of consecutive parts, such as charged, reserved and unconfirmed of a budget, or the progress of a job.
// It is not animated, and 0 is an empty track. Fyne's ProgressBar has one part, and is at least as high as its text
// with padding: too high for the rows of a list.
type Meter struct {
	widget.BaseWidget
	named
	height   float32
	progress bool // one part, drawn to its exact end; otherwise parts have gaps, and a part above 0 is always visible
	parts    []MeterPart
	bound    Binder[float64]

	track *canvas.Rectangle
	bars  []*canvas.Rectangle
	drawn *Drawing
}

// NewMeter makes an empty meter, 6 high.
func NewMeter() *Meter { return newMeter(6, false) }

// NewProgress makes an empty bar that shows a progress, px high: 6, or 4 in the rows of a list.
func NewProgress(px float32) *Meter { return newMeter(px, true) }

func newMeter(px float32, progress bool) *Meter {
	m := &Meter{height: px, progress: progress}
	m.ExtendBaseWidget(m)
	return m
}

// Set replaces the parts. What goes beyond the whole is cut.
func (m *Meter) Set(parts ...MeterPart) { m.parts = parts; m.Refresh() }

// SetValue shows a part of the whole, 0 to 1.
func (m *Meter) SetValue(v float64) {
	v = min(max(v, 0), 1)
	if v != m.Value() {
		m.Set(MeterPart{v, resources.Accent})
	}
}

// SetShare is SetValue with an optional bar: a value less than 0 hides it.
func (m *Meter) SetShare(v float64) {
	Show(m, v >= 0)
	m.SetValue(v)
}

// Bind shows the share that a binding holds from now on. then is called after each change.
func (m *Meter) Bind(item binding.Float, then ...func()) { m.bound.Bind(item, m.SetShare, then...) }

// Unbind ends that.
func (m *Meter) Unbind() { m.bound.Unbind() }

// Value returns the share of all parts.
func (m *Meter) Value() (all float64) {
	for _, p := range m.parts {
		all += p.Share
	}
	return all
}

func (m *Meter) AccessibilityLabel() string { return m.with(strconv.Itoa(int(m.Value()*100)) + " %") }

func (m *Meter) CreateRenderer() fyne.WidgetRenderer {
	m.track = newRectangle()
	m.drawn = &Drawing{nil, m.least, m.arrange, m.paint}
	m.paint()
	return m.drawn
}

func (m *Meter) least() fyne.Size { return fyne.NewSize(24, m.height) }

func (m *Meter) arrange(s fyne.Size) {
	x, y := float32(0), (s.Height-m.height)/2
	Place(m.track, x, y, s.Width, m.height)
	for i, p := range m.parts {
		w, gap := float32(p.Share)*s.Width, float32(0)
		if !m.progress {
			gap = 1
			if p.Share > 0 {
				w = max(w, 2)
			}
		}
		w = min(w, s.Width-x)
		Place(m.bars[i], x, y, max(w-gap, 0), m.height)
		x += max(w, 0)
	}
}

func (m *Meter) paint() {
	for len(m.bars) < len(m.parts) {
		m.bars = append(m.bars, newRectangle())
	}
	m.bars = m.bars[:len(m.parts)]
	m.drawn.objects = []fyne.CanvasObject{m.track}
	round := float32(0)
	if m.progress {
		round = 2
	}
	setRectangle(m.track, themeColor(resources.BgHover), color.Transparent, 0, 2)
	for i, p := range m.parts {
		setRectangle(m.bars[i], themeColor(p.Color), color.Transparent, 0, round)
		m.drawn.objects = append(m.drawn.objects, m.bars[i])
	}
	m.arrange(m.Size())
}

// Slider is Fyne's slider with the accent for the part that is chosen, and with a track that is seen on every ground:
// Fyne draws both in the colours of a text field. A theme of its own would do it too, but Fyne keeps the fonts of such
// a theme for ever.
type Slider struct {
	widget.Slider
	tapKeys
	named
	ring, hovered   bool
	onKeyboardFocus func() // may be nil
}

// NewSlider makes a slider in whole steps.
func NewSlider(least, most float64) *Slider {
	s := &Slider{Slider: widget.Slider{Min: least, Max: most, Step: 1}}
	s.ExtendBaseWidget(s)
	return s
}

func (s *Slider) FocusGained() {
	s.ring = true
	s.Slider.FocusGained()
	if s.onKeyboardFocus != nil && !s.hovered { // a slider under the pointer is visible, and must not move under it
		s.onKeyboardFocus()
	}
}

// OnKeyboardFocus sets the callback for when the slider gets the focus, except by a click; a page scrolls it into view.
func (s *Slider) OnKeyboardFocus(f func()) { s.onKeyboardFocus = f }

func (s *Slider) MouseIn(e *desktop.MouseEvent) { s.hovered = true; s.Slider.MouseIn(e) }

func (s *Slider) MouseOut() { s.hovered = false; s.Slider.MouseOut() }

func (s *Slider) FocusLost() { s.ring = false; s.release(); s.Slider.FocusLost() }

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

// paint colours Fyne's objects: the track, its selected part, the thumb, and the halo that shows hover and focus.
func (r *sliderRenderer) paint() {
	o := r.Objects()
	o[0].(*canvas.Rectangle).FillColor = themeColor(resources.LineStrong)
	around := o[3].(*canvas.Circle)
	around.StrokeColor, around.StrokeWidth = color.Color(color.Transparent), 0
	if r.s.ring {
		around.StrokeColor, around.StrokeWidth = themeColor(resources.Text1), ringWidth
	}
	if !r.s.Disabled() {
		o[1].(*canvas.Rectangle).FillColor = themeColor(resources.Accent)
		o[2].(*canvas.Circle).FillColor = themeColor(resources.Accent)
	}
}
