package editor

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/editor/tool"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// chooseColour asks for any colour: by its parts, or by its number as other programs write it.
func (s *Screen) chooseColour(now color.NRGBA, chosen func(color.NRGBA)) {
	c := s.d.Canvas()
	if c == nil {
		return
	}
	now.A = 0xFF
	sample := canvas.NewRectangle(now)
	sample.CornerRadius = 6
	number := widgets.NewEntry().MinWidth(96)
	var parts [3]*measure
	show := func(from *measure) {
		sample.FillColor = now
		sample.Refresh()
		for i, v := range []uint8{now.R, now.G, now.B} {
			if parts[i] != from {
				parts[i].set(float64(v))
			}
		}
	}
	for i, word := range []string{lang.L("Red"), lang.L("Green"), lang.L("Blue")} {
		parts[i] = newMeasure(word, "", 0, 255, even, func(v float64, _ bool) {
			*[]*uint8{&now.R, &now.G, &now.B}[i] = uint8(v)
			number.SetText(hexOf(now))
			show(parts[i])
		})
		parts[i].label.MinWidth(44)
	}
	number.SetText(hexOf(now))
	show(nil)
	number.OnChanged = func(text string) {
		typed, ok := parseHex(text)
		number.SetFailed(!ok)
		if ok && typed != now {
			now = typed
			show(nil)
		}
	}
	var sheet *widgets.Sheet
	use := func() {
		sheet.Hide()
		chosen(now)
	}
	number.OnSubmitted = func(string) { use() }
	pick := widgets.NewButton(lang.L("Pick from the picture"), resources.IconPick(), widgets.Plain, func() {
		sheet.Hide()
		s.setTool(tool.Pick)
	})
	setShown(pick, s.page != nil)
	sheet = widgets.ShowSheet(c, widgets.NewColumn(12,
		widgets.NewText(lang.L("Any colour"), resources.SizeH1, resources.Text1, true),
		container.NewGridWrap(fyne.NewSize(416, 40), sample),
		parts[0].box, parts[1].box, parts[2].box,
		widgets.NewField(lang.X("noun", "Number"), number),
		widgets.NewRow(8, pick, widgets.NewSpring(),
			widgets.NewButton(lang.L("Cancel"), nil, widgets.Plain, func() { sheet.Hide() }),
			widgets.NewButton(lang.L("Use it"), nil, widgets.Primary, use)),
	), nil)
	sheet.Default = use
}
