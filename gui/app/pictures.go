package app

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"net/url"
	"path"
	"path/filepath"
	"time"

	"viviscope/gui/form"

	"viviscope/client/decode"
	"viviscope/client/keys"
	"viviscope/client/linkcheck"
	"viviscope/client/order"
	"viviscope/client/order/upload"
	"viviscope/client/picturefile"
	"viviscope/client/transfer"
	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/gui/editor"
)

// pictures reads pictures from the library, the disk and the web. It implements [compose.Library] and [editor.Files].
type pictures struct {
	upload.Library
	p *program
}

// Account returns the account that pays for the composer's jobs; empty if there is no profile.
func (l *pictures) Account(ctx context.Context) (form.Account, error) {
	if l.p.shell.Profile().ID == 0 {
		return form.Account{}, nil
	}
	profile, err := l.Profile(ctx, l.p.shell.Profile().ID)
	if err != nil {
		return form.Account{}, err
	}
	return form.Account{Profile: profile, NoKey: l.p.readOnly || l.p.Keys.Place(ctx, profile) == keys.Nowhere,
		ReadOnly: l.p.readOnly}, nil
}

// LookAt checks the picture behind a link.
func (l *pictures) LookAt(ctx context.Context, link string) (linkcheck.Picture, error) {
	return l.p.LookAt(ctx, l.p.shell.Profile().BaseURL, link, false)
}

// Thumb calls done with the thumbnail of an asset, on any goroutine; nil if there is none.
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

// Recalled returns the job from the settings that are embedded in a file.
func (l *pictures) Recalled(ctx context.Context, path string) (db.Job, error) {
	return transfer.RecallJob(ctx, l.Library, path)
}

// Owns reports whether path is inside the library's folder of files.
func (l *pictures) Owns(path string) bool {
	rel, err := filepath.Rel(filepath.Join(l.Dir(), "files"), path)
	return err == nil && filepath.IsLocal(rel) && rel != "."
}

// Read returns the bytes of an asset's file.
func (l *pictures) Read(_ context.Context, a db.Asset) ([]byte, error) {
	f, err := l.OpenFile(a.Path)
	if err != nil {
		return nil, err
	}
	defer f.Close() // it was only read
	data, err := folder.ReadOpenFile(f, maxCanvasFile)
	if err != nil {
		return nil, fmt.Errorf("read picture %.8s: %w", a.Ref, err)
	}
	return data, nil
}

// Fetch downloads a picture from the web under the limits of the link check. Its name contains only the last part of
// the link's path, because the query may hold a signature.
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

// maxCanvasFile bounds the file of a picture on the canvas, bytes. The largest that the service makes has 44 MB without
// any compression.
const maxCanvasFile = 128 << 20

func (p *program) framePNG(ctx context.Context, clip db.Asset, at time.Duration) ([]byte, error) {
	path, err := p.Library.AbsPath(clip.Path)
	if err != nil {
		return nil, err
	}
	return p.FrameAt(ctx, path, at)
}

// withSources finds the editor's picture sources and calls use with them.
func (p *program) withSources(pictures []order.Slot, use func(from []editor.Source)) {
	p.shell.Go(func(context.Context) { // checks the disk for the files that jobs kept
		var from []editor.Source
		for _, slot := range pictures {
			switch {
			case slot.Asset != "":
				from = append(from, editor.Source{Ref: slot.Asset})
			case slot.File != "":
				if abs, ok := p.absolute(slot.File); ok {
					from = append(from, editor.Source{File: abs})
				}
			default:
				from = append(from, editor.Source{Link: slot.URL})
			}
		}
		p.shell.Post(func() { use(from) })
	})
}

// absolute returns the absolute path of a file; a relative one is a kept file in the library. Off the window's
// goroutine.
func (p *program) absolute(file string) (string, bool) {
	if filepath.IsAbs(file) {
		return file, true
	}
	abs, err := p.Library.AbsPath(file)
	if err != nil {
		p.options.Log.Warn("cannot open a kept picture on the canvas", "err", err)
	}
	return abs, err == nil
}

// nameOfLink returns the file name for a picture from the web: the last part of the link's path, with the extension of
// its format.
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

// asPNG converts the bytes of a picture.
func asPNG(data []byte) ([]byte, error) {
	picture, err := picturefile.Read(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("convert picture: %w", err)
	}
	var png bytes.Buffer
	if err := picturefile.EncodePNG(&png, picture.Image, picture.Profile); err != nil {
		return nil, fmt.Errorf("convert picture: %w", err)
	}
	return png.Bytes(), nil
}

// keepPicture saves a picture without a file among the inputs of the library, where it stays while a draft uses it. A
// BMP or a GIF is converted to PNG, because the service takes neither. Off the window's goroutine.
func (p *program) keepPicture(data []byte) (path string, err error) {
	ext := ""
	switch decode.TypeOf(data[:min(len(data), decode.SniffLen)]) {
	case decode.PNG:
		ext = "png"
	case decode.JPEG:
		ext = "jpg"
	case decode.WebP:
		ext = "webp"
	default:
		if data, err = asPNG(data); err != nil {
			return "", err
		}
		ext = "png"
	}
	rel, err := p.Library.SaveInput(context.Background(), data, ext)
	if err != nil {
		return "", err
	}
	return p.Library.AbsPath(rel)
}
