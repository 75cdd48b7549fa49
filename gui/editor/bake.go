package editor

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"viviscope/client"
	"viviscope/client/order"
	"viviscope/client/picturefile"
	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/gui/action"
	"viviscope/gui/editor/drawing"
	"viviscope/gui/editor/paint"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
)

// Baked is what can be sent.
type Baked struct {
	File          []byte          // one flat PNG, or the bytes of the asset where nothing was done to it
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

// State says what is on the canvas: nothing while another picture is being opened, which what is there would be sent for. Marks that
// are hidden one by one are not among those that are sent. Window's goroutine.
func (s *Screen) State() order.Canvas {
	if s.page == nil || s.opening != "" {
		return order.Canvas{}
	}
	d, a := s.drawing(), s.page.asset
	size := d.Size()
	c := order.Canvas{Open: true, Asset: a.Ref, Width: size.X, Height: size.Y, Marks: len(d.Seen()), Changed: !d.Untouched(), Shaped: len(d.Steps) > 0}
	if a.ID != 0 {
		c.Link, c.SourceWidth, c.SourceHeight = a.Link, d.Source.Size.X, d.Source.Size.Y
	}
	if !a.LinkDies.IsZero() {
		c.Dies = a.LinkDies.UnixMilli()
	}
	return c
}

// SetWay says how the picture on the canvas is sent while nothing is drawn upon it, which whoever sends it decides: it follows from
// the profile in front and from the pictures beside it. Window's goroutine.
func (s *Screen) SetWay(way order.CanvasWay) {
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

// Bake makes the file that is sent: the flat picture with its marks, or bare without them, or the file of the asset where the last mark
// was taken back after the press. A picture to which nothing else was done than to mark it never comes here bare: the form sends the
// asset. It is called off the window's goroutine. An error's words are a sentence for people, but for ErrNothing; those of the library and
// of the painting are below it.
func (s *Screen) Bake(ctx context.Context, bare bool) (Baked, error) {
	b, err := s.bake(ctx, bare)
	if err != nil && !errors.Is(err, ErrNothing) {
		err = &bakeError{err}
	}
	return b, err
}

// bakeError is the reason why there is no picture of the canvas. It implements [wording.Worded].
type bakeError struct{ err error }

func (e *bakeError) Error() string { return "prepare canvas: " + e.err.Error() }

// Words returns the error in the language of the window.
func (e *bakeError) Words() string {
	return lang.L("The canvas could not be prepared.") + " " + troubleWords(e.err)
}

func (e *bakeError) Unwrap() error { return e.err }

func (s *Screen) bake(ctx context.Context, bare bool) (Baked, error) {
	st := s.sendable.Load()
	if st == nil {
		return Baked{}, ErrNothing
	}
	d := st.drawing
	if bare {
		d.Marks = nil
	}
	if st.asset != "" && d.Untouched() {
		a, err := s.d.Library.AssetByRef(ctx, st.asset)
		if err != nil {
			return Baked{}, err
		}
		data, err := s.d.Files.Read(ctx, a)
		return Baked{File: data, Width: a.Width, Height: a.Height, Asset: a.Ref}, err
	}
	data, err := s.flat(ctx, d, picturefile.Copy{Format: "png"})
	if err != nil {
		return Baked{}, err
	}
	size := d.Size()
	b := Baked{File: data, Width: size.X, Height: size.Y, Asset: st.asset, Parts: parts(d)}
	if kept, err := drawing.Encode(d); err == nil {
		b.Drawing = kept
	} else if !errors.Is(err, drawing.ErrTooLarge) { // more than a row may hold: it is sent all the same
		return Baked{}, err
	}
	return b, nil
}

// flat paints a drawing and encodes it with the colour profile of what lies at its bottom.
func (s *Screen) flat(ctx context.Context, d drawing.Drawing, as picturefile.Copy) ([]byte, error) {
	im, err := paint.Bake(ctx, d, s.pictures)
	if err != nil {
		return nil, fmt.Errorf("paint canvas: %w", err)
	}
	if ref := d.Source.Asset; ref != "" {
		read, err := s.pictures.open(ctx, ref)
		if err != nil {
			return nil, err
		}
		as.Profile = read.Profile
	}
	var b bytes.Buffer
	if err := picturefile.Convert(&b, im, as); err != nil {
		return nil, fmt.Errorf("encode canvas: %w", err)
	}
	return b.Bytes(), nil
}

// saveCopy makes a picture of the library of what is on the canvas, marks and all. Nothing is sent.
func (s *Screen) saveCopy() {
	s.copied(func(a db.Asset) {
		s.notice(lang.L("The copy is in the library."), action.Action{Label: lang.L("Open it"), Do: func() { s.OpenAsset(a) }})
	})
}

// copied makes that picture, and calls then with it.
func (s *Screen) copied(then func(a db.Asset)) {
	d, from, name := s.drawing(), s.page.asset.Ref, copyName(s.page.title, "marked", ".png")
	s.sayBriefly(lang.L("Saving a copy with marks…"))
	s.d.Do(lang.L("The copy could not be saved."), func(ctx context.Context) error {
		data, err := s.flat(ctx, d, picturefile.Copy{Format: "png"})
		if err != nil {
			return &bakeError{err}
		}
		a, _, err := s.d.Library.Import(ctx, name, bytes.NewReader(data), db.ImportMeta{Parent: from})
		if err != nil {
			return err
		}
		s.d.Post(func() {
			then(a)
			s.d.RefreshAll()
		})
		return nil
	})
}

// copyName is what a file is called that is made of another.
func copyName(title, what, ext string) string {
	base := strings.Trim(strings.TrimSuffix(title, filepath.Ext(title)), "“”. ")
	base = strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|…`, r) || r < ' ' {
			return '-'
		}
		return r
	}, base)
	if base == "" {
		base = "picture"
	}
	return base + " " + what + ext
}

// askExport asks how a copy of the canvas is wanted and where, and writes it there.
func (s *Screen) askExport() {
	formats, marked := []string{"png", "jpeg"}, true
	want := picturefile.Copy{Format: formats[0], Quality: 92}
	var sheet *kit.Sheet
	size := newSizeFields(true, func() {}, func() { sheet.Default() })
	size.set(s.drawing().Size())
	quality := newNumberSlider("", "%", 40, 100, linear, func(v float64) { want.Quality = int(v) })
	quality.set(float64(want.Quality))
	qualityField := kit.NewField(lang.L("Quality"), quality.box)
	qualityField.Hide()
	format := kit.NewSegmented([]string{"PNG", "JPEG"}, func(i int) {
		want.Format = formats[i]
		kit.Show(qualityField, i == 1)
		sheet.Refresh()
	})
	marks := kit.NewSegmented([]string{lang.L("With marks"), lang.L("Without marks")}, func(i int) { marked = i == 0 })
	sheet = kit.Ask(s.d.Canvas(), lang.L("Export a copy"),
		lang.L("At most %d px on the longest side. The canvas does not change.", client.MaxSide),
		kit.NewColumn(12, kit.NewField(lang.L("Marks"), marks), kit.NewField(lang.L("Format"), format), qualityField,
			kit.NewField(lang.L("Size"), size.box), size.trouble),
		kit.Answer{Word: lang.L("Cancel"), Kind: kit.Plain},
		kit.Answer{Word: lang.L("Choose where…"), Kind: kit.Primary, Enter: true, Check: size.check, Do: func() {
			want.Size = size.size()
			s.export(want, marked)
		}})
}

func (s *Screen) export(want picturefile.Copy, marked bool) {
	what, ending, d := "copy", ".png", s.drawing()
	if marked {
		what = "marked"
	} else {
		d.Marks = nil
	}
	if want.Format == "jpeg" {
		ending = ".jpg"
	}
	name := copyName(s.page.title, what, ending)
	action.Save(s.d, s.d.Chooser, name, lang.L("The copy could not be written."), func(ctx context.Context, path string) error {
		s.d.Post(func() { s.sayBriefly(lang.L("Exporting…")) })
		data, err := s.flat(ctx, d, want)
		if err != nil {
			return &bakeError{err}
		}
		return folder.WriteFile(path, func(w io.Writer) error { _, err := w.Write(data); return err })
	})
}
