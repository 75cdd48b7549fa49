package costs

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// figure is one of the sums at the top: what it is, how much, what it rests on.
type figure struct {
	word         string
	head         *widgets.Text
	number, kind *widgets.Text
	small        *widgets.Text   // the number where it has no room
	row          *fyne.Container // of these two
	note         *widgets.Text
	link         *widgets.Link // in the place of the note where it leads somewhere
	object       fyne.CanvasObject
}

func newFigure(word string, icon fyne.Resource, color fyne.ThemeColorName) *figure {
	words := resources.Text2
	if color != resources.Text1 {
		words = color
	}
	f := &figure{
		word:   word,
		head:   widgets.NewText(word, resources.SizeSM, words, false).Ellipsis(),
		number: widgets.NewText("", resources.SizeNumber, color, true),
		small:  widgets.NewText("", resources.SizeSM, color, true).Ellipsis(),
		kind:   widgets.NewText("", resources.SizeSM, resources.Text2, false).Ellipsis(),
		note:   widgets.NewText("", resources.SizeXS, resources.Text2, false).Ellipsis(),
		link:   widgets.NewLink("", nil),
	}
	f.link.Hide()
	f.row = container.New(numberLayout{}, f.number, f.small, f.kind)
	head := widgets.NewRow(6, widgets.NewIcon(icon, 14, words), f.head)
	f.object = widgets.NewInset(10, 16, 8, 16, widgets.NewColumn(2, head, f.row, &fyne.Container{Layout: noteLayout{}, Objects: []fyne.CanvasObject{f.note, f.link}}))
	return f
}

// set shows a sum. boxed, that it is the sandbox's, is small: the number is what is read.
func (f *figure) set(currency, number, boxed, note string, leads func()) {
	head := f.word
	if currency != "" {
		head = listed(head, currency)
	}
	f.head.SetText(head)
	f.number.SetText(number)
	f.small.SetText(number)
	f.kind.SetText(boxed)
	lay(f.row)
	f.note.SetText(note)
	f.link.SetText(note)
	f.link.OnTapped = leads
	widgets.Show(f.link, leads != nil)
	widgets.Show(f.note, leads == nil)
}

// setColor changes the colour of the number.
func (f *figure) setColor(name fyne.ThemeColorName) {
	f.number.SetColor(name)
	f.small.SetColor(name)
}

// numberLayout stands a number with its kind behind it, and a smaller one where the large one leaves the kind no room.
type numberLayout struct{}

func (numberLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(o[1].MinSize().Width, o[0].MinSize().Height)
}

func (numberLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	large := o[0].MinSize()
	need := large.Width
	kind := o[2].(*widgets.Text).NaturalWidth()
	if kind > 1 {
		need += 6 + kind
	}
	fits := need <= s.Width
	if small := o[1].(*widgets.Text).NaturalWidth(); !fits && large.Width <= s.Width && small+6+kind > s.Width {
		fits = true // the kind is cut in either size
	}
	widgets.Show(o[0], fits)
	widgets.Show(o[1], !fits)
	widgets.Place(o[0], 0, 0, large.Width, s.Height)
	low := o[1].MinSize().Height
	o[1].Move(fyne.NewPos(0, (s.Height-low)/2))
	number := large.Width
	if !fits {
		number = min(o[1].(*widgets.Text).NaturalWidth(), s.Width)
	}
	o[1].Resize(fyne.NewSize(number, low))
	high := o[2].MinSize().Height
	widgets.Place(o[2], number+6, (s.Height-high)/2, max(s.Width-number-6, 0), high)
}

// noteLayout gives a note and a link in its place one line, in which the larger target of the link takes no more room.
type noteLayout struct{}

func (noteLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, o[0].MinSize().Height)
}

func (noteLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	for _, x := range o {
		h := x.MinSize().Height
		x.Move(fyne.NewPos(0, (s.Height-h)/2))
		w := s.Width
		if x == o[1] {
			w = min(x.MinSize().Width, s.Width)
		}
		x.Resize(fyne.NewSize(w, h))
	}
}

// block is the four sums of one currency, side by side.
type block struct {
	charged, reserved, unconfirmed, refunded *figure
	object                                   *fyne.Container
}

func newBlock() *block {
	b := &block{
		charged:     newFigure(lang.L("Charged"), resources.IconCheck(), resources.Text1),
		reserved:    newFigure(lang.L("Reserved"), resources.IconLock(), resources.Text1),
		unconfirmed: newFigure(lang.L("Unconfirmed"), resources.IconUnconfirmed(), resources.Warn),
		refunded:    newFigure(lang.L("Refunded"), resources.IconRefund(), resources.OK),
	}
	b.object = widgets.NewEven(0)
	for i, f := range []*figure{b.charged, b.reserved, b.unconfirmed, b.refunded} {
		cell := f.object
		if i > 0 {
			cell = widgets.NewFrame(nil, widgets.NewVRule(), nil, cell)
		}
		b.object.Add(cell)
	}
	return b
}

// set shows the sums. needs leads to what is unconfirmed; nil: nothing does.
func (b *block) set(f figures, needs func()) {
	if !f.atRisk {
		needs = nil
	}
	b.charged.set(f.currency, f.charged, f.boxed, f.chargedNote, nil)
	b.reserved.set(f.currency, f.reserved, f.boxed, f.reservedNote, nil)
	b.unconfirmed.set(f.currency, f.unconfirmed, f.boxed, f.unconfirmedNote, needs)
	b.refunded.set(f.currency, f.refunded, f.boxed, f.refundedNote, nil)
	b.unconfirmed.setColor(resources.Text1)
	if f.atRisk {
		b.unconfirmed.setColor(resources.Warn)
	}
}

// lay places what is in a container again, after words in it changed their width. It draws nothing anew.
func lay(c *fyne.Container) { c.Layout.Layout(c.Objects, c.Size()) }
