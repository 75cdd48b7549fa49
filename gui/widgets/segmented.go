package widgets

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"

	"viviscope/resources"
)

// Segmented holds one value of a few, all of them in sight. Left and Right move; options can be off one
// by one. Switched off as a whole it keeps its value visible.
type Segmented struct {
	control
	OnChanged func(i int)
	OnTapped  func() // called after a click, also on the option that is chosen already. May be nil

	options  []string
	off      []bool
	selected int
	over     int // option under the pointer, -1: none
	tight    bool
	hint     hinter // says an option whose words are cut

	ring, frame, thumb, hover *canvas.Rectangle
	labels                    []*canvas.Text
	drawn                     *Drawing
}

// NewSegmented makes the control with its first option selected. onChanged is called for a person's choice only.
func NewSegmented(options []string, onChanged func(i int)) *Segmented {
	s := &Segmented{OnChanged: onChanged, options: options, off: make([]bool, len(options)), over: -1}
	s.ExtendBaseWidget(s)
	return s
}

// Tight gives each option its own width instead of the same for all, in smaller words. Where four or more have no room even
// so, they stand in two rows.
func (s *Segmented) Tight() *Segmented {
	if !s.tight {
		s.tight = true
		s.Refresh()
	}
	return s
}

// SetOptions replaces the options and selects the first; all of them are on.
func (s *Segmented) SetOptions(options []string) {
	s.options, s.off, s.over, s.selected = options, make([]bool, len(options)), -1, 0
	s.Refresh()
}

// SetSelected selects an option without calling OnChanged. An index outside shows none selected.
func (s *Segmented) SetSelected(i int) {
	if s.selected != i {
		s.selected = i
		s.Refresh()
	}
}

// Selected returns the index of the selected option.
func (s *Segmented) Selected() int { return s.selected }

// AccessibilityLabel returns the name and the selected option.
func (s *Segmented) AccessibilityLabel() string {
	if s.selected < 0 || s.selected >= len(s.options) {
		return s.with("")
	}
	return s.with(s.options[s.selected])
}

// SetOff switches one option off or on.
func (s *Segmented) SetOff(i int, off bool) {
	if i >= 0 && i < len(s.off) && s.off[i] != off {
		s.off[i] = off
		s.Refresh()
	}
}

func (s *Segmented) choose(i int) {
	if s.Disabled() || i < 0 || i >= len(s.options) || s.off[i] || i == s.selected {
		return
	}
	s.selected = i
	s.Refresh()
	if s.OnChanged != nil {
		s.OnChanged(i)
	}
}

// chooseFrom chooses the first option that is on, from one on in a direction.
func (s *Segmented) chooseFrom(i, by int) {
	for ; i >= 0 && i < len(s.options); i += by {
		if !s.off[i] {
			s.choose(i)
			return
		}
	}
}

// Tapped chooses the option under the pointer.
func (s *Segmented) Tapped(e *fyne.PointEvent) {
	s.hint.hide(s)
	s.focusByPointer(s, s)
	s.choose(s.at(e.Position))
	if s.OnTapped != nil {
		s.OnTapped()
	}
}

// TypedKey moves on arrows, Home and End.
func (s *Segmented) TypedKey(e *fyne.KeyEvent) {
	s.keyed()
	switch e.Name {
	case fyne.KeyLeft, fyne.KeyUp:
		s.chooseFrom(s.selected-1, -1)
	case fyne.KeyRight, fyne.KeyDown:
		s.chooseFrom(s.selected+1, 1)
	case fyne.KeyHome:
		s.chooseFrom(0, 1)
	case fyne.KeyEnd:
		s.chooseFrom(len(s.options)-1, -1)
	default:
		unhandled(s, e)
	}
}

// MouseMoved notes the option under the pointer.
func (s *Segmented) MouseMoved(e *desktop.MouseEvent) {
	if i := s.at(e.Position); i != s.over {
		s.over = i
		s.Refresh()
		s.hint.hide(s)
		if i >= 0 && s.isCut(i) {
			s.hint.show(s, s.options[i])
		}
	}
}

// isCut reports whether there is no room for all the words of an option.
func (s *Segmented) isCut(i int) bool {
	_, pad := s.textSize()
	return s.labelWidth(s.options[i])-2*pad > s.widths(s.Size().Width - 2*segmentInset)[i]
}

// MouseOut forgets it.
func (s *Segmented) MouseOut() { s.over = -1; s.hint.hide(s); s.control.MouseOut() }

func (s *Segmented) CreateRenderer() fyne.WidgetRenderer {
	s.ring, s.frame, s.thumb, s.hover = newPlate(), newPlate(), newPlate(), newPlate()
	s.labels = nil
	s.drawn = &Drawing{nil, s.least, s.arrange, s.paint}
	s.paint()
	return s.drawn
}

func (s *Segmented) least() fyne.Size {
	var widest, sum float32
	for _, o := range s.options {
		w := s.labelWidth(o)
		widest = max(widest, w)
		sum += w
	}
	if !s.tight {
		sum = widest * float32(len(s.options))
	}
	return fyne.NewSize(sum+2*segmentInset, s.HeightFor(s.Size().Width))
}

func (s *Segmented) arrange(size fyne.Size) {
	Place(s.frame, 0, 0, size.Width, size.Height)
	placeRing(s.ring, size)
	for i, c := range s.cells(size) {
		if i == s.selected {
			Place(s.thumb, c.x, c.y, c.w, c.h)
		}
		if i == s.over {
			Place(s.hover, c.x, c.y, c.w, c.h)
		}
		fitCaption(s.labels[i], s.options[i], c.w-2)
		ts := s.labels[i].MinSize()
		Place(s.labels[i], c.x+(c.w-ts.Width)/2, c.y+(c.h-ts.Height)/2, ts.Width, ts.Height)
	}
}

func (s *Segmented) paint() {
	if len(s.labels) != len(s.options) {
		s.labels = s.labels[:0]
		s.drawn.objects = []fyne.CanvasObject{s.ring, s.frame, s.hover, s.thumb}
		for range s.options {
			t := newCaption()
			s.labels = append(s.labels, t)
			s.drawn.objects = append(s.drawn.objects, t)
		}
	}
	setRing(s.ring, s.ringed(), radiusControl)
	ground := ink(resources.BgInput)
	if ground == ink(resources.BgRaised) { // in the light look fields are as white as the thumb
		ground = ink(resources.BgHover)
	}
	thumb := ink(resources.BgHover)
	if ground == thumb {
		thumb = ink(resources.BgRaised)
	}
	if s.Disabled() {
		ground = color.Transparent
	}
	setPlate(s.frame, ground, ink(resources.Line), 1, radiusControl)
	setPlate(s.thumb, thumb, color.Transparent, 0, radiusTag)
	setPlate(s.hover, color.Transparent, ink(resources.LineStrong), 1, radiusTag)
	Show(s.thumb, s.selected >= 0 && s.selected < len(s.options))
	Show(s.hover, s.over >= 0 && s.over != s.selected && !s.Disabled() && s.over < len(s.off) && !s.off[s.over])
	size, _ := s.textSize()
	for i, o := range s.options {
		col := resources.Text2
		switch {
		case s.Disabled() || s.off[i]:
			col = resources.Text3
		case i == s.selected:
			col = resources.Text1
		}
		setCaption(s.labels[i], o, size, col, bold(i == s.selected))
	}
	s.arrange(s.Size())
}

// segmentInset is the room between the frame and an option.
const segmentInset = 3

// rows returns in how many rows the options stand in an inner width.
func (s *Segmented) rows(inner float32) int {
	if !s.tight || len(s.options) < 4 || inner <= 0 {
		return 1
	}
	_, pad := s.textSize()
	var sum float32
	for _, o := range s.options {
		sum += s.labelWidth(o) - 2*pad + 4
	}
	if sum <= inner {
		return 1
	}
	return 2
}

// widths shares the inner width among the options of each row.
func (s *Segmented) widths(inner float32) []float32 {
	rows := s.rows(inner)
	if rows == 1 {
		return s.share(s.options, inner)
	}
	half := (len(s.options) + 1) / 2
	return append(s.share(s.options[:half], inner), s.share(s.options[half:], inner)...)
}

// share gives options of one row their widths.
func (s *Segmented) share(options []string, inner float32) []float32 {
	out := make([]float32, len(options))
	if len(out) == 0 {
		return out
	}
	if !s.tight {
		for i := range out {
			out[i] = inner / float32(len(out))
		}
		return out
	}
	var sum float32
	for i, o := range options {
		out[i] = s.labelWidth(o)
		sum += out[i]
	}
	// In too little room the options move together, up to a narrow gap.
	_, pad := s.textSize()
	spare := max((inner-sum)/float32(len(out)), 4-2*pad)
	part := min(inner/max(sum+spare*float32(len(out)), 1), 1) // beyond that all are cut alike
	for i := range out {
		out[i] = (out[i] + spare) * part
	}
	return out
}

func (s *Segmented) labelWidth(o string) float32 {
	size, pad := s.textSize()
	return fyne.MeasureText(o, textPx(size), bold(true)).Width + 2*pad
}

// textSize returns the size of the labels and the room beside them.
func (s *Segmented) textSize() (fyne.ThemeSizeName, float32) {
	if s.tight {
		return resources.SizeSM, 6
	}
	return resources.SizeBody, 10
}

// cells returns where the options stand in a size.
func (s *Segmented) cells(size fyne.Size) []cell {
	inner := size.Width - 2*segmentInset
	rows := s.rows(inner)
	perRow := (len(s.options) + rows - 1) / rows
	h := (size.Height - 2*segmentInset) / float32(rows)
	out := make([]cell, len(s.options))
	x, y := float32(segmentInset), float32(segmentInset)
	for i, w := range s.widths(inner) {
		if i > 0 && i%perRow == 0 {
			x, y = segmentInset, y+h
		}
		out[i] = cell{x, y, w, h}
		x += w
	}
	return out
}

// cell is the room of an option, px.
type cell struct{ x, y, w, h float32 }

// at returns the option at a place, -1: none.
func (s *Segmented) at(p fyne.Position) int {
	lower := s.rows(s.Size().Width-2*segmentInset) > 1 && p.Y >= s.Size().Height/2
	for i, c := range s.cells(s.Size()) {
		if p.X >= c.x && p.X < c.x+c.w && lower == (c.y > segmentInset) {
			return i
		}
	}
	return -1
}

// HeightFor returns the height in a width, px.
func (s *Segmented) HeightFor(width float32) float32 {
	line := max(heightControl, fyne.MeasureText("X", textPx(resources.SizeBody), fyne.TextStyle{}).Height+10)
	return line + float32(s.rows(width-2*segmentInset)-1)*(line-2*segmentInset)
}
