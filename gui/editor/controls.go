package editor

import (
	"image"
	"math"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"viviscope/client"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// scale maps the position of a slider to its value.
type scale int

const (
	linear      scale = iota
	logarithmic       // lengths from 1 px to hundreds
	tenths            // linear, in tenths
)

const sliderSteps = 200

// numberSlider is a number with a slider and a field that show the same.
type numberSlider struct {
	number
	label  *kit.Text
	slider *pointerSlider
	track  fyne.CanvasObject // of the slider
	field  *kit.Entry
	value  float64
	quiet  bool               // the controls are being set by the program
	leave  func(pointed bool) // called after Enter in the field, or when the pointer released the slider
	box    *fyne.Container
}

// number describes a number that the user sets: its range, and the functions that read and change it.
type number struct {
	name, unit string
	low, high  float64
	scale      scale
	get        func(k toolState) float64 // from a state; nil: the owner calls set
	set        func(v float64)           // called when the user changed it
}

// newNumberSlider makes the controls of a number.
func newNumberSlider(n number) *numberSlider {
	name := kit.NewText(n.name, resources.SizeSM, resources.Text2, false)
	m := &numberSlider{number: n, label: name, leave: func(bool) {}}
	m.slider = &pointerSlider{Slider: kit.Slider{Slider: widget.Slider{Max: sliderSteps, Step: 1}}, of: m}
	m.slider.ExtendBaseWidget(m.slider)
	m.slider.OnChanged = m.slid
	m.field = kit.NewEntry().MinWidth(56)
	m.field.SetName(m.label)
	m.field.OnSubmitted = func(string) {
		m.typed()
		m.leave(false)
	}
	m.field.OnFocus = func(got bool) {
		if !got {
			m.typed()
		}
	}
	m.field.OnEscape = m.show
	m.track = kit.NewFixed(64, 0, m.slider)
	m.box = kit.NewRow(6, m.label, m.track, m.field)
	return m
}

// reset sets another label and range.
func (m *numberSlider) reset(n number) {
	m.label.SetText(n.name)
	m.low, m.high = n.low, n.high
}

// display shows a value.
func (m *numberSlider) display(v float64) {
	m.value = min(max(v, m.low), m.high)
	m.show()
}

func (m *numberSlider) show() {
	m.quiet = true
	m.slider.SetValue(m.positionOf(m.value))
	m.field.SetText(strconv.FormatFloat(m.value, 'f', -1, 64) + " " + m.unit)
	m.field.SetFailed(false)
	m.quiet = false
}

func (m *numberSlider) slid(at float64) {
	if v := m.valueAt(at); !m.quiet && v != m.value {
		m.display(v)
		m.set(v)
	}
}

// typed applies the text of the field. Text that is no number stays and is marked as an error.
func (m *numberSlider) typed() {
	text := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(m.field.Text), m.unit))
	v, err := strconv.ParseFloat(strings.ReplaceAll(text, ",", "."), 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		m.field.SetFailed(true)
		return
	}
	before := m.value
	m.display(v)
	if m.value != before {
		m.set(m.value)
	}
}

func (m *numberSlider) valueAt(at float64) float64 {
	part := at / sliderSteps
	switch m.scale {
	case logarithmic:
		return math.Round(m.low * math.Pow(m.high/m.low, part))
	case tenths:
		return math.Round((m.low+(m.high-m.low)*part)*10) / 10
	}
	return math.Round(m.low + (m.high-m.low)*part)
}

func (m *numberSlider) positionOf(v float64) float64 {
	part := (v - m.low) / (m.high - m.low)
	if m.scale == logarithmic {
		part = math.Log(v/m.low) / math.Log(m.high/m.low)
	}
	return math.Round(part * sliderSteps)
}

// pointerSlider is a slider that reports when the user releases it with the pointer.
type pointerSlider struct {
	kit.Slider
	of *numberSlider
}

// AccessibilityLabel returns the label and the number. The value of the slider itself is only its position.
func (s *pointerSlider) AccessibilityLabel() string {
	return wording.Commas(s.of.label.Text(), s.of.field.Text)
}

func (s *pointerSlider) DragEnd() {
	s.Slider.DragEnd()
	s.of.leave(true)
}

func (s *pointerSlider) Tapped(e *fyne.PointEvent) {
	s.Slider.Tapped(e)
	s.of.leave(true)
}

// smallTexts returns the labels of controls.
func smallTexts(words ...string) (names []*kit.Text) {
	for _, word := range words {
		names = append(names, kit.NewText(word, resources.SizeSM, resources.Text2, false))
	}
	return names
}

// pixelFields are fields for numbers of pixels.
type pixelFields struct {
	entries []*kit.Entry
	quiet   bool // they are being set by the program
}

// newPixelFields returns a field for each name. changed gets the index of a field that the user changed.
func newPixelFields(names []*kit.Text, width float32, changed func(i int), submit func()) *pixelFields {
	p := &pixelFields{}
	for i, name := range names {
		e := kit.NewEntry().MinWidth(width)
		e.SetName(name)
		e.OnChanged = func(string) {
			if !p.quiet {
				changed(i)
			}
		}
		e.OnSubmitted = func(string) { submit() }
		p.entries = append(p.entries, e)
	}
	return p
}

// set shows numbers.
func (p *pixelFields) set(numbers ...int) {
	for i, n := range numbers {
		p.setOne(i, n)
	}
}

// setOne shows a number. If the field already has that number it keeps the typed text.
func (p *pixelFields) setOne(i, n int) {
	p.quiet = true
	if now, ok := readPixels(p.entries[i].Text); !ok || now != n {
		p.entries[i].SetText(strconv.Itoa(n))
	}
	p.quiet = false
	p.entries[i].SetFailed(false)
}

// numbers returns the numbers in the fields. It marks a field without a number, and ok is false.
func (p *pixelFields) numbers() (n []int, ok bool) {
	ok = true
	for _, e := range p.entries {
		v, isNumber := readPixels(e.Text)
		e.SetFailed(!isNumber)
		n, ok = append(n, v), ok && isNumber
	}
	return n, ok
}

func (p *pixelFields) mark(failed bool) {
	for _, e := range p.entries {
		e.SetFailed(failed)
	}
}

// readPixels parses a number of pixels with or without its unit; false if it is no number.
func readPixels(text string) (int, bool) {
	n, err := strconv.Atoi(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text), "px")))
	return n, err == nil && n >= -1<<20 && n <= 1<<20
}

// sizeFields are two fields for a size, with a lock that keeps the ratio, and the reason why a size is impossible.
type sizeFields struct {
	*pixelFields
	lock    *kit.Button
	ratio   image.Point // kept by the lock
	trouble *kit.Text
	box     *fyne.Container
}

func newSizeFields(locked bool, changed, submit func()) *sizeFields {
	f := &sizeFields{trouble: kit.NewText("", resources.SizeSM, resources.Err, false).Wrap(true)}
	f.trouble.Hide()
	f.pixelFields = newPixelFields(smallTexts(lang.X("side", "Width"), lang.X("side", "Height")), 64, func(i int) {
		if n, ok := readPixels(f.entries[i].Text); ok && n > 0 && f.lock.On() {
			size := [2]int{n, scaled(n, f.ratio.Y, f.ratio.X)}
			if i == 1 {
				size = [2]int{scaled(n, f.ratio.X, f.ratio.Y), n}
			}
			f.pixelFields.set(size[0], size[1])
		}
		f.check()
		changed()
	}, submit)
	f.lock = kit.NewIconButton(resources.IconLock, lang.L("Keep the ratio"), nil).Small()
	f.lock.OnTapped = func() {
		f.setLock(!f.lock.On())
		f.ratio = f.size()
	}
	f.setLock(locked)
	f.box = kit.NewRow(6, f.entries[0], kit.NewText("×", resources.SizeBody, resources.Text2, false), f.entries[1],
		kit.NewText("px", resources.SizeSM, resources.Text2, false), f.lock)
	return f
}

func (f *sizeFields) setLock(on bool) {
	f.lock.SetOn(on)
	icon := resources.IconLockOpen
	if on {
		icon = resources.IconLock
	}
	f.lock.SetIcon(icon)
}

// set shows a size. The lock keeps its ratio.
func (f *sizeFields) set(size image.Point) {
	if f.size() != size {
		f.ratio = size
		f.pixelFields.set(size.X, size.Y)
	}
}

// size returns the size in the fields; zero if one of them is no number.
func (f *sizeFields) size() image.Point {
	n, ok := f.numbers()
	if !ok {
		return image.Point{}
	}
	return image.Pt(n[0], n[1])
}

// check reports whether the size is possible, and shows why not.
func (f *sizeFields) check() bool {
	words := sizeTrouble(f.size())
	f.trouble.SetText(words)
	kit.Show(f.trouble, words != "")
	f.mark(words != "")
	return words == ""
}

// sizeTrouble returns why a canvas cannot have a size; "" if it can. The longest side is a rule of the service
// (interface 4.2), the shortest one is ours.
func sizeTrouble(size image.Point) string {
	switch {
	case size.X <= 0 || size.Y <= 0:
		return lang.L("Enter both sides in pixels.")
	case max(size.X, size.Y) > client.MaxSide:
		return lang.L("The longest side can be at most %d px.", client.MaxSide)
	case min(size.X, size.Y) < client.MinSide:
		return lang.L("Each side must be at least %d px.", client.MinSide)
	}
	return ""
}

// scaled returns n*a/b, rounded, at least 1.
func scaled(n, a, b int) int {
	if b <= 0 {
		return max(n, 1)
	}
	return max(1, (n*a+b/2)/b)
}
