package editor

import (
	"image"
	"image/color"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/editor/drawing"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
)

// askSeveral asks whether several pictures go on one sheet: the service takes one file.
func askSeveral(on fyne.Canvas, count int, onFirst, onAll func()) {
	kit.Ask(on, lang.N("%d picture for the canvas", "%d pictures for the canvas", count, count),
		lang.L("The service accepts one file. On a sheet the pictures are side by side and can be moved; the files do not change."), nil,
		kit.Answer{Word: lang.L("Cancel"), Kind: kit.Plain},
		kit.Answer{Word: lang.L("First only"), Kind: kit.Plain, Do: onFirst},
		kit.Answer{Word: lang.L("Place on one sheet"), Kind: kit.Primary, Enter: true, Do: onAll})
}

// askSmaller asks whether a picture may be scaled down. Its file does not change.
func askSmaller(on fyne.Canvas, size image.Point, agreed func()) {
	kit.Ask(on, lang.L("This picture is too large for the service"),
		lang.L("It has %s px. The service accepts at most %d px on the longest side. A smaller copy is made for the canvas; the file does not change.",
			sizeText(size), client.MaxSide), nil,
		kit.Answer{Word: lang.L("Cancel"), Kind: kit.Plain},
		kit.Answer{Word: lang.L("Scale down to %d px", client.MaxSide), Kind: kit.Primary, Enter: true, Do: agreed})
}

// askFrame asks which frame of a clip to open.
func askFrame(on fyne.Canvas, clip db.Asset, chosen func(at time.Duration)) {
	end := time.Duration(clip.Seconds * float64(time.Second))
	if clip.FPS > 0 { // the last frame starts one frame before the end
		end = max(end-time.Duration(float64(time.Second)/clip.FPS), 0)
	}
	kit.Ask(on, lang.L("Which frame?"),
		lang.L("The frame is saved as a picture in the library. To use another frame, open it from the player."), nil,
		kit.Answer{Word: lang.L("Cancel"), Kind: kit.Plain},
		kit.Answer{Word: lang.L("Last frame"), Kind: kit.Plain, Do: func() { chosen(end) }},
		kit.Answer{Word: lang.L("First frame"), Kind: kit.Primary, Enter: true, Do: func() { chosen(0) }})
}

// sheetSizes returns the offered sizes of empty sheets: common ratios near 1.5 megapixels.
func sheetSizes() []image.Point {
	return []image.Point{{1024, 1024}, {1536, 1024}, {1024, 1536}, {1920, 1080}, {1080, 1920}, {3840, 2160}}
}

// askSheet asks for the size and the colour of an empty sheet. pick starts to pick a colour from the picture; nil if
// there is none.
func askSheet(on fyne.Canvas, pick func(), chosen func(size image.Point, fill color.NRGBA)) {
	fill := drawing.Colours()[4].Color
	var sheet *kit.Sheet
	size := newSizeFields(false, func() {}, func() { sheet.Default() })
	size.set(sheetSizes()[1])
	presets := kit.NewFlow(6)
	for _, p := range sheetSizes() {
		presets.Add(kit.NewChip(sizeText(p), func() {
			size.set(p)
			size.check()
		}))
	}
	colour := newSwatches(func(c color.NRGBA) { fill = c }, nil)
	colour.onOther = func() {
		askColour(on, fill, pick, func(c color.NRGBA) {
			fill = c
			colour.set(c)
		})
	}
	colour.set(fill)
	content := kit.NewColumn(12, presets, kit.NewField(lang.L("Size"), size.box),
		kit.NewField(lang.L("Colour"), colour), size.trouble)
	sheet = kit.Ask(on, lang.L("Blank canvas"), lang.L("Draw on it, or place several pictures on it."), content,
		kit.Answer{Word: lang.L("Cancel"), Kind: kit.Plain},
		kit.Answer{Word: lang.L("Open the canvas"), Kind: kit.Primary, Enter: true, Check: size.check, Do: func() {
			chosen(size.size(), fill)
		}})
}
