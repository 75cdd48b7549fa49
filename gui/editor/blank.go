package editor

import (
	"image"
	"image/color"

	"viviscope/gui/editor/drawing"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// blankSizes are the sheets that are offered: the ratios that pictures are mostly asked for in, near 1.5 megapixels.
func blankSizes() []image.Point {
	return []image.Point{{1024, 1024}, {1536, 1024}, {1024, 1536}, {1920, 1080}, {1080, 1920}, {3840, 2160}}
}

// OpenBlank asks for a size and opens an empty sheet. Window's goroutine.
func (s *Screen) OpenBlank() {
	c := s.d.Canvas()
	if c == nil {
		return
	}
	trouble := widgets.NewText("", resources.SizeSM, resources.Err, false).Wrap(true)
	fill := drawing.Colours()[4].Color
	var sheet *widgets.Sheet
	var fields *sides
	check := func() bool {
		size, ok := fields.size()
		words := ""
		if !ok {
			size = image.Point{}
		}
		words = sizeTrouble(size)
		trouble.SetText(words)
		setShown(trouble, words != "")
		fields.mark(words != "")
		return words == ""
	}
	fields = newSides(false, func() { check() }, func() { sheet.Default() })
	fields.set(blankSizes()[1])
	presets := widgets.NewFlow(6)
	for _, size := range blankSizes() {
		presets.Add(widgets.NewChip(sizeWords(size), func() {
			fields.set(size)
			check()
		}))
	}
	colour := newSwatches(func(c color.NRGBA) { fill = c }, func() {})
	colour.onOther = func() {
		s.chooseColour(fill, func(c color.NRGBA) {
			fill = c
			colour.set(c)
		})
	}
	colour.set(fill)
	trouble.Hide()
	sheet = widgets.Ask(c, lang.L("An empty sheet"), lang.L("Paint on it, or place pictures on it to make one of several."), widgets.NewColumn(12,
		presets, widgets.NewField(lang.L("Size"), fields.box), widgets.NewField(lang.L("Colour"), colour), trouble),
		widgets.Answer{Word: lang.L("Cancel"), Kind: widgets.Plain},
		widgets.Answer{Word: lang.L("Open the sheet"), Kind: widgets.Primary, Enter: true, Check: check, Do: func() {
			size, _ := fields.size()
			s.openSheet(size, fill)
		}})
}
