package program

import (
	"context"
	"fmt"
	"image"
	"path/filepath"
	"sync"

	"viviscope/client/linkcheck"
	"viviscope/db"
	"viviscope/gui/compose"
	"viviscope/gui/compose/form"
	"viviscope/gui/dnd"
	"viviscope/gui/lang"
)

// slotSources is where the pictures in the composer's slots come from.
type slotSources struct {
	p *program

	mu      sync.Mutex
	own     string // base URL that looker takes for its own
	lookers *linkcheck.Looker
}

// look looks at what is behind a link. The service in front may stand on this computer, as the sandbox does: its own links
// are looked at there, and no other's.
func (s *slotSources) look(ctx context.Context, link string) (linkcheck.Picture, error) {
	return s.looker(s.p.shell.Profile().BaseURL).Look(ctx, link)
}

func (s *slotSources) looker(own string) *linkcheck.Looker {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.lookers == nil || s.own != own {
		s.own, s.lookers = own, linkcheck.New(linkcheck.Config{Own: own, Proxy: s.p.way.route.Proxy})
	}
	return s.lookers
}

// asset finds a picture of the library. One in the trash is not to be used again.
func (s *slotSources) asset(ctx context.Context, ref string) (db.Asset, error) {
	a, err := s.p.lib.AssetByRef(ctx, ref)
	if err == nil && !a.TrashedAt.IsZero() {
		return db.Asset{}, fmt.Errorf("read asset %.8s: it is in the trash: %w", ref, db.ErrNotFound)
	}
	return a, err
}

// file reads a picture of this computer, or of the library, for a request.
func (s *slotSources) file(ctx context.Context, u form.Upload) ([]byte, error) {
	switch {
	case u.Asset != "":
		a, err := s.asset(ctx, u.Asset)
		if err != nil {
			return nil, err
		}
		return s.kept(a.Path)
	case filepath.IsAbs(u.File):
		return compose.ReadPicture(u.File)
	}
	return s.kept(u.File)
}

// kept reads a picture inside of the library and nothing outside of it.
func (s *slotSources) kept(rel string) ([]byte, error) {
	f, err := s.p.lib.OpenFile(rel)
	if err != nil {
		return nil, err
	}
	defer f.Close() // it was only read
	return compose.PictureOf(f)
}

// thumb hands the picture of an asset over, on any goroutine; nil where there is none.
func (p *program) thumb(a db.Asset, px int, done func(image.Image)) (cancel func()) {
	if img, ok := p.thumbs.Cached(a, px); ok {
		done(img)
		return func() {}
	}
	return p.thumbs.Request(a, px, func(img image.Image, err error) {
		if err != nil {
			img = nil
		}
		done(img)
	})
}

// slotPictures are the names of files that a slot takes.
var slotPictures = []string{".png", ".jpg", ".jpeg", ".webp"}

// chooseForSlot lets a person pick a picture of the gallery for a slot; -1 is the next one of an edit.
func (p *program) chooseForSlot(composer *compose.Screen, place int) {
	edit := composer.Form().Kind == db.EditImage
	word := lang.L("Choose a picture for the first frame")
	switch {
	case edit:
		word = lang.L("Choose a picture for the edit")
	case place > 0:
		word = lang.L("Choose a picture for the last frame")
	}
	nav{p}.ChooseAsset(word, func(a db.Asset) {
		if edit {
			composer.EditAsset(a)
		} else {
			composer.UseAsset(a, place)
		}
		composer.Focus()
	})
}

// takeDrops lets other programs drop things on the window, in place of what took them before.
func (p *program) takeDrops() {
	if p.undrop != nil {
		p.undrop()
	}
	p.undrop = dnd.Attach(p.window, p.dropTarget(p.places.composer), p.post, p.options.Log)
}
