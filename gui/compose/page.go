package compose

import (
	"viviscope/gui/kit"
	"viviscope/resources"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
)

// page is the composer as it is laid out: its head, the fields, which scroll, and its foot. A notice floats over the
// lower edge of the fields.
type page struct {
	head   *fyne.Container
	scroll *kit.Scroll
	float  *fyne.Container
	box    *fyne.Container
	height float32 // of the fields when they were laid out last, px
}

func newPage(fields, notice, names, foot fyne.CanvasObject, head ...fyne.CanvasObject) *page {
	p := &page{head: kit.NewColumn(0, head...)}
	// to the side too: large text needs more room
	p.scroll = kit.NewScroll(kit.NewInset(12-linkRoom, inset, 8, inset, fields))
	low := kit.NewColumn(0, kit.NewRule(), kit.NewInset(10, inset, 10, inset, foot))
	p.float = kit.NewFloat(p.scroll, notice)
	p.box = kit.NewFixed(leastWidth, 0, container.NewStack(kit.NewGround(resources.BgPanel),
		// Tab follows this order
		kit.NewFilled(theme.Padding(), p.scroll, kit.NewInset(0, inset, 0, inset, p.head), p.scroll, low),
		p.float, names))
	return p
}

// takeFirst removes the first object of the head.
func (p *page) takeFirst() { p.head.Objects = p.head.Objects[1:] }

// Refit lays the fields out again after some of them came or went.
func (p *page) Refit() {
	kit.Follow(p.scroll, p.scroll.Content)
	for range 2 { // the height of a new text is known only after its first layout
		p.height = p.scroll.Content.MinSize().Height
		p.scroll.Refresh()
	}
	p.float.Refresh()
}

// refitIfGrown lays the fields out again if one came, went or grew.
func (p *page) refitIfGrown() {
	if p.scroll.Content.MinSize().Height != p.height {
		p.Refit()
	}
}

// inWindow reports whether the composer is visible. The driver moves hidden objects to the corner, where the fields
// would lie over the head.
func (p *page) inWindow() bool {
	d := fyne.CurrentApp().Driver()
	return d.AbsolutePositionForObject(p.scroll) != d.AbsolutePositionForObject(p.box)
}

// covers reports whether a position of the window is in the visible part of the fields.
func (p *page) covers(at fyne.Position) bool { return p.inWindow() && kit.Covers(p.scroll, at) }

// nudge scrolls the fields while something is dragged along their upper or lower edge.
func (p *page) nudge(at fyne.Position) {
	const along, step = 40, 24 // px
	y := at.Y - fyne.CurrentApp().Driver().AbsolutePositionForObject(p.scroll).Y
	switch {
	case !kit.Covers(p.scroll, at):
	case y < along:
		p.scroll.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.Delta{DY: step}})
	case y > p.scroll.Size().Height-along:
		p.scroll.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.Delta{DY: -step}})
	}
}
