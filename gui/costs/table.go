package costs

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/widgets"
	"viviscope/resources"
)

// column is one column of a table: its head, its least width in px, and how its cells are drawn.
type column struct {
	head    string
	longest string // of its cells, where that is more than its head and its width hold; "": nothing is
	width   float32
	grow    bool
	numbers bool // right-aligned
	bold    bool
	bar     bool // a bar instead of words
}

// cell is what stands in one place of a table: words, or the length of a bar.
type cell struct {
	words string
	share float64 // 0 to 1
}

// table shows figures in rows and columns. Enter or a click opens a row.
type table struct {
	columns []column
	rows    [][]cell
	list    *widgets.List
	object  fyne.CanvasObject
}

func newTable(columns []column, open func(row int)) *table {
	t := &table{columns: columns}
	var heads []fyne.CanvasObject
	for _, c := range columns {
		heads = append(heads, headCell(c.head, c.numbers))
	}
	t.list = widgets.NewList(func() int { return len(t.rows) }, t.newRow, t.bind)
	t.list.OnTapped, t.list.OnOpen = open, open
	t.object = widgets.NewFrame(container.NewStack(widgets.NewGround(resources.BgPanel), container.New(tableLayout{t, 26}, heads...)), nil, nil,
		t.list)
	return t
}

// tableLayout lays out the head of a table or a row of it. Its columns follow the text: they are not kept.
type tableLayout struct {
	table  *table
	height float32
}

func (l tableLayout) columns() *widgets.Columns {
	c := &widgets.Columns{Gap: 12, Margin: 16, Height: l.height}
	for _, of := range l.table.columns {
		c.Columns = append(c.Columns, widgets.Column{Width: room(of.width, of.head, of.longest), Grow: of.grow})
	}
	return c
}

func (l tableLayout) MinSize(o []fyne.CanvasObject) fyne.Size { return l.columns().MinSize(o) }

func (l tableLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	fitted(l.columns(), s.Width).Layout(o, s)
}

// same reports whether a table has just these columns.
func (t *table) same(columns []column) bool { return slices.Equal(t.columns, columns) }

// set shows rows.
func (t *table) set(rows [][]cell) {
	t.rows = rows
	t.list.Update()
}

func (t *table) newRow() fyne.CanvasObject {
	var parts []fyne.CanvasObject
	for _, c := range t.columns {
		if c.bar {
			parts = append(parts, widgets.NewMeter())
			continue
		}
		color := resources.Text2
		if c.bold || !c.numbers {
			color = resources.Text1
		}
		w := widgets.NewText("", resources.SizeSM, color, c.bold).Ellipsis()
		if c.numbers {
			w.Trailing()
		}
		parts = append(parts, w)
	}
	return newTableRow(container.New(tableLayout{t, 25}, parts...), parts)
}

func (t *table) bind(i int, o fyne.CanvasObject) {
	if i >= len(t.rows) {
		return
	}
	r := o.(*tableRow)
	for j, c := range t.rows[i] {
		switch p := r.parts[j].(type) {
		case *widgets.Text:
			p.SetText(c.words)
		case *widgets.Meter:
			p.Set(widgets.MeterPart{Share: c.share, Color: resources.Chart1})
		}
	}
}

// tableRow is a row that the list recycles.
type tableRow struct {
	widget.BaseWidget
	parts []fyne.CanvasObject
	line  fyne.CanvasObject
}

func newTableRow(line fyne.CanvasObject, parts []fyne.CanvasObject) *tableRow {
	r := &tableRow{parts: parts, line: widgets.NewColumn(0, line, widgets.NewRule())}
	r.ExtendBaseWidget(r)
	return r
}

// CreateRenderer draws the row.
func (r *tableRow) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(r.line) }
