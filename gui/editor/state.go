package editor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"

	"viviscope/db"
	"viviscope/gui/editor/drawing"
	"viviscope/gui/editor/paint"
	"viviscope/gui/lang"
)

// State is what others need to know of the canvas.
type State struct {
	Open          bool
	Asset         string   // ref of what lies at the bottom; "" for an empty sheet
	Width, Height int      // pixels, after all steps
	Marks         int      // that are painted and sent: hidden ones are not among them
	Changed       bool     // what would be sent is not the asset's own file
	Parts         []string // refs of the pictures that were placed

	SourceWidth, SourceHeight int // pixels of what lies at the bottom

	Picture db.Asset    // what lies at the bottom; the zero value for an empty sheet
	Hints   []string    // words by which a prompt can speak of the marks
	Thumb   image.Image // of the whole canvas, small; nil before it was painted
}

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

// standing is what stands on the canvas, for other goroutines.
type standing struct {
	drawing drawing.Drawing
	asset   string
}

// State says what is on the canvas. Window's goroutine.
func (s *Screen) State() State {
	if s.page == nil {
		return State{}
	}
	d := s.drawing()
	size := d.Size()
	st := State{
		Open: true, Asset: s.page.asset.Ref, Width: size.X, Height: size.Y,
		Marks: len(d.Seen()), Changed: !d.Same(), Thumb: s.thumb, Picture: s.page.asset, Hints: drawing.Hints(d),
		SourceWidth: d.Source.Size.X, SourceHeight: d.Source.Size.Y,
	}
	st.Parts = parts(d)
	return st
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

// Bake makes the file that is sent: with marks the flat picture as it stands, without them the asset's own file. An empty
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
	st := s.standing.Load()
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
	data, size, err := s.flat(ctx, d, paint.EncodePNG)
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
	data, err := s.d.Read(ctx, a)
	if err != nil {
		return Baked{}, fmt.Errorf("read picture %.8s: %w", ref, err)
	}
	return Baked{PNG: data, Width: a.Width, Height: a.Height, Asset: ref}, nil
}
