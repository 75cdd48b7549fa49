package program

import (
	"errors"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// problemWords says in words, with what to do next, why the program cannot start on a library.
func problemWords(err error) (title, text string) {
	switch {
	case errors.Is(err, db.ErrLocked):
		return lang.L("This library is open already"), lang.L("Another Viviscope works on this library, and two at once could send a request twice. Use the window that is open, or start with another folder: viviscope -library FOLDER.")
	case errors.Is(err, db.ErrNewerSchema):
		return lang.L("This library is from a newer version"), lang.L("It was left as it is. Install the newer Viviscope again to open it, or start with another folder: viviscope -library FOLDER.")
	case errors.Is(err, db.ErrDamaged):
		return lang.L("The library’s database is damaged"), lang.L("Your clips and pictures are not touched, and nothing was changed. Whatever you choose, the damaged database is kept, in the folder backups.")
	}
	return lang.L("Viviscope cannot start"), faultWords(err)
}

// showProblem fills the window with what keeps the program from starting. Window's goroutine.
func (p *program) showProblem(dir string, err error) {
	if errors.Is(err, db.ErrLocked) {
		second := p.newSecond(dir)
		p.window.SetContent(second.content)
		p.window.Canvas().Focus(second.show)
		if len(p.options.Open) > 0 { // the other window is to open them: nothing needs to be asked
			second.reach()
		}
		return
	}
	quit := widgets.NewButton(lang.L("Quit"), nil, widgets.Primary, p.app.Quit)
	p.window.SetContent(problemFrame(append(problemRows(err, dir), widgets.NewRow(8, quit))...))
	p.window.Canvas().Focus(quit)
}

// problemRows are what a window says of a problem: its name, what to do next, and the folder that it is about.
func problemRows(err error, dir string) []fyne.CanvasObject {
	title, text := problemWords(err)
	return []fyne.CanvasObject{
		widgets.NewText(title, resources.SizeH1, resources.Text1, true),
		widgets.NewText(text, resources.SizeBody, resources.Text1, false).Wrap(true),
		widgets.NewText(dir, resources.SizeSM, resources.Text2, false).Mono().Wrap(true),
	}
}

// problemWidth is as wide as lines are read with ease, px.
const problemWidth = 640

// problemFrame is a column of words in the corner of the window where a reader begins. The window keeps its size: the program
// may go on in it.
func problemFrame(rows ...fyne.CanvasObject) fyne.CanvasObject {
	words := widgets.NewFixed(problemWidth, 0, widgets.NewInset(48, 24, 24, 48, widgets.NewColumn(12, rows...)))
	return container.NewStack(widgets.NewGround(resources.BgWindow), container.NewBorder(nil, nil, words, nil))
}
