package costs

import (
	"fyne.io/fyne/v2"

	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// strip is the row of sums: a block for each currency, and the budget at the right.
type strip struct {
	s      *Screen
	blocks []*block
	column *fyne.Container
	budget *budgetBox
	object fyne.CanvasObject
}

func newStrip(s *Screen) *strip {
	t := &strip{s: s, column: &fyne.Container{Layout: stacked{}}, budget: newBudgetBox(s)}
	row := &fyne.Container{Layout: stripLayout{}, Objects: []fyne.CanvasObject{t.column, widgets.NewVRule(), t.budget.object}}
	t.object = widgets.NewColumn(0, row, widgets.NewRule())
	t.grow(1)
	return t
}

func (t *strip) grow(n int) {
	for len(t.blocks) < n {
		b := newBlock()
		t.column.Add(b.object)
		t.blocks = append(t.blocks, b)
	}
}

// set shows the sums of an answer, and reports whether the strip changed its height.
func (t *strip) set(a answer) (grown bool) {
	was := len(t.blocks)
	t.grow(len(a.blocks))
	for i, b := range t.blocks {
		grown = grown || b.object.Visible() != (i < max(len(a.blocks), 1))
		widgets.Show(b.object, i < max(len(a.blocks), 1))
		if i < len(a.blocks) {
			b.set(a.blocks[i], t.s.deps.Window.ShowQueue)
		}
	}
	return t.budget.set(a.budget) || grown || was != len(t.blocks)
}

// stacked shares a height among what is visible.
type stacked struct{}

func (stacked) MinSize(o []fyne.CanvasObject) (m fyne.Size) {
	for _, x := range o {
		if x.Visible() {
			one := x.MinSize()
			m = fyne.NewSize(max(m.Width, one.Width), m.Height+one.Height)
		}
	}
	return m
}

func (stacked) Layout(o []fyne.CanvasObject, s fyne.Size) {
	n := float32(0)
	for _, x := range o {
		if x.Visible() {
			n++
		}
	}
	y := float32(0)
	for _, x := range o {
		if x.Visible() {
			widgets.Place(x, 0, y, s.Width, s.Height/n)
			y += s.Height / n
		}
	}
}

// budgetShare is the part of the width that the budget has where no pane of prices stands below it.
const budgetShare = 0.28

// stripLayout puts the budget over the price table where that has its place beside the rest.
type stripLayout struct{}

func (stripLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	a, b := o[0].MinSize(), o[2].MinSize()
	return fyne.NewSize(a.Width+b.Width, max(a.Height, b.Height))
}

func (stripLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	w := float32(pricesWidth)
	if s.Width < pricesWidth*3 {
		w = float32(int(s.Width * budgetShare))
	}
	for i, at := range []struct{ x, w float32 }{{0, s.Width - w - 1}, {s.Width - w - 1, 1}, {s.Width - w, w}} {
		widgets.Place(o[i], at.x, 0, max(at.w, 0), s.Height)
	}
}

// budgetBox shows what counts against the budget of a month and of a day.
type budgetBox struct {
	title, number, of, today, counts *widgets.Text
	change                           *widgets.Link
	meter                            *widgets.Meter
	head, row                        *fyne.Container
	object                           fyne.CanvasObject
}

func newBudgetBox(s *Screen) *budgetBox {
	b := &budgetBox{
		title:  widgets.NewText("", resources.SizeSM, resources.Text2, false).Ellipsis(),
		number: widgets.NewText("", resources.SizeNumber, resources.Text1, true),
		of:     widgets.NewText("", resources.SizeSM, resources.Text2, false).Ellipsis(),
		today:  widgets.NewText("", resources.SizeXS, resources.Text2, false).Ellipsis(),
		counts: widgets.NewText(lang.L("Counted: charged, reserved, unconfirmed, to be sent."), resources.SizeXS, resources.Text2, false).Ellipsis(),
		change: widgets.NewLink(lang.L("Change…"), s.ChangeBudget),
		meter:  widgets.NewMeter(),
	}
	b.head = &fyne.Container{Layout: headLayout{}, Objects: []fyne.CanvasObject{b.title, b.change}}
	b.row = widgets.NewRow(8, b.number, b.of)
	b.object = widgets.NewInset(10, 16, 8, 16, widgets.NewColumn(2, b.head, b.row, b.meter, b.counts, b.today))
	return b
}

// set shows a budget, and reports whether the box changed its height.
func (b *budgetBox) set(v budget) (grown bool) {
	b.title.SetText(v.title)
	b.number.SetText(v.used)
	b.of.SetText(v.of)
	b.meter.Set(v.parts...)
	grown = b.today.Visible() != (v.today != "")
	widgets.Show(b.today, v.today != "")
	b.today.SetText(v.today)
	tone := resources.Text2
	if v.warned {
		tone = resources.Warn
	}
	b.of.SetColor(tone)
	b.today.SetColor(tone)
	b.change.SetText(lang.L("Change…"))
	if !v.set {
		b.change.SetText(lang.L("Set a budget…"))
	}
	widgets.Show(b.change, !v.free)
	lay(b.head)
	lay(b.row)
	return grown
}

// headLayout puts a link to the right of a title, in whose line its larger target takes no more room.
type headLayout struct{}

func (headLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(o[1].MinSize().Width, o[0].MinSize().Height)
}

func (headLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	link := o[1].MinSize()
	if !o[1].Visible() {
		link.Width = 0
	}
	widgets.Place(o[0], 0, 0, max(s.Width-link.Width-8, 0), s.Height)
	o[1].Move(fyne.NewPos(s.Width-link.Width, (s.Height-link.Height)/2))
	o[1].Resize(link)
}
