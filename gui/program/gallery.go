package program

import (
	"context"

	"fyne.io/fyne/v2"

	"viviscope/client/jobs"
	"viviscope/gui/dnd"
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

// copyFiles returns what puts files on the clipboard, as file managers do; nil where that cannot be done.
func (p *program) copyFiles() func(paths []string) error {
	files := dnd.NewFileClipboard(p.options.Log)
	if files == nil {
		return nil
	}
	p.onClose(func() error { files.Close(); return nil })
	return files.Copy
}
