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
		return "The library’s database is damaged", "The files in the folder are not touched, and nothing was changed. Backups of the database are kept beside it, in the folder backups."
	}
	return "Viviscope cannot start", err.Error()
}

// showProblem fills the window with what keeps the program from starting. Window's goroutine.
func showProblem(a fyne.App, w fyne.Window, dir string, err error) {
	title, text := problemWords(err)
	quit := widgets.NewButton("Quit", nil, widgets.Primary, a.Quit)
	w.SetContent(container.NewStack(widgets.NewGround(resources.BgWindow), widgets.NewInset(24, 24, 24, 24, widgets.NewColumn(12,
		widgets.NewText(title, resources.SizeH1, resources.Text1, true),
		widgets.NewText(text, resources.SizeBody, resources.Text1, false).Wrap(true),
		widgets.NewText(dir, resources.SizeSM, resources.Text2, false).Mono().Wrap(true),
		widgets.NewRow(8, quit)))))
	w.Resize(fyne.NewSize(560, 240))
	w.Canvas().Focus(quit)
}
