package costs

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// rowHeight is the height of a row of the ledger with its line, px.
const rowHeight = 32

// columns are shared by the head of the ledger and all its rows: When, Entry, Job, Quantity with its price, Amount, Charged.
func columns(height float32) *widgets.Columns {
	unpriced := amountWords(db.Entry{})
	return &widgets.Columns{Gap: 12, Margin: 16, Height: height, Columns: []widgets.Column{
		{Width: room(84, widestDays()...)}, {Width: resources.Scaled(signRoom) + room(78, kindWord(db.Entry{Kind: db.UnconfirmedEntry}), kindWord(db.Entry{Correction: "-"}))},
		{Width: 110, Grow: true}, {Width: room(88, lang.L("Quantity"))}, {Width: room(104, unpriced)}, {Width: room(72, lang.L("Charged"))},
	}}
}

// signRoom is what the sign of an entry and the gap behind it take of their column, px at 100 % text.
const signRoom = 22

// rowLayout lays out the head of the ledger or a row of it. Its columns follow the text: they are not kept.
type rowLayout struct{ height float32 }

func (l rowLayout) MinSize(o []fyne.CanvasObject) fyne.Size { return columns(l.height).MinSize(o) }

func (l rowLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	fitted(columns(l.height), s.Width).Layout(o, s)
}

func headCell(s string, trailing bool) fyne.CanvasObject {
	t := widgets.NewText(s, resources.SizeSM, resources.Text2, false).Ellipsis()
	if trailing {
		t.Trailing()
	}
	return t
}

func newHead() fyne.CanvasObject {
	return container.NewStack(widgets.NewGround(resources.BgPanel), container.New(rowLayout{30},
		headCell(lang.X("column", "When"), false), headCell(lang.X("column", "Entry"), false), headCell(lang.X("column", "Job"), false), headCell(lang.L("Quantity"), true),
		headCell(lang.L("Amount"), true), headCell(lang.L("Charged"), true)))
}

// rowView shows one entry of the ledger. The list recycles it.
type rowView struct {
	widget.BaseWidget
	shown    row
	when     *widgets.Text
	icon     *widgets.Icon
	kind     *widgets.Text
	what     *widgets.Text
	quantity *widgets.Text
	amount   *widgets.Text
	charged  *widgets.Text
	line     *widgets.Ground
}

func newRowView() *rowView {
	cell := func(color fyne.ThemeColorName, bold bool) *widgets.Text {
		return widgets.NewText("", resources.SizeSM, color, bold).Ellipsis()
	}
	r := &rowView{
		when:     cell(resources.Text2, false),
		icon:     widgets.NewIcon(nil, 14, resources.Text2),
		kind:     cell(resources.Text1, false),
		what:     cell(resources.Text2, false),
		quantity: cell(resources.Text2, false).Trailing(),
		amount:   cell(resources.Text1, true).Trailing(),
		charged:  cell(resources.Text2, false).Trailing(),
	}
	r.line = widgets.NewRule()
	r.ExtendBaseWidget(r)
	return r
}

// CreateRenderer draws the row.
func (r *rowView) CreateRenderer() fyne.WidgetRenderer {
	kind := container.New(&widgets.Columns{Gap: 8, Columns: []widgets.Column{{Width: resources.Scaled(14)}, {Width: 40, Grow: true}}}, r.icon, r.kind)
	line := widgets.NewColumn(0, container.New(rowLayout{rowHeight - 1}, r.when, kind, r.what, r.quantity, r.amount, r.charged), r.line)
	return widget.NewSimpleRenderer(line)
}

// set shows an entry; it does nothing where the same one is shown already.
func (r *rowView) set(to row) {
	if r.shown == to {
		return
	}
	r.shown = to
	icon, color := look(to)
	r.when.SetText(to.when)
	r.icon.Set(icon, color)
	r.kind.SetText(to.word)
	r.kind.SetColor(color)
	r.what.SetText(to.what)
	r.quantity.SetText(to.quantity)
	r.amount.SetText(to.amount)
	if to.kind == db.Reserve {
		color = resources.Text1 // quiet is the word; the number is read
	}
	if to.unpriced {
		color = resources.Warn
	}
	r.amount.SetColor(color)
	r.charged.SetText(to.charged)
}

// look says how an entry is drawn; the word beside it says the same.
func look(r row) (fyne.Resource, fyne.ThemeColorName) {
	switch {
	case r.correction:
		return resources.IconPencil(), resources.Text1
	case r.kind == db.Reserve:
		return resources.IconLock(), resources.Text2
	case r.kind == db.Charge:
		return resources.IconCheck(), resources.Text1
	case r.kind == db.Refund:
		return resources.IconRefund(), resources.OK
	case r.kind == db.UnconfirmedEntry:
		return resources.IconUnconfirmed(), resources.Warn
	}
	return resources.IconClose(), resources.Text2
}
