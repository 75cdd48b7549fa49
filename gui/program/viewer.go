package program

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui"
	"viviscope/gui/dnd"
	"viviscope/gui/gallery"
	"viviscope/gui/media/player"
	"viviscope/gui/viewer"
)

// newViewer makes the viewer.
func (p *program) newViewer(s *gui.Shell) *viewer.Screen {
	return viewer.New(viewer.Deps{
		Host: s, Nav: nav{p}, Organizer: p.places.gallery, Library: p.lib, Pictures: p.thumbs, Player: p.newPlayer(s),
		NewClips: func(onState func(player.PairState)) viewer.Clips {
			return player.NewPair(player.Options{Post: s.Post, Log: p.options.Log}, onState)
		},
		Frame: canvasFiles{program: p}.still,
	})
}

// newPlayer makes a player, whose engine starts with its first clip.
func (p *program) newPlayer(s *gui.Shell) *player.Player {
	film := player.New(player.Options{Post: s.Post, Log: p.options.Log})
	p.onClose(func() error { film.Close(); return nil })
	return film
}

// alone is the sequence of one asset.
type alone struct{ asset db.Asset }

// Len implements [viewer.Sequence].
func (alone) Len() int { return 1 }

// At implements [viewer.Sequence].
func (o alone) At(i int) (db.Asset, bool) { return o.asset, i == 0 }

// IndexOf implements [viewer.Sequence].
func (o alone) IndexOf(id int64) int {
	if id == o.asset.ID {
		return 0
	}
	return -1
}

// watchForViewer keeps what the viewer says true while jobs run. It returns what ends that.
func (p *program) watchForViewer(s *gui.Shell) (stop func()) {
	return p.engine.Subscribe(func(ev jobs.Event) {
		switch ev := ev.(type) {
		case jobs.ClockChanged:
			s.Post(func() { sayClock(s, ev) })
		case jobs.AssetAdded, jobs.LedgerChanged:
			s.Go(p.places.viewer.Update)
		}
	})
}

// importFrame puts one frame of a clip into the library; known: the same picture is there already. Off the window's
// goroutine.
func (p *program) importFrame(ctx context.Context, clip db.Asset, at time.Duration) (a db.Asset, known bool, err error) {
	data, err := canvasFiles{program: p}.Frame(ctx, clip, at)
	if err != nil {
		return db.Asset{}, false, err
	}
	name := fmt.Sprintf("frame at %.2f s.png", at.Seconds()) // a file’s name, the same in every language
	return p.lib.Import(ctx, name, bytes.NewReader(data), db.ImportMeta{Parent: clip.Ref, Prompt: clip.Prompt, Model: clip.Model})
}

// lastFrameOf is where the last frame of a clip begins.
func lastFrameOf(clip db.Asset) time.Duration {
	end := time.Duration(clip.Seconds * float64(time.Second))
	if clip.FPS > 0 {
		end -= time.Duration(float64(time.Second) / clip.FPS)
	}
	return max(end, 0)
}

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
