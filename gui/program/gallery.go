package program

import (
	"context"

	"fyne.io/fyne/v2"

	"viviscope/client/jobs"
	"viviscope/gui/gallery"
)

// galleryPlace is the gallery as one of the window's places.
type galleryPlace struct {
	*gallery.Gallery
	failed  func(error)
	refresh func()
}

func (g *galleryPlace) Content() fyne.CanvasObject { return g.Object() }

func (g *galleryPlace) Update(ctx context.Context) {
	if err := g.Gallery.Update(ctx); err != nil && ctx.Err() == nil {
		g.failed(err)
	}
}

// Handle asks for an update where an asset came or its costs changed. Any goroutine.
func (g *galleryPlace) Handle(ev jobs.Event) {
	switch ev.(type) {
	case jobs.AssetAdded, jobs.LedgerChanged:
		g.refresh()
	}
}
