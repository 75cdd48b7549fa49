package app

import (
	"context"
	"image"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/dnd"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/shell"
)

// drag is a drag of assets from one place of the window to another, or as files into another program's window. The
// target of the current place receives it by the same calls as drags from other programs. Hovering over the button of a
// place shows that place. Window's goroutine.
type drag struct {
	*program
	assets   []db.Asset // empty until they are read
	at       fyne.Position
	target   dnd.Target // the drop target of the current place; nil: it takes nothing
	accepted bool
	outside  bool           // the pointer is over another program
	ended    bool           // by Esc, while the button is still held
	focus    fyne.Focusable // had the focus, which Esc needs now
	keysBack func()
	rail     shell.Place // the pointer hovers over its button; -1: over none
	stay     func() bool
}

// springDelay is how long the pointer hovers over the button of a place before the place is shown.
const springDelay = 500 * time.Millisecond

// ghostPixels is the longer side of the picture at the pointer, in device pixels.
const ghostPixels = 320

func (p exchanging) Drag(at fyne.Position, assets ...int64) {
	if p.dragged == nil {
		p.lift(assets)
	}
	p.dragged.at = at
	p.dragged.move()
}

func (p exchanging) EndDrag() {
	d := p.dragged
	p.program.dragged = nil
	if d == nil || d.ended {
		return
	}
	d.end()
	d.places.filesOut.End(true, func(inside bool) {
		d.shell.Post(func() {
			if inside && d.accepted {
				d.target.Dropped(dnd.Drop{At: d.at, Placed: true, Assets: d.assets})
			}
		})
	})
}

// lift starts to drag some assets. It reads them first, because their rows decide what can be made of them.
func (p *program) lift(ids []int64) {
	d := &drag{program: p, rail: -1, stay: func() bool { return true }}
	d.keysBack = p.shell.CatchKeys(func(c action.Chord) {
		if c.Key == fyne.KeyEscape {
			d.end()
			d.places.filesOut.End(false, func(bool) {})
		}
	})
	p.dragged = d
	d.enter()
	p.shell.Do(lang.L("What you dragged could not be read."), func(ctx context.Context) error {
		assets, paths, err := p.files(ctx, ids)
		if err == nil {
			p.shell.Post(func() {
				if p.dragged == d && !d.ended && len(assets) > 0 {
					d.assets = assets
					p.places.filesOut.Begin(p.handle(), paths, func(outside bool) {
						p.shell.Post(func() { d.outside = outside; d.move() })
					})
					d.show()
				}
			})
		}
		return err
	})
}

// show lifts the picture of the first, which may still have to be made.
func (d *drag) show() {
	first := d.assets[0]
	picture, _ := d.thumbs.Nearest(first, ghostPixels)
	d.shell.DragImage().Lift(picture, len(d.assets))
	d.move()
	if picture == nil {
		d.thumbs.Request(first, ghostPixels, func(im image.Image, err error) {
			if err == nil && d.dragged == d && !d.ended {
				d.shell.DragImage().Lift(im, len(d.assets))
			}
		})
	}
}

// enter finds the drop target of the current place, and removes the focus from the place's control.
func (d *drag) enter() {
	if d.target != nil {
		d.target.Leave()
	}
	d.target = nil
	switch {
	case d.shell.InFront(shell.Create):
		d.target = d.places.composer
	case d.shell.InFront(shell.Gallery):
		d.target = d.places.gallery
	case d.shell.InFront(shell.Boards):
		d.target = d.places.boards.Drops()
	}
	if canvas := d.window.Canvas(); canvas.Overlays().Top() == nil {
		d.focus = canvas.Focused()
		canvas.Unfocus()
	}
}

// move asks the target what a drop would do at the pointer's position.
func (d *drag) move() {
	if d.ended || len(d.assets) == 0 {
		return
	}
	d.places.filesOut.Moved()
	place, rail := d.shell.PlaceAt(d.at)
	rail = rail && !d.outside
	if !rail {
		place = -1
	}
	words := ""
	d.accepted = false
	switch {
	case rail:
		words = lang.L("Hold here to open %s", place.String())
	case d.target == nil:
	case d.outside || d.window.Canvas().Overlays().Top() != nil:
		d.target.Leave()
	default:
		d.accepted, words = d.target.Over(d.at, dnd.Offer{Kind: dnd.KindAssets, Assets: d.assets})
	}
	d.shell.DragImage().Follow(d.at, words, d.accepted || rail)
	if place != d.rail {
		d.stay()
		d.rest(place)
	}
}

// rest starts the timer that shows a place while the pointer hovers over its button; -1: over none.
func (d *drag) rest(on shell.Place) {
	d.rail = on
	if on < 0 {
		return
	}
	d.stay = d.shell.After(springDelay, func() {
		d.shell.Post(func() {
			if d.rail == on && !d.ended {
				d.open(on)
			}
		})
	})
}

// open shows a place, where the drag continues.
func (d *drag) open(place shell.Place) {
	d.shell.Show(place)
	d.enter()
	d.move()
}

// end restores the focus and the keys after the drag.
func (d *drag) end() {
	d.ended = true
	d.stay()
	d.keysBack()
	if d.target != nil {
		d.target.Leave()
	}
	d.shell.DragImage().Hide()
	if canvas := d.window.Canvas(); d.focus != nil && canvas.Focused() == nil {
		kit.FocusByPointer(canvas, d.focus)
	}
}
