package program

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

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
		return lang.L("This library is from a newer version"), lang.L("It was left as it is. Install the newer Viviscope again to open it, or use another folder.")
	case errors.Is(err, db.ErrDamaged):
		return lang.L("The library’s database is damaged"), lang.L("Your clips and pictures are not touched, and nothing was changed. Whatever you choose, the damaged database is kept, in the folder backups.")
	}
	return lang.L("Viviscope cannot start"), startWords(err)
}

// startWords says why a library's folder cannot be used, and what helps.
func startWords(err error) string {
	switch {
	case errors.Is(err, db.ErrDiskFull):
		return lang.L("The disk of the library is full. Make room on it and try again, or use another folder.")
	case errors.Is(err, db.ErrReadOnly):
		return lang.L("The disk of the library is read-only, so nothing can be saved on it. Make it writable and try again, or use another folder.")
	case errors.Is(err, syscall.ENAMETOOLONG):
		return lang.L("The path of the library’s folder is too long for this computer. Use a folder with a shorter path.")
	case errors.Is(err, syscall.ENOTDIR):
		return lang.L("A part of the path of the library’s folder is a file. Move that file away and try again, or use another folder.")
	case errors.Is(err, fs.ErrPermission):
		return lang.L("This account may not write in the library’s folder, or the disk with that folder is not connected. Change that and try again, or use another folder.")
	case errors.Is(err, fs.ErrNotExist):
		return lang.L("The library’s folder is not there. Connect the disk that it is on and try again, or use another folder.")
	}
	return faultWords(err)
}

// showProblem fills the window with what keeps the program from starting. Window's goroutine.
func (p *program) showProblem(dir string, err error, look bool) {
	if errors.Is(err, db.ErrLocked) {
		second := p.newSecond(dir)
		p.window.SetContent(second.content)
		p.window.Canvas().Focus(second.show)
		if len(p.options.Open) > 0 { // the other window is to open them: nothing needs to be asked
			second.reach()
		}
		return
	}
	start := func(readOnly bool) func() { return func() { p.readOnly = readOnly; p.startAgain() } }
	again := widgets.NewButton(lang.L("Try again"), nil, widgets.Primary, start(false))
	other := widgets.NewButton(lang.L("Use another folder…"), nil, widgets.Plain, func() { p.pickFolder(func(to string) { p.startIn(dir, to) }) })
	quit := widgets.NewButton(lang.L("Quit"), nil, widgets.Quiet, p.app.Quit)
	buttons, rows := widgets.NewRow(8, again, other, quit), problemRows(err, dir)
	if look {
		readOnly := widgets.NewButton(lang.L("Open read-only"), nil, widgets.Plain, start(true))
		buttons = widgets.NewRow(8, again, readOnly, other, quit)
		rows = append(rows, widgets.NewText(lang.L("Open read-only shows what is in the library. Nothing is sent or saved, and jobs under way are not watched. A copy of the database is made on this computer for that time."), resources.SizeSM, resources.Text2, false).Wrap(true))
	}
	p.window.SetContent(problemFrame(append(rows, buttons)...))
	p.window.Canvas().Focus(again)
}

// canLook reports whether a library that cannot be opened can be looked at: it is there, and only writing fails. Off the window's
// goroutine.
func (p *program) canLook(dir string, err error) bool {
	if p.readOnly || !(errors.Is(err, db.ErrReadOnly) || errors.Is(err, fs.ErrPermission)) {
		return false
	}
	f, err := os.Open(filepath.Join(dir, "viviscope.db"))
	if err != nil {
		return false
	}
	return f.Close() == nil
}

// startAgain tries the start once more: a disk may have room by now, or be there. Window's goroutine.
func (p *program) startAgain() {
	p.window.SetContent(problemFrame(widgets.NewText(lang.L("Reading the folder …"), resources.SizeH1, resources.Text1, true)))
	p.opening.Go(func() {
		if err := p.close(); err != nil { // what was opened before something else failed
			p.options.Log.Error("close the library", "err", err)
		}
		p.stage, p.failure = bare, nil
		p.load(p.life)
	})
}

// startIn starts on another folder, which is the library's from now on if that works. Window's goroutine.
func (p *program) startIn(before, to string) {
	p.options.LibraryDir, p.readOnly = to, false
	p.greet = func() {
		p.shell.Say(widgets.ToneAccent, lang.L("The library is another one now."), lang.L("It is in %[1]s. Nothing was changed in %[2]s.", to, before))
		p.shell.Do(lang.L("Could not choose that library."), func(context.Context) error { return writeFolder(folderFile(), to) })
	}
	p.startAgain()
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
	scroll := container.NewVScroll(words) // large text on a small screen needs more than there is
	widgets.NewFollower(scroll).Follow(words)
	return container.NewStack(widgets.NewGround(resources.BgWindow), container.NewBorder(nil, nil, scroll, nil))
}
