package kit

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/layout"

	"viviscope/resources"
)

// WidthDependent is an object with a height that depends on its width, such as a card around wrapped text. Custom cells
// implement it to have rows of uneven height.
type WidthDependent interface{ HeightFor(width float32) float32 }

// HeightForLayout is a layout with a height that depends on its width.
type HeightForLayout interface {
	HeightFor(objects []fyne.CanvasObject, width float32) float32
}

// HeightFor returns the height of an object in a width, in px, without laying it out there: of a wrapped
// text, or of columns and rows that hold some; of anything else its minimum.
func HeightFor(o fyne.CanvasObject, width float32) float32 {
	switch o := o.(type) {
	case WidthDependent:
		return o.HeightFor(width)
	case *fyne.Container:
		if l, ok := o.Layout.(HeightForLayout); ok {
			return l.HeightFor(o.Objects, width)
		}
		if o.Layout == layout.NewStackLayout() {
			var high float32
			for _, part := range o.Objects {
				if part.Visible() {
					high = max(high, HeightFor(part, width))
				}
			}
			return high
		}
	}
	return o.MinSize().Height
}

// arrangement is a layout algorithm for the objects of a container.
type arrangement interface {
	least(o []fyne.CanvasObject) (width float32)
	// walk visits the place of each visible object in a size, and returns the height that they need in its width. A
	// height of 0 asks for no more than that, and one of lowest for the least, where what scrolls shows little.
	walk(o []fyne.CanvasObject, s fyne.Size, put placeFunc) (high float32)
}

const minimalHeight = -1

// placeFunc takes an object and its place, px; [Place] is one.
type placeFunc func(o fyne.CanvasObject, x, y, width, height float32)

// arranged is the layout of an arrangement.
type arranged struct {
	arrangement
	width float32 // as last laid out; 0: not yet
}

func arrange(a arrangement, objects ...fyne.CanvasObject) *fyne.Container {
	return &fyne.Container{Layout: &arranged{arrangement: a}, Objects: objects}
}

// Refit lays out an object again after a part of it was added, removed or resized. Unlike Refresh it redraws nothing:
// the parts redraw themselves when they change.
func Refit(o fyne.CanvasObject) {
	switch o := o.(type) {
	case *fyne.Container:
		if o.Layout != nil {
			o.Layout.Layout(o.Objects, o.Size())
		}
		for _, part := range visibleOf(o.Objects) {
			Refit(part)
		}
	case *Scroll:
		Refit(o.Content) // before its height is read: a wrapped text has the height for the width of its last layout
		o.Base.Refresh()
		o.ScrollToOffset(o.Offset.SubtractXY(0,
			max(min(o.Offset.Y, o.Offset.Y+o.Size().Height-o.Content.Size().Height), 0)))
	}
}

func nowhere(fyne.CanvasObject, float32, float32, float32, float32) {}

func (a *arranged) MinSize(o []fyne.CanvasObject) fyne.Size {
	w := a.least(o)
	return fyne.NewSize(w, a.walk(o, fyne.NewSize(max(a.width, w), minimalHeight), nowhere))
}

func (a *arranged) HeightFor(o []fyne.CanvasObject, width float32) float32 {
	return a.walk(o, fyne.NewSize(width, 0), nowhere)
}

func (a *arranged) Layout(o []fyne.CanvasObject, s fyne.Size) {
	a.width = s.Width
	a.walk(o, s, Place)
}

// heightIn returns the height of an object in a width, or its minimum height if s asks for the lowest.
func heightIn(o fyne.CanvasObject, width float32, s fyne.Size) float32 {
	if s.Height == minimalHeight {
		return o.MinSize().Height
	}
	return HeightFor(o, width)
}

// visibleOf returns the visible objects.
func visibleOf(o []fyne.CanvasObject) []fyne.CanvasObject {
	return slices.DeleteFunc(slices.Clone(o), func(c fyne.CanvasObject) bool { return !c.Visible() })
}

// leastWidth returns the width of the minimum size of an object. Of nested containers it works out no heights:
// MinSize asks each child for its width and once more for its height, which doubles the work with every level.
func leastWidth(o fyne.CanvasObject) float32 {
	c, ok := o.(*fyne.Container)
	if !ok {
		return o.MinSize().Width
	}
	if a, ok := c.Layout.(*arranged); ok {
		return a.least(c.Objects)
	}
	if c.Layout == layout.NewStackLayout() {
		return widest(c.Objects)
	}
	return o.MinSize().Width
}

// widest is the least width of the widest object that is visible.
func widest(o []fyne.CanvasObject) (w float32) {
	for _, c := range visibleOf(o) {
		w = max(w, leastWidth(c))
	}
	return w
}

// NewColumn stacks objects from top to bottom, gap px apart. Hidden ones take no room. Wrapped texts get the height
// that they need at the column's width. A Spring takes the spare height. Fyne's VBox gives every object its minimum
// height, which for a wrapped text belongs to the width of its last layout.
func NewColumn(gap float32, objects ...fyne.CanvasObject) *fyne.Container {
	return arrange(columnLayout{gap: gap}, objects...)
}

// NewFilled is a column in which one object has the height that the others leave.
func NewFilled(gap float32, filling fyne.CanvasObject, objects ...fyne.CanvasObject) *fyne.Container {
	return arrange(columnLayout{gap, filling}, objects...)
}

type columnLayout struct {
	gap     float32
	filling fyne.CanvasObject // has the height that the others leave; nil: springs have it
}

func (l columnLayout) least(o []fyne.CanvasObject) float32 { return widest(o) }

func (l columnLayout) walk(all []fyne.CanvasObject, s fyne.Size, put placeFunc) float32 {
	o, need, springs := visibleOf(all), float32(0), float32(0)
	heights := make([]float32, len(o))
	for i, c := range o {
		heights[i] = HeightFor(c, s.Width)
		if c == l.filling {
			heights[i] = heightIn(c, s.Width, s)
			// at this height nothing in it has to scroll
			if scroll, ok := c.(*Scroll); ok && s.Height != minimalHeight {
				heights[i] = scroll.Content.MinSize().Height
			}
		}
		if _, ok := c.(*Spring); ok {
			springs++
		}
		need += heights[i] + l.gap
	}
	need = max(need-l.gap, 0)
	y := float32(0)
	for i, c := range o {
		h := heights[i]
		if _, ok := c.(*Spring); ok {
			h = max(s.Height-need, 0) / springs
		} else if c == l.filling {
			h = max(h+s.Height-need, 0)
		}
		put(c, 0, y, s.Width, h)
		y += h + l.gap
	}
	return need
}

// NewRow lays out objects from left to right, gap px apart, each with its minimum width and centred vertically. Hidden
// ones take no room. Spare width goes to texts that wrap or are cut, to bars, to search fields and to Springs. If there
// is a Spring, a text gets no more than its natural width. Fyne's HBox stretches all objects to its height, and gives
// spare width to spacers only.
func NewRow(gap float32, objects ...fyne.CanvasObject) *fyne.Container {
	return arrange(rowLayout{gap}, objects...)
}

// Spring is the room that a row or a column has left: Fyne's spacer, which its own boxes take as well.
type Spring = layout.Spacer

// NewSpring makes a spring.
func NewSpring() *Spring { return &Spring{} }

type rowLayout struct{ gap float32 }

func (l rowLayout) least(o []fyne.CanvasObject) (w float32) {
	for _, c := range visibleOf(o) {
		w += leastWidth(c) + l.gap
	}
	return max(w-l.gap, 0)
}

func (l rowLayout) walk(all []fyne.CanvasObject, s fyne.Size, put placeFunc) (high float32) {
	o, x := visibleOf(all), float32(0)
	for i, w := range l.widths(o, s.Width) {
		need := HeightFor(o[i], w)
		high = max(high, need)
		h := min(need, s.Height)
		put(o[i], x, (s.Height-h)/2, w, h)
		x += w + l.gap
	}
	return high
}

// widths shares a width among the objects.
func (l rowLayout) widths(o []fyne.CanvasObject, width float32) []float32 {
	out := make([]float32, len(o))
	spare := width - l.gap*float32(len(o)-1)
	var texts, others []int
	springs := false
	for i, c := range o {
		switch c.(type) {
		case *Spring:
			springs = true
			others = append(others, i)
		case *Text:
			if stretches(c) {
				texts = append(texts, i)
			}
		default:
			if stretches(c) {
				others = append(others, i)
			}
		}
		if !stretches(c) {
			out[i] = leastWidth(c)
			spare -= out[i]
		}
	}
	spare = max(spare, 0)
	if springs || len(texts) > 1 { // texts get their natural width, or a part of it if that is too wide
		want := float32(0)
		for _, i := range texts {
			want += o[i].(*Text).NaturalWidth()
		}
		part := min(spare/max(want, 1), 1)
		for _, i := range texts {
			out[i] = o[i].(*Text).NaturalWidth() * part
		}
		spare = max(spare-want*part, 0)
	} else {
		others = append(others, texts...)
	}
	if len(others) == 0 && len(texts) > 0 {
		out[texts[len(texts)-1]] += spare
	}
	for _, i := range others {
		out[i] = spare / float32(len(others))
	}
	return out
}

// grower is an object that reports whether it takes spare width.
type grower interface{ grows() bool }

// stretches reports whether an object takes spare width.
func stretches(o fyne.CanvasObject) bool {
	switch o := o.(type) {
	case *Spring, *Meter:
		return true
	case *Text:
		return o.ellipsis || o.wrap
	case *Hint:
		return stretches(o.content)
	case grower:
		return o.grows()
	case *fyne.Container:
		switch l := arrangementOf(o).(type) {
		case rowLayout, columnLayout:
			return slices.ContainsFunc(visibleOf(o.Objects), stretches)
		case boxLayout:
			return l.width == 0 && l.height == 0 && slices.ContainsFunc(visibleOf(o.Objects), stretches)
		}
	}
	return false
}

func arrangementOf(c *fyne.Container) arrangement {
	if a, ok := c.Layout.(*arranged); ok {
		return a.arrangement
	}
	return nil
}

// NewFlow lays out objects from left to right, gap px apart, each with its minimum width, and continues in the next
// line. Fyne's RowWrap makes all lines as high as the highest object, and cannot report its height for a width.
func NewFlow(gap float32, objects ...fyne.CanvasObject) *fyne.Container {
	return arrange(flowLayout{gap}, objects...)
}

type flowLayout struct{ gap float32 }

func (l flowLayout) least(o []fyne.CanvasObject) float32 { return widest(o) }

func (l flowLayout) walk(o []fyne.CanvasObject, s fyne.Size, put placeFunc) float32 {
	var x, y, line float32
	for _, c := range visibleOf(o) {
		m := c.MinSize()
		if x > 0 && m.Width > 0 && x+m.Width > s.Width {
			x, y, line = 0, y+line+l.gap, 0
		}
		m.Width = min(m.Width, s.Width)
		m.Height = HeightFor(c, m.Width)
		put(c, x, y, m.Width, m.Height)
		x += m.Width
		if m.Width > 0 {
			x += l.gap
		}
		line = max(line, m.Height)
	}
	return y + line
}

// centredFlow is a flow with centred lines.
type centredFlow struct{ flowLayout }

func (l centredFlow) walk(o []fyne.CanvasObject, s fyne.Size, put placeFunc) float32 {
	type placed struct {
		o          fyne.CanvasObject
		x, y, w, h float32
	}
	var line []placed
	end := func() {
		if len(line) == 0 {
			return
		}
		last := line[len(line)-1]
		spare := max(s.Width-last.x-last.w, 0) / 2
		for _, p := range line {
			put(p.o, p.x+spare, p.y, p.w, p.h)
		}
		line = nil
	}
	height := l.flowLayout.walk(o, s, func(o fyne.CanvasObject, x, y, w, h float32) {
		if len(line) > 0 && y > line[0].y {
			end()
		}
		line = append(line, placed{o, x, y, w, h})
	})
	end()
	return height
}

// NewBeside lays out two objects side by side, gap px apart. One of them keeps its width: the first if only the second
// takes spare width, otherwise the second, which is then at the right end. The other one gets the rest. If the rest is
// less than both its text and least px (at 100 % text) need, the second is placed below the first, half a gap apart.
// With a least of 0 all of its text must fit.
func NewBeside(gap, least float32, first, second fyne.CanvasObject) *fyne.Container {
	return arrange(besideLayout{gap, least}, first, second)
}

type besideLayout struct{ gap, rest float32 }

// inOneLine returns the width of an object without line breaks in its texts and flows.
func inOneLine(o fyne.CanvasObject) float32 {
	switch o := o.(type) {
	case *Text:
		return o.NaturalWidth()
	case *fyne.Container:
		switch l := arrangementOf(o).(type) {
		case flowLayout:
			return allInOneLine(o.Objects, l.gap)
		case rowLayout:
			return allInOneLine(o.Objects, l.gap)
		case columnLayout:
			w := float32(0)
			for _, c := range visibleOf(o.Objects) {
				w = max(w, inOneLine(c))
			}
			return w
		}
	}
	return leastWidth(o)
}

func allInOneLine(o []fyne.CanvasObject, gap float32) (width float32) {
	for _, c := range visibleOf(o) {
		width += inOneLine(c) + gap
	}
	return max(width-gap, 0)
}

// shares returns the widths of both objects, and whether the second is placed below the first.
func (l besideLayout) shares(o []fyne.CanvasObject, width float32) (first, second float32, below bool) {
	kept := 1
	if !stretches(o[0]) && stretches(o[1]) {
		kept = 0
	}
	fixed, rest := o[kept], o[1-kept]
	if !o[0].Visible() {
		return 0, width, false
	}
	if !o[1].Visible() || inOneLine(fixed) <= 0 {
		return width, 0, false
	}
	need := inOneLine(rest)
	if _, text := rest.(*Text); l.rest > 0 && text {
		need = min(need, resources.Scaled(l.rest))
	} else if l.rest > 0 {
		need = resources.Scaled(l.rest)
	}
	of := [2]float32{}
	of[kept] = inOneLine(fixed)
	of[1-kept] = width - of[kept] - l.gap
	below = of[1-kept] < need
	if below {
		of[kept], of[1-kept] = min(of[kept], width), width
	}
	return of[0], of[1], below
}

func (l besideLayout) least(o []fyne.CanvasObject) float32 {
	return max(leastWidth(o[0]), leastWidth(o[1]))
}

func (l besideLayout) walk(o []fyne.CanvasObject, s fyne.Size, put placeFunc) float32 {
	first, second, below := l.shares(o, s.Width)
	high, low := HeightFor(o[0], first), HeightFor(o[1], second)
	if below {
		put(o[0], 0, 0, first, high)
		put(o[1], 0, high+l.gap/2, second, low)
		return high + l.gap/2 + low
	}
	if first <= 0 {
		high = 0
	}
	if second <= 0 {
		low = 0
	}
	put(o[0], 0, (s.Height-min(high, s.Height))/2, first, min(high, s.Height))
	put(o[1], s.Width-second, (s.Height-min(low, s.Height))/2, second, min(low, s.Height))
	return max(high, low)
}
