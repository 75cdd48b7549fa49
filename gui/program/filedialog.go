package program

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
)

// showFileDialog shows a dialog for a file or a folder in a size to work in, with a title of our own: the toolkit puts its one
// together from words. The size comes after: set before the dialog is shown, Fyne 2.8.1 asks one for its least size that is
// not there yet, and that ends the program.
func showFileDialog(d *dialog.FileDialog, title string) {
	d.SetTitleText(title)
	d.Show()
	d.Resize(fyne.NewSize(760, 520))
}
