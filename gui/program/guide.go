package program

import (
	"viviscope/gui/guide"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
)

// showGuide shows the user guide. It is part of the program, and short: reading it takes no time. Window's goroutine.
func (p *program) showGuide() {
	canvas := p.window.Canvas()
	if canvas.Overlays().Top() != nil {
		return
	}
	chapters, err := guide.Read()
	if err != nil {
		p.shell.Say(widgets.ToneErr, lang.L("The guide cannot be read."), err.Error())
		return
	}
	guide.Show(canvas, chapters)
}
