package editor

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"io"
	"log/slog"
	"path/filepath"
	"strings"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/editor/drawing"
	"viviscope/gui/editor/paint"
	"viviscope/gui/lang"
	"viviscope/gui/wholefile"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// flat paints a drawing and encodes it with the colour profile of what lies at its bottom.
func (s *Screen) flat(ctx context.Context, d drawing.Drawing, encode func(w io.Writer, im *image.RGBA, profile []byte) error) ([]byte, image.Point, error) {
	im, err := paint.Bake(ctx, d, s.album)
	if err != nil {
		return nil, image.Point{}, fmt.Errorf("paint canvas: %w", err)
	}
	var profile []byte
	if ref := d.Source.Asset; ref != "" {
		read, err := s.album.open(ctx, ref)
		if err != nil {
			return nil, image.Point{}, err
		}
		profile = read.Profile
	}
	var b bytes.Buffer
	if err := encode(&b, im, profile); err != nil {
		return nil, image.Point{}, fmt.Errorf("encode canvas: %w", err)
	}
	return b.Bytes(), im.Rect.Size(), nil
}

// SaveCopy makes a picture of the library of what stands on the canvas, marks and all. Nothing is sent.
func (s *Screen) SaveCopy() {
	if s.page == nil {
		return
	}
	if s.drawing().Same() {
		s.notice(lang.L("There are no marks to save. The picture is in the library already."))
		return
	}
	d, from, name := s.drawing(), s.page.asset.Ref, copyName(s.page.title, "marked", ".png")
	s.whisper(lang.L("Saving a marked copy…"))
	s.d.Go(func() {
		data, _, err := s.flat(context.Background(), d, paint.EncodePNG)
		var a db.Asset
		if err == nil {
			a, _, err = s.d.Library.Import(context.Background(), name, bytes.NewReader(data), db.ImportMeta{Parent: from})
		}
		s.d.Post(func() {
			if err != nil {
				s.d.Log.Warn("cannot save a marked copy", slog.Any("err", err))
				s.notice(lang.L("The marked copy could not be saved.") + " " + troubleWords(err))
				return
			}
			s.notice(lang.L("The marked copy is in the library."), action.Action{Label: lang.L("Open it"), Do: func() { s.OpenAsset(a) }})
			s.d.Refresh()
		})
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

// exported is how a copy is to be made.
type exported struct {
	marks   bool
	jpeg    bool
	quality int
	size    image.Point
}

// ext is the end of its name.
func (e exported) ext() string {
	if e.jpeg {
		return ".jpg"
	}
	return ".png"
}

// encode writes a picture as it is wanted.
func (e exported) encode(w io.Writer, im *image.RGBA, profile []byte) error {
	c := paint.Copy{Format: "png", Size: e.size, Quality: e.quality, Profile: profile}
	if e.jpeg {
		c.Format = "jpeg"
	}
	return paint.Convert(w, im, c)
}

// Export asks how a copy of the canvas is wanted and where, and writes it there.
func (s *Screen) Export() {
	c := s.d.Canvas()
	if c == nil || s.page == nil || s.d.OnSaveFile == nil {
		return
	}
	want := exported{marks: true, quality: 92, size: s.drawing().Size()}
	trouble := widgets.NewText("", resources.SizeSM, resources.Err, false).Wrap(true)
	trouble.Hide()
	var sheet *widgets.Sheet
	var fields *sides
	check := func() bool {
		size, ok := fields.size()
		words := sizeTrouble(size)
		if !ok {
			words = notPixels()
		}
		want.size = size
		trouble.SetText(words)
		setShown(trouble, words != "")
		fields.mark(words != "")
		return words == ""
	}
	quality := newMeasure("", "%", 40, 100, even, func(v float64, _ bool) { want.quality = int(v) })
	quality.set(float64(want.quality))
	qualityField := widgets.NewField(lang.L("Quality"), quality.box)
	qualityField.Hide()
	format := widgets.NewSegmented([]string{"PNG", "JPEG"}, nil)
	format.OnChanged = func(i int) {
		want.jpeg = i == 1
		setShown(qualityField, want.jpeg)
		sheet.Refresh()
	}
	marks := widgets.NewSegmented([]string{lang.L("With marks"), lang.L("Without marks")}, func(i int) { want.marks = i == 0 })
	fields = newSides(true, func() { check() }, func() { sheet.Default() })
	fields.set(want.size)
	sheet = widgets.Ask(c, lang.L("Export a copy"), lang.L("At most %d px on the longest side. What is on the canvas stays as it is.", client.MaxSide),
		widgets.NewColumn(12, widgets.NewField(lang.L("Marks"), marks), widgets.NewField(lang.L("Format"), format), qualityField,
			widgets.NewField(lang.L("Size"), fields.box), trouble),
		widgets.Answer{Word: lang.L("Cancel"), Kind: widgets.Plain},
		widgets.Answer{Word: lang.L("Choose where…"), Kind: widgets.Primary, Enter: true, Check: check, Do: func() { s.export(want) }})
}

// export asks where a copy should be and writes it there.
func (s *Screen) export(want exported) {
	what := "marked"
	d := s.drawing()
	if !want.marks {
		d.Marks = nil
		what = "copy"
	}
	s.d.OnSaveFile(copyName(s.page.title, what, want.ext()), func(path string) {
		s.whisper(lang.L("Exporting…"))
		s.d.Go(func() {
			data, _, err := s.flat(context.Background(), d, want.encode)
			if err == nil {
				err = wholefile.Write(path, func(w io.Writer) error { _, err := w.Write(data); return err })
			}
			s.d.Post(func() {
				if err != nil {
					s.d.Log.Warn("cannot export the canvas", slog.Any("err", err))
					s.notice(lang.L("The copy could not be written.") + " " + troubleWords(err))
					return
				}
				s.notice(lang.L("Exported as %s.", filepath.Base(path)))
			})
		})
	})
}
