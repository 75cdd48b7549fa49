package program

import (
	"errors"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/db"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// problemWords says in words, with what to do next, why the program cannot start on a library.
func problemWords(err error) (title, text string) {
	switch {
	case errors.Is(err, db.ErrLocked):
		return "This library is open already", "Another Viviscope works on this library, and two at once could send a request twice. Use the window that is open, or start with another folder: viviscope -library FOLDER."
	case errors.Is(err, db.ErrNewerSchema):
		return "This library is from a newer version", "It was left as it is. Install the newer Viviscope again to open it, or start with another folder: viviscope -library FOLDER."
	case errors.Is(err, db.ErrDamaged):
		return "The library’s database is damaged", "Your clips and pictures are not touched, and nothing was changed. Whatever you choose, the damaged database is kept, in the folder backups."
	}
	return "Viviscope cannot start", err.Error()
}

// showProblem fills the window with what keeps the program from starting. Window's goroutine.
func showProblem(a fyne.App, w fyne.Window, dir string, err error) {
	title, text := problemWords(err)
	quit := widgets.NewButton("Quit", nil, widgets.Primary, a.Quit)
	w.SetContent(problemFrame(
		widgets.NewText(title, resources.SizeH1, resources.Text1, true),
		widgets.NewText(text, resources.SizeBody, resources.Text1, false).Wrap(true),
		widgets.NewText(dir, resources.SizeSM, resources.Text2, false).Mono().Wrap(true),
		widgets.NewRow(8, quit)))
	w.Canvas().Focus(quit)
}

// problemWidth is as wide as lines are read with ease, px.
const problemWidth = 640

// problemFrame is a column of words in the corner of the window where a reader begins. The window keeps its size: the program
// may go on in it.
func problemFrame(rows ...fyne.CanvasObject) fyne.CanvasObject {
	words := widgets.NewFixed(problemWidth, 0, widgets.NewInset(48, 24, 24, 48, widgets.NewColumn(12, rows...)))
	return container.NewStack(widgets.NewGround(resources.BgWindow), container.NewBorder(nil, nil, words, nil))
}
