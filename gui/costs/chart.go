package costs

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/kit"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// chart shows a bar for each day or month: charged, reserved and refunded amounts over each other. The pointer or Left, Right, Home and End
// choose a bar, whose values are shown beside it; Enter, Space or a click open it; Esc chooses none.
type chart struct {
	widget.BaseWidget
	onOpen func(bucket int) // a person wants to see what is behind a bar

	data    chartData
	chosen  int // the bar that the place is about, -1: none
	walked  int // the bar that the keyboard is at, -1: none
	hovered int // the bar under the pointer, -1: none
	focused bool
	pointed bool // the focus came with the pointer, which needs no ring to be found
}

func newChart(onOpen func(bucket int)) *chart {
	c := &chart{onOpen: onOpen, chosen: -1, walked: -1, hovered: -1}
	c.ExtendBaseWidget(c)
	return c
}

// set shows figures, and marks the bar that the place is about; -1 for none. The bar that the keyboard is at stays where its time is still
// shown.
func (c *chart) set(f chartData, chosen int) {
	if c.walked >= 0 {
		c.walked = f.at(c.data.buckets[c.walked].from)
	}
	c.data, c.chosen, c.hovered = f, chosen, -1
	c.Refresh()
}

// at is the bar whose values are shown, -1 for none.
func (c *chart) at() int {
	if c.hovered < 0 && c.focused {
		return c.walked
	}
	return c.hovered
}

func (c *chart) AccessibilityLabel() string {
	i := c.at()
	if i < 0 {
		return c.data.title()
	}
	facts := []string{c.data.buckets[i].name}
	for _, v := range c.data.values(i) {
		facts = append(facts, v.name+" "+v.amount)
	}
	return wording.Commas(facts...)
}

func (c *chart) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

func (c *chart) Cursor() desktop.Cursor {
	if c.hovered >= 0 {
		return desktop.PointerCursor
	}
	return desktop.DefaultCursor
}

// FocusGained shows the ring, and the values of the last bar that has begun.
func (c *chart) FocusGained() {
	c.focused = true
	if c.walked < 0 {
		for i, b := range c.data.buckets {
			if !b.future {
				c.walked = i
			}
		}
	}
	c.Refresh()
}

func (c *chart) FocusLost() {
	c.focused, c.pointed = false, false
	c.Refresh()
}

func (c *chart) TypedRune(rune) {}

// TypedKey walks the bars. Other keys go to the window.
func (c *chart) TypedKey(e *fyne.KeyEvent) {
	c.pointed = false
	last := len(c.data.buckets) - 1
	switch e.Name {
	case fyne.KeyLeft:
		c.walk(min(max(c.walked-1, 0), last))
	case fyne.KeyRight:
		c.walk(min(c.walked+1, last))
	case fyne.KeyHome:
		c.walk(min(0, last))
	case fyne.KeyEnd:
		c.walk(last)
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		c.open(c.walked)
	case fyne.KeyEscape:
		c.walk(-1)
	default:
		if window := kit.CanvasOf(c); window != nil && window.OnTypedKey() != nil {
			window.OnTypedKey()(e)
		}
	}
}

func (c *chart) walk(to int) {
	c.walked, c.hovered = to, -1
	c.Refresh()
}

func (c *chart) open(bucket int) {
	if bucket >= 0 {
		c.onOpen(bucket)
	}
}

func (c *chart) Tapped(e *fyne.PointEvent) {
	if window := fyne.CurrentApp().Driver().CanvasForObject(c); window != nil && window.Focused() != c {
		c.pointed = true
		window.Focus(c)
	}
	i := c.plan().slotAt(e.Position.X)
	if i >= 0 {
		c.walked = i
	}
	c.open(i)
}

func (c *chart) MouseIn(e *desktop.MouseEvent) { c.MouseMoved(e) }

func (c *chart) MouseMoved(e *desktop.MouseEvent) { c.hover(c.plan().slotAt(e.Position.X)) }

func (c *chart) MouseOut() { c.hover(-1) }

func (c *chart) hover(bucket int) {
	if bucket != c.hovered {
		c.hovered = bucket
		c.Refresh()
	}
}

func (c *chart) plan() plan {
	return layChart(c.data, c.Size(), newDrawing(resources.SizeXS).measure)
}

func (c *chart) CreateRenderer() fyne.WidgetRenderer {
	return &renderer{of: c, min: func() fyne.Size { return fyne.NewSize(240, 120) }, draw: c.draw}
}

func (c *chart) draw(size fyne.Size) []fyne.CanvasObject {
	p, values, l, at := newDrawing(resources.SizeXS), newDrawing(resources.SizeXS), c.plan(), c.at()
	p.slot(l, c.chosen, resources.BgSelected)
	p.slot(l, at, resources.BgHover)
	p.plan(c.data, l)
	if c.focused && !c.pointed {
		ring := canvas.NewRectangle(color.Transparent)
		ring.StrokeWidth, ring.StrokeColor, ring.CornerRadius = 2, theme.Color(resources.Text1), 4
		ring.Move(fyne.NewPos(-3, -3))
		ring.Resize(size.AddWidthHeight(6, 6))
		p.words = append(p.words, ring)
	}
	if at >= 0 {
		values.values(c.data.buckets[at].name, c.data.values(at), l, at)
	}
	return append(p.objects(), values.objects()...)
}
