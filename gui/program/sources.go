package program

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"net/url"
	"path"
	"path/filepath"
	"sync"
	"time"

	"viviscope/client/keys"
	"viviscope/client/linkcheck"
	"viviscope/db"
	"viviscope/gui/compose"
	"viviscope/gui/compose/form"
	"viviscope/gui/editor"
	"viviscope/gui/lang"
	"viviscope/gui/transfer"
	"viviscope/gui/wholefile"
)

// pictures come from the library, the disk and the web. They implement [compose.Library] and [editor.Files].
type pictures struct {
	*db.Library
	p *program

	mu      sync.Mutex
	own     string // base URL that looker takes for its own
	lookers *linkcheck.Looker
}

// Account is who pays for what the composer sends; empty where there is no profile.
func (l *pictures) Account(ctx context.Context) (compose.Account, error) {
	if l.p.shell.Profile().ID == 0 {
		return compose.Account{}, nil
	}
	profile, err := l.Profile(ctx, l.p.shell.Profile().ID)
	if err != nil {
		return compose.Account{}, err
	}
	return compose.Account{Profile: profile, NoKey: l.p.readOnly || l.p.keys.Place(ctx, profile) == keys.Nowhere, ReadOnly: l.p.readOnly}, nil
}

// LookAt looks at what is behind a link. The service in front may stand on this computer, as the sandbox does: its own links
// are looked at there, and no other's.
func (l *pictures) LookAt(ctx context.Context, link string) (linkcheck.Picture, error) {
	return l.looker(l.p.shell.Profile().BaseURL).Look(ctx, link)
}

func (l *pictures) looker(own string) *linkcheck.Looker {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.lookers == nil || l.own != own {
		l.own, l.lookers = own, linkcheck.New(linkcheck.Config{Own: own, Proxy: l.p.way.route.Proxy})
	}
	return l.lookers
}

// AssetByRef finds a picture of the library. One in the trash is not to be used again.
func (l *pictures) AssetByRef(ctx context.Context, ref string) (db.Asset, error) {
	a, err := l.Library.AssetByRef(ctx, ref)
	if err == nil && !a.TrashedAt.IsZero() {
		return db.Asset{}, fmt.Errorf("read asset %.8s: it is in the trash: %w", ref, db.ErrNotFound)
	}
	return a, err
}

// ReadPicture reads a picture of this computer, or of the library, for a request.
func (l *pictures) ReadPicture(ctx context.Context, u form.Upload) ([]byte, error) {
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
func (l *pictures) Thumb(a db.Asset, px int, done func(image.Image)) (cancel func()) {
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
func (l *pictures) Recalled(ctx context.Context, path string) (db.Job, error) {
	return transfer.Recalled(ctx, l.Library, path)
}

// Owns reports whether a file lies in the library's folder of files.
func (l *pictures) Owns(path string) bool {
	rel, err := filepath.Rel(filepath.Join(l.Dir(), "files"), path)
	return err == nil && filepath.IsLocal(rel) && rel != "."
}

// maxCanvasFile bounds the file of a picture on the canvas, bytes. The largest that the service makes has 44 MB without any
// compression.
const maxCanvasFile = 128 << 20

// Read returns the bytes of an asset's file.
func (l *pictures) Read(_ context.Context, a db.Asset) ([]byte, error) {
	f, err := l.OpenFile(a.Path)
	if err != nil {
		return nil, err
	}
	defer f.Close() // it was only read
	data, err := wholefile.ReadOpen(f, maxCanvasFile)
	if err != nil {
		return nil, fmt.Errorf("read picture %.8s: %w", a.Ref, err)
	}
	return data, nil
}

// Fetch gets a picture from the web under the limits of a look at a frame. The name that it gets holds nothing of the link
// but the last part of its path: a signature stands in the query.
func (l *pictures) Fetch(ctx context.Context, link string) (name string, data []byte, err error) {
	picture, err := l.LookAt(ctx, link)
	if err != nil {
		return "", nil, err
	}
	return nameOfLink(link, picture.Format), picture.Data, nil
}

// Frame takes one frame of a clip, in its full size, without any loss.
func (l *pictures) Frame(ctx context.Context, clip db.Asset, at time.Duration) ([]byte, error) {
	return l.p.framePNG(ctx, clip, at)
}

func (p *program) framePNG(ctx context.Context, clip db.Asset, at time.Duration) ([]byte, error) {
	im, err := p.frameOf(ctx, clip, at)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := encoder.Encode(&b, im); err != nil {
		return nil, fmt.Errorf("write frame of %.8s: %w", clip.Ref, err)
	}
	return b.Bytes(), nil
}

// frameOf decodes one frame of a clip, in its full size.
func (p *program) frameOf(ctx context.Context, clip db.Asset, at time.Duration) (image.Image, error) {
	file, err := p.lib.AbsPath(clip.Path)
	if err != nil {
		return nil, err
	}
	return p.decoder.Frame(ctx, file, at, 0)
}

// bake makes what is on the canvas into the file that a click sends. Off the window's goroutine.
func (p *program) bake(ctx context.Context, marks bool) (compose.Baked, error) {
	b, err := p.places.canvas.Bake(ctx, marks)
	if errors.Is(err, editor.ErrNothing) {
		return compose.Baked{}, errors.New(lang.L("nothing lies on it")) // the composer shows it
	}
	return compose.Baked{PNG: b.PNG, Width: b.Width, Height: b.Height, Asset: b.Asset, Drawing: b.Drawing, Parts: b.Parts}, err
}

// openOnCanvas opens pictures that came from elsewhere. Of several the person says whether they go on one sheet.
func (p *program) openOnCanvas(files, links []string) {
	p.shell.Go(func(context.Context) { // what a job kept is looked for on the disk
		var parts []editor.Source
		for _, f := range files {
			if abs, ok := p.absolute(f); ok {
				parts = append(parts, editor.Source{File: abs})
			}
		}
		for _, link := range links {
			parts = append(parts, editor.Source{Link: link})
		}
		p.shell.Post(func() { p.places.canvas.OpenSeveral(parts) })
	})
}

// absolute is where a file lies: what a job kept lies in the library. Off the window's goroutine.
func (p *program) absolute(file string) (string, bool) {
	if filepath.IsAbs(file) {
		return file, true
	}
	abs, err := p.lib.AbsPath(file)
	if err != nil {
		p.options.Log.Warn("cannot open a kept picture on the canvas", "err", err)
	}
	return abs, err == nil
}

// joinOnCanvas brings the pictures of the composer's slots to the one on the canvas.
func (p *program) joinOnCanvas(pictures []form.Slot) {
	p.shell.Go(func(context.Context) {
		var parts []editor.Source
		for _, slot := range pictures {
			switch {
			case slot.Asset != "":
				parts = append(parts, editor.Source{Ref: slot.Asset})
			case slot.File != "":
				if abs, ok := p.absolute(slot.File); ok {
					parts = append(parts, editor.Source{File: abs})
				}
			default:
				parts = append(parts, editor.Source{Link: slot.URL})
			}
		}
		p.shell.Post(func() { p.places.canvas.Join(parts) })
	})
}

// nameOfLink is what a picture from the web is called: the last part of the link's path, with the ending that its bytes ask
// for.
func nameOfLink(link, format string) string {
	base := "picture"
	if u, err := url.Parse(link); err == nil {
		if last := path.Base(u.Path); last != "." && last != "/" {
			base = last
		}
	}
	if ext := path.Ext(base); ext != "" {
		base = base[:len(base)-len(ext)]
	}
	return base + "." + format
}
