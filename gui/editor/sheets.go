package editor

import (
	"image"
	"image/color"
	"net/url"
	"strings"
	"time"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/dnd"
	"viviscope/gui/editor/drawing"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
)

// PictureEndings are the names of files that the canvas reads. It reads more than the service takes: what it sends is always
// one of the service's own formats.
func PictureEndings() []string { return []string{".png", ".jpg", ".jpeg", ".webp", ".bmp", ".gif"} }

// ChooseFile asks for a picture of this computer and opens it.
func (s *Screen) ChooseFile() { s.d.Nav.ChooseFile(PictureEndings(), s.OpenFile) }

func (s *Screen) chooseAsset() {
	s.d.Nav.ChooseAsset(lang.L("Choose a picture for the canvas"), s.OpenAsset)
}

// choosePart asks for a picture to place on the one on the canvas.
func (s *Screen) choosePart() {
	s.d.Nav.ChooseAsset(lang.L("Choose a picture for the canvas"), func(a db.Asset) {
		if a.Kind != db.Picture {
			s.notice(lang.L("Only a picture can be placed. Open a frame of the clip first: it becomes a picture of the library."))
			return
		}
		s.place([]Source{{Asset: a}})
	})
}

// paste opens the file or the address that is on the clipboard.
func (s *Screen) paste() {
	text := strings.TrimSpace(s.d.Pasted())
	line, _, _ := strings.Cut(text, "\n")
	line = strings.TrimSpace(line)
	if path, ok := dnd.FilePath(line); ok {
		s.OpenFile(path)
		return
	}
	if u, err := url.Parse(line); err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" {
		s.open(Source{Link: line}, nil)
		return
	}
	if text == "" {
		s.notice(lang.L("Nothing that can be pasted is on the clipboard. Copy the address of a picture, or a file’s path."))
		return
	}
	s.notice(lang.L("What is on the clipboard is neither the address of a picture nor a file’s path."))
}

// OpenSeveral takes several pictures that came at once: the service takes one file, so it asks whether they go on one sheet.
func (s *Screen) OpenSeveral(from []Source) {
	if len(from) < 2 {
		s.Assemble(from)
		return
	}
	widgets.Ask(s.d.Canvas(), lang.N("%d picture for one canvas", "%d pictures for one canvas", len(from), len(from)),
		lang.L("The service takes one file. On one sheet they stand side by side and stay movable; the pictures themselves stay as they are."), nil,
		widgets.Answer{Word: lang.L("Cancel"), Kind: widgets.Plain},
		widgets.Answer{Word: lang.L("Only the first"), Kind: widgets.Plain, Do: func() { s.open(from[0], nil) }},
		widgets.Answer{Word: lang.L("Put them on one sheet"), Kind: widgets.Primary, Enter: true, Do: func() { s.Assemble(from) }})
}

// askSmaller asks whether a picture may be made smaller. The file that it comes from stays as it is.
func (s *Screen) askSmaller(size image.Point, agreed func()) {
	widgets.Ask(s.d.Canvas(), lang.L("This picture is larger than the service takes"),
		lang.L("It has %s px. The service takes at most %d px on the longest side. A smaller copy is made for the canvas; the file itself stays as it is.",
			sizeWords(size), client.MaxSide), nil,
		widgets.Answer{Word: lang.L("Do not open it"), Kind: widgets.Plain},
		widgets.Answer{Word: lang.L("Scale down to %d px", client.MaxSide), Kind: widgets.Primary, Enter: true, Do: agreed})
}

// askFrame asks which frame of a clip to open.
func (s *Screen) askFrame(clip db.Asset) {
	end := time.Duration(clip.Seconds * float64(time.Second))
	if clip.FPS > 0 { // the last frame begins one frame before the end
		end = max(end-time.Duration(float64(time.Second)/clip.FPS), 0)
	}
	widgets.Ask(s.d.Canvas(), lang.L("Which frame of the clip?"),
		lang.L("The frame becomes a picture of the library. Another one can be opened from the player, where it stands."), nil,
		widgets.Answer{Word: lang.L("Cancel"), Kind: widgets.Plain},
		widgets.Answer{Word: lang.L("Last frame"), Kind: widgets.Plain, Do: func() { s.OpenFrame(clip, end) }},
		widgets.Answer{Word: lang.L("First frame"), Kind: widgets.Primary, Enter: true, Do: func() { s.OpenFrame(clip, 0) }})
}

// sheetSizes are the sizes of empty sheets that are offered: the ratios that pictures are mostly asked for in, near 1.5
// megapixels.
func sheetSizes() []image.Point {
	return []image.Point{{1024, 1024}, {1536, 1024}, {1024, 1536}, {1920, 1080}, {1080, 1920}, {3840, 2160}}
}

// askSheet asks for a size and opens an empty sheet.
func (s *Screen) askSheet() {
	fill := drawing.Colours()[4].Color
	var sheet *widgets.Sheet
	size := newSizeFields(false, func() {}, func() { sheet.Default() })
	size.set(sheetSizes()[1])
	presets := widgets.NewFlow(6)
	for _, p := range sheetSizes() {
		presets.Add(widgets.NewChip(sizeWords(p), func() {
			size.set(p)
			size.check()
		}))
	}
	colour := newSwatches(func(c color.NRGBA) { fill = c }, nil)
	colour.onOther = func() {
		s.askColour(fill, func(c color.NRGBA) {
			fill = c
			colour.set(c)
		})
	}
	colour.set(fill)
	sheet = widgets.Ask(s.d.Canvas(), lang.L("An empty sheet"), lang.L("Paint on it, or place pictures on it to make one of several."), widgets.NewColumn(12,
		presets, widgets.NewField(lang.L("Size"), size.box), widgets.NewField(lang.L("Colour"), colour), size.trouble),
		widgets.Answer{Word: lang.L("Cancel"), Kind: widgets.Plain},
		widgets.Answer{Word: lang.L("Open the sheet"), Kind: widgets.Primary, Enter: true, Check: size.check, Do: func() {
			s.openDrawing("Empty sheet", drawing.Drawing{Source: drawing.Source{Size: size.size(), Fill: fill}})
		}})
}
