package editor

import (
	"fyne.io/fyne/v2"

	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/viewer/imageview"
	"viviscope/resources"
)

// bar is the right end of the options line: whether the marks are shown, the list of them, and the zoom.
type bar struct {
	doc          *document
	view         *imageview.View
	marks        *kit.Button
	eye          *kit.Button // marks as an icon
	list         *kit.Button
	out, in, fit *kit.Button
	actual       *kit.Button
	zoom         *kit.Text
	box          *fyne.Container
}

// newBar returns a bar. run does the action of an ID.
func newBar(doc *document, view *imageview.View, buttons *action.Buttons, run func(id string)) *bar {
	icon := func(id string, kind kit.ButtonKind) *kit.Button { return buttons.Icon(id, kind).Small() }
	b := &bar{
		doc: doc, view: view,
		marks: kit.NewButton(lang.L("Marks"), resources.IconEye, kit.Plain, func() { run(hideAllID) }).Small(),
		eye:   icon(hideAllID, kit.Plain), list: icon(listID, kit.Plain),
		out: icon(zoomOutID, kit.Quiet), in: icon(zoomInID, kit.Quiet),
		zoom:   kit.NewText("100%", resources.SizeSM, resources.Text1, false).Centered().MinWidth(40),
		fit:    kit.NewButton(lang.X("verb", "Fit"), nil, kit.Quiet, view.Fit).Small(),
		actual: kit.NewButton("1:1", nil, kit.Quiet, view.Actual).Small(),
	}
	b.box = kit.NewRow(2, b.marks, b.eye, b.list, b.out, b.zoom, b.in, b.fit, b.actual)
	return b
}

// update shows whether the marks are visible, and the zoom.
func (b *bar) update() {
	open := b.doc.isOpen()
	kit.Enable(b.marks, open)
	kit.Enable(b.fit, open)
	kit.Enable(b.actual, open)
	icon, zoom := resources.IconEye, ""
	if b.doc.hidden {
		icon = resources.IconEyeOff
	}
	if b.marks.On() != (open && !b.doc.hidden) || !open {
		b.marks.SetIcon(icon)
		b.marks.SetOn(open && !b.doc.hidden)
	}
	if open {
		zoom = zoomText(b.view.Scale())
	}
	b.zoom.SetText(zoom)
}
