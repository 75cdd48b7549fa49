package editor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"viviscope/gui/compose/form"
	"viviscope/gui/editor/drawing"
	"viviscope/gui/lang"
	"viviscope/gui/media/picturefile"
)

// Baked is what can be sent.
type Baked struct {
	PNG           []byte          // the file: one flat PNG, or with no marks asked for the asset's own bytes
	Width, Height int             // pixels
	Asset         string          // ref of what lies at the bottom; "" for an empty sheet
	Drawing       json.RawMessage // by which the marks can be restored; nil where there are none
	Parts         []string        // refs of the pictures that were placed upon it
}

// ErrNothing says that nothing is on the canvas.
var ErrNothing = errors.New("nothing is on the canvas")

// sendable is what is on the canvas, for other goroutines.
type sendable struct {
	drawing drawing.Drawing
	asset   string
}

// State says what is on the canvas. Marks that are hidden one by one are not among those that are sent. Window's goroutine.
func (s *Screen) State() form.Canvas {
	if s.page == nil {
		return form.Canvas{}
	}
	d, a := s.drawing(), s.page.asset
	size := d.Size()
	c := form.Canvas{Open: true, Asset: a.Ref, Width: size.X, Height: size.Y, Marks: len(d.Seen()), Changed: !d.Same()}
	if a.ID != 0 {
		c.Link, c.SourceWidth, c.SourceHeight = a.Link, a.Width, a.Height
	}
	if !a.LinkDies.IsZero() {
		c.Dies = a.LinkDies.UnixMilli()
	}
	return c
}

// SetWay says how the picture on the canvas is sent while nothing is drawn upon it, which whoever sends it decides: it follows from
// the profile in front and from the pictures beside it. Window's goroutine.
func (s *Screen) SetWay(way form.CanvasWay) {
	if s.way != way {
		s.way = way
		s.showFoot()
	}
}

// parts are the refs of the pictures that were placed.
func parts(d drawing.Drawing) (refs []string) {
	for _, m := range d.Seen() {
		if m.Kind == drawing.Picture {
			refs = append(refs, m.Asset)
		}
	}
	return refs
}

// Bake makes the file that is sent: with marks the flat picture as it is, without them the asset's own file. An empty
// sheet has no file of its own and is flattened either way. It is called off the window's goroutine. An error's words are a
// sentence for people; ErrNothing, and those of the library and of the painting, are below it.
func (s *Screen) Bake(ctx context.Context, marks bool) (Baked, error) {
	b, err := s.bake(ctx, marks)
	if err != nil {
		return Baked{}, &bakeError{err}
	}
	return b, nil
}

// bakeError is why nothing can be sent, in words.
type bakeError struct{ err error }

func (e *bakeError) Error() string {
	if errors.Is(e.err, ErrNothing) {
		return lang.L("Nothing is on the canvas. Open a picture first.")
	}
	return lang.L("The picture on the canvas cannot be made ready.") + " " + troubleWords(e.err)
}

func (e *bakeError) Unwrap() error { return e.err }

func (s *Screen) bake(ctx context.Context, marks bool) (Baked, error) {
	st := s.sendable.Load()
	if st == nil {
		return Baked{}, ErrNothing
	}
	if st.asset != "" && (!marks || st.drawing.Same()) {
		return s.asItWas(ctx, st.asset)
	}
	d := st.drawing
	if !marks {
		d.Marks, d.Steps = nil, nil
	}
	data, size, err := s.flat(ctx, d, picturefile.EncodePNG)
	if err != nil {
		return Baked{}, err
	}
	b := Baked{PNG: data, Width: size.X, Height: size.Y, Asset: st.asset, Parts: parts(d)}
	if kept, err := drawing.Encode(d); err == nil {
		b.Drawing = kept
	} else if !errors.Is(err, drawing.ErrTooLarge) { // more than a row may hold: it is sent all the same
		return Baked{}, err
	}
	return b, nil
}

func (s *Screen) asItWas(ctx context.Context, ref string) (Baked, error) {
	a, err := s.d.Library.AssetByRef(ctx, ref)
	if err != nil {
		return Baked{}, err
	}
	data, err := s.d.Files.Read(ctx, a)
	if err != nil {
		return Baked{}, fmt.Errorf("read picture %.8s: %w", ref, err)
	}
	return Baked{PNG: data, Width: a.Width, Height: a.Height, Asset: ref}, nil
}
