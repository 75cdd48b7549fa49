package costs

import (
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/gui/widgets"
	"viviscope/resources"
)

// figure is one of the sums at the top: what it is, how much, what it rests on.
type figure struct {
	word         string
	head         *widgets.Text
	number, kind *widgets.Text
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
		head:   widgets.NewText(word, resources.SizeSM, words, false),
		number: widgets.NewText("", resources.SizeNumber, color, true),
		kind:   widgets.NewText("", resources.SizeSM, resources.Text2, false).Ellipsis(),
		note:   widgets.NewText("", resources.SizeXS, resources.Text2, false).Ellipsis(),
		link:   widgets.NewLink("", nil),
	}
	f.link.Hide()
	f.row = widgets.NewRow(6, f.number, f.kind)
	head := widgets.NewRow(6, widgets.NewIcon(icon, 14, words), f.head)
	f.object = widgets.NewInset(10, 16, 8, 16, widgets.NewColumn(2, head, f.row, &fyne.Container{Layout: noteLayout{}, Objects: []fyne.CanvasObject{f.note, f.link}}))
	return f
}

// set shows a sum. What stands behind the number, such as "(sandbox)", is small: the number is what is read.
func (f *figure) set(currency, number, note string, leads func()) {
	kind := ""
	if n, after, ok := strings.Cut(number, " ("); ok {
		number, kind = n, "("+after
	}
	if currency != "" {
		currency = ", " + currency
	}
	f.head.SetText(f.word + currency)
	f.number.SetText(number)
	f.kind.SetText(kind)
	lay(f.row)
	f.note.SetText(note)
	f.link.SetText(note)
	f.link.OnTapped = leads
	show(f.link, leads != nil)
	show(f.note, leads == nil)
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
		charged:     newFigure("Charged", resources.IconCheck(), resources.Text1),
		reserved:    newFigure("Reserved", resources.IconLock(), resources.Text1),
		unconfirmed: newFigure("Unconfirmed", resources.IconUnconfirmed(), resources.Warn),
		refunded:    newFigure("Refunded", resources.IconRefund(), resources.OK),
	}
	b.object = &fyne.Container{Layout: &evenly{}}
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
	b.charged.set(f.currency, f.charged, f.chargedNote, nil)
	b.reserved.set(f.currency, f.reserved, f.reservedNote, nil)
	b.unconfirmed.set(f.currency, f.unconfirmed, f.unconfirmedNote, needs)
	b.refunded.set(f.currency, f.refunded, f.refundedNote, nil)
	b.unconfirmed.number.SetColor(resources.Text1)
	if f.atRisk {
		b.unconfirmed.number.SetColor(resources.Warn)
	}
}

// lay places what is in a container again, after words in it changed their width. It draws nothing anew.
func lay(c *fyne.Container) { c.Layout.Layout(c.Objects, c.Size()) }

func show(o fyne.CanvasObject, on bool) {
	if o.Visible() == on {
		return
	}
	if on {
		o.Show()
	} else {
		o.Hide()
	}
}
