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

// buttons returns the buttons for what helps after a failure, for the canvas before it, and for everything that can be
// opened. The first one is the primary button.
func (e *emptyState) buttons() fyne.CanvasObject {
	remedy := e.doc.remedy
	mend := kit.NewButton(remedy.Label, resources.IconRefresh, kit.Plain, remedy.Do)
	back := kit.NewButton(lang.L("Back to the last picture"), resources.IconUndo, kit.Plain, e.opener.back)
	gallery := kit.NewButton(lang.L("Gallery…"), resources.IconGallery, kit.Plain, e.opener.chooseAsset)
	kit.Show(mend, remedy.Label != "")
	kit.Show(back, e.doc.lastPage != nil)
	for _, b := range []*kit.Button{mend, back, gallery} {
		if b.Visible() {
			b.SetKind(kit.Primary)
			break
		}
	}
	return container.New(rowOrColumn{e.width}, mend, back, gallery,
		kit.NewButton(lang.L("File…"), resources.IconFolderOpen, kit.Plain, e.opener.chooseFile),
		kit.NewButton(lang.L("Paste"), resources.IconLink, kit.Plain, e.opener.paste),
		kit.NewButton(lang.L("Blank canvas…"), resources.IconPlus, kit.Plain, e.opener.chooseSheet))
}
