package costs

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"viviscope/db"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// rowHeight is the height of a row of the ledger with its line, px.
const rowHeight = 32

// columns are shared by the head of the ledger and all its rows: When, Entry, Job, Quantity with its price, Amount, Charged.
func columns(height float32) *widgets.Columns {
	return &widgets.Columns{Gap: 12, Margin: 16, Height: height, Columns: []widgets.Column{
		{Width: 84}, {Width: 100}, {Width: 110, Grow: true}, {Width: 88}, {Width: 104}, {Width: 72},
	}}
}

func headCell(s string, trailing bool) fyne.CanvasObject {
	t := widgets.NewText(s, resources.SizeSM, resources.Text2, false).Ellipsis()
	if trailing {
		t.Trailing()
	}
	return t
}

func newHead() fyne.CanvasObject {
	return container.NewStack(widgets.NewGround(resources.BgPanel), container.New(columns(30),
		headCell("When", false), headCell("Entry", false), headCell("Job", false), headCell("Quantity", true),
		headCell("Amount", true), headCell("Charged", true)))
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
	line     *widgets.Rule
	paint    *widgets.Repainter
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
	r.paint = widgets.NewRepainter(r.when, r.icon, r.kind, r.what, r.quantity, r.amount, r.charged, r.line)
	r.ExtendBaseWidget(r)
	return r
}

// CreateRenderer draws the row.
func (r *rowView) CreateRenderer() fyne.WidgetRenderer {
	kind := container.New(&widgets.Columns{Gap: 8, Columns: []widgets.Column{{Width: 14}, {Width: 72, Grow: true}}}, r.icon, r.kind)
	line := widgets.NewColumn(0, container.New(columns(rowHeight-1), r.when, kind, r.what, r.quantity, r.amount, r.charged), r.line)
	return widget.NewSimpleRenderer(line)
}

// set shows an entry; it does nothing where the same one is shown already.
func (r *rowView) set(to row) {
	r.paint.Bound()
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
