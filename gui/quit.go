package gui

import (
	"fyne.io/fyne/v2"

	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// quitWords asks about open picture calls. A picture has no task at the service: its answer is the only
// way to the file.
func quitWords(n int) string {
	return lang.N("%d picture is being made. Its call cannot be picked up again. Stay, or quit and mark it unconfirmed?",
		"%d pictures are being made. Their calls cannot be picked up again. Stay, or quit and mark them unconfirmed?", n, n)
}

// askQuit asks whether to stay; staying is the safe answer, and Esc's.
func askQuit(c fyne.Canvas, n int, quit func()) *widgets.Sheet {
	var sheet *widgets.Sheet
	stay := widgets.NewButton(lang.L("Stay"), nil, widgets.Primary, func() { sheet.Hide() })
	leave := widgets.NewButton(lang.L("Quit and mark unconfirmed"), nil, widgets.Danger, func() { sheet.Hide(); quit() })
	sheet = widgets.ShowSheet(c, widgets.NewColumn(12,
		widgets.NewText(lang.L("Quit now?"), resources.SizeH2, resources.Text1, true),
		widgets.NewText(quitWords(n), resources.SizeSM, resources.Text2, false).Wrap(true),
		widgets.NewRow(8, stay, leave, widgets.NewSpring()),
	), nil)
	sheet.Default = sheet.Hide
	return sheet
}
