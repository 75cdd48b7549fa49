package editor

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// emptyState is shown in place of a picture. It shows what can be opened, what is being opened, or why opening failed.
// While a canvas is open, the foot shows what is being opened instead.
type emptyState struct {
	doc    *document
	opener *opener
	width  func() float32 // available width, px
	box    *fyne.Container
}

// update shows the state.
func (e *emptyState) update() {
	kit.Show(e.box, !e.doc.isOpen())
	var content fyne.CanvasObject
	switch {
	case e.doc.isOpen():
		return
	case e.doc.opening != "":
		content = kit.NewEmpty(resources.IconPicture, e.doc.opening, lang.L("It appears here when it is ready."), nil)
	case e.doc.failure != "":
		content = kit.NewEmpty(resources.IconWarning, lang.L("No picture open"), e.doc.failure, e.buttons())
	default:
		content = kit.NewEmpty(resources.IconBrush, lang.L("Open a picture to edit it"),
			lang.L("Drop one here from a folder or browser, or paste its address. Nothing leaves this computer until you send it. Drawing works offline."),
			e.buttons())
	}
	e.box.Objects = []fyne.CanvasObject{kit.NewGround(resources.BgScreen), content}
	e.box.Refresh()
}

// buttons returns the buttons for everything that can be opened, and for the canvas before a failure.
func (e *emptyState) buttons() fyne.CanvasObject {
	gallery := kit.NewButton(lang.L("Gallery…"), resources.IconGallery, kit.Primary, e.opener.chooseAsset)
	back := kit.NewButton(lang.L("Back to the last picture"), resources.IconUndo, kit.Primary, e.opener.back)
	kit.Show(back, e.doc.lastPage != nil)
	if e.doc.lastPage != nil {
		gallery.SetKind(kit.Plain)
	}
	return container.New(rowOrColumn{e.width}, back, gallery,
		kit.NewButton(lang.L("File…"), resources.IconFolderOpen, kit.Plain, e.opener.chooseFile),
		kit.NewButton(lang.L("Paste"), resources.IconLink, kit.Plain, e.opener.paste),
		kit.NewButton(lang.L("Blank canvas…"), resources.IconPlus, kit.Plain, e.opener.chooseSheet))
}
