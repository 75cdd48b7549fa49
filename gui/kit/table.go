package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"viviscope/resources"
)

// TableColumn is a column of a [Table] with rows of type T: text, optionally with an icon before it.
type TableColumn[T any] struct {
	Head    string
	Width   float32  // px at 100 % text; in a narrow table less, but not less than Head
	Longest []string // cells that need more room than Width and Head give
	Grow    bool     // takes its share of the spare width
	Number  bool     // aligned to the right
	Bold    bool
	Color   fyne.ThemeColorName // of Words; "": Text1, and Text2 of numbers that are not bold
	Icons   bool                // Look gives icons
	Sorts   Order               // how a first click on the head sorts the rows; Unsorted: it does not

	Words func(row T) string
	// text behind Words, which are cut to make room for it; nil: none
	Rest func(row T) string
	// of Words; nil: no icon, and the colour of the column
	Look func(row T) (icon fyne.Resource, color fyne.ThemeColorName)
}

// iconRoom is the width of an icon before text with the gap behind it, px at 100 % text.
const iconRoom = 22

// room returns the room of the column. It keeps its head whole as long as it can.
func (c TableColumn[T]) room() Column {
	least := HeadWidth(c.Head, c.Sorts != Unsorted)
	w := max(resources.Scaled(c.Width), least)
	for _, one := range c.Longest {
		w = max(w, fyne.MeasureText(one, theme.Size(resources.SizeSM), fyne.TextStyle{Bold: true}).Width)
	}
	if c.Icons {
		w += resources.Scaled(iconRoom)
		least = max(least, resources.Scaled(iconRoom))
	}
	return Column{Width: w, Least: least, Grow: c.Grow}
}

// color returns the text colour of the column.
func (c TableColumn[T]) color() fyne.ThemeColorName {
	switch {
	case c.Color != "":
		return c.Color
	case c.Bold || !c.Number:
		return resources.Text1
	}
	return resources.Text2
}

// Table shows rows below a header. Only the visible rows have cells, which are recycled. Its List has the keys, the
// selected row and the callbacks for it. Fyne's Table has columns of fixed widths and selects cells instead of rows.
type Table[T any] struct {
	*List
	Rows    []T
	OnShown func(i int)               // a row becomes visible
	OnSort  func(column int, o Order) // the user asks for another order of the rows
	Label   func(row T) string        // an addition to the accessible label of a row; nil: none

	columns []TableColumn[T]
	heads   map[int]*ColumnHead // of the columns that sort the rows
	height  float32             // of a row with its line, px
	object  fyne.CanvasObject
}

// NewTable makes a table. head and height are the heights of the header and of the rows, px.
func NewTable[T any](head, height float32, columns []TableColumn[T]) *Table[T] {
	t := &Table[T]{columns: columns, height: height, OnShown: func(int) {}, OnSort: func(int, Order) {},
		heads: map[int]*ColumnHead{}}
	var heads []fyne.CanvasObject
	var names []string
	for i, c := range columns {
		names = append(names, c.Head)
		if c.Sorts == Unsorted {
			words := NewText(c.Head, resources.SizeSM, resources.Text2, false).Ellipsis()
			if c.Number {
				words.Trailing()
			}
			heads = append(heads, words)
			continue
		}
		t.heads[i] = NewColumnHead(c.Head, c.Number, head, func() { t.sortBy(i) })
		heads = append(heads, t.heads[i])
	}
	t.List = NewList(func() int { return len(t.Rows) }, t.newRow, t.bind)
	t.SetName(NewText(joinWords(names...), resources.SizeSM, resources.Text2, false))
	t.object = NewFrame(container.NewStack(NewGround(resources.BgPanel), t.inColumns(head, heads)), nil, nil, t.List)
	return t
}

// Object is the table with its head.
func (t *Table[T]) Object() fyne.CanvasObject { return t.object }

// Set shows rows.
func (t *Table[T]) Set(rows []T) {
	t.Rows = rows
	t.Update()
}

// ShowOrder shows by which column the rows are sorted.
func (t *Table[T]) ShowOrder(column int, o Order) {
	for i, h := range t.heads {
		if i == column {
			h.SetOrder(o)
		} else {
			h.SetOrder(Unsorted)
		}
	}
}

// sortBy asks for the rows in the order of a column, and in the opposite order if they have that one.
func (t *Table[T]) sortBy(column int) {
	first, then := t.columns[column].Sorts, Rising
	if first == Rising {
		then = Falling
	}
	if t.heads[column].order == first {
		first = then
	}
	t.ShowOrder(column, first)
	t.OnSort(column, first)
}

// inColumns lays out the head of the table or a row of it. The columns follow the size of the text.
func (t *Table[T]) inColumns(height float32, cells []fyne.CanvasObject) *fyne.Container {
	return container.New(&Columns{Gap: 12, Margin: 16, Height: height, Of: func(float32) (columns []Column) {
		for _, c := range t.columns {
			columns = append(columns, c.room())
		}
		return columns
	}}, cells...)
}

// tableRow is a recycled row: text for each column, with an icon if the column has icons.
type tableRow struct {
	widget.BaseWidget
	TextRole
	words []*Text
	kept  []*fyne.Container // the texts with the Rest behind them
	icons []*Icon
	line  fyne.CanvasObject
	label string
}

func (r *tableRow) AccessibilityLabel() string {
	if r.label == "" {
		return Words(r.line)
	}
	return joinWords(Words(r.line), r.label)
}

func (r *tableRow) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(r.line) }

func (t *Table[T]) newRow() fyne.CanvasObject {
	n := len(t.columns)
	r := &tableRow{words: make([]*Text, n), kept: make([]*fyne.Container, n), icons: make([]*Icon, n)}
	cells := make([]fyne.CanvasObject, n)
	for i, c := range t.columns {
		r.words[i] = NewText("", resources.SizeSM, c.color(), c.Bold).Ellipsis()
		if c.Number {
			r.words[i].Trailing()
		}
		cells[i] = r.words[i]
		if c.Icons {
			r.icons[i] = NewIcon(nil, 14, resources.Text2)
			cells[i] = NewRow(8, r.icons[i], r.words[i])
		}
		if c.Rest != nil {
			r.kept[i] = container.New(keepingLayout{}, r.words[i],
				NewText("", resources.SizeSM, c.color(), c.Bold).Ellipsis())
			cells[i] = r.kept[i]
		}
	}
	r.line = NewColumn(0, t.inColumns(t.height-1, cells), NewRule())
	r.ExtendBaseWidget(r)
	return r
}

// keepingLayout puts a text beside another one that is shown whole, as long as a third of the width is left for the
// first.
type keepingLayout struct{}

func (keepingLayout) MinSize(o []fyne.CanvasObject) fyne.Size { return o[0].MinSize() }

func (keepingLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	const gap = 4
	rest := min(o[1].(*Text).NaturalWidth(), s.Width*2/3)
	words := min(o[0].(*Text).NaturalWidth(), s.Width-rest-gap)
	Place(o[0], 0, 0, words, s.Height)
	Place(o[1], words+gap, 0, rest, s.Height)
}

func (t *Table[T]) bind(i int, cell fyne.CanvasObject) {
	t.OnShown(i)
	r, row := cell.(*tableRow), t.Rows[i]
	if t.Label != nil {
		r.label = t.Label(row)
	}
	for j, c := range t.columns {
		color, icon := c.color(), fyne.Resource(nil)
		if c.Look != nil {
			icon, color = c.Look(row)
		}
		r.words[j].SetText(c.Words(row))
		r.words[j].SetColor(color)
		if c.Rest != nil {
			kept := r.kept[j]
			kept.Objects[1].(*Text).SetText(c.Rest(row))
			kept.Layout.Layout(kept.Objects, kept.Size())
		}
		if c.Icons {
			r.icons[j].Set(icon, color)
		}
	}
}
