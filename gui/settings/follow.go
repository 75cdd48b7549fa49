package settings

import (
	"fyne.io/fyne/v2"

	"viviscope/gui/widgets"
)

// follower scrolls a page so that what has the focus is in sight: Tab goes through all of it.
type follower struct {
	s    *Screen
	seen map[fyne.CanvasObject]bool
}

// follow lets the page follow everything below an object that takes the focus. What is followed already stays so.
func (f *follower) follow(o fyne.CanvasObject) {
	if f.seen[o] {
		return
	}
	switch w := o.(type) {
	case *fyne.Container:
		for _, part := range w.Objects {
			f.follow(part)
		}
		return // its parts may change
	case *widgets.Entry:
		f.chain(o, &w.OnFocus)
	case *widgets.AmountEntry:
		f.chain(o, &w.OnFocus)
	case interface{ WhenFocused(func()) }:
		w.WhenFocused(func() { f.reveal(o) })
	default:
		return
	}
	f.seen[o] = true
}

func (f *follower) chain(o fyne.CanvasObject, on *func(bool)) {
	before := *on
	*on = func(gained bool) {
		if before != nil {
			before(gained)
		}
		if gained {
			f.reveal(o)
		}
	}
}

// revealMargin is the room that stays above and below what has the focus, px.
const revealMargin = 24

func (f *follower) reveal(o fyne.CanvasObject) { f.revealWith(o, revealMargin) }

// revealWith brings an object into sight with room below it, px.
func (f *follower) revealWith(o fyne.CanvasObject, room float32) {
	scroll, driver := f.s.scroll, fyne.CurrentApp().Driver()
	top := driver.AbsolutePositionForObject(o).Y - driver.AbsolutePositionForObject(scroll).Y
	below := top + o.Size().Height + room - scroll.Size().Height
	move := float32(0)
	switch {
	case top < revealMargin:
		move = top - revealMargin
	case below > 0:
		move = below
	default:
		return
	}
	scroll.ScrollToOffset(fyne.NewPos(0, max(scroll.Offset.Y+move, 0)))
	f.s.mark(f.s.sectionAt(scroll.Offset.Y))
}
