package editor

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"viviscope/client/order"
	"viviscope/client/picturefile"
	"viviscope/gui/editor/drawing"
	"viviscope/gui/editor/paint"
	"viviscope/gui/lang"
)

// weighPause is the pause after an edit before the size of the file is measured.
const weighPause = 700 * time.Millisecond

// Baked is the picture that is sent.
type Baked struct {
	File          []byte          // a flat PNG, or the file of the asset if nothing was done to it
	Width, Height int             // pixels
	Asset         string          // ref of the source; "" for an empty sheet
	Drawing       json.RawMessage // to restore the marks; nil if there are none
	Parts         []string        // refs of the placed pictures
}

// ErrNothing reports that no canvas is open.
var ErrNothing = errors.New("nothing is on the canvas")

// baker makes the file of the canvas that is sent, saved or exported.
type baker struct {
	d            *Deps
	doc          *document
	pictures     *pictureCache
	stopWeighing func() bool
	onWeighed    func(bytes int64) // the size of the file; 0: unknown
}

func newBaker(d *Deps, doc *document, pictures *pictureCache) *baker {
	return &baker{d: d, doc: doc, pictures: pictures, stopWeighing: func() bool { return false }}
}

// canvasOf returns the canvas for the composer. It is closed while a picture is being opened: the composer must not
// send the one before. Hidden marks do not count.
func canvasOf(doc *document) order.Canvas {
	if !doc.isOpen() || doc.opening != "" {
		return order.Canvas{}
	}
	d, a := doc.drawing(), doc.page.asset
	size := d.Size()
	c := order.Canvas{Open: true, Key: doc.page.key, Asset: a.Ref, Width: size.X, Height: size.Y}
	c.Marks, c.Changed, c.Shaped = len(d.Seen()), !d.Untouched(), len(d.Steps) > 0
	if a.ID != 0 {
		c.Link, c.SourceWidth, c.SourceHeight = a.Link, d.Source.Size.X, d.Source.Size.Y
	}
	if !a.LinkExpires.IsZero() {
		c.Dies = a.LinkExpires.UnixMilli()
	}
	return c
}

// parts returns the refs of the placed pictures.
func parts(d drawing.Drawing) (refs []string) {
	for _, m := range d.Seen() {
		if m.Kind == drawing.Picture {
			refs = append(refs, m.Asset)
		}
	}
	return refs
}

// bakeError is the reason why there is no picture of the canvas. It implements [wording.Worded].
type bakeError struct{ err error }

func (e *bakeError) Error() string { return "prepare canvas: " + e.err.Error() }

// Words returns the error in the language of the window.
func (e *bakeError) Words() string {
	return lang.L("The canvas could not be prepared.") + " " + troubleText(e.err)
}

func (e *bakeError) Unwrap() error { return e.err }

// bake makes the file that is sent; see Screen.Bake.
func (b *baker) bake(ctx context.Context, bare bool) (Baked, error) {
	baked, err := b.sent(ctx, bare)
	if err != nil && !errors.Is(err, ErrNothing) {
		err = &bakeError{err}
	}
	return baked, err
}

func (b *baker) sent(ctx context.Context, bare bool) (Baked, error) {
	st := b.doc.sendable.Load()
	if st == nil {
		return Baked{}, ErrNothing
	}
	d := st.drawing
	if bare {
		d.Marks = nil
	}
	if st.asset != "" && d.Untouched() {
		a, err := b.d.Library.AssetByRef(ctx, st.asset)
		if err != nil {
			return Baked{}, err
		}
		data, err := b.d.Files.Read(ctx, a)
		return Baked{File: data, Width: a.Width, Height: a.Height, Asset: a.Ref}, err
	}
	data, err := b.flat(ctx, d, picturefile.ConvertOptions{Format: "png"})
	if err != nil {
		return Baked{}, err
	}
	size := d.Size()
	baked := Baked{File: data, Width: size.X, Height: size.Y, Asset: st.asset, Parts: parts(d)}
	if kept, err := drawing.Encode(d); err == nil {
		baked.Drawing = kept
	} else if !errors.Is(err, drawing.ErrTooLarge) { // a drawing that is too large to store is sent anyway
		return Baked{}, err
	}
	return baked, nil
}

// flat paints a drawing and encodes it with the colour profile of its source.
func (b *baker) flat(ctx context.Context, d drawing.Drawing, as picturefile.ConvertOptions) ([]byte, error) {
	im, err := paint.Bake(ctx, d, b.pictures)
	if err != nil {
		return nil, fmt.Errorf("paint canvas: %w", err)
	}
	if ref := d.Source.Asset; ref != "" {
		read, err := b.pictures.open(ctx, ref)
		if err != nil {
			return nil, err
		}
		as.Profile = read.Profile
	}
	var data bytes.Buffer
	if err := picturefile.Convert(&data, im, as); err != nil {
		return nil, fmt.Errorf("encode canvas: %w", err)
	}
	return data.Bytes(), nil
}

// weighLater measures the file once nothing has changed for a while.
func (b *baker) weighLater() {
	b.stopWeighing()
	if b.doc.drawing().Untouched() {
		b.onWeighed(0)
		return
	}
	number := b.doc.edits
	b.stopWeighing = b.d.After(weighPause, func() {
		b.d.Go(func(ctx context.Context) {
			baked, err := b.bake(ctx, false)
			if err != nil {
				return // the composer shows the error when the picture is sent
			}
			b.d.Post(func() {
				if number == b.doc.edits {
					b.onWeighed(int64(len(baked.File)))
				}
			})
		})
	})
}
