package editor

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/editor/tool"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
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
	answers := []widgets.Answer{
		{Word: lang.L("Cancel"), Kind: widgets.Plain},
		{Word: lang.L("Use it"), Kind: widgets.Primary, Enter: true, Do: func() { chosen(now) }},
	}
	if s.page != nil {
		pick := widgets.Answer{Word: lang.L("Pick from the picture"), Kind: widgets.Plain, Do: func() { s.setTool(tool.Pick) }}
		answers = append([]widgets.Answer{pick}, answers...)
	}
	sheet := widgets.Ask(c, lang.L("Any colour"), "", widgets.NewColumn(12, container.NewGridWrap(fyne.NewSize(416, 40), sample),
		parts[0].box, parts[1].box, parts[2].box, widgets.NewField(lang.X("noun", "Number"), number)), answers...)
	number.OnSubmitted = func(string) { sheet.Default() }
}
