package widgets

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"viviscope/resources"
)

// TableColumn is a column of a [Table] with rows of type T: words, perhaps with an icon before them, or a bar.
type TableColumn[T any] struct {
	head    string
	width   float32  // least, px at 100 % text
	longest []string // of its cells, where they need more than the width and the head
	grow    bool     // takes its share of what is left over
	numbers bool     // they end in one line
	bold    bool
	tint    fyne.ThemeColorName // of words; "": Text1, and Text2 of numbers that are not bold
	icons   bool                // look gives icons

	words func(row T) string
	rest  func(row T) string                                          // behind words, which are cut for it; nil: none
	look  func(row T) (icon fyne.Resource, color fyne.ThemeColorName) // of words; nil: no icon, and the colour of the column
	share func(row T) float64                                         // of a bar, 0 to 1; nil: words
}

// TextColumn is a column of words of a least width, px at 100 % text.
func TextColumn[T any](head string, width float32, words func(row T) string) TableColumn[T] {
	return TableColumn[T]{head: head, width: width, words: words}
}

// Keeping is the column with more words behind its own, which are cut so that these can be read.
func (c TableColumn[T]) Keeping(rest func(row T) string) TableColumn[T] {
	c.rest = rest
	return c
}

// NumberColumn is a column of numbers, which end in one line.
func NumberColumn[T any](head string, width float32, words func(row T) string) TableColumn[T] {
	return TableColumn[T]{head: head, width: width, numbers: true, words: words}
}

// BarColumn is a column of bars, each a share of 0 to 1, which takes its share of what is left over.
func BarColumn[T any](width float32, share func(row T) float64) TableColumn[T] {
	return TableColumn[T]{width: width, grow: true, share: share}
}

// Growing is the column with its share of what is left over.
func (c TableColumn[T]) Growing() TableColumn[T] {
	c.grow = true
	return c
}

// Strong is the column in bold.
func (c TableColumn[T]) Strong() TableColumn[T] {
	c.bold = true
	return c
}

// Holding is the column with room for words that need more than its width.
func (c TableColumn[T]) Holding(longest ...string) TableColumn[T] {
	c.longest = longest
	return c
}

// Looking is the column in colours of its rows, with icons before the words or without.
func (c TableColumn[T]) Looking(icons bool, look func(row T) (fyne.Resource, fyne.ThemeColorName)) TableColumn[T] {
	c.icons, c.look = icons, look
	return c
}

// Colored is the column in another colour.
func (c TableColumn[T]) Colored(name fyne.ThemeColorName) TableColumn[T] {
	c.tint = name
	return c
}

// iconRoom is what an icon before words takes with the gap behind it, px at 100 % text.
const iconRoom = 22

// room is the width of the column, px.
func (c TableColumn[T]) room() float32 {
	w, words := resources.Scaled(c.width), append([]string{c.head}, c.longest...)
	for _, one := range words {
		w = max(w, fyne.MeasureText(one, theme.Size(resources.SizeSM), fyne.TextStyle{Bold: true}).Width)
	}
	if c.icons {
		w += resources.Scaled(iconRoom)
	}
	return w
}

// color of the words of the column.
func (c TableColumn[T]) color() fyne.ThemeColorName {
	switch {
	case c.tint != "":
		return c.tint
	case c.bold || !c.numbers:
		return resources.Text1
	}
	return resources.Text2
}

// Table shows rows below a head. Only the rows in sight have cells, which are used again. Its List has the keys, the chosen row and what is
// done with it.
type Table[T any] struct {
	*List
	Rows    []T
	OnShown func(i int) // a row comes into sight

	columns []TableColumn[T]
	height  float32 // of a row with its line, px
	object  fyne.CanvasObject
}

// NewTable makes a table whose head and rows are so high, px.
func NewTable[T any](head, height float32, columns ...TableColumn[T]) *Table[T] {
	t := &Table[T]{columns: columns, height: height, OnShown: func(int) {}}
	var heads []fyne.CanvasObject
	var names []string
	for _, c := range columns {
		words := NewText(c.head, resources.SizeSM, resources.Text2, false).Ellipsis()
		if c.numbers {
			words.Trailing()
		}
		heads, names = append(heads, words), append(names, c.head)
	}
	t.List = NewList(func() int { return len(t.Rows) }, t.newRow, t.bind)
	t.SetName(NewText(listed(names...), resources.SizeSM, resources.Text2, false))
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

// TSV is the table as spreadsheets take it from the clipboard: a line for each row, with tabs between the cells. It has no bars.
func (t *Table[T]) TSV() string {
	var b strings.Builder
	line := func(cell func(c TableColumn[T]) string) {
		var cells []string
		for _, c := range t.columns {
			if c.words != nil {
				cells = append(cells, cell(c))
			}
		}
		b.WriteString(strings.Join(cells, "\t") + "\n")
	}
	line(func(c TableColumn[T]) string { return c.head })
	for _, row := range t.Rows {
		line(func(c TableColumn[T]) string {
			if c.rest != nil {
				return c.words(row) + " " + c.rest(row)
			}
			return c.words(row)
		})
	}
	return b.String()
}

// Same reports whether the table has columns with just these heads.
func (t *Table[T]) Same(columns []TableColumn[T]) bool {
	return slices.EqualFunc(t.columns, columns, func(a, b TableColumn[T]) bool { return a.head == b.head })
}

// inColumns lays out the head of the table or a row of it. The columns follow the size of the text.
func (t *Table[T]) inColumns(height float32, cells []fyne.CanvasObject) *fyne.Container {
	return container.New(&Columns{Gap: 12, Margin: 16, Height: height, Of: func(float32) (columns []Column) {
		for _, c := range t.columns {
			columns = append(columns, Column{Width: c.room(), Grow: c.grow})
		}
		return columns
	}}, cells...)
}

// tableRow is a row that the list uses again: words, with an icon where the column has some, or a bar for each column.
type tableRow struct {
	widget.BaseWidget
	TextRole
	words []*Text
	kept  []*fyne.Container // words and the rest behind them
	icons []*Icon
	bars  []*Meter
	line  fyne.CanvasObject
}

// AccessibilityLabel returns the words of the row.
func (r *tableRow) AccessibilityLabel() string { return Words(r.line) }

func (r *tableRow) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(r.line) }

func (t *Table[T]) newRow() fyne.CanvasObject {
	n := len(t.columns)
	r, cells := &tableRow{words: make([]*Text, n), kept: make([]*fyne.Container, n), icons: make([]*Icon, n), bars: make([]*Meter, n)}, make([]fyne.CanvasObject, n)
	for i, c := range t.columns {
		if c.share != nil {
			r.bars[i] = NewMeter()
			cells[i] = r.bars[i]
			continue
		}
		r.words[i] = NewText("", resources.SizeSM, c.color(), c.bold).Ellipsis()
		if c.numbers {
			r.words[i].Trailing()
		}
		cells[i] = r.words[i]
		if c.icons {
			r.icons[i] = NewIcon(nil, 14, resources.Text2)
			cells[i] = NewRow(8, r.icons[i], r.words[i])
		}
		if c.rest != nil {
			r.kept[i] = container.New(keepingLayout{}, r.words[i], NewText("", resources.SizeSM, c.color(), c.bold).Ellipsis())
			cells[i] = r.kept[i]
		}
	}
	r.line = NewColumn(0, t.inColumns(t.height-1, cells), NewRule())
	r.ExtendBaseWidget(r)
	return r
}

// keepingLayout puts words beside others that are to be read whole as far as a third of the room is left to the first.
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
	for j, c := range t.columns {
		if c.share != nil {
			r.bars[j].Set(MeterPart{Share: c.share(row), Color: resources.Chart1})
			continue
		}
		color, icon := c.color(), fyne.Resource(nil)
		if c.look != nil {
			icon, color = c.look(row)
		}
		r.words[j].SetText(c.words(row))
		r.words[j].SetColor(color)
		if c.rest != nil {
			kept := r.kept[j]
			kept.Objects[1].(*Text).SetText(c.rest(row))
			kept.Layout.Layout(kept.Objects, kept.Size())
		}
		if c.icons {
			r.icons[j].Set(icon, color)
		}
	}
}
