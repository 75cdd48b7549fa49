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

// NewFollower makes the follower of a page that scrolls.
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

// revealMargin is the room that stays around what has the focus, px.
const revealMargin = 24

// Reveal brings an object of the page into sight with room below it, px.
func (f *Follower) Reveal(o fyne.CanvasObject, room float32) {
	driver := fyne.CurrentApp().Driver()
	at := driver.AbsolutePositionForObject(o).Subtract(driver.AbsolutePositionForObject(f.scroll))
	need, have, all := o.Size(), f.scroll.Size(), f.scroll.Content.Size()
	to := f.scroll.Offset.AddXY(intoSight(at.X, need.Width, have.Width, revealMargin), intoSight(at.Y, need.Height, have.Height, room))
	to.X = max(min(to.X, all.Width-have.Width), 0)
	to.Y = max(to.Y, 0)
	if to == f.scroll.Offset {
		return
	}
	f.scroll.ScrollToOffset(to)
	if f.scroll.OnScrolled != nil { // the toolkit tells it of a person's scrolling only
		f.scroll.OnScrolled(f.scroll.Offset)
	}
}

// intoSight is how far a page scrolls for what begins at a place of the view, with room behind it, px.
func intoSight(at, need, have, room float32) float32 {
	switch behind := at + need + room - have; {
	case at < revealMargin || need+2*revealMargin > have: // of what is too large, the beginning
		return at - revealMargin
	case behind > 0:
		return behind
	}
	return 0
}
