package program

import (
	"context"
	"fmt"
	"image"
	"path/filepath"
	"sync"

	"viviscope/client/keys"
	"viviscope/client/linkcheck"
	"viviscope/db"
	"viviscope/gui"
	"viviscope/gui/compose"
	"viviscope/gui/compose/form"
	"viviscope/gui/transfer"
)

func (w *wires) newComposer() *compose.Screen {
	return compose.New(compose.Deps{Host: w.s, Nav: nav{w.p}, Library: w.sources, EditCanvas: composerCanvas{w}, Engine: w.p.engine, Sender: w.p.sender,
		Live: w.s.Live().Jobs})
}

// composerCanvas is the edit canvas for the composer. It implements [compose.EditCanvas].
type composerCanvas struct{ *wires }

func (c composerCanvas) ShowKind(kind db.JobKind) {
	if c.place != nil { // the composer is made before what stands beside it
		c.place.turn(kind)
	}
}

func (c composerCanvas) OpenAsset(a db.Asset) {
	c.s.Show(gui.Create)
	c.p.places.canvas.OpenAsset(a)
}

func (c composerCanvas) Open(files, links []string)                      { c.p.openOnCanvas(files, links) }
func (c composerCanvas) Restore(job db.Job)                              { c.p.places.canvas.Restore(job) }
func (c composerCanvas) ChooseFile()                                     { c.p.places.canvas.ChooseFile() }
func (c composerCanvas) Place(pictures []form.Slot)                      { c.p.joinOnCanvas(pictures) }
func (c composerCanvas) SetWay(way form.CanvasWay)                       { c.p.places.canvas.SetWay(way) }
func (c composerCanvas) Bake(ctx context.Context) (compose.Baked, error) { return c.p.bake(ctx, true) }

// composerLibrary is the library, the disk and the web for the composer. It implements [compose.Library].
type composerLibrary struct {
	*db.Library
	p *program

	mu      sync.Mutex
	own     string // base URL that looker takes for its own
	lookers *linkcheck.Looker
}

// Account is who pays for what the composer sends; empty where there is no profile.
func (l *composerLibrary) Account(ctx context.Context) (compose.Account, error) {
	if l.p.shell.Profile().ID == 0 {
		return compose.Account{}, nil
	}
	profile, err := l.p.frontProfile(ctx)
	if err != nil {
		return compose.Account{}, err
	}
	return compose.Account{Profile: profile, NoKey: l.p.readOnly || l.p.keys.Place(ctx, profile) == keys.Nowhere, ReadOnly: l.p.readOnly}, nil
}

// LookAt looks at what is behind a link. The service in front may stand on this computer, as the sandbox does: its own links
// are looked at there, and no other's.
func (l *composerLibrary) LookAt(ctx context.Context, link string) (linkcheck.Picture, error) {
	return l.looker(l.p.shell.Profile().BaseURL).Look(ctx, link)
}

func (l *composerLibrary) looker(own string) *linkcheck.Looker {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.lookers == nil || l.own != own {
		l.own, l.lookers = own, linkcheck.New(linkcheck.Config{Own: own, Proxy: l.p.way.route.Proxy})
	}
	return l.lookers
}

// AssetByRef finds a picture of the library. One in the trash is not to be used again.
func (l *composerLibrary) AssetByRef(ctx context.Context, ref string) (db.Asset, error) {
	a, err := l.Library.AssetByRef(ctx, ref)
	if err == nil && !a.TrashedAt.IsZero() {
		return db.Asset{}, fmt.Errorf("read asset %.8s: it is in the trash: %w", ref, db.ErrNotFound)
	}
	return a, err
}

// ReadPicture reads a picture of this computer, or of the library, for a request.
func (l *composerLibrary) ReadPicture(ctx context.Context, u form.Upload) ([]byte, error) {
	rel := u.File
	if u.Asset != "" {
		a, err := l.AssetByRef(ctx, u.Asset)
		if err != nil {
			return nil, err
		}
		rel = a.Path
	} else if filepath.IsAbs(rel) {
		return compose.ReadPicture(rel)
	}
	f, err := l.OpenFile(rel) // inside of the library, and nothing outside of it
	if err != nil {
		return nil, err
	}
	defer f.Close() // it was only read
	return compose.PictureOf(f)
}

// Thumb hands the picture of an asset over, on any goroutine; nil where there is none.
func (l *composerLibrary) Thumb(a db.Asset, px int, done func(image.Image)) (cancel func()) {
	if img, ok := l.p.thumbs.Cached(a, px); ok {
		done(img)
		return func() {}
	}
	return l.p.thumbs.Request(a, px, func(img image.Image, err error) {
		if err != nil {
			img = nil
		}
		done(img)
	})
}

// Recalled returns the job whose settings a file carries.
func (l *composerLibrary) Recalled(ctx context.Context, path string) (db.Job, error) {
	return transfer.Recalled(ctx, l.Library, path)
}

// Owns reports whether a file lies in the library's folder of files.
func (l *composerLibrary) Owns(path string) bool {
	rel, err := filepath.Rel(filepath.Join(l.Dir(), "files"), path)
	return err == nil && filepath.IsLocal(rel) && rel != "."
}
