package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// Follower scrolls a page so that what has the focus is in sight: Tab goes through all of it.
type Follower struct {
	scroll *container.Scroll
	seen   map[fyne.CanvasObject]bool
}

// NewFollower makes the follower of a page that scrolls up and down.
func NewFollower(scroll *container.Scroll) *Follower {
	return &Follower{scroll: scroll, seen: map[fyne.CanvasObject]bool{}}
}

// Follow lets the page follow everything below an object that takes the focus. What is followed already stays so, and
// parts that came to a container since are added.
func (f *Follower) Follow(o fyne.CanvasObject) {
	if c, ok := o.(*fyne.Container); ok {
		for _, part := range c.Objects {
			f.Follow(part)
		}
		return
	}
	if w, ok := o.(interface{ WhenFocused(func()) }); ok && !f.seen[o] {
		f.seen[o] = true
		w.WhenFocused(func() { f.Reveal(o, revealMargin) })
	}
}

// revealMargin is the room that stays above and below what has the focus, px.
const revealMargin = 24

// Reveal brings an object of the page into sight with room below it, px.
func (f *Follower) Reveal(o fyne.CanvasObject, room float32) {
	driver := fyne.CurrentApp().Driver()
	top := driver.AbsolutePositionForObject(o).Y - driver.AbsolutePositionForObject(f.scroll).Y
	below := top + o.Size().Height + room - f.scroll.Size().Height
	move := float32(0)
	switch {
	case top < revealMargin || o.Size().Height+2*revealMargin > f.scroll.Size().Height: // of what is too high, the beginning
		move = top - revealMargin
	case below > 0:
		move = below
	default:
		return
	}
	f.scroll.ScrollToOffset(fyne.NewPos(0, max(f.scroll.Offset.Y+move, 0)))
	if f.scroll.OnScrolled != nil { // the toolkit tells it of a person's scrolling only
		f.scroll.OnScrolled(f.scroll.Offset)
	}
}
