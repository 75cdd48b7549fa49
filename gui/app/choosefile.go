package app

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/storage"
	"github.com/adrg/xdg"

	"viviscope/client/guard"
	"viviscope/gui/desktop"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// askFiles lets the user choose files or a folder, with the desktop's dialog, or with the toolkit's if there is none.
// One dialog is open at a time: the next replaces it. Window's goroutine.
func (p *program) askFiles(q desktop.FileQuestion, picked func(paths []string)) {
	if p.unask != nil {
		p.unask()
	}
	ctx, end := context.WithCancel(p.life)
	p.unask = end
	if p.chosenIn == "" {
		p.chosenIn = startFolder()
	}
	q.In = p.chosenIn
	window := p.handle()
	guard.Go("file dialog", func() {
		paths, err := desktop.AskFiles(ctx, window, q)
		p.post(func() {
			switch {
			case ctx.Err() != nil: // another question took its place
			case errors.Is(err, desktop.ErrNoFileDialog):
				p.options.Log.Info("files are chosen in the window", "cause", err)
				d := p.showFileDialog(q, func(path string) {
					if q.Save != "" {
						p.askFileName(path, q.Save, func(path string) { p.chosen(q, []string{path}, picked) })
						return
					}
					p.chosen(q, []string{path}, picked)
				})
				p.unask = func() { end(); d.Hide() }
			case len(paths) > 0:
				p.chosen(q, paths, picked)
			}
		})
	})
}

// chosen passes on the chosen paths. The next dialog starts in the same folder.
func (p *program) chosen(q desktop.FileQuestion, paths []string, picked func(paths []string)) {
	p.chosenIn = paths[0]
	if !q.Folder {
		p.chosenIn = filepath.Dir(paths[0])
	}
	picked(paths)
}

func (p choosing) ChooseFile(endings []string, picked func(path string)) {
	p.askFiles(desktop.FileQuestion{Title: lang.L("Choose a file"), Endings: endings}, func(paths []string) {
		picked(paths[0])
	})
}

// SaveFile: the dialog asks about a file that is there already.
func (p choosing) SaveFile(name string, picked func(path string)) {
	p.askFiles(desktop.FileQuestion{Title: lang.L("Save as"), Save: name}, func(paths []string) { picked(paths[0]) })
}

func (p choosing) ChooseFolder(picked func(path string)) {
	p.askFiles(desktop.FileQuestion{Title: lang.L("Choose a folder"), Folder: true}, func(paths []string) {
		picked(paths[0])
	})
}

// startFolder returns the folder in which the first file dialog starts.
func startFolder() string {
	if isFolder(xdg.UserDirs.Documents) {
		return xdg.UserDirs.Documents
	}
	return xdg.Home
}

// showFileDialog shows the toolkit's own dialog if the desktop has none. It chooses a single file, even if several were
// asked for. The toolkit's dialog for saving is not used: it empties the file before anything is written. Window's
// goroutine.
func (p *program) showFileDialog(q desktop.FileQuestion, picked func(path string)) *dialog.FileDialog {
	canvas := p.window.Canvas()
	before := canvas.Focused()
	canvas.Unfocus()
	take := func(path string) { p.post(func() { picked(filepath.FromSlash(path)) }) }
	var d *dialog.FileDialog
	switch {
	case q.Folder || q.Save != "":
		d = dialog.NewFolderOpen(func(folder fyne.ListableURI, _ error) {
			if folder != nil {
				take(folder.Path())
			}
		}, p.window)
	default:
		d = dialog.NewFileOpen(func(file fyne.URIReadCloser, err error) {
			switch {
			case err != nil:
				p.post(func() {
					p.ask(lang.L("That file cannot be opened."), wording.Fault(err), nil,
						kit.Answer{Word: lang.L("Close")})
				})
			case file != nil:
				_ = file.Close() // only read
				take(file.URI().Path())
			}
		}, p.window)
		if len(q.Endings) > 0 {
			d.SetFilter(storage.NewExtensionFileFilter(q.Endings))
		}
	}
	d.SetTitleText(q.Title)
	d.SetConfirmText(lang.L("Choose"))
	d.SetDismissText(lang.L("Cancel"))
	d.SetView(dialog.ListView) // whole names, and arrow keys go through them
	if in, err := storage.ListerForURI(storage.NewFileURI(q.In)); err == nil {
		d.SetLocation(in)
	}
	d.Show()
	d.Resize(fyne.NewSize(fileDialogWide, fileDialogHigh))
	frame := frameDialog(canvas, d.Dismiss, p.post)
	frame.confirms = !q.Folder && q.Save == ""
	if p.shell != nil { // else the library is not open yet
		p.shell.SetDismiss(d.Dismiss)
	}
	d.SetOnClosed(func() {
		canvas.Overlays().Remove(frame)
		if p.shell != nil {
			p.shell.SetDismiss(nil)
		}
		// What had the focus gets it back later: the Space that presses a button of the dialog is typed after the
		// dialog is gone.
		p.post(func() {
			if before != nil && canvas.Focused() == nil {
				canvas.Focus(before)
			}
			before = nil // a dialog that is hidden again gives nothing back
		})
	})
	return d
}

// The size of the toolkit's dialog for files, px.
const (
	fileDialogWide = 820
	fileDialogHigh = 560
)

// askFileName asks for the name of a file that will be written in a folder, and whether one that is there shall be
// replaced. Window's goroutine.
func (p *program) askFileName(folder, name string, picked func(path string)) {
	canvas := p.window.Canvas()
	kit.AskName(canvas, lang.L("Save as"), folder, name, lang.X("verb", "Save"), func(name string) {
		name = filepath.Base(name)
		path := filepath.Join(folder, name)
		guard.Go("look at file", func() {
			_, err := os.Lstat(path)
			p.post(func() {
				if err != nil { // otherwise writing reports the error
					picked(path)
					return
				}
				kit.Ask(canvas, lang.L("Replace %s?", name), lang.L("A file with this name is already there."), nil,
					kit.Answer{Word: lang.L("Cancel"), Enter: true},
					kit.Answer{Word: lang.L("Replace"), Kind: kit.Danger, Do: func() { picked(path) }})
			})
		})
	})
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
