package app

import (
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// showSheet opens a dialog with a title, a description ("" if the title is enough), a body, a Close button and the
// given buttons.
func showSheet(
	c fyne.Canvas, width float32, title, words string, body fyne.CanvasObject, buttons ...fyne.CanvasObject,
) *kit.Sheet {
	var sheet *kit.Sheet
	row := kit.NewAnswers(kit.NewButton(lang.L("Close"), nil, kit.Primary, func() { sheet.Hide() }), nil, buttons...)
	says := kit.NewText(words, resources.SizeSM, resources.Text2, false).Wrap(true)
	kit.Show(says, words != "")
	sheet = kit.ShowWideSheet(c, width,
		kit.NewColumn(12, kit.NewText(title, resources.SizeH2, resources.Text1, true), says, body,
			row), nil)
	sheet.Default = sheet.Hide
	return sheet
}

// The measures of the sheets, px.
const (
	textWidth  = 920
	textHeight = 420

	guideWidth  = 860
	guideHeight = 520
	guideList   = 210
	guideGap    = 16
	ringRoom    = 3 // padding around the focused control, so that its focus ring is not clipped
)

// showText shows a long text from elsewhere unchanged, scrolled to its end if end is set. Window's goroutine.
func showText(host action.Host, title, words, body string, end bool, actions ...action.Action) *kit.Sheet {
	grid := kit.NewTextGrid(body)
	buttons := []fyne.CanvasObject{kit.NewButton(lang.L("Copy all"), resources.IconCopy, kit.Plain, func() {
		host.Copy(body)
	})}
	for _, a := range actions {
		buttons = append(buttons, kit.NewButton(a.Label, nil, kit.Plain, a.Do))
	}
	sheet := showSheet(host.Canvas(), textWidth, title, words, kit.NewFixed(0, textHeight, grid), buttons...)
	if end {
		grid.ScrollToBottom()
	}
	return sheet
}

// ask shows a question over the window, unless there is one already; the first answer is that of Enter. Window's
// goroutine.
func (p *program) ask(title, words string, body fyne.CanvasObject, answers ...kit.Answer) {
	if p.window.Canvas().Overlays().Top() == nil {
		answers[0].Enter = true
		kit.Ask(p.window.Canvas(), title, words, body, answers...)
	}
}

// paragraphs puts sentences below each other.
func paragraphs(words []string) string { return strings.Join(words, "\n\n") }
