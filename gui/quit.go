package gui

import (
	"fyne.io/fyne/v2"

	"viviscope/gui/lang"
	"viviscope/gui/widgets"
)

// quitWords asks about open picture calls. A picture has no task at the service: its answer is the only
// way to the file.
func quitWords(n int) string {
	return lang.N("%d picture is being made. Its call cannot be picked up again. Stay, or quit and mark it unconfirmed?",
		"%d pictures are being made. Their calls cannot be picked up again. Stay, or quit and mark them unconfirmed?", n, n)
}

// askQuit asks whether to stay; staying is the safe answer, and Esc's.
func askQuit(c fyne.Canvas, n int, quit func()) *widgets.Sheet {
	return widgets.Ask(c, lang.L("Quit now?"), quitWords(n), nil, widgets.Answer{Word: lang.L("Stay"), Kind: widgets.Primary, Enter: true},
		widgets.Answer{Word: lang.L("Quit and mark unconfirmed"), Kind: widgets.Danger, Do: quit})
}
