package gallery

import (
	"fyne.io/fyne/v2"

	"viviscope/gui/widgets"
	"viviscope/resources"
)

// factLabel is the width of the labels, in px.
const factLabel = 84

// factList shows facts under one another. Its rows are used again, so that stepping through the gallery makes nothing new.
type factList struct {
	object *fyne.Container
	rows   []*factRow
}

func newFactList() *factList { return &factList{object: widgets.NewColumn(4)} }

func (l *factList) set(facts []fact) {
	for len(l.rows) < len(facts) {
		r := newFactRow()
		l.rows = append(l.rows, r)
		l.object.Add(r.object)
	}
	for i, r := range l.rows {
		show(r.object, i < len(facts))
		if i < len(facts) {
			r.set(facts[i])
		}
	}
	show(l.object, len(facts) > 0)
}

// factRow is one fact: a label, an icon that says the same as its words, the words, and a button to copy.
type factRow struct {
	object *fyne.Container
	label  *widgets.Text
	icon   *widgets.Icon
	value  *widgets.Text
	id     *widgets.Text
	copy   *widgets.Button
	text   string // what the button copies
}

func newFactRow() *factRow {
	r := &factRow{
		label: widgets.NewText("", resources.SizeSM, resources.Text2, false),
		icon:  widgets.NewIcon(nil, 14, resources.Text2),
		value: widgets.NewText("", resources.SizeSM, resources.Text1, false).Wrap(true),
		id:    widgets.NewText("", resources.SizeSM, resources.Text1, false).Mono().Ellipsis(),
	}
	r.copy = widgets.NewIconButton(resources.IconCopy(), "Copy", func() { copyText(r.text) }).Small().SetKind(widgets.Quiet)
	r.object = &fyne.Container{Layout: factLayout{}, Objects: []fyne.CanvasObject{r.label, r.icon, r.value, r.id, r.copy}}
	return r
}

func (r *factRow) set(f fact) {
	r.label.SetText(f.label)
	show(r.icon, f.icon != nil)
	color := f.tone.Color()
	if f.icon != nil {
		r.icon.Set(f.icon, color)
	}
	if f.tone == widgets.ToneNeutral {
		color = resources.Text1
	}
	show(r.value, !f.mono)
	show(r.id, f.mono)
	if f.mono {
		r.id.SetText(f.value)
	} else {
		bold := f.bold
		if bold != "" {
			bold += " "
		}
		r.value.SetSpans(widgets.Span{Text: bold, Bold: true, Color: color}, widgets.Span{Text: f.value, Color: color})
	}
	show(r.copy, f.copy != "")
	r.text = f.copy
}

// factLayout lays out a fact: the label in its column, the words in the rest, wrapped.
type factLayout struct{}

// parts gives the objects of a factRow by name.
func (factLayout) parts(o []fyne.CanvasObject) (label, icon, value, copy fyne.CanvasObject) {
	value = o[2]
	if !value.Visible() {
		value = o[3]
	}
	return o[0], o[1], value, o[4]
}

// rest gives where the words begin and how wide they may be.
func (l factLayout) rest(o []fyne.CanvasObject, width float32) (x, w float32) {
	_, icon, _, copy := l.parts(o)
	x = factLabel
	if icon.Visible() {
		x += 20
	}
	w = width - x
	if copy.Visible() {
		w -= copy.MinSize().Width + 4
	}
	return x, max(w, 0)
}

func (l factLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(factLabel+80, o[0].MinSize().Height)
}

// HeightFor gives the height in a width: that of the wrapped words.
func (l factLayout) HeightFor(o []fyne.CanvasObject, width float32) float32 {
	label, _, value, _ := l.parts(o)
	_, w := l.rest(o, width)
	return max(label.MinSize().Height, widgets.HeightFor(value, w))
}

func (l factLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	label, icon, value, copy := l.parts(o)
	x, w := l.rest(o, s.Width)
	line := label.MinSize().Height
	label.Move(fyne.NewPos(0, 0))
	label.Resize(fyne.NewSize(factLabel-4, line))
	icon.Move(fyne.NewPos(factLabel, (line-14)/2))
	icon.Resize(fyne.NewSquareSize(14))
	value.Move(fyne.NewPos(x, 0))
	value.Resize(fyne.NewSize(w, widgets.HeightFor(value, w)))
	m := copy.MinSize()
	copy.Move(fyne.NewPos(s.Width-m.Width, (line-m.Height)/2))
	copy.Resize(m)
}
