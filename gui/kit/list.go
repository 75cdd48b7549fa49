package kit

import (
	"slices"
	"sort"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"viviscope/resources"
)

// Row is one row of a feed: an ID that stays the row's own, and a kind. Cells are used again within a kind.
type Row struct {
	ID   int64
	Kind int
}

// RowSource makes and fills the cells of a feed. All calls come on the window's goroutine and must be cheap: Bind must
// not read rows from a database or decode a picture.
type RowSource interface {
	// NewCell makes an empty cell of a kind.
	NewCell(kind int) fyne.CanvasObject
	// Bind fills a cell with a row. It is called again for a row that is already shown; it should touch only what
	// changed.
	Bind(cell fyne.CanvasObject, row Row)
	// Height returns the height of a row in a width, in px.
	Height(row Row, width float32) float32
}

// List is a list of rows; only visible rows have cells. If a cell has an Unbind method, it is called when the cell goes
// out of view. It replaces Fyne's list, which has padding between rows and makes a cell at each Refresh. That padding
// can be removed only with a theme of its own, and Fyne never releases such a theme's fonts and cells.
//
// Up, Down, Home, End and the pages choose a row, Enter and Space open it. In a feed these keys scroll.
type List struct {
	widget.BaseWidget
	named
	tapKeys
	Height   func(i int, width float32) float32 // px; nil: each row is as high as its cell needs
	OnChosen func(i int)                        // another row was selected by key or click, -1: none
	OnTapped func(i int)                        // a row was clicked
	// a row was clicked with the other button, or the menu key was pressed; at is a position in the window. May be nil
	OnMenu func(i int, at fyne.Position)
	// the selected row should be opened; nil: it is marked only while the list has the focus
	OnOpen func(i int)
	// Shift and an arrow move the selected row; nil: rows cannot be moved
	OnMove     func(to int)
	OnKey      func(e *fyne.KeyEvent) bool // offered what chooses no row, and reports whether it took it; may be nil
	OnScrolled func()                      // the scroll place changed, by whatever cause

	length  func() int
	newCell func(kind int) fyne.CanvasObject

	feed     bool // rows hold controls and cannot be selected
	rows     []Row
	index    map[int64]int // of the rows of a feed, by their IDs
	gap, pad float32       // px between the rows, and around them

	at      int // the selected row, -1: none
	focused bool
	follow  func()  // scrolls the list into view when it gets the focus
	width   float32 // that the rows were measured for
	even    float32 // height of all rows, px, where Height is nil
	textPx  float32 // what even was measured with
	offsets offsets
	body    *recycler
	ring    *canvas.Rectangle // around a feed that has the focus, inside its edge
	moved   time.Time         // when rows last changed their places, but not by scrolling
}

// NewList makes a list of length rows, which are known by their place. bind fills a cell with a row; it is called again
// for a row that is already shown.
func NewList(length func() int, newCell func() fyne.CanvasObject, bind func(i int, cell fyne.CanvasObject)) *List {
	l := &List{length: length, at: -1}
	l.newCell = func(int) fyne.CanvasObject { return newListLine(l, newCell()) }
	return l.begin(func(cell fyne.CanvasObject, r rowPlace) {
		line := cell.(*listLine)
		line.i = r.index
		bind(r.index, line.cell)
	})
}

// Spaced keeps a gap between the rows, and room around them, px: they are cards.
func (l *List) Spaced(gap, pad float32) *List { l.gap, l.pad = gap, pad; return l }

// NewFeed makes a list of rows that contain controls. gap is the space between the rows and pad the padding around
// them, both in px. If rows above the viewport are added or change their height, the visible rows stay where they are.
func NewFeed(source RowSource, gap, pad float32) *List {
	l := &List{feed: true, gap: gap, pad: pad, at: -1, newCell: source.NewCell}
	l.length = func() int { return len(l.rows) }
	l.Height = func(i int, width float32) float32 { return source.Height(l.rows[i], width) }
	return l.begin(func(cell fyne.CanvasObject, r rowPlace) { source.Bind(cell, l.rows[r.index]) })
}

func (l *List) begin(bind func(cell fyne.CanvasObject, r rowPlace)) *List {
	l.OnChosen, l.OnTapped, l.OnScrolled, l.follow = func(int) {}, func(int) {}, func() {}, func() {}
	l.body = newRecycler(scrolledRows{l.height, l.eachVisible, l.newCell, bind, l.leave, l.placed, nil})
	l.ring = newRectangle()
	l.ring.Hide()
	l.ExtendBaseWidget(l)
	return l
}

// SetRows replaces the rows of a feed. The row at the top of the viewport stays where it is, unless the list is
// scrolled to the top. IDs must be unique.
func (l *List) SetRows(rows []Row) {
	before, tops := l.rows, l.offsets.tops
	l.keepAnchor(func() {
		l.rows, l.index = rows, make(map[int64]int, len(rows))
		for i, r := range rows {
			l.index[r.ID] = i
		}
		l.measure()
	})
	if !slices.Equal(before, rows) || !slices.Equal(tops, l.offsets.tops) {
		l.Moved()
	}
	l.body.reflow(true)
}

// Moved notes that rows or their buttons changed their places, as SetRows and UpdateRow do. Buttons that spend ignore
// clicks for settleTime then, see [Button.SpendsIn].
func (l *List) Moved() { l.moved = SheetClock() }

// justMoved reports whether a click may have been meant for what was under the pointer before rows moved.
func (l *List) justMoved() bool {
	return !l.moved.IsZero() && SheetClock().Sub(l.moved).Abs() < settleTime
}

// Rows returns the rows of a feed as they were set.
func (l *List) Rows() []Row { return l.rows }

// UpdateRow binds and measures one row of a feed again. A row out of view is only measured. It touches no other cell
// unless the height changed.
func (l *List) UpdateRow(id int64) {
	i, ok := l.index[id]
	if !ok {
		return
	}
	l.body.bind(id)
	if d := l.Height(i, l.inner()) - l.offsets.height(i); d != 0 {
		l.keepAnchor(func() { l.offsets.grow(i, d) })
		l.Moved()
		l.body.reflow(false)
	}
}

// Cell returns the cell that shows a row of a feed now, or nil.
func (l *List) Cell(id int64) fyne.CanvasObject {
	if c := l.body.cells[id]; c != nil {
		return c.object
	}
	return nil
}

// At returns the selected row, -1 for none.
func (l *List) At() int { return l.at }

// AccessibilityLabel returns the name and the selected row if it is visible, or all visible rows of a feed.
func (l *List) AccessibilityLabel() string {
	if l.feed {
		var words []string
		l.eachVisible(func(r rowPlace) {
			if c := l.body.cells[r.key]; c != nil {
				words = append(words, Words(c.object))
			}
		})
		return l.with(joinWords(words...))
	}
	if c := l.body.cells[int64(max(l.at, 0))]; c != nil {
		return l.with(Words(c.object.(*listLine).cell))
	}
	return l.with("")
}

// SetAt marks a row as the chosen one, quietly and without scrolling, for rows that were replaced. Update or Refresh
// shows it.
func (l *List) SetAt(i int) { l.at = i }

// Choose selects a row and scrolls it into view; -1 selects none.
func (l *List) Choose(i int) {
	l.at = max(min(i, l.length()-1), -1)
	if l.at >= 0 {
		l.body.reveal(l.offsets.top(l.at), l.offsets.top(l.at+1), 0)
	}
	l.mark()
	l.OnChosen(l.at)
}

// AtTop reports whether the list is scrolled to the top.
func (l *List) AtTop() bool { return l.Offset() <= 0 }

// Offset returns the scroll place in px.
func (l *List) Offset() float32 { return l.body.scroll.Offset.Y }

// SetOffset scrolls to a place in px.
func (l *List) SetOffset(y float32) { l.body.setOffset(y) }

// Update shows the rows as they are now.
func (l *List) Update() {
	l.measure()
	l.body.reflow(true)
}

// inner is the width that rows have.
func (l *List) inner() float32 { return max(l.width-2*l.pad, 0) }

// measure takes over how many rows there are and how high they are.
func (l *List) measure() {
	high := l.Height
	if high == nil {
		if px := textPx(resources.SizeBody); px != l.textPx {
			l.textPx, l.even = px, max(l.newCell(0).MinSize().Height, 1)
		}
		high = func(int, float32) float32 { return l.even }
	} else if l.width == 0 {
		high = func(int, float32) float32 { return 0 }
	}
	l.offsets = newOffsets(l.length(), l.gap, func(i int) float32 { return high(i, l.inner()) })
}

// keepAnchor calls change, which replaces rows or heights, and keeps the position of the row at the top of the
// viewport. A list that is scrolled to the top stays there, so that new rows are visible.
func (l *List) keepAnchor(change func()) {
	y := l.Offset() - l.pad
	at := l.offsets.at(y)
	if l.AtTop() || at < 0 || !l.feed {
		change()
		return
	}
	id, into := l.rows[at].ID, y-l.offsets.top(at)
	change()
	if i, ok := l.index[id]; ok {
		l.body.moveTo(l.pad + l.offsets.top(i) + into)
	}
}

func (l *List) height() float32 { return l.offsets.total() + 2*l.pad }

// sight returns the half-open range of rows that touch the viewport.
func (l *List) sight() (from, to int) {
	from, to = l.offsets.visible(l.Offset()-l.pad, l.body.scroll.Size().Height)
	return min(from, l.length()), min(to, l.length()) // the rows may have been replaced, and are measured by Update
}

func (l *List) eachVisible(visit func(r rowPlace)) {
	for i, to := l.sight(); i < to; i++ {
		r := Row{ID: int64(i)}
		if l.feed {
			r = l.rows[i]
		}
		visit(rowPlace{r.ID, r.Kind, i, l.pad, l.pad + l.offsets.top(i), l.inner(), l.offsets.height(i)})
	}
}

func (l *List) leave(cell fyne.CanvasObject) {
	if line, ok := cell.(*listLine); ok {
		line.hovered, cell = false, line.cell
	}
	unbind(cell)
}

func (l *List) placed() {
	l.mark()
	l.OnScrolled()
}

// mark shows which row is chosen, which the keys go to and which is under the pointer. A feed has no chosen row: a ring
// around it shows that the keys scroll it.
func (l *List) mark() {
	if on := l.feed && l.focused; on != l.ring.Visible() {
		setRectangle(l.ring, themeColor(""), themeColor(resources.Text1), ringWidth, radiusControl)
		Show(l.ring, on)
	}
	for _, c := range l.body.cells {
		if line, ok := c.object.(*listLine); ok {
			line.mark()
		}
	}
}

func (l *List) FocusGained() {
	l.focused = true
	l.mark()
	l.follow()
}

// OnKeyboardFocus sets the callback for when the list gets the focus; a page scrolls it into view.
func (l *List) OnKeyboardFocus(f func()) { l.follow = f }

func (l *List) FocusLost() { l.focused = false; l.release(); l.mark() }

func (l *List) TypedRune(rune) {}

// TypedKey chooses and opens, or scrolls. Other keys go to the owner and then to the window.
func (l *List) TypedKey(e *fyne.KeyEvent) {
	from, to := l.sight()
	page, step := max(to-from-2, 1), map[fyne.KeyName]int{fyne.KeyUp: -1, fyne.KeyDown: 1}[e.Name]
	switch {
	case l.feed && ScrollBy(l.body.scroll, e.Name):
		l.body.reflow(false)
	case l.feed:
		PassKey(l, e)
	case l.OnMove != nil && step != 0 && HeldModifiers() == fyne.KeyModifierShift && l.at >= 0 && l.at+step >= 0 &&
		l.at+step < l.length():
		l.OnMove(l.at + step)
	case e.Name == fyne.KeyDown:
		l.Choose(l.at + 1)
	case e.Name == fyne.KeyUp:
		l.Choose(max(l.at-1, 0))
	case e.Name == fyne.KeyHome:
		l.Choose(0)
	case e.Name == fyne.KeyEnd:
		l.Choose(l.length() - 1)
	case e.Name == fyne.KeyPageDown:
		l.Choose(l.at + page)
	case e.Name == fyne.KeyPageUp:
		l.Choose(max(l.at-page, 0))
	case OpensMenu(e) && l.OnMenu != nil:
		l.menu()
	case l.OnKey != nil && l.OnKey(e):
	case isTap(e):
		if l.at >= 0 && l.at < l.length() && l.OnOpen != nil {
			l.OnOpen(l.at)
		}
	default:
		PassKey(l, e)
	}
}

// menu opens the menu of the current row, if it is in view.
func (l *List) menu() {
	if c := l.body.cells[int64(l.at)]; c != nil {
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(c.object)
		l.OnMenu(l.at, at.AddXY(8, c.object.Size().Height))
	}
}

func (l *List) CreateRenderer() fyne.WidgetRenderer {
	l.measure()
	return &Drawing{[]fyne.CanvasObject{l.body.scroll, l.ring}, l.body.scroll.MinSize, l.arrange, l.paint}
}

func (l *List) arrange(s fyne.Size) {
	l.body.scroll.Resize(s)
	l.ring.Resize(s)
	if l.width != s.Width {
		l.keepAnchor(func() {
			l.width = s.Width
			l.measure()
		})
	}
	l.body.reflow(false)
}

// paint redraws everything, because colours and sizes may have changed.
func (l *List) paint() {
	l.measure()
	l.body.refresh()
}

// listLine is a cell with the background that shows the state of its row.
type listLine struct {
	widget.BaseWidget
	ButtonRole
	l       *List
	i       int
	cell    fyne.CanvasObject
	ground  *canvas.Rectangle
	ring    *canvas.Rectangle // over the cell, which may have a ground of its own
	hovered bool
}

func newListLine(l *List, cell fyne.CanvasObject) *listLine {
	r := &listLine{l: l, i: -1, cell: cell, ground: newRectangle(), ring: newRectangle()}
	r.ground.Hide()
	r.ring.Hide()
	r.ExtendBaseWidget(r)
	return r
}

func (r *listLine) AccessibilityLabel() string { return Words(r.cell) }

func (r *listLine) mark() {
	colour := fyne.ThemeColorName("")
	here := r.l.focused && r.i == max(r.l.at, 0)
	switch {
	case r.i == r.l.at && r.l.OnOpen != nil:
		colour = theme.ColorNameSelection
	case r.hovered, here:
		colour = theme.ColorNameHover
	}
	ground, ring, radius := r.ground.Visible(), r.ring.Visible(), theme.Size(theme.SizeNameSelectionRadius)
	r.ground.Hidden = colour == ""
	if colour != "" {
		setRectangle(r.ground, themeColor(colour), themeColor(""), 0, radius)
	}
	r.ring.Hidden = !here
	if here {
		setRectangle(r.ring, themeColor(""), themeColor(resources.Text1), ringWidth, radius)
	}
	if ground != r.ground.Visible() || ring != r.ring.Visible() {
		canvas.Refresh(r)
	}
}

func (r *listLine) Tapped(*fyne.PointEvent) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(r.l); c != nil {
		c.Focus(r.l)
	}
	i := r.i // what follows may replace the rows
	r.l.Choose(i)
	r.l.OnTapped(i)
}

func (r *listLine) TappedSecondary(e *fyne.PointEvent) {
	if r.l.OnMenu != nil && r.i >= 0 {
		r.l.Choose(r.i)
		r.l.OnMenu(r.l.at, e.AbsolutePosition)
	}
}

func (r *listLine) MouseIn(*desktop.MouseEvent) { r.hovered = true; r.mark() }

func (r *listLine) MouseMoved(*desktop.MouseEvent) {}

func (r *listLine) MouseOut() { r.hovered = false; r.mark() }

func (r *listLine) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewStack(r.ground, r.cell, r.ring))
}

// offsets holds the positions of the rows in a column of uneven rows.
type offsets struct {
	gap  float32   // between rows, px
	tops []float32 // of the rows, px; the last is below all, with a gap before it
}

// newOffsets adds up the heights of n rows with a gap between them, px.
func newOffsets(n int, gap float32, height func(i int) float32) offsets {
	o := offsets{gap, make([]float32, n+1)}
	for i := range n {
		o.tops[i+1] = o.tops[i] + height(i) + gap
	}
	return o
}

func (o offsets) len() int { return max(len(o.tops)-1, 0) }

func (o offsets) total() float32 { return max(o.top(o.len())-o.gap, 0) }

// top returns the y at which a row begins; for an index after the last, where the next row would begin.
func (o offsets) top(i int) float32 {
	if len(o.tops) == 0 {
		return 0
	}
	return o.tops[min(i, o.len())]
}

func (o offsets) height(i int) float32 { return o.tops[i+1] - o.tops[i] - o.gap }

// at returns the row at y, limited to the first and the last; -1 if there are no rows.
func (o offsets) at(y float32) int {
	return min(sort.Search(o.len(), func(i int) bool { return o.tops[i+1] > y }), o.len()-1)
}

// visible returns the half-open range of rows that touch the window [y, y+height).
func (o offsets) visible(y, height float32) (from, to int) {
	if height <= 0 {
		return 0, 0
	}
	from = max(o.at(y), 0)
	return from, max(from, sort.Search(o.len(), func(i int) bool { return o.tops[i] >= y+height }))
}

// grow changes the height of row i by d.
func (o offsets) grow(i int, d float32) {
	for k := i + 1; k < len(o.tops); k++ {
		o.tops[k] += d
	}
}
