package widgets

import (
	"sort"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// Row is one row of a VList: an ID that stays the row's own, and a kind. Cells are reused within a kind.
type Row struct {
	ID   int64
	Kind int
}

// RowSource makes and fills the cells of a VList. All calls come on the window's goroutine and must be
// cheap: Bind must not read rows from a database or decode a picture.
type RowSource interface {
	// NewCell makes an empty cell of a kind.
	NewCell(kind int) fyne.CanvasObject
	// Bind fills a cell with a row. It is called again for a row that is already shown; it should touch
	// only what changed. Unbind is called of a cell that leaves the sight, where it has that method.
	Bind(cell fyne.CanvasObject, row Row)
	// Height returns the height of a row in a width, in px.
	Height(row Row, width float32) float32
}

// VList is a vertical list of rows of uneven height, which keys scroll. Only the rows in sight have cells. When rows are
// added or change their height above what is in sight, what is in sight stays where it is.
type VList struct {
	widget.BaseWidget
	named
	// OnScrolled is called after the scroll place changed, by whatever cause.
	OnScrolled func()

	source  RowSource
	rows    []Row
	index   map[int64]int
	heights []float32
	off     offsets
	gap     float32
	pad     float32
	width   float32 // width that the heights were measured for

	body *recycler
}

// NewVList makes an empty list with a gap between rows and room around them, both in px.
func NewVList(source RowSource, gap, pad float32) *VList {
	l := &VList{OnScrolled: func() {}, source: source, gap: gap, pad: pad, index: map[int64]int{}}
	l.body = newRecycler(l)
	l.ExtendBaseWidget(l)
	return l
}

// SetRows replaces the rows. The row at the top of the window stays where it is, unless the list stands at
// its very top. IDs must differ from one another.
func (l *VList) SetRows(rows []Row) {
	l.anchored(func() {
		l.rows = rows
		l.index = make(map[int64]int, len(rows))
		for i, r := range rows {
			l.index[r.ID] = i
		}
		l.measure()
	})
	l.body.reflow(true)
}

// Rows returns the rows as they were set.
func (l *VList) Rows() []Row { return l.rows }

// Update binds and measures one row again, if it is in sight; else it is only measured. It touches no
// other cell unless the height changed.
func (l *VList) Update(id int64) {
	i, ok := l.index[id]
	if !ok {
		return
	}
	l.body.bind(id)
	h := l.source.Height(l.rows[i], l.inner())
	if d := h - l.heights[i]; d != 0 {
		l.anchored(func() {
			l.heights[i] = h
			l.off.grow(i, d)
		})
		l.body.reflow(false)
	}
}

// Cell returns the cell that shows a row now, or nil.
func (l *VList) Cell(id int64) fyne.CanvasObject {
	if c := l.body.cells[id]; c != nil {
		return c.object
	}
	return nil
}

// AtTop reports whether the list stands at its very top.
func (l *VList) AtTop() bool { return l.body.scroll.Offset.Y <= 0 }

// Offset returns the scroll place in px.
func (l *VList) Offset() float32 { return l.body.scroll.Offset.Y }

// SetOffset scrolls to a place in px.
func (l *VList) SetOffset(y float32) { l.body.setOffset(y) }

// ScrollToTop scrolls to the first row.
func (l *VList) ScrollToTop() { l.SetOffset(0) }

func (l *VList) FocusGained()   {}
func (l *VList) FocusLost()     {}
func (l *VList) TypedRune(rune) {}

// TypedKey scrolls.
func (l *VList) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyUp, fyne.KeyDown, fyne.KeyPageUp, fyne.KeyPageDown, fyne.KeySpace, fyne.KeyHome, fyne.KeyEnd:
		ScrollBy(l.body.scroll, e.Name)
		l.body.reflow(false)
	default:
		unhandled(l, e)
	}
}

// inner is the width that rows have.
func (l *VList) inner() float32 { return max(l.width-2*l.pad, 0) }

// measure asks for the heights of all rows in the width that the list has.
func (l *VList) measure() {
	l.heights = make([]float32, len(l.rows))
	if l.width > 0 {
		for i, r := range l.rows {
			l.heights[i] = l.source.Height(r, l.inner())
		}
	}
	l.off = newOffsets(l.heights, l.gap)
}

// anchored makes a change of rows or heights, after which the row at the top of the window stands where it stood. At the very top nothing
// is held: new rows are seen as they come.
func (l *VList) anchored(change func()) {
	y := l.body.scroll.Offset.Y - l.pad
	at := l.off.at(y)
	if l.AtTop() || at < 0 {
		change()
		return
	}
	id, into := l.rows[at].ID, y-l.off.top(at)
	change()
	if i, ok := l.index[id]; ok {
		l.body.moveTo(l.pad + l.off.top(i) + into)
	}
}

func (l *VList) height() float32 { return l.off.total() + 2*l.pad }

func (l *VList) inSight(visit func(r rowPlace)) {
	from, to := l.off.visible(l.body.scroll.Offset.Y-l.pad, l.body.scroll.Size().Height)
	for i := from; i < to; i++ {
		visit(rowPlace{l.rows[i].ID, l.rows[i].Kind, i, l.pad, l.pad + l.off.top(i), l.inner(), l.heights[i]})
	}
}

func (l *VList) newCell(kind int) fyne.CanvasObject { return l.source.NewCell(kind) }

func (l *VList) bindCell(cell fyne.CanvasObject, r rowPlace) { l.source.Bind(cell, l.rows[r.index]) }

func (l *VList) leave(cell fyne.CanvasObject, _ int64) { unbind(cell) }

func (l *VList) placed() { l.OnScrolled() }

func (l *VList) CreateRenderer() fyne.WidgetRenderer {
	return &Drawing{[]fyne.CanvasObject{l.body.scroll}, func() fyne.Size { return fyne.NewSize(120, 64) }, l.arrange, l.paint}
}

func (l *VList) arrange(s fyne.Size) {
	l.body.scroll.Resize(s)
	if l.width != s.Width {
		l.anchored(func() {
			l.width = s.Width
			l.measure()
		})
	}
	l.body.reflow(false)
}

// paint measures again, because the theme may have changed its sizes.
func (l *VList) paint() {
	l.measure()
	l.body.refresh()
}

// offsets answers where each row of a column of uneven rows lies: prefix sums of the heights.
type offsets struct {
	sums []float32 // sums[i] is the top of row i; the last is the bottom of all
}

// newOffsets sums heights with a gap between rows.
func newOffsets(heights []float32, gap float32) offsets {
	sums := make([]float32, len(heights)+1)
	for i, h := range heights {
		sums[i+1] = sums[i] + h
		if i < len(heights)-1 {
			sums[i+1] += gap
		}
	}
	return offsets{sums}
}

func (o offsets) len() int { return max(len(o.sums)-1, 0) }

func (o offsets) total() float32 {
	if len(o.sums) == 0 {
		return 0
	}
	return o.sums[len(o.sums)-1]
}

func (o offsets) top(i int) float32 { return o.sums[i] }

// at returns the row that holds y, held between the first and the last; -1 where there are no rows.
func (o offsets) at(y float32) int {
	n := o.len()
	if n == 0 {
		return -1
	}
	i := sort.Search(n, func(i int) bool { return o.sums[i+1] > y })
	return min(i, n-1)
}

// visible returns the half-open range of rows that touch the window [y, y+height).
func (o offsets) visible(y, height float32) (from, to int) {
	n := o.len()
	if n == 0 || height <= 0 {
		return 0, 0
	}
	from = o.at(max(y, 0))
	to = sort.Search(n, func(i int) bool { return o.sums[i] >= y+height })
	return from, max(to, from)
}

// grow changes the height of row i by d.
func (o offsets) grow(i int, d float32) {
	for k := i + 1; k < len(o.sums); k++ {
		o.sums[k] += d
	}
}
