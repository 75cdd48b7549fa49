package facts

import (
	"fyne.io/fyne/v2"

	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// The column of the labels is as wide as the longest label. It is at least labelLeast times the text size, and at most
// labelPart of the width.
const (
	minLabelWidth = 7
	maxLabelShare = 0.42
	labelGap      = 8 // to the value, px
)

// minListWidth is the least width of a list, px at 100 % text.
const minListWidth = 164

// list shows facts in rows. It reuses its rows, so that stepping through the gallery creates no widgets.
type list struct {
	object *fyne.Container
	rows   []*row
	column func() float32 // the width of the labels, px
}

// set shows these facts and no others.
func (l *list) set(facts []Fact) {
	for len(l.rows) < len(facts) {
		r := newRow(l.column)
		l.rows = append(l.rows, r)
		l.object.Add(r.object)
	}
	for i, r := range l.rows {
		kit.Show(r.object, i < len(facts))
		if i < len(facts) {
			r.set(facts[i])
		}
	}
	kit.Show(l.object, len(facts) > 0)
}

// row is one fact: a label, an icon with the meaning of the value, the value, and a button to copy.
type row struct {
	object *fyne.Container
	label  *kit.Text
	icon   *kit.Icon
	value  *kit.Text
	id     *kit.Text
	copy   *kit.Button
	text   string // what the button copies
}

func newRow(column func() float32) *row {
	r := &row{
		label: kit.NewText("", resources.SizeSM, resources.Text2, false).Wrap(true),
		icon:  kit.NewIcon(nil, 14, resources.Text2),
		value: kit.NewText("", resources.SizeSM, resources.Text1, false).Wrap(true),
		id:    kit.NewText("", resources.SizeSM, resources.Text1, false).Mono().Ellipsis(),
	}
	r.copy = kit.NewIconButton(resources.IconCopy, lang.X("verb", "Copy"), func() {
		copyText(r.text)
	}).Small().SetKind(kit.Quiet)
	r.object = &fyne.Container{Layout: rowLayout{column},
		Objects: []fyne.CanvasObject{r.label, r.icon, r.value, r.id, r.copy}}
	return r
}

func (r *row) set(f Fact) {
	r.label.SetText(f.Label)
	kit.Show(r.icon, f.Icon != nil)
	color := f.Tone.Color()
	if f.Icon != nil {
		r.icon.Set(f.Icon, color)
	}
	if f.Tone == kit.ToneNeutral {
		color = resources.Text1
	}
	kit.Show(r.value, !f.Mono)
	kit.Show(r.id, f.Mono)
	if f.Mono {
		r.id.SetText(f.Value)
	} else {
		bold := f.Bold
		if bold != "" {
			bold += " "
		}
		r.value.SetSpans(kit.Span{Text: bold, Bold: true, Color: color}, kit.Span{Text: f.Value, Color: color})
	}
	kit.Show(r.copy, f.Copy != "")
	r.text = f.Copy
}

// rowLayout places the label in its column and the value in the rest, both wrapped.
type rowLayout struct{ column func() float32 }

// rest returns the value, its position and its width.
func (l rowLayout) rest(o []fyne.CanvasObject, width float32) (value fyne.CanvasObject, x, w float32) {
	icon, value, copy := o[1], o[2], o[4]
	if !value.Visible() {
		value = o[3]
	}
	x = l.column()
	if icon.Visible() {
		x += 20
	}
	w = width - x
	if copy.Visible() {
		w -= copy.MinSize().Width + 4
	}
	return value, x, max(w, 0)
}

func (l rowLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(minListWidth, o[0].MinSize().Height)
}

func (l rowLayout) HeightFor(o []fyne.CanvasObject, width float32) float32 {
	value, _, w := l.rest(o, width)
	return max(kit.HeightFor(o[0], l.column()-labelGap/2), kit.HeightFor(value, w))
}

func (l rowLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	label, icon, copy := o[0], o[1], o[4]
	value, x, w := l.rest(o, s.Width)
	column, line, m := l.column(), o[3].MinSize().Height, copy.MinSize() // an ID is one line, a label may be several
	kit.Place(label, 0, 0, column-labelGap/2, kit.HeightFor(label, column-labelGap/2))
	kit.Place(icon, column, (line-14)/2, 14, 14)
	kit.Place(value, x, 0, w, kit.HeightFor(value, w))
	kit.Place(copy, s.Width-m.Width, (line-m.Height)/2, m.Width, m.Height)
}

func copyText(s string) { fyne.CurrentApp().Clipboard().SetContent(s) }
