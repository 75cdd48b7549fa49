package editor

import (
	"bytes"
	"context"
	"io"

	"viviscope/client"
	"viviscope/client/picturefile"
	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
)

// exporter saves copies of the canvas, in the library or as files. Nothing is sent.
type exporter struct {
	d      *Deps
	doc    *document
	baker  *baker
	note   *note
	foot   *foot
	onOpen func(a db.Asset) // a saved copy shall be opened
}

// saveCopy saves a picture of the canvas with its marks in the library.
func (e *exporter) saveCopy() {
	e.copied(func(a db.Asset) {
		open := action.Action{Label: lang.L("Open it"), Do: func() { e.onOpen(a) }}
		e.note.post(lang.L("The copy is in the library."), open)
	})
}

// copied saves that picture and calls then with it.
func (e *exporter) copied(then func(a db.Asset)) {
	page := e.doc.page
	d, from, name := e.doc.drawing(), page.asset.Ref, copyName(page.title, "marked", ".png")
	saved := e.foot.busy(lang.L("Saving a copy with marks…"))
	e.d.Do(lang.L("The copy could not be saved."), func(ctx context.Context) error {
		defer e.d.Post(saved)
		data, err := e.baker.flat(ctx, d, picturefile.ConvertOptions{Format: "png"})
		if err != nil {
			return &bakeError{err}
		}
		a, _, err := e.d.Library.Import(ctx, name, bytes.NewReader(data), db.ImportMeta{Parent: from})
		if err != nil {
			return err
		}
		e.d.Post(func() {
			then(a)
			e.d.RefreshAll()
		})
		return nil
	})
}

// ask asks for the format and the place of a file, and writes it.
func (e *exporter) ask() {
	formats, marked := []string{"png", "jpeg"}, true
	want := picturefile.ConvertOptions{Format: formats[0], Quality: 92}
	var sheet *kit.Sheet
	size := newSizeFields(true, func() {}, func() { sheet.Default() })
	size.set(e.doc.drawing().Size())
	quality := newNumberSlider(number{unit: "%", low: 40, high: 100, set: func(v float64) { want.Quality = int(v) }})
	quality.display(float64(want.Quality))
	qualityField := kit.NewField(lang.L("Quality"), quality.box)
	qualityField.Hide()
	format := kit.NewSegmented([]string{"PNG", "JPEG"}, func(i int) {
		want.Format = formats[i]
		kit.Show(qualityField, i == 1)
		sheet.Refresh()
	})
	marks := kit.NewSegmented([]string{lang.L("With marks"), lang.L("Without marks")}, func(i int) { marked = i == 0 })
	sheet = kit.Ask(e.d.Canvas(), lang.L("Export a copy"),
		lang.L("At most %d px on the longest side. The canvas does not change.", client.MaxSide),
		kit.NewColumn(12, kit.NewField(lang.L("Marks"), marks), kit.NewField(lang.L("Format"), format), qualityField,
			kit.NewField(lang.L("Size"), size.box), size.trouble),
		kit.Answer{Word: lang.L("Cancel"), Kind: kit.Plain},
		kit.Answer{Word: lang.L("Choose where…"), Kind: kit.Primary, Enter: true, Check: size.check, Do: func() {
			want.Size = size.size()
			e.export(want, marked)
		}})
}

// export asks for the place of a file and writes it, with or without marks.
func (e *exporter) export(want picturefile.ConvertOptions, marked bool) {
	what, ending, d := "copy", ".png", e.doc.drawing()
	if marked {
		what = "marked"
	} else {
		d.Marks = nil
	}
	if want.Format == "jpeg" {
		ending = ".jpg"
	}
	name := copyName(e.doc.page.title, what, ending)
	failed := lang.L("The copy could not be written.")
	action.Save(e.d, e.d.Chooser, name, failed, func(ctx context.Context, path string) error {
		var written func()
		e.d.Post(func() { written = e.foot.busy(lang.L("Exporting…")) })
		defer e.d.Post(func() { written() })
		data, err := e.baker.flat(ctx, d, want)
		if err != nil {
			return &bakeError{err}
		}
		return folder.WriteFile(path, func(w io.Writer) error { _, err := w.Write(data); return err })
	})
}
