package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"viviscope/resources"
)

// Slider is Fyne's slider with the accent for the part that is chosen, and with a track that is seen on every ground: Fyne draws both in
// the colours of a text field. A theme of its own would do it too, but Fyne keeps the fonts of such a theme for ever.
type Slider struct{ widget.Slider }

// NewSlider makes a slider in whole steps.
func NewSlider(least, most float64) *Slider {
	s := &Slider{widget.Slider{Min: least, Max: most, Step: 1}}
	s.ExtendBaseWidget(s)
	return s
}

// CreateRenderer draws the slider.
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
