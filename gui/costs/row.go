package costs

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"viviscope/db"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// columns are shared by the head of the ledger and all its rows: When, Entry, Job, Amount, Charged.
func columns(height float32) *widgets.Columns {
	return &widgets.Columns{Gap: 12, Margin: 16, Height: height, Columns: []widgets.Column{
		{Width: 92}, {Width: 112}, {Width: 160, Grow: true}, {Width: 132}, {Width: 84},
	}}
}

func newHead() fyne.CanvasObject {
	cell := func(s string, trailing bool) fyne.CanvasObject {
		t := widgets.NewText(s, resources.SizeSM, resources.Text2, false)
		if trailing {
			t.Trailing()
		}
		return t
	}
	return container.NewStack(widgets.NewGround(resources.BgPanel), container.New(columns(30),
		cell("When", false), cell("Entry", false), cell("Job", false), cell("Amount", true), cell("Charged", true)))
}

// rowView shows one entry of the ledger. The list recycles it.
type rowView struct {
	widget.BaseWidget
	shown   row
	when    *widgets.Text
	icon    *widgets.Icon
	kind    *widgets.Text
	what    *widgets.Text
	amount  *widgets.Text
	charged *widgets.Text
	line    *widgets.Rule
	paint   *widgets.Repainter
}

func newRowView() *rowView {
	r := &rowView{
		when:    widgets.NewText("", resources.SizeSM, resources.Text2, false),
		icon:    widgets.NewIcon(nil, 14, resources.Text2),
		kind:    widgets.NewText("", resources.SizeSM, resources.Text1, false),
		what:    widgets.NewText("", resources.SizeSM, resources.Text2, false).Ellipsis(),
		amount:  widgets.NewText("", resources.SizeSM, resources.Text1, true).Trailing(),
		charged: widgets.NewText("", resources.SizeSM, resources.Text2, false).Trailing(),
	}
	r.line = widgets.NewRule()
	r.paint = widgets.NewRepainter(r.when, r.icon, r.kind, r.what, r.amount, r.charged, r.line)
	r.ExtendBaseWidget(r)
	return r
}

func (r *rowView) CreateRenderer() fyne.WidgetRenderer {
	kind := container.New(&widgets.Columns{Gap: 8, Columns: []widgets.Column{{Width: 14}, {Width: 80, Grow: true}}}, r.icon, r.kind)
	line := widgets.NewColumn(0, container.New(columns(31), r.when, kind, r.what, r.amount, r.charged), r.line)
	return widget.NewSimpleRenderer(line)
}

// set shows an entry; it does nothing where the same one is shown already.
func (r *rowView) set(to row) {
	r.paint.Bound()
	if r.shown == to {
		return
	}
	r.shown = to
	icon, color := look(to.kind)
	r.when.SetText(to.when)
	r.icon.Set(icon, color)
	r.kind.SetText(string(to.kind))
	r.kind.SetColor(color)
	r.what.SetText(to.what)
	r.amount.SetText(to.amount)
	if to.kind == db.Reserve {
		color = resources.Text1 // quiet is the word; the number is read
	}
	r.amount.SetColor(color)
	r.charged.SetText(to.charged)
}

// look says how an entry of that kind is drawn; the word beside it says the same.
func look(kind db.EntryKind) (fyne.Resource, fyne.ThemeColorName) {
	switch kind {
	case db.Reserve:
		return resources.IconLock(), resources.Text2
	case db.Charge:
		return resources.IconCheck(), resources.Text1
	case db.Refund:
		return resources.IconRefund(), resources.OK
	case db.UnconfirmedEntry:
		return resources.IconUnconfirmed(), resources.Warn
	}
	return resources.IconClose(), resources.Text2
}
