package kit

import (
	"slices"

	"fyne.io/fyne/v2"

	"viviscope/resources"
)

// Measures of the row at the top of every screen, px.
const (
	headerHeight = 48
	headerPad    = 16
	headerGap    = 8
)

// Swap is a control of a header in two variants: with text if there is room, otherwise as an icon. Both are among the
// controls at the right; the header shows one of them.
type Swap struct{ Words, Sign fyne.CanvasObject }

// NewScreenHeader makes the row at the top of a screen: title, controls beside it, controls at the right, a line below.
// A search field that is the last beside the title takes the spare width. Where all of them have no room in one line,
// the swaps turn to their signs; then those beside the title go below it, in as many lines as they need, and at last
// those at the right go there too.
func NewScreenHeader(title string, left, right []fyne.CanvasObject, swaps ...Swap) *fyne.Container {
	l := &headerLayout{left: len(left), swaps: swaps}
	objects := append([]fyne.CanvasObject{NewRule(), NewText(title, resources.SizeH1, resources.Text1, true)}, left...)
	return &fyne.Container{Layout: l, Objects: append(objects, right...)}
}

type headerLayout struct {
	left  int
	swaps []Swap
	width float32 // as last laid out; 0: not yet
}

// headerShape is how a header is laid out in a width.
type headerShape struct {
	words      bool // of the swaps, not their signs
	top, right []fyne.CanvasObject
	below      [][]fyne.CanvasObject // the lines under the first
}

// kept returns the objects that are visible with the text or the icon variants of the swaps. Objects hidden by the
// owner stay hidden.
func (h *headerLayout) kept(o []fyne.CanvasObject, words bool) (kept []fyne.CanvasObject) {
	for _, c := range o {
		shown := c.Visible()
		for _, s := range h.swaps {
			switch c {
			case s.Words:
				shown = words
			case s.Sign:
				shown = !words
			}
		}
		if shown {
			kept = append(kept, c)
		}
	}
	return kept
}

// headerLines breaks objects into lines of a width.
func headerLines(o []fyne.CanvasObject, width float32) (lines [][]fyne.CanvasObject) {
	x := float32(0)
	for _, c := range o {
		w := c.MinSize().Width
		if len(lines) == 0 || x > 0 && x+w > width {
			lines, x = append(lines, nil), 0
		}
		lines[len(lines)-1] = append(lines[len(lines)-1], c)
		x += w + headerGap
	}
	return lines
}

// shape finds the layout for a width; one of 0 holds all of it.
func (h *headerLayout) shape(o []fyne.CanvasObject, width float32) headerShape {
	title, left, right := o[1:2], h.kept(o[2:2+h.left], true), o[2+h.left:]
	if width <= 0 {
		width = unbounded
	}
	fits := func(part, right []fyne.CanvasObject) bool {
		need := float32(-headerGap)
		if len(part) > 0 {
			need = 0
		}
		for _, c := range slices.Concat(title, part, right) {
			need += c.MinSize().Width + headerGap
		}
		return need <= width-2*headerPad
	}
	for _, words := range []bool{true, false} {
		if kept := h.kept(right, words); fits(left, kept) {
			return headerShape{words: words, top: left, right: kept}
		}
	}
	for _, words := range []bool{true, false} {
		if kept := h.kept(right, words); fits(nil, kept) {
			return headerShape{words: words, right: kept, below: headerLines(left, width-2*headerPad)}
		}
	}
	return headerShape{below: headerLines(slices.Concat(left, h.kept(right, false)), width-2*headerPad)}
}

// topHeight is the height of the first line, with the rule under the header, px.
func (s headerShape) topHeight(o []fyne.CanvasObject) float32 {
	high := max(headerHeight, o[1].MinSize().Height+headerGap)
	for _, c := range slices.Concat(s.top, s.right) {
		high = max(high, c.MinSize().Height+headerGap)
	}
	return high
}

// lineOf is the height of objects side by side, px.
func lineOf(o []fyne.CanvasObject) (high float32) {
	for _, c := range o {
		high = max(high, c.MinSize().Height)
	}
	return high
}

func (h *headerLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	w := o[1].MinSize().Width
	for _, c := range h.kept(o[2:], false) {
		w = max(w, c.MinSize().Width)
	}
	return fyne.NewSize(w+2*headerPad, h.HeightFor(o, h.width))
}

func (h *headerLayout) HeightFor(o []fyne.CanvasObject, width float32) float32 {
	s := h.shape(o, width)
	high := s.topHeight(o)
	for _, line := range s.below {
		high += lineOf(line) + headerGap
	}
	return high
}

func (h *headerLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	h.width = size.Width
	s := h.shape(o, size.Width)
	for _, swap := range h.swaps {
		Show(swap.Words, s.words)
		Show(swap.Sign, !s.words)
	}
	Place(o[0], 0, size.Height-1, size.Width, 1)
	top := size.Height
	for _, line := range s.below {
		top -= lineOf(line) + headerGap
	}
	title := o[1].MinSize()
	Place(o[1], headerPad, (top-title.Height)/2, title.Width, title.Height)
	end := size.Width - headerPad - rowLayout{headerGap}.least(s.right)
	headerLine(s.right, end, 0, size.Width-headerPad, top)
	headerLine(s.top, headerPad+title.Width+2*headerGap, 0, end-headerGap, top)
	y := top
	for _, line := range s.below {
		high := lineOf(line)
		headerLine(line, headerPad, y, size.Width-headerPad, high)
		y += high + headerGap
	}
}

// headerLine puts objects side by side up to an end, in a height.
func headerLine(o []fyne.CanvasObject, x, y, end, high float32) {
	rowLayout{headerGap}.walk(o, fyne.NewSize(end-x, high), func(c fyne.CanvasObject, cx, cy, w, h float32) {
		Place(c, x+cx, y+cy, w, h)
	})
}

// sidePaneNarrow is the width of a window below which a side pane is shown only on request, px.
const sidePaneNarrow = 1240

// railRoom is the width left of a place in a wide window, px. A place that is not on a canvas yet decides by its own
// width.
const railRoom = 200

// SidePane is a place with a pane of fixed width at its right. In a narrow window the pane is hidden until the user
// opens it with a button, which is then shown.
type SidePane struct {
	// whether the user hid the pane in a wide window, which then keeps the button; nil: it cannot be hidden
	Away *bool
	Off  bool // there is no pane for a while
	// Drawer keeps the pane closed until the user opens it, in a window of any width.
	Drawer bool

	object *fyne.Container
	button *Button
	width  float32
	narrow bool // the window is, or the pane is a drawer
	asked  bool // for the pane, in a narrow window
}

// NewSidePane puts side, width px wide, to the right of main. toggle is a button somewhere in main; its OnTapped is
// set.
func NewSidePane(main, side fyne.CanvasObject, width float32, toggle *Button) *SidePane {
	toggle.Hide()
	p := &SidePane{button: toggle, width: width}
	p.object = &fyne.Container{Layout: p, Objects: []fyne.CanvasObject{main, NewVRule(), side}}
	toggle.OnTapped = p.Toggle
	return p
}

func (p *SidePane) Object() fyne.CanvasObject { return p.object }

// Seen reports whether the pane is visible.
func (p *SidePane) Seen() bool { return p.object.Objects[2].Visible() && !p.Off }

// Open shows the pane, also in a narrow window.
func (p *SidePane) Open() {
	p.asked = true
	p.object.Refresh()
}

// Toggle shows the pane, or puts it away.
func (p *SidePane) Toggle() {
	if p.narrow || p.Away == nil {
		p.asked = !p.asked
	} else {
		*p.Away = !*p.Away
	}
	p.object.Refresh()
}

func (p *SidePane) MinSize(o []fyne.CanvasObject) fyne.Size {
	m := o[0].MinSize()
	return fyne.NewSize(m.Width, max(m.Height, 200))
}

func (p *SidePane) Layout(o []fyne.CanvasObject, s fyne.Size) {
	p.narrow = p.Drawer || InNarrowWindow(o[0], s.Width)
	pane := !p.Off && (p.narrow && p.asked || !p.narrow && (p.Away == nil || !*p.Away))
	button := !p.Off && (p.narrow || p.Away != nil)
	Show(p.button, button)
	p.button.SetOn(button && pane)
	Show(o[1], pane)
	Show(o[2], pane)
	width := s.Width
	if pane {
		width -= p.width + 1
		Place(o[1], width, 0, 1, s.Height)
		Place(o[2], width+1, 0, p.width, s.Height)
	}
	Place(o[0], 0, 0, width, s.Height)
}

// InNarrowWindow reports whether a place that has an object and this width, px, is in a window without room for a pane
// beside it.
func InNarrowWindow(o fyne.CanvasObject, width float32) bool {
	if c := fyne.CurrentApp().Driver().CanvasForObject(o); c != nil && c.Size().Width >= width {
		return c.Size().Width < sidePaneNarrow
	}
	return width < sidePaneNarrow-railRoom
}
