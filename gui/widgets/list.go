package widgets

import (
	"math"

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
	Height   func(i int) float32         // px; nil: each row is as high as its cell needs
	OnChosen func(i int)                 // another row was chosen by key or click, -1: none; may be nil
	OnTapped func(i int)                 // a row was clicked; may be nil
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
	l := &List{length: length, makeCell: newCell, bind: bind, at: -1, follow: func() {}}
	l.body = newRecycler(l)
	l.ExtendBaseWidget(l)
	return l
}

// At returns the chosen row, -1: none.
func (l *List) At() int { return l.at }

// SetAt marks a row as the chosen one, quietly and without scrolling, for rows that were replaced. Update or Refresh shows it.
func (l *List) SetAt(i int) { l.at = i }

// Choose makes a row the chosen one and brings it into sight; -1 chooses none.
func (l *List) Choose(i int) {
	l.at = max(min(i, l.length()-1), -1)
	if l.at >= 0 {
		l.body.reveal(l.top(l.at), l.top(l.at+1), 0)
	}
	l.placed()
	if l.OnChosen != nil {
		l.OnChosen(l.at)
	}
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
	if r.l.OnTapped != nil {
		r.l.OnTapped(i)
	}
}

func (r *listLine) MouseIn(*desktop.MouseEvent) { r.hovered = true; r.mark() }

func (r *listLine) MouseMoved(*desktop.MouseEvent) {}

func (r *listLine) MouseOut() { r.hovered = false; r.mark() }

func (r *listLine) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewStack(r.ground, r.cell))
}
