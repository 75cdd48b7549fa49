package facts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// The column of the labels is as wide as the longest of them needs, but at least so many times the size of the text, and at
// most a part of the width.
const (
	labelLeast = 7
	labelPart  = 0.38
	labelGap   = 8 // to the words, px
)

// listLeast is how narrow a list may be, px.
const listLeast = 164

// List shows facts under one another. Its rows are used again, so that stepping through the gallery makes nothing new.
type List struct {
	Object *fyne.Container // its place is the owner's
	rows   []*row
	labels *labels
}

// NewList makes an empty list.
func NewList() *List { return &List{Object: widgets.NewColumn(4), labels: newLabels()} }

// Set shows these and no others.
func (l *List) Set(facts []Fact) {
	for len(l.rows) < len(facts) {
		r := newRow(l.labels)
		l.rows = append(l.rows, r)
		l.Object.Add(r.object)
	}
	for i, r := range l.rows {
		widgets.Show(r.object, i < len(facts))
		if i < len(facts) {
			r.set(facts[i])
		}
	}
	widgets.Show(l.Object, len(facts) > 0)
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

func newRow(column *labels) *row {
	r := &row{
		label: widgets.NewText("", resources.SizeSM, resources.Text2, false).Wrap(true),
		icon:  widgets.NewIcon(nil, 14, resources.Text2),
		value: widgets.NewText("", resources.SizeSM, resources.Text1, false).Wrap(true),
		id:    widgets.NewText("", resources.SizeSM, resources.Text1, false).Mono().Ellipsis(),
	}
	r.copy = widgets.NewIconButton(resources.IconCopy(), lang.X("verb", "Copy"), func() { copyText(r.text) }).Small().SetKind(widgets.Quiet)
	r.object = &fyne.Container{Layout: rowLayout{column}, Objects: []fyne.CanvasObject{r.label, r.icon, r.value, r.id, r.copy}}
	return r
}

func (r *row) set(f Fact) {
	r.label.SetText(f.Label)
	widgets.Show(r.icon, f.Icon != nil)
	color := f.Tone.Color()
	if f.Icon != nil {
		r.icon.Set(f.Icon, color)
	}
	if f.Tone == widgets.ToneNeutral {
		color = resources.Text1
	}
	widgets.Show(r.value, !f.Mono)
	widgets.Show(r.id, f.Mono)
	if f.Mono {
		r.id.SetText(f.Value)
	} else {
		bold := f.Bold
		if bold != "" {
			bold += " "
		}
		r.value.SetSpans(widgets.Span{Text: bold, Bold: true, Color: color}, widgets.Span{Text: f.Value, Color: color})
	}
	widgets.Show(r.copy, f.Copy != "")
	r.text = f.Copy
}

// labels is the column of the labels: the same for all lists, so that those that stand under one another line up.
type labels struct {
	words []string
	size  float32 // of the text when it was measured
	wide  float32
}

func newLabels() *labels {
	return &labels{words: []string{modelLabel(), madeLabel(), askedLabel(), deliveredLabel(), seedLabel(), fileLabel(), checkedLabel(), costLabel(), copyLabel(), taskLabel(), hashLabel}}
}

// width is that of the column with the gap after it where all of the list has a width, px.
func (l *labels) width(all float32) float32 {
	if size := theme.Size(resources.SizeSM); l.size != size {
		l.size, l.wide = size, labelLeast*size
		for _, w := range l.words {
			l.wide = max(l.wide, fyne.MeasureText(w, size, fyne.TextStyle{}).Width+labelGap)
		}
	}
	return min(l.wide, labelPart*all)
}

// rowLayout lays out a fact: the label in its column, the words in the rest, both wrapped.
type rowLayout struct{ column *labels }

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
	x = l.column.width(width)
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
	return fyne.NewSize(listLeast, o[0].MinSize().Height)
}

func (l rowLayout) HeightFor(o []fyne.CanvasObject, width float32) float32 {
	label, _, value, _ := l.parts(o)
	_, w := l.rest(o, width)
	return max(widgets.HeightFor(label, l.column.width(width)-labelGap/2), widgets.HeightFor(value, w))
}

func (l rowLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	label, icon, value, copy := l.parts(o)
	x, w := l.rest(o, s.Width)
	column := l.column.width(s.Width)
	line := label.MinSize().Height
	widgets.Place(label, 0, 0, column-labelGap/2, widgets.HeightFor(label, column-labelGap/2))
	icon.Move(fyne.NewPos(column, (line-14)/2))
	icon.Resize(fyne.NewSquareSize(14))
	widgets.Place(value, x, 0, w, widgets.HeightFor(value, w))
	m := copy.MinSize()
	copy.Move(fyne.NewPos(s.Width-m.Width, (line-m.Height)/2))
	copy.Resize(m)
}

func copyText(s string) { fyne.CurrentApp().Clipboard().SetContent(s) }
