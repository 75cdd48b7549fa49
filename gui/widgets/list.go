package widgets

import (
	"math"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"viviscope/resources"
)

// List is a list of rows that are known by their place, for figures and words: its length costs nothing while all rows are equally high.
// Only the rows in sight have cells. It takes the place of Fyne's list, which keeps room between rows, makes a cell at each Refresh, and
// can be drawn without that room only under a theme of its own, whose fonts and cells Fyne never gives back.
//
// Up, Down, Home, End and the pages choose a row, Enter and Space open it.
type List struct {
	widget.BaseWidget
	named
	Height   func(i int) float32         // px; nil: each row is as high as its cell needs
	OnChosen func(i int)                 // another row was chosen by key or click, -1: none
	OnTapped func(i int)                 // a row was clicked
	OnOpen   func(i int)                 // the chosen row should be opened; nil: it is marked only where the keys go to it
	OnKey    func(e *fyne.KeyEvent) bool // offered what means nothing to the list, and reports whether it took it; may be nil

	length   func() int
	makeCell func() fyne.CanvasObject
	bind     func(i int, cell fyne.CanvasObject)

	at      int // the chosen row, -1: none
	focused bool
	follow  func()  // brings the list into sight when the focus comes
	even    float32 // height of all rows, px; where they differ, it is offsets
	offsets offsets
	textPx  float32 // what even was measured with
	body    *recycler
}

// NewList makes a list of length rows. bind fills a cell with a row; it is called again for a row that is already shown. Unbind is called
// of a cell that leaves the sight, where it has that method.
func NewList(length func() int, newCell func() fyne.CanvasObject, bind func(i int, cell fyne.CanvasObject)) *List {
	l := &List{OnChosen: func(int) {}, OnTapped: func(int) {}, length: length, makeCell: newCell, bind: bind, at: -1, follow: func() {}}
	l.body = newRecycler(l)
	l.ExtendBaseWidget(l)
	return l
}

// At returns the chosen row, -1: none.
func (l *List) At() int { return l.at }

// AccessibilityLabel returns the name and the row that the keys go to, where that is in sight.
func (l *List) AccessibilityLabel() string {
	if c := l.body.cells[int64(max(l.at, 0))]; c != nil {
		return l.with(Words(c.object.(*listLine).cell))
	}
	return l.with("")
}

// SetAt marks a row as the chosen one, quietly and without scrolling, for rows that were replaced. Update or Refresh shows it.
func (l *List) SetAt(i int) { l.at = i }

// Choose makes a row the chosen one and brings it into sight; -1 chooses none.
func (l *List) Choose(i int) {
	l.at = max(min(i, l.length()-1), -1)
	if l.at >= 0 {
		l.body.reveal(l.top(l.at), l.top(l.at+1), 0)
	}
	l.placed()
	l.OnChosen(l.at)
}

// Offset returns the scroll place in px.
func (l *List) Offset() float32 { return l.body.scroll.Offset.Y }

// SetOffset scrolls to a place in px.
func (l *List) SetOffset(y float32) { l.body.setOffset(y) }

// Update shows the rows as they are now.
func (l *List) Update() {
	l.measure()
	l.body.reflow(true)
}

// measure takes over how many rows there are and how high they are.
func (l *List) measure() {
	if l.Height != nil {
		heights := make([]float32, l.length())
		for i := range heights {
			heights[i] = l.Height(i)
		}
		l.offsets = newOffsets(heights, 0)
		return
	}
	if px := textPx(resources.SizeBody); l.even == 0 || px != l.textPx {
		l.textPx, l.even = px, max(l.makeCell().MinSize().Height, 1)
	}
}

func (l *List) height() float32 {
	if l.Height != nil {
		return l.offsets.total()
	}
	return float32(l.length()) * l.even
}

func (l *List) top(i int) float32 {
	if l.Height != nil {
		return l.offsets.top(i)
	}
	return float32(i) * l.even
}

// sight returns the half-open range of rows that touch what is in sight.
func (l *List) sight() (from, to int) {
	y, h := l.body.scroll.Offset.Y, l.body.scroll.Size().Height
	switch {
	case h <= 0:
		return 0, 0
	case l.Height != nil:
		from, to = l.offsets.visible(y, h)
	case l.even > 0:
		from, to = int(y/l.even), int(math.Ceil(float64((y+h)/l.even)))
	}
	n := l.length()
	return min(from, n), min(to, n)
}

func (l *List) inSight(visit func(r rowPlace)) {
	from, to := l.sight()
	for i := from; i < to; i++ {
		visit(rowPlace{int64(i), 0, i, 0, l.top(i), l.body.scroll.Size().Width, l.top(i+1) - l.top(i)})
	}
}

func (l *List) newCell(int) fyne.CanvasObject { return newListLine(l) }

func (l *List) bindCell(cell fyne.CanvasObject, r rowPlace) {
	line := cell.(*listLine)
	line.i = r.index
	l.bind(line.i, line.cell)
}

func (l *List) leave(cell fyne.CanvasObject, _ int64) {
	line := cell.(*listLine)
	line.hovered = false
	unbind(line.cell)
}

// placed shows which row is chosen, which the keys go to and which is under the pointer.
func (l *List) placed() {
	for _, c := range l.body.cells {
		c.object.(*listLine).mark()
	}
}

func (l *List) FocusGained() {
	l.focused = true
	l.placed()
	l.follow()
}

// WhenFocused has a function called whenever the focus comes; a page scrolls what has the focus into sight.
func (l *List) WhenFocused(f func()) { l.follow = f }

func (l *List) FocusLost() { l.focused = false; l.placed() }

func (l *List) TypedRune(rune) {}

// TypedKey chooses and opens. Other keys go to the owner and then to the window.
func (l *List) TypedKey(e *fyne.KeyEvent) {
	from, to := l.sight()
	page := max(to-from-2, 1)
	switch e.Name {
	case fyne.KeyDown:
		l.Choose(l.at + 1)
	case fyne.KeyUp:
		l.Choose(max(l.at-1, 0))
	case fyne.KeyHome:
		l.Choose(0)
	case fyne.KeyEnd:
		l.Choose(l.length() - 1)
	case fyne.KeyPageDown:
		l.Choose(l.at + page)
	case fyne.KeyPageUp:
		l.Choose(max(l.at-page, 0))
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		if l.at >= 0 && l.at < l.length() && l.OnOpen != nil {
			l.OnOpen(l.at)
		}
	default:
		if l.OnKey == nil || !l.OnKey(e) {
			unhandled(l, e)
		}
	}
}

func (l *List) CreateRenderer() fyne.WidgetRenderer {
	l.measure()
	return &Drawing{[]fyne.CanvasObject{l.body.scroll}, l.body.scroll.MinSize, l.arrange, l.paint}
}

func (l *List) arrange(s fyne.Size) {
	l.body.scroll.Resize(s)
	l.body.show(false)
}

// paint draws all anew: colours and sizes may be others.
func (l *List) paint() {
	l.measure()
	l.body.refresh()
}

// listLine is a cell with the ground that says how its row stands.
type listLine struct {
	widget.BaseWidget
	l       *List
	i       int
	cell    fyne.CanvasObject
	ground  *canvas.Rectangle
	hovered bool
}

func newListLine(l *List) *listLine {
	r := &listLine{l: l, i: -1, cell: l.makeCell(), ground: newPlate()}
	r.ground.Hide()
	r.ExtendBaseWidget(r)
	return r
}

// AccessibilityLabel returns the words of the row.
func (r *listLine) AccessibilityLabel() string { return Words(r.cell) }

func (r *listLine) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

func (r *listLine) mark() {
	colour, edge := fyne.ThemeColorName(""), fyne.ThemeColorName("")
	here := r.l.focused && r.i == max(r.l.at, 0)
	switch {
	case r.i == r.l.at && r.l.OnOpen != nil:
		colour = theme.ColorNameSelection
		if here {
			edge = resources.Text1
		}
	case r.hovered, here:
		colour = theme.ColorNameHover
	}
	before := r.ground.Visible()
	if r.ground.Hidden = colour == ""; colour != "" {
		setPlate(r.ground, ink(colour), ink(edge), ringWidth, theme.Size(theme.SizeNameSelectionRadius))
	}
	if before != r.ground.Visible() {
		canvas.Refresh(r)
	}
}

// Tapped chooses the row.
func (r *listLine) Tapped(*fyne.PointEvent) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(r.l); c != nil {
		c.Focus(r.l)
	}
	i := r.i // what follows may replace the rows
	r.l.Choose(i)
	r.l.OnTapped(i)
}

func (r *listLine) MouseIn(*desktop.MouseEvent) { r.hovered = true; r.mark() }

func (r *listLine) MouseMoved(*desktop.MouseEvent) {}

func (r *listLine) MouseOut() { r.hovered = false; r.mark() }

func (r *listLine) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewStack(r.ground, r.cell))
}

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
	look  func(row T) (icon fyne.Resource, color fyne.ThemeColorName) // of words; nil: no icon, and the colour of the column
	share func(row T) float64                                         // of a bar, 0 to 1; nil: words
}

// TextColumn is a column of words of a least width, px at 100 % text.
func TextColumn[T any](head string, width float32, words func(row T) string) TableColumn[T] {
	return TableColumn[T]{head: head, width: width, words: words}
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
		line(func(c TableColumn[T]) string { return c.words(row) })
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
	words []*Text
	icons []*Icon
	bars  []*Meter
	line  fyne.CanvasObject
}

// AccessibilityLabel returns the words of the row.
func (r *tableRow) AccessibilityLabel() string { return Words(r.line) }

func (r *tableRow) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(r.line) }

func (t *Table[T]) newRow() fyne.CanvasObject {
	n := len(t.columns)
	r, cells := &tableRow{words: make([]*Text, n), icons: make([]*Icon, n), bars: make([]*Meter, n)}, make([]fyne.CanvasObject, n)
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
	}
	r.line = NewColumn(0, t.inColumns(t.height-1, cells), NewRule())
	r.ExtendBaseWidget(r)
	return r
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
		if c.icons {
			r.icons[j].Set(icon, color)
		}
	}
}
