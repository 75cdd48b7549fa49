package dnd

import (
	"image"
	"log/slog"

	"fyne.io/fyne/v2"
)

// receiver stands between the ways in which drags arrive and the target. Its fields belong to the window's goroutine; its methods that
// begin with a post may be called from anywhere.
type receiver struct {
	canvas   func() fyne.Canvas // read at each use: it belongs to the window
	target   Target
	post     func(func())
	log      *slog.Logger
	detached bool
	hovering bool // Over was asked, and Leave was not called since
}

// over asks the target about a position in px of the window, and calls answer on the window's goroutine.
func (r *receiver) over(px image.Point, what Offer, answer func(accepted bool)) {
	r.post(func() { answer(r.ask(px, what)) })
}

// drop ends a hover with a drop. The answer says whether it is taken; the content follows with deliver.
func (r *receiver) drop(px image.Point, what Offer, answer func(accepted bool)) {
	r.post(func() {
		accepted := r.ask(px, what)
		r.unhover()
		answer(accepted)
	})
}

// leave ends a hover without a drop.
func (r *receiver) leave() { r.post(r.unhover) }

// deliver hands over a drop that was taken. It reads the link files first, on a goroutine of its own: a file may lie on a network that is
// gone, and neither the window nor the next drag may wait for it.
func (r *receiver) deliver(px image.Point, c content) {
	go func() {
		d := resolve(c)
		r.post(func() {
			if r.detached {
				return
			}
			d.At, d.Placed = r.position(px), true
			r.log.Debug("drop arrived", "links", len(d.Links), "files", len(d.Files), "text", len(d.Text))
			r.target.Dropped(d)
		})
	}()
}

func (r *receiver) ask(px image.Point, what Offer) bool {
	if r.detached || !r.open() {
		r.unhover()
		return false
	}
	r.hovering = true
	return r.target.Over(r.position(px), what)
}

func (r *receiver) unhover() {
	if !r.hovering {
		return
	}
	r.hovering = false
	r.target.Leave()
}

// open reports whether anything may arrive: what lies under an overlay cannot be reached.
func (r *receiver) open() bool {
	canvas := r.canvas()
	if canvas == nil {
		return false
	}
	top := canvas.Overlays().Top()
	if top == nil {
		return true
	}
	taker, ok := r.target.(OverlayTaker)
	return ok && taker.TakesOver(top)
}

// position turns px of the window into canvas coordinates, as the toolkit does with the mouse.
func (r *receiver) position(px image.Point) fyne.Position {
	scale := r.canvas().Scale()
	if scale <= 0 {
		scale = 1
	}
	return fyne.NewPos(float32(px.X)/scale, float32(px.Y)/scale)
}
