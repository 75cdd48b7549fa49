package costs

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// sums is the row of sums: a block for each currency, and the budget at the right.
type sums struct {
	onUnconfirmed func() // the user clicked the unconfirmed sum

	blocks []*block
	column *fyne.Container
	budget *budgetBox
	object fyne.CanvasObject
}

func newSums(onUnconfirmed, onBudget func()) *sums {
	first := newBlock(onUnconfirmed)
	t := &sums{onUnconfirmed: onUnconfirmed, blocks: []*block{first},
		column: kit.NewFilled(0, first.object, first.object),
		budget: newBudgetBox(onBudget)}
	row := container.New(sumsLayout{}, t.column, kit.NewVRule(), t.budget.object)
	t.object = kit.NewColumn(0, row, kit.NewRule())
	return t
}

func (t *sums) show(all []figures, b budget) {
	for len(t.blocks) < len(all) {
		b := newBlock(t.onUnconfirmed)
		t.column.Add(b.object)
		t.blocks = append(t.blocks, b)
	}
	for i, b := range t.blocks {
		kit.Show(b.object, i < max(len(all), 1))
		if i < len(all) {
			b.show(all[i])
		}
	}
	t.budget.show(b)
}

// budgetShare is the part of the width that the budget takes.
const budgetShare = 0.28

// sumsLayout places the blocks, a rule and the budget side by side.
type sumsLayout struct{}

func (sumsLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	a, b := o[0].MinSize(), o[2].MinSize()
	return fyne.NewSize(a.Width+b.Width, max(a.Height, b.Height))
}

func (sumsLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	w := float32(int(s.Width * budgetShare))
	rest := max(s.Width-w-1, 0)
	kit.Place(o[0], 0, 0, rest, s.Height)
	kit.Place(o[1], rest, 0, 1, s.Height)
	kit.Place(o[2], rest+1, 0, w, s.Height)
}

// block is the four sums of one currency, side by side.
type block struct {
	charged, reserved, unconfirmed, refunded *figure
	object                                   *fyne.Container
}

func newBlock(onUnconfirmed func()) *block {
	b := &block{
		charged:     newFigure(lang.L("Charged"), resources.IconCheck, resources.Text1),
		reserved:    newFigure(lang.L("Reserved"), resources.IconLock, resources.Text1),
		unconfirmed: newFigure(lang.L("Unconfirmed"), resources.IconUnconfirmed, resources.Warn),
		refunded:    newFigure(lang.L("Refunded"), resources.IconRefund, resources.OK),
	}
	b.object = kit.NewEven(0, b.charged.object)
	for _, f := range []*figure{b.reserved, b.unconfirmed, b.refunded} {
		b.object.Add(kit.NewFrame(nil, kit.NewVRule(), nil, f.object))
	}
	b.unconfirmed.link.OnTapped = onUnconfirmed
	return b
}

// show shows sums. The note of an unconfirmed sum is a link.
func (b *block) show(f figures) {
	b.charged.show(f.currency, f.charged, resources.Text1)
	b.reserved.show(f.currency, f.reserved, resources.Text1)
	b.refunded.show(f.currency, f.refunded, resources.OK)
	tone := resources.Text1
	if f.atRisk {
		tone = resources.Warn
	}
	b.unconfirmed.show(f.currency, f.unconfirmed, tone)
	kit.Show(b.unconfirmed.link, f.atRisk)
	kit.Show(b.unconfirmed.note, !f.atRisk)
	relayout(b.unconfirmed.line)
}

// figure is one sum: its name, its amount and a note.
type figure struct {
	word                        string
	head, number, smaller, note *kit.Text       // smaller is the amount if number does not fit
	link                        *kit.Link       // replaces the note if it leads somewhere
	row, line                   *fyne.Container // of number and smaller, and of note and link
	object                      fyne.CanvasObject
}

func newFigure(word string, icon fyne.Resource, color fyne.ThemeColorName) *figure {
	words := color
	if color == resources.Text1 {
		words = resources.Text2
	}
	f := &figure{
		word:    word,
		head:    kit.NewText(word, resources.SizeSM, words, false).Ellipsis(),
		number:  kit.NewText("", resources.SizeNumber, color, true),
		smaller: kit.NewText("", resources.SizeSM, color, true).Ellipsis(),
		note:    kit.NewText("", resources.SizeXS, resources.Text2, false).Ellipsis(),
		link:    kit.NewLink("", nil),
	}
	f.link.Hide()
	f.line, f.row = newLinkLine(f.note, f.link), container.New(firstThatFits{}, f.number, f.smaller)
	f.object = kit.NewInset(10, 16, 8, 16, kit.NewColumn(2,
		kit.NewRow(6, kit.NewIcon(icon, 14, words), f.head), f.row, f.line))
	return f
}

// show shows a sum. currency names its currency if there are several.
func (f *figure) show(currency string, s sum, tone fyne.ThemeColorName) {
	head := f.word
	if currency != "" {
		head = wording.Commas(head, currency)
	}
	f.head.SetText(head)
	for _, number := range []*kit.Text{f.number, f.smaller} {
		number.SetText(s.amount)
		number.SetColor(tone)
	}
	relayout(f.row)
	f.note.SetText(s.note)
	f.link.SetText(s.note)
}

// firstThatFits shows the first of two objects if it fits, else the second, in the height of the first.
type firstThatFits struct{}

func (firstThatFits) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(o[1].MinSize().Width, o[0].MinSize().Height)
}

func (firstThatFits) Layout(o []fyne.CanvasObject, s fyne.Size) {
	fits := o[0].MinSize().Width <= s.Width
	for i, x := range o {
		kit.Show(x, fits == (i == 0))
		kit.Place(x, 0, 0, s.Width, s.Height)
	}
}
