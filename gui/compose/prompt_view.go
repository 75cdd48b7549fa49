package compose

import (
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// promptView is the prompt with its count, its grip to make it taller, and its rule.
type promptView struct {
	entry     *editor
	count     *widgets.Text
	complaint *complaint
	box       *fyne.Container

	cleared bool // something was typed and taken away again: from then on an empty prompt is a mistake, not a start
}

func newPromptView(placeholder string, onChanged func(string), onSend func()) *promptView {
	v := &promptView{count: widgets.NewText("", resources.SizeXS, resources.Text2, false)}
	v.entry = newTextEditor(4, placeholder, func(text string) {
		v.cleared = text == ""
		onChanged(text)
	}, onSend)
	v.complaint = newComplaint(v.entry)
	head := widgets.NewRow(8, widgets.NewText("Prompt", resources.SizeSM, resources.Text2, false), widgets.NewSpring(), v.count)
	body := &fyne.Container{Layout: &growing{least: v.entry.MinSize().Height}}
	body.Objects = []fyne.CanvasObject{v.entry, newGrip(body)}
	v.box = widgets.NewColumn(4, head, body, v.complaint.box)
	return v
}

// show shows a text and its problems. An empty prompt at the start is not told off; asked says that a person wanted
// to send it.
func (v *promptView) show(text string, problems []client.ValidationError, asked bool) {
	v.entry.show(text)
	v.count.SetText(wording.Count(utf8.RuneCountInString(text), "character", "characters"))
	if strings.TrimSpace(text) == "" && !asked && !v.cleared {
		problems = nil
	}
	v.complaint.show(problems)
}

// growing lays a text field out as tall as a person dragged it, with the grip in its corner.
type growing struct{ least, more float32 }

func (l *growing) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(o[0].MinSize().Width, l.least+l.more)
}

func (l *growing) Layout(o []fyne.CanvasObject, s fyne.Size) {
	o[0].Move(fyne.NewPos(0, 0))
	o[0].Resize(s)
	g := o[1].MinSize()
	o[1].Move(fyne.NewPos(s.Width-g.Width-2, s.Height-g.Height-2))
	o[1].Resize(g)
}

// quietInset is the room that a quiet button keeps beside its words, px: without it they line up with the labels.
const quietInset = 10

// negativeView is the collapsible negative prompt; closed it shows what it holds in one line.
type negativeView struct {
	head    *widgets.Button
	preview *widgets.Text
	entry   *editor
	box     *fyne.Container
	open    bool
}

func newNegativeView(onChanged func(string), onSend func(), onFold func()) *negativeView {
	v := &negativeView{preview: widgets.NewText("", resources.SizeSM, resources.Text3, false).Ellipsis()}
	v.entry = newTextEditor(2, "What must not appear", onChanged, onSend)
	v.head = widgets.NewButton("Negative prompt", resources.IconChevronRight(), widgets.Quiet, func() {
		v.open = !v.open
		v.fold()
		onFold()
	}).Small().Leading()
	v.box = widgets.NewColumn(4, widgets.NewInset(0, 0, 0, -quietInset, widgets.NewRow(4, v.head, v.preview)), v.entry)
	v.fold()
	return v
}

func (v *negativeView) show(text string) {
	v.entry.show(text)
	v.preview.SetText(strings.Join(strings.Fields(text), " "))
}

func (v *negativeView) fold() {
	if v.open {
		v.head.SetIcon(resources.IconChevronDown())
		v.preview.Hide()
		v.entry.Show()
	} else {
		v.head.SetIcon(resources.IconChevronRight())
		v.preview.Show()
		v.entry.Hide()
	}
}
