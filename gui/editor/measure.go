package editor

import (
	"math"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/gui/widgets"
	"viviscope/resources"
)

// scale is how a measure runs between its ends.
type scale int

const (
	even    scale = iota // every step is as long
	doubled              // every step is as many times more: lengths from 1 px to hundreds
	fine                 // as even, in tenths
)

// measure is a number with a slider and a field that show the same.
type measure struct {
	label     *widgets.Text
	slider    *track
	field     *widgets.Entry
	unit      string
	low, high float64
	scale     scale
	value     float64
	quiet     bool // the controls are being set, which is no change
	onChanged func(v float64, done bool)
	box       *fyne.Container
}

// sliderSteps is how finely a slider runs.
const sliderSteps = 200

// newMeasure makes one. onChanged is told each value while the slider is dragged, and at the end once more with done.
func newMeasure(word, unit string, low, high float64, s scale, onChanged func(v float64, done bool)) *measure {
	m := &measure{
		label: widgets.NewText(word, resources.SizeSM, resources.Text2, false),
		unit:  unit, low: low, high: high, scale: s, onChanged: onChanged,
	}
	m.slider = newTrack(sliderSteps)
	m.slider.OnChanged = func(at float64) { m.slid(at, false) }
	m.slider.OnChangeEnded = func(at float64) { m.slid(at, true) }
	m.field = widgets.NewEntry().MinWidth(56)
	m.field.OnSubmitted = func(string) { m.typed() }
	m.field.OnFocus = func(got bool) {
		if !got {
			m.typed()
		}
	}
	m.field.OnEscape = func() { m.show() }
	m.box = widgets.NewRow(6, m.label, widgets.NewFixed(64, 0, m.slider), m.field)
	return m
}

// be gives the measure another name and other ends.
func (m *measure) be(word string, low, high float64) {
	m.label.SetText(word)
	m.low, m.high = low, high
}

// set shows a value.
func (m *measure) set(v float64) {
	m.value = min(max(v, m.low), m.high)
	m.show()
}

func (m *measure) show() {
	m.quiet = true
	m.slider.SetValue(m.placeOf(m.value))
	m.field.SetText(strconv.FormatFloat(m.value, 'f', -1, 64) + " " + m.unit)
	m.field.SetFailed(false)
	m.quiet = false
}

func (m *measure) slid(at float64, done bool) {
	if m.quiet {
		return
	}
	v := m.valueAt(at)
	if v == m.value && !done {
		return
	}
	m.set(v)
	m.onChanged(v, done)
}

// typed takes what stands in the field. What is no number is left there and marked.
func (m *measure) typed() {
	text := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(m.field.Text), m.unit))
	v, err := strconv.ParseFloat(strings.ReplaceAll(text, ",", "."), 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		m.field.SetFailed(true)
		return
	}
	before := m.value
	m.set(v)
	if m.value != before {
		m.onChanged(m.value, true)
	}
}

func (m *measure) valueAt(at float64) float64 {
	part := at / sliderSteps
	switch m.scale {
	case doubled:
		return math.Round(m.low * math.Pow(m.high/m.low, part))
	case fine:
		return math.Round((m.low+(m.high-m.low)*part)*10) / 10
	}
	return math.Round(m.low + (m.high-m.low)*part)
}

func (m *measure) placeOf(v float64) float64 {
	part := (v - m.low) / (m.high - m.low)
	if m.scale == doubled {
		part = math.Log(v/m.low) / math.Log(m.high/m.low)
	}
	return math.Round(part * sliderSteps)
}
