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
	"time"

	"viviscope/client/linkcheck"
	"viviscope/db"
	"viviscope/gui"
	"viviscope/gui/compose"
	"viviscope/gui/compose/form"
	"viviscope/gui/editor"
	"viviscope/gui/lang"
	"viviscope/gui/wholefile"
)

// canvasFiles brings pictures to the canvas, from the library and from the web. Its methods are called off the window's
// goroutine.
type canvasFiles struct {
	program *program
	look    func(ctx context.Context, link string) (linkcheck.Picture, error)
}

// maxCanvasFile bounds the file of a picture on the canvas, bytes. The largest that the service makes has 44 MB without any
// compression.
const maxCanvasFile = 128 << 20

// Read returns the bytes of an asset's file.
func (c canvasFiles) Read(_ context.Context, a db.Asset) ([]byte, error) {
	f, err := c.program.lib.OpenFile(a.Path)
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
func (c canvasFiles) Fetch(ctx context.Context, link string) (name string, data []byte, err error) {
	picture, err := c.look(ctx, link)
	if err != nil {
		return "", nil, err
	}
	return nameOfLink(link, picture.Format), picture.Data, nil
}

// Frame takes one frame of a clip, in its full size, without any loss.
func (c canvasFiles) Frame(ctx context.Context, clip db.Asset, at time.Duration) ([]byte, error) {
	im, err := c.still(ctx, clip, at)
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

// still decodes one frame of a clip, in its full size.
func (c canvasFiles) still(ctx context.Context, clip db.Asset, at time.Duration) (image.Image, error) {
	file, err := c.program.lib.AbsPath(clip.Path)
	if err != nil {
		return nil, err
	}
	return c.program.decoder.Frame(ctx, file, at, 0)
}

// newCanvas makes the canvas.
func (p *program) newCanvas(s *gui.Shell, composer *compose.Screen, sources *composerLibrary) *editor.Screen {
	return editor.New(editor.Deps{
		Host: s, Nav: nav{p}, Library: p.lib, Files: canvasFiles{p, sources.LookAt}, Thumbs: p.thumbs, Live: s.Live().Jobs, Composer: composer,
	})
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
