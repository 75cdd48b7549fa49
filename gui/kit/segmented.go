package kit

import (
	"image/color"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"

	"viviscope/resources"
)

// Segmented selects one of a few visible options. Left and Right move the selection. Options can be disabled one by
// one. If the whole control is disabled its value stays visible. Fyne's RadioGroup makes each option a tab stop, cannot
// disable one alone, and needs more room.
type Segmented struct {
	control
	OnChanged func(i int)
	OnTapped  func() // called after a click, also on the option that is chosen already. May be nil

	options  []string
	off      []bool
	selected int
	over     int // option under the pointer, -1: none
	tight    bool
	halved   bool
	hint     hinter // shows the full text of an option that is cut

	ring, frame, thumb, hover *canvas.Rectangle
	labels                    []*canvas.Text
	drawn                     *Drawing
}

// NewSegmented makes the control with its first option selected. onChanged is called only for the user's choice.
func NewSegmented(options []string, onChanged func(i int)) *Segmented {
	s := &Segmented{OnChanged: onChanged, options: options, off: make([]bool, len(options)), over: -1}
	s.ExtendBaseWidget(s)
	return s
}

// Tight gives each option its own width instead of the same for all, in smaller text. If four or more still have no
// room, they are in two rows.
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

// SetSelected selects an option without calling OnChanged. An index out of range selects none.
func (s *Segmented) SetSelected(i int) {
	if s.selected != i {
		s.selected = i
		s.Refresh()
	}
}

func (s *Segmented) Options() []string { return s.options }

// Selected returns the index of the selected option.
func (s *Segmented) Selected() int { return s.selected }

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
	s.showRing()
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
		PassKey(s, e)
	}
}

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

// isCut reports whether an option has no room for its whole text.
func (s *Segmented) isCut(i int) bool {
	return s.wordsWidth(s.options[i]) > s.cells(s.Size())[i].w
}

func (s *Segmented) MouseOut() { s.over = -1; s.hint.hide(s); s.control.MouseOut() }

func (s *Segmented) CreateRenderer() fyne.WidgetRenderer {
	s.ring, s.frame, s.thumb, s.hover = newRectangle(), newRectangle(), newRectangle(), newRectangle()
	s.labels = nil
	s.drawn = &Drawing{nil, s.least, s.arrange, s.paint}
	s.paint()
	return s.drawn
}

// Halved is Tight for a room that may be too narrow for all options: it asks for no more width than half of them in a
// row need.
func (s *Segmented) Halved() *Segmented { s.halved = true; return s.Tight() }

func (s *Segmented) least() fyne.Size {
	var widest, sum, first float32
	_, pad := s.textSize()
	for i, o := range s.options {
		w := s.wordsWidth(o) + 2*pad
		widest = max(widest, w)
		sum += w
		if 2*i < len(s.options) {
			first = sum
		}
	}
	if s.halved {
		sum = max(first, sum-first)
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
	setRing(s.ring, s.hasRing(), radiusControl)
	ground := themeColor(resources.BgInput)
	if ground == themeColor(resources.BgRaised) { // in the light look fields are as white as the thumb
		ground = themeColor(resources.BgHover)
	}
	thumb := themeColor(resources.BgHover)
	if ground == thumb {
		thumb = themeColor(resources.BgRaised)
	}
	if s.Disabled() {
		ground = color.Transparent
	}
	setRectangle(s.frame, ground, themeColor(resources.Line), 1, radiusControl)
	setRectangle(s.thumb, thumb, color.Transparent, 0, radiusTag)
	setRectangle(s.hover, color.Transparent, themeColor(resources.LineStrong), 1, radiusTag)
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

// perRow returns how many options fit in a row of a width, px.
func (s *Segmented) perRow(width float32) int {
	n, inner, sum := len(s.options), width-2*segmentInset, float32(0)
	for _, o := range s.options {
		sum += s.wordsWidth(o) + 4
	}
	if !s.tight || n < 4 || inner <= 0 || sum <= inner {
		return max(n, 1)
	}
	return (n + 1) / 2
}

// wordsWidth returns the width of an option's text in the style of the selected option.
func (s *Segmented) wordsWidth(o string) float32 {
	size, _ := s.textSize()
	return fyne.MeasureText(o, textPx(size), bold(true)).Width
}

// textSize returns the size of the labels and the room beside them.
func (s *Segmented) textSize() (fyne.ThemeSizeName, float32) {
	if s.tight {
		return resources.SizeSM, 6
	}
	return resources.SizeBody, 10
}

// cell is the room of an option, px.
type cell struct{ x, y, w, h float32 }

// cells returns the rectangles of the options in a size. If the widest has too little room it takes some from the
// others. Then the options move closer together, up to a narrow gap. Beyond that all are cut equally.
func (s *Segmented) cells(size fyne.Size) (out []cell) {
	inner, perRow := size.Width-2*segmentInset, s.perRow(size.Width)
	h := (size.Height - 2*segmentInset) / float32(max((len(s.options)+perRow-1)/perRow, 1))
	y := float32(segmentInset)
	for options := range slices.Chunk(s.options, perRow) {
		x, n, sum, widest := float32(segmentInset), float32(len(options)), float32(0), float32(0)
		for _, o := range options {
			sum += s.wordsWidth(o)
			widest = max(widest, s.wordsWidth(o)+4)
		}
		room := max((inner-sum)/n, 4) // beside the text of each
		part := min(inner/max(sum+room*n, 1), 1)
		for _, o := range options {
			w := inner / n
			if s.tight || widest > w {
				w = (s.wordsWidth(o) + room) * part
			}
			out = append(out, cell{x, y, w, h})
			x += w
		}
		y += h
	}
	return out
}

// at returns the option at a position, -1 for none.
func (s *Segmented) at(p fyne.Position) int {
	return slices.IndexFunc(s.cells(s.Size()), func(c cell) bool {
		return p.X >= c.x && p.X < c.x+c.w && p.Y >= c.y-segmentInset && p.Y < c.y+c.h+segmentInset
	})
}

// HeightFor returns the height in a width, px.
func (s *Segmented) HeightFor(width float32) float32 {
	line := max(heightControl, fyne.MeasureText("X", textPx(resources.SizeBody), fyne.TextStyle{}).Height+10)
	rows := (len(s.options) + s.perRow(width) - 1) / s.perRow(width)
	return line + float32(max(rows, 1)-1)*(line-2*segmentInset)
}
