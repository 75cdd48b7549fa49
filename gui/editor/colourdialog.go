package editor

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/kit"
	"viviscope/gui/lang"
)

// askColour asks for any colour, by its parts or by its hexadecimal number. pick starts to pick one from the picture;
// nil if there is no picture.
func askColour(on fyne.Canvas, now color.NRGBA, pick func(), chosen func(color.NRGBA)) {
	now.A = 0xFF
	sample := canvas.NewRectangle(now)
	sample.CornerRadius = 6
	code := kit.NewEntry().MinWidth(96)
	var parts [3]*numberSlider
	show := func() {
		sample.FillColor = now
		sample.Refresh()
		for i, v := range []uint8{now.R, now.G, now.B} {
			parts[i].display(float64(v))
		}
	}
	for i, label := range []string{lang.L("Red"), lang.L("Green"), lang.L("Blue")} {
		parts[i] = newNumberSlider(number{name: label, high: 255, set: func(v float64) {
			*[]*uint8{&now.R, &now.G, &now.B}[i] = uint8(v)
			code.SetText(hexOf(now))
			show()
		}})
		parts[i].label.MinWidth(44)
	}
	code.SetText(hexOf(now))
	show()
	code.OnChanged = func(text string) {
		typed, ok := parseHex(text)
		code.SetFailed(!ok)
		if ok && typed != now {
			now = typed
			show()
		}
	}
	answers := []kit.Answer{
		{Word: lang.L("Cancel"), Kind: kit.Plain},
		{Word: lang.L("Use it"), Kind: kit.Primary, Enter: true, Do: func() { chosen(now) }},
	}
	if pick != nil {
		answers = append([]kit.Answer{{Word: lang.L("Pick from the picture"), Kind: kit.Plain, Do: pick}}, answers...)
	}
	content := kit.NewColumn(12, container.NewGridWrap(fyne.NewSize(416, 40), sample),
		parts[0].box, parts[1].box, parts[2].box, kit.NewField(lang.X("noun", "Number"), code))
	sheet := kit.Ask(on, lang.L("Any colour"), "", content, answers...)
	code.OnSubmitted = func(string) { sheet.Default() }
}
