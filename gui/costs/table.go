package costs

import (
	"cmp"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// column is one column of a table: its head, its least width in px, and how its cells are drawn.
type column struct {
	head    string
	longest []string // of its cells, where these are more than its head and its width hold
	width   float32
	color   fyne.ThemeColorName // of the words; "": Text1, and Text2 of numbers that are not bold
	grow    bool
	numbers bool // right-aligned
	bold    bool
	bar     bool // a bar instead of words
	sign    bool // an icon before the words
}

// cell is what stands in one place of a table: words, with an icon where its column has one, or the length of a bar.
type cell struct {
	words string
	color fyne.ThemeColorName // of icon and words; "": that of the column
	icon  fyne.Resource
	share float64 // 0 to 1
}

// table shows figures in rows and columns. Enter or a click opens a row.
type table struct {
	columns []column
	height  float32 // of a row with its line, px
	count   func() int
	row     func(i int) []cell
	list    *widgets.List
	body    *fyne.Container // holds the list
	object  fyne.CanvasObject
}

// newTable makes a table with a low head, whose rows set brings.
func newTable(columns []column) *table { return newTableOf(columns, 26, 26, nil, nil) }

// newTableOf makes a table that asks for the rows that are in sight.
func newTableOf(columns []column, head, height float32, count func() int, row func(i int) []cell) *table {
	t := &table{columns: columns, height: height, count: count, row: row}
	var heads []fyne.CanvasObject
	for _, c := range columns {
		heads = append(heads, headCell(c.head, c.numbers))
	}
	t.list = widgets.NewList(func() int { return t.count() }, t.newRow, t.bind)
	t.body = container.NewStack(t.list)
	t.object = widgets.NewFrame(container.NewStack(widgets.NewGround(resources.BgPanel), t.inColumns(head, heads...)), nil, nil, t.body)
	return t
}

// inColumns lays out the head of the table or a row of it. The columns follow the text.
func (t *table) inColumns(height float32, cells ...fyne.CanvasObject) *fyne.Container {
	return container.New(&widgets.Columns{Gap: 12, Margin: 16, Height: height, Of: func(float32) (columns []widgets.Column) {
		for _, of := range t.columns {
			columns = append(columns, widgets.Column{Width: of.room(), Grow: of.grow})
		}
		return columns
	}}, cells...)
}

// same reports whether a table has just these columns.
func (t *table) same(columns []column) bool {
	return slices.EqualFunc(t.columns, columns, func(a, b column) bool { return a.head == b.head })
}

// set shows rows.
func (t *table) set(rows [][]cell) {
	t.count, t.row = func() int { return len(rows) }, func(i int) []cell { return rows[i] }
	t.list.Update()
}

// room is the width of a column, px.
func (c column) room() float32 {
	if c.sign {
		return resources.Scaled(signRoom) + room(c.width, c.longest...)
	}
	return room(c.width, append([]string{c.head}, c.longest...)...)
}

// colorOf is the colour of the words of a column.
func (c column) colorOf() fyne.ThemeColorName {
	switch {
	case c.color != "":
		return c.color
	case c.bold || !c.numbers:
		return resources.Text1
	}
	return resources.Text2
}

func (t *table) newRow() fyne.CanvasObject {
	r := &tableRow{cells: make([]rowCell, len(t.columns))}
	parts := make([]fyne.CanvasObject, len(t.columns))
	for i, c := range t.columns {
		x := &r.cells[i]
		if c.bar {
			x.bar = widgets.NewMeter()
			parts[i] = x.bar
			continue
		}
		x.words = widgets.NewText("", resources.SizeSM, c.colorOf(), c.bold).Ellipsis()
		if c.numbers {
			x.words.Trailing()
		}
		parts[i] = x.words
		if c.sign {
			x.icon = widgets.NewIcon(nil, 14, resources.Text2)
			parts[i] = container.New(&widgets.Columns{Gap: 8, Columns: []widgets.Column{{Width: resources.Scaled(14)}, {Width: 40, Grow: true}}}, x.icon, x.words)
		}
	}
	r.line = widgets.NewColumn(0, t.inColumns(t.height-1, parts...), widgets.NewRule())
	r.ExtendBaseWidget(r)
	return r
}

func (t *table) bind(i int, o fyne.CanvasObject) {
	if i >= t.count() {
		return
	}
	r := o.(*tableRow)
	for j, c := range t.row(i) {
		x := r.cells[j]
		if x.bar != nil {
			x.bar.Set(widgets.MeterPart{Share: c.share, Color: resources.Chart1})
			continue
		}
		color := cmp.Or(c.color, t.columns[j].colorOf())
		x.words.SetText(c.words)
		x.words.SetColor(color)
		if x.icon != nil {
			x.icon.Set(c.icon, color)
		}
	}
}

// tableRow is a row that the list recycles.
type tableRow struct {
	widget.BaseWidget
	cells []rowCell
	line  fyne.CanvasObject
}

// rowCell is what a row has in a column: words, perhaps with an icon, or a bar.
type rowCell struct {
	words *widgets.Text
	icon  *widgets.Icon
	bar   *widgets.Meter
}

// CreateRenderer draws the row.
func (r *tableRow) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(r.line) }

func headCell(s string, trailing bool) fyne.CanvasObject {
	t := widgets.NewText(s, resources.SizeSM, resources.Text2, false).Ellipsis()
	if trailing {
		t.Trailing()
	}
	return t
}

// widest is a moment whose words are as wide as any.
var widest = time.Date(2000, time.September, 28, 20, 48, 0, 0, time.UTC)

// widestDays words days of the months whose names or numbers are the longest: which of them is depends on the language.
func widestDays() (words []string) {
	for _, m := range []time.Month{time.September, time.November, time.December} {
		day := time.Date(widest.Year(), m, widest.Day(), widest.Hour(), widest.Minute(), 0, 0, time.UTC)
		words = append(words, wording.Stamp(day, day), lang.Day(day))
	}
	return words
}

// room is the width of a column, px: that of small words at 100 %, grown with the text, and enough for the words that it must
// hold in the language of the window.
func room(px float32, words ...string) float32 {
	w := resources.Scaled(px)
	for _, one := range words {
		w = max(w, fyne.MeasureText(one, theme.Size(resources.SizeSM), fyne.TextStyle{Bold: true}).Width)
	}
	return w
}
