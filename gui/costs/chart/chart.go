// Package chart draws what was charged over time: bars stacked by what was charged for, or the sum as it grew beside a
// budget.
//
// Its heart is arithmetic: [SpansOf] cuts a period into days, weeks, months or years, [Lay] places every bar, tick and
// word of a [Figures] in a size, in whole pixels. The widget [Chart] shows such a [Plan] in the window, [Picture] makes a
// picture of it: both of the same canvas objects.
//
// Amounts are integer micro-units of one currency and are never added across currencies here. The edges of a bar's parts
// are rounded from running sums and not one by one, so that the heights of the parts add up to the height of the whole.
package chart

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/lang"
	"viviscope/resources"
)

// Chart shows figures in the window. The pointer or Left, Right, Home and End choose a bar, whose values are shown beside
// it; Enter, Space or a click open it; Esc chooses none. It belongs to the window's goroutine.
type Chart struct {
	widget.BaseWidget
	OnOpen func(bucket int) // a person wants to see what is behind a bar

	figures Figures
	look    Look
	money   func(micros int64) string
	least   int64
	chosen  int // the bar that the place is about, -1: none
	walked  int // the bar that the keyboard is at, -1: none
	hovered int // the bar under the pointer, -1: none
	focused bool
	pointed bool // the focus came with the pointer, which needs no ring to be found
}

// New makes an empty chart. money words an amount.
func New(money func(micros int64) string) *Chart {
	c := &Chart{OnOpen: func(int) {}, money: money, chosen: -1, walked: -1, hovered: -1}
	c.ExtendBaseWidget(c)
	return c
}

// Set shows figures. The bar that the keyboard is at stays where its time is still shown.
func (c *Chart) Set(f Figures, look Look, money func(micros int64) string, least int64) {
	at := -1
	if c.walked >= 0 && c.walked < len(c.figures.Buckets) {
		at = f.At(c.figures.Buckets[c.walked].From)
	}
	c.figures, c.look, c.money, c.least = f, look, money, least
	c.walked, c.hovered = at, -1
	c.chosen = min(c.chosen, len(f.Buckets)-1)
	c.Refresh()
}

// SetChosen marks the bar that the place is about, -1 for none.
func (c *Chart) SetChosen(bucket int) {
	if bucket = min(bucket, len(c.figures.Buckets)-1); bucket != c.chosen {
		c.chosen = bucket
		c.Refresh()
	}
}

// At returns the bar whose values are shown, -1 for none.
func (c *Chart) At() int {
	if c.hovered >= 0 {
		return c.hovered
	}
	if c.focused {
		return c.walked
	}
	return -1
}

// AccessibilityLabel returns the values that are shown.
func (c *Chart) AccessibilityLabel() string {
	if i := c.At(); i >= 0 {
		words := c.figures.Buckets[i].Name
		for _, v := range valuesOf(c.figures, c.look, i, c.money) {
			words = lang.X("list", "%s, %s", words, v.name+" "+v.amount)
		}
		return words
	}
	return c.figures.Unit.Words().Charged
}

func (c *Chart) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// Cursor is a hand over what can be clicked.
func (c *Chart) Cursor() desktop.Cursor {
	if c.hovered >= 0 {
		return desktop.PointerCursor
	}
	return desktop.DefaultCursor
}

// FocusGained shows the ring, and the values of the last bar that has begun.
func (c *Chart) FocusGained() {
	c.focused = true
	if c.walked < 0 {
		for i, b := range c.figures.Buckets {
			if !b.Future {
				c.walked = i
			}
		}
	}
	c.Refresh()
}

// FocusLost takes the ring away.
func (c *Chart) FocusLost() {
	c.focused, c.pointed = false, false
	c.Refresh()
}

// TypedRune does nothing.
func (c *Chart) TypedRune(rune) {}

// TypedKey walks the bars. Other keys go to the window.
func (c *Chart) TypedKey(e *fyne.KeyEvent) {
	c.pointed = false
	last := len(c.figures.Buckets) - 1
	switch e.Name {
	case fyne.KeyLeft:
		c.walk(max(c.walked-1, 0))
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
		if window := fyne.CurrentApp().Driver().CanvasForObject(c); window != nil && window.OnTypedKey() != nil {
			window.OnTypedKey()(e)
		}
	}
}

func (c *Chart) walk(to int) {
	c.walked, c.hovered = to, -1
	c.Refresh()
}

func (c *Chart) open(bucket int) {
	if bucket >= 0 {
		c.OnOpen(bucket)
	}
}

// Tapped opens the bar under the pointer.
func (c *Chart) Tapped(e *fyne.PointEvent) {
	if window := fyne.CurrentApp().Driver().CanvasForObject(c); window != nil && window.Focused() != c {
		c.pointed = true
		window.Focus(c)
	}
	i := c.plan().SlotAt(e.Position.X)
	if i >= 0 {
		c.walked = i
	}
	c.open(i)
}

// MouseIn shows the values under the pointer.
func (c *Chart) MouseIn(e *desktop.MouseEvent) { c.MouseMoved(e) }

// MouseMoved shows the values under the pointer.
func (c *Chart) MouseMoved(e *desktop.MouseEvent) {
	if i := c.plan().SlotAt(e.Position.X); i != c.hovered {
		c.hovered = i
		c.Refresh()
	}
}

// MouseOut hides them.
func (c *Chart) MouseOut() {
	if c.hovered >= 0 {
		c.hovered = -1
		c.Refresh()
	}
}

func (c *Chart) drawing() *drawing {
	return &drawing{px: theme.Size(resources.SizeXS), color: theme.Color}
}

func (c *Chart) plan() Plan {
	return Lay(c.figures, c.look, c.Size(), c.drawing().measures(c.money, c.least))
}

// CreateRenderer draws the chart.
func (c *Chart) CreateRenderer() fyne.WidgetRenderer {
	return &renderer{of: c, min: func() fyne.Size { return fyne.NewSize(240, 120) }, draw: c.draw}
}

func (c *Chart) draw(size fyne.Size) []fyne.CanvasObject {
	p, values, l, at := c.drawing(), c.drawing(), c.plan(), c.At()
	p.slot(l, c.chosen, resources.BgSelected)
	p.slot(l, at, resources.BgHover)
	p.plan(c.figures, l, at, c.money)
	if c.focused && !c.pointed {
		ring := canvas.NewRectangle(color.Transparent)
		ring.StrokeWidth, ring.StrokeColor, ring.CornerRadius = 2, theme.Color(resources.Text1), 4
		ring.Move(fyne.NewPos(-3, -3))
		ring.Resize(size.AddWidthHeight(6, 6))
		p.words = append(p.words, ring)
	}
	if at >= 0 {
		values.values(c.figures.Buckets[at].Name, valuesOf(c.figures, c.look, at, c.money), l, at)
	}
	return append(p.objects(), values.objects()...)
}
