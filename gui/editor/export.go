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
	"viviscope/gui/media/picturefile"
	"viviscope/gui/wholefile"
	"viviscope/gui/widgets"
)

// flat paints a drawing and encodes it with the colour profile of what lies at its bottom.
func (s *Screen) flat(ctx context.Context, d drawing.Drawing, encode func(w io.Writer, im *image.RGBA, profile []byte) error) ([]byte, image.Point, error) {
	im, err := paint.Bake(ctx, d, s.pictures)
	if err != nil {
		return nil, image.Point{}, fmt.Errorf("paint canvas: %w", err)
	}
	var profile []byte
	if ref := d.Source.Asset; ref != "" {
		read, err := s.pictures.open(ctx, ref)
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

// saveCopy makes a picture of the library of what is on the canvas, marks and all. Nothing is sent.
func (s *Screen) saveCopy() {
	d, from, name := s.drawing(), s.page.asset.Ref, copyName(s.page.title, "marked", ".png")
	s.whisper(lang.L("Saving a marked copy…"))
	s.d.Go(func(ctx context.Context) {
		data, _, err := s.flat(ctx, d, picturefile.EncodePNG)
		var a db.Asset
		if err == nil {
			a, _, err = s.d.Library.Import(ctx, name, bytes.NewReader(data), db.ImportMeta{Parent: from})
		}
		s.d.Post(func() {
			if err != nil {
				s.d.Log().Warn("cannot save a marked copy", slog.Any("err", err))
				s.notice(lang.L("The marked copy could not be saved.") + " " + troubleWords(err))
				return
			}
			s.notice(lang.L("The marked copy is in the library."), action.Action{Label: lang.L("Open it"), Do: func() { s.OpenAsset(a) }})
			s.d.RefreshAll()
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
	marks bool
	picturefile.Copy
}

// ending is the end of its name.
func (e exported) ending() string {
	if e.Format == "jpeg" {
		return ".jpg"
	}
	return ".png"
}

// encode writes a picture as it is wanted.
func (e exported) encode(w io.Writer, im *image.RGBA, profile []byte) error {
	e.Profile = profile
	return picturefile.Convert(w, im, e.Copy)
}

// askExport asks how a copy of the canvas is wanted and where, and writes it there.
func (s *Screen) askExport() {
	formats := []string{"png", "jpeg"}
	want := exported{true, picturefile.Copy{Format: formats[0], Quality: 92}}
	var sheet *widgets.Sheet
	size := newSizeFields(true, func() {}, func() { sheet.Default() })
	size.set(s.drawing().Size())
	quality := newNumberSlider("", "%", 40, 100, linear, func(v float64) { want.Quality = int(v) })
	quality.set(float64(want.Quality))
	qualityField := widgets.NewField(lang.L("Quality"), quality.box)
	qualityField.Hide()
	format := widgets.NewSegmented([]string{"PNG", "JPEG"}, func(i int) {
		want.Format = formats[i]
		widgets.Show(qualityField, i == 1)
		sheet.Refresh()
	})
	marks := widgets.NewSegmented([]string{lang.L("With marks"), lang.L("Without marks")}, func(i int) { want.marks = i == 0 })
	sheet = widgets.Ask(s.d.Canvas(), lang.L("Export a copy"), lang.L("At most %d px on the longest side. What is on the canvas stays as it is.", client.MaxSide),
		widgets.NewColumn(12, widgets.NewField(lang.L("Marks"), marks), widgets.NewField(lang.L("Format"), format), qualityField,
			widgets.NewField(lang.L("Size"), size.box), size.trouble),
		widgets.Answer{Word: lang.L("Cancel"), Kind: widgets.Plain},
		widgets.Answer{Word: lang.L("Choose where…"), Kind: widgets.Primary, Enter: true, Check: size.check, Do: func() {
			want.Size = size.size()
			s.export(want)
		}})
}

// export asks where a copy should be and writes it there.
func (s *Screen) export(want exported) {
	what, d := "marked", s.drawing()
	if !want.marks {
		d.Marks = nil
		what = "copy"
	}
	s.d.Nav.SaveFile(copyName(s.page.title, what, want.ending()), func(path string) {
		s.whisper(lang.L("Exporting…"))
		s.d.Go(func(ctx context.Context) {
			data, _, err := s.flat(ctx, d, want.encode)
			if err == nil {
				err = wholefile.Write(path, func(w io.Writer) error { _, err := w.Write(data); return err })
			}
			s.d.Post(func() {
				if err != nil {
					s.d.Log().Warn("cannot export the canvas", slog.Any("err", err))
					s.notice(lang.L("The copy could not be written.") + " " + troubleWords(err))
					return
				}
				s.notice(lang.L("Exported as %s.", filepath.Base(path)))
			})
		})
	})
}
