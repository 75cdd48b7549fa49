package facts

import (
	"fyne.io/fyne/v2"

	"viviscope/gui/widgets"
	"viviscope/resources"
)

// labelWidth is the width of the labels, in px.
const labelWidth = 84

// List shows facts under one another. Its rows are used again, so that stepping through the gallery makes nothing new.
type List struct {
	Object *fyne.Container // its place is the owner's
	rows   []*row
}

// NewList makes an empty list.
func NewList() *List { return &List{Object: widgets.NewColumn(4)} }

// Set shows these and no others.
func (l *List) Set(facts []Fact) {
	for len(l.rows) < len(facts) {
		r := newRow()
		l.rows = append(l.rows, r)
		l.Object.Add(r.object)
	}
	for i, r := range l.rows {
		show(r.object, i < len(facts))
		if i < len(facts) {
			r.set(facts[i])
		}
	}
	show(l.Object, len(facts) > 0)
}

// row is one fact: a label, an icon that says the same as its words, the words, and a button to copy.
type row struct {
	object *fyne.Container
	label  *widgets.Text
	icon   *widgets.Icon
	value  *widgets.Text
	id     *widgets.Text
	copy   *widgets.Button
	text   string // what the button copies
}

func newRow() *row {
	r := &row{
		label: widgets.NewText("", resources.SizeSM, resources.Text2, false),
		icon:  widgets.NewIcon(nil, 14, resources.Text2),
		value: widgets.NewText("", resources.SizeSM, resources.Text1, false).Wrap(true),
		id:    widgets.NewText("", resources.SizeSM, resources.Text1, false).Mono().Ellipsis(),
	}
	r.copy = widgets.NewIconButton(resources.IconCopy(), "Copy", func() { copyText(r.text) }).Small().SetKind(widgets.Quiet)
	r.object = &fyne.Container{Layout: rowLayout{}, Objects: []fyne.CanvasObject{r.label, r.icon, r.value, r.id, r.copy}}
	return r
}

func (r *row) set(f Fact) {
	r.label.SetText(f.Label)
	show(r.icon, f.Icon != nil)
	color := f.Tone.Color()
	if f.Icon != nil {
		r.icon.Set(f.Icon, color)
	}
	if f.Tone == widgets.ToneNeutral {
		color = resources.Text1
	}
	show(r.value, !f.Mono)
	show(r.id, f.Mono)
	if f.Mono {
		r.id.SetText(f.Value)
	} else {
		bold := f.Bold
		if bold != "" {
			bold += " "
		}
		r.value.SetSpans(widgets.Span{Text: bold, Bold: true, Color: color}, widgets.Span{Text: f.Value, Color: color})
	}
	show(r.copy, f.Copy != "")
	r.text = f.Copy
}

// rowLayout lays out a fact: the label in its column, the words in the rest, wrapped.
type rowLayout struct{}

// parts gives the objects of a row by name.
func (rowLayout) parts(o []fyne.CanvasObject) (label, icon, value, copy fyne.CanvasObject) {
	value = o[2]
	if !value.Visible() {
		value = o[3]
	}
	return o[0], o[1], value, o[4]
}

// rest gives where the words begin and how wide they may be.
func (l rowLayout) rest(o []fyne.CanvasObject, width float32) (x, w float32) {
	_, icon, _, copy := l.parts(o)
	x = labelWidth
	if icon.Visible() {
		x += 20
	}
	w = width - x
	if copy.Visible() {
		w -= copy.MinSize().Width + 4
	}
	return x, max(w, 0)
}

func (l rowLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(labelWidth+80, o[0].MinSize().Height)
}

// HeightFor gives the height in a width: that of the wrapped words.
func (l rowLayout) HeightFor(o []fyne.CanvasObject, width float32) float32 {
	label, _, value, _ := l.parts(o)
	_, w := l.rest(o, width)
	return max(label.MinSize().Height, widgets.HeightFor(value, w))
}

func (l rowLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	label, icon, value, copy := l.parts(o)
	x, w := l.rest(o, s.Width)
	line := label.MinSize().Height
	label.Move(fyne.NewPos(0, 0))
	label.Resize(fyne.NewSize(labelWidth-4, line))
	icon.Move(fyne.NewPos(labelWidth, (line-14)/2))
	icon.Resize(fyne.NewSquareSize(14))
	value.Move(fyne.NewPos(x, 0))
	value.Resize(fyne.NewSize(w, widgets.HeightFor(value, w)))
	m := copy.MinSize()
	copy.Move(fyne.NewPos(s.Width-m.Width, (line-m.Height)/2))
	copy.Resize(m)
}

func copyText(s string) { fyne.CurrentApp().Clipboard().SetContent(s) }

func show(o fyne.CanvasObject, on bool) {
	if on {
		o.Show()
	} else {
		o.Hide()
	}
}
