package dnd

import (
	"log/slog"
	"sync"

	"fyne.io/fyne/v2"
)

// fakeCanvas implements the parts of a canvas that a receiver uses.
type fakeCanvas struct {
	fyne.Canvas
	scale   float32
	overlay fyne.CanvasObject
}

func (c *fakeCanvas) Scale() float32              { return c.scale }
func (c *fakeCanvas) Overlays() fyne.OverlayStack { return fakeOverlays{top: c.overlay} }

type fakeOverlays struct {
	fyne.OverlayStack
	top fyne.CanvasObject
}

func (o fakeOverlays) Top() fyne.CanvasObject { return o.top }

// recorder is a target that records its calls. The test simulates the window goroutine.
type recorder struct {
	mu     sync.Mutex
	accept func(at fyne.Position, what Offer) bool
	overs  []Offer
	places []fyne.Position
	leaves int
	drops  chan Drop
}

func (r *recorder) Over(at fyne.Position, what Offer) (bool, string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.overs, r.places = append(r.overs, what), append(r.places, at)
	return r.accept == nil || r.accept(at, what), ""
}

func (r *recorder) Leave() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.leaves++
}

func (r *recorder) Dropped(d Drop) { r.drops <- d }

func (r *recorder) told() (overs []Offer, places []fyne.Position, leaves int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.overs, r.places, r.leaves
}

func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }
