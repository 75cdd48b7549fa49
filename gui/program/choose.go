package program

import (
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/storage"

	"viviscope/db"
	"viviscope/gui"
	"viviscope/gui/lang"
)

// ChooseFile implements [action.Nav].
func (n nav) ChooseFile(endings []string, picked func(path string)) {
	d := dialog.NewFileOpen(func(r fyne.URIReadCloser, err error) {
		if err != nil || r == nil {
			return
		}
		path := r.URI().Path()
		_ = r.Close() // only its name was wanted
		picked(path)
	}, n.window)
	d.SetFilter(storage.NewExtensionFileFilter(endings))
	showFileDialog(d, lang.L("Choose a file"))
}

// SaveFile implements [action.Nav]. The dialog asks about a file that is there already.
func (n nav) SaveFile(name string, picked func(path string)) {
	d := dialog.NewFileSave(func(w fyne.URIWriteCloser, err error) {
		if err != nil || w == nil {
			return
		}
		path := w.URI().Path()
		_ = w.Close() // only its name was wanted: the file is written whole under another name first
		picked(path)
	}, n.window)
	d.SetFileName(name)
	showFileDialog(d, lang.L("Save as"))
}

// ChooseFolder implements [action.Nav].
func (n nav) ChooseFolder(picked func(path string)) {
	d := dialog.NewFolderOpen(func(to fyne.ListableURI, err error) {
		if err == nil && to != nil {
			picked(to.Path())
		}
	}, n.window)
	showFileDialog(d, lang.L("Choose a folder"))
}

// ChooseAsset implements [action.Nav].
func (n nav) ChooseAsset(question string, picked func(db.Asset)) {
	n.shell.Show(gui.Gallery)
	n.places.gallery.Choose(func(a db.Asset) {
		n.shell.Show(gui.Create)
		picked(a)
	}, question)
}

// RevealFile implements [action.Nav].
func (n nav) RevealFile(path string) {
	n.shell.Do(lang.L("Could not show the file."), func(context.Context) error { return reveal(path) })
}

// showFileDialog shows a dialog for a file or a folder in a size to work in, with a title of our own: the toolkit puts its one
// together from words. The size comes after: set before the dialog is shown, Fyne 2.8.1 asks one for its least size that is
// not there yet, and that ends the program.
func showFileDialog(d *dialog.FileDialog, title string) {
	d.SetTitleText(title)
	d.Show()
	d.Resize(fyne.NewSize(760, 520))
}
