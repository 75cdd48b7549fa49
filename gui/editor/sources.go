package editor

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"log/slog"
	"path/filepath"
	"strings"
	"time"

	"viviscope/client"
	"viviscope/client/picturefile"
	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// maxFile bounds a picture file from outside the library, in bytes.
const maxFile = 64 << 20

// Source is a picture to open: an asset, the frame of a clip at a time, an asset by its ref, a local file, or a web
// address. The first one that is set counts.
type Source struct {
	Asset           db.Asset
	At              time.Duration
	Ref, File, Link string
}

// words returns the sentences about the source before it was read.
func (f Source) words() pictureWords {
	switch {
	case f.File != "":
		return wordsOfName(lang.L("“%s”", filepath.Base(f.File)))
	case f.Asset.Kind == db.Clip || f.Link != "":
		return wordsOfAsset(db.Asset{})
	}
	return wordsOfAsset(f.Asset)
}

// sourcePicture is a source that was read.
type sourcePicture struct {
	words  pictureWords
	asset  db.Asset // ID 0: it is not in the library yet
	parent string   // ref of the asset that it was taken from; "" for none
	name   string   // of its file; "" for an asset
	data   []byte   // its file in a format of the library; nil for an asset
	read   picturefile.Picture

	stored     storedCanvas // its stored canvas; without history if there is none
	unreadable error        // why that cannot be read; nil if it can
}

func (p *sourcePicture) size() image.Point { return p.read.Image.Rect.Size() }

// tooLarge reports whether the picture must be scaled down for the service.
func (p *sourcePicture) tooLarge() bool {
	size := p.size()
	return p.stored.history == nil && max(size.X, size.Y) > client.MaxSide
}

// encode sets the file of the picture to a PNG of im.
func (p *sourcePicture) encode(im *image.RGBA) error {
	var b bytes.Buffer
	if err := picturefile.EncodePNG(&b, im, p.read.Profile); err != nil {
		return err
	}
	p.name, p.data = strings.TrimSuffix(p.name, filepath.Ext(p.name))+".png", b.Bytes()
	return nil
}

// sourceReader reads pictures and stored canvases. Its methods block and belong to other goroutines than the window's.
type sourceReader struct {
	d          *Deps
	pictures   *pictureCache
	store      *canvasStore
	unfinished *unfinishedList
}

// read reads a picture. A picture of the library is returned with its stored canvas.
func (r *sourceReader) read(ctx context.Context, from Source) (p sourcePicture, err error) {
	p.words = from.words()
	switch {
	case from.Asset.Kind == db.Clip:
		p.name = fmt.Sprintf("Frame at %s of %s.png", wording.Elapsed(from.At), fileTitle(from.Asset))
		p.parent = from.Asset.Ref
		p.data, err = r.d.Files.Frame(ctx, from.Asset, from.At)
	case from.File != "":
		p.name = filepath.Base(from.File)
		p.data, err = folder.ReadFile(from.File, maxFile)
	case from.Link != "":
		p.name, p.data, err = r.d.Files.Fetch(ctx, from.Link)
	default:
		if p.asset, err = r.d.Library.AssetByRef(ctx, cmp.Or(from.Asset.Ref, from.Ref)); err == nil {
			p.words = wordsOfAsset(p.asset)
			err = r.readAsset(ctx, &p)
		}
		return p, err
	}
	if err == nil {
		p.read, err = picturefile.Read(bytes.NewReader(p.data))
	}
	if err != nil {
		return p, err
	}
	switch p.read.Format {
	case "png", "jpeg", "webp":
		if !p.read.NonStandard {
			return p, nil
		}
	}
	// Formats that the library (BMP, GIF) or a service may refuse become a PNG with the same pixels.
	return p, p.encode(p.read.Image)
}

func (r *sourceReader) readAsset(ctx context.Context, p *sourcePicture) (err error) {
	if p.read, err = r.pictures.open(ctx, p.asset.Ref); err != nil {
		return err
	}
	p.stored, err = r.store.load(ctx, p.asset.Ref)
	if errors.Is(err, errUnreadable) {
		r.d.Log().Warn("cannot read what was on a canvas", slog.Any("err", err))
		p.unreadable = err
		r.unfinished.setAside(ctx, p.asset.Ref, err)
		return nil
	}
	return err
}

// include imports a picture that is not in the library.
func (r *sourceReader) include(ctx context.Context, p *sourcePicture) (err error) {
	if p.asset.ID != 0 {
		return nil
	}
	p.asset, _, err = r.d.Library.Import(ctx, p.name, bytes.NewReader(p.data), db.ImportMeta{Parent: p.parent})
	if err != nil {
		return err
	}
	return r.readAsset(ctx, p)
}

// readIncluded reads a picture and imports it if it is not in the library. One that is too large is not imported.
func (r *sourceReader) readIncluded(ctx context.Context, from Source) (sourcePicture, error) {
	p, err := r.read(ctx, from)
	if err == nil && !p.tooLarge() {
		err = r.include(ctx, &p)
	}
	return p, err
}

// shrink imports a smaller copy of the picture, of a size that the service accepts.
func (r *sourceReader) shrink(ctx context.Context, p *sourcePicture) error {
	if p.asset.ID != 0 {
		p.name, p.parent, p.asset = fileTitle(p.asset)+".png", p.asset.Ref, db.Asset{}
	}
	if err := p.encode(picturefile.ScaleDown(p.read.Image, client.MaxSide)); err != nil {
		return err
	}
	return r.include(ctx, p)
}

// readSheet reads the canvas of a sheet; nil if there is none. An unreadable one is set aside.
func (r *sourceReader) readSheet(ctx context.Context, key string) (*page, error) {
	stored, err := r.store.load(ctx, key)
	if errors.Is(err, errUnreadable) {
		r.unfinished.setAside(ctx, key, err)
	}
	if err != nil || stored.history == nil {
		return nil, err
	}
	p := &page{key: key, title: stored.title, history: stored.history, changed: stored.changed}
	if ref := stored.history.Now().Source.Asset; ref != "" { // a newer program can read canvases that were set aside
		p.asset, err = r.d.Library.AssetByRef(ctx, ref)
	}
	return p, err
}
