package kit

import (
	"cmp"
	"image/color"
	"maps"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/data/binding"
	"fyne.io/fyne/v2/widget"

	"viviscope/resources"
)

// rowPlace is a visible row: a stable key, its kind, its index, and its position and size, px.
type rowPlace struct {
	key         int64
	kind, index int
	x, y, w, h  float32
}

// scrolledRows is a list as its recycler sees it. Keys differ from one another.
type scrolledRows struct {
	height      func() float32               // of all rows with the room around them, px
	eachVisible func(visit func(r rowPlace)) // from top to bottom
	newCell     func(kind int) fyne.CanvasObject
	bindCell    func(cell fyne.CanvasObject, r rowPlace)
	leave       func(cell fyne.CanvasObject) // the cell is no longer its row's
	placed      func()                       // called after the visible rows got their cells
	zoom        func(larger bool) bool       // the wheel was turned with Ctrl; false: it scrolls
}

// recycler is the scrolled content of a list. It must not be a [fyne.Scrollable] itself: the toolkit takes the whole
// size of a Scrollable for the part that can be clicked, and cells would take clicks on what is above or below the
// list.
//
// It is as high as all rows, and has cells only for the visible ones. A row keeps its cell while it is visible; then
// another row of its kind gets it. The pools of Fyne's List and GridWrap are internal to these widgets.
type recycler struct {
	widget.BaseWidget
	list   scrolledRows
	scroll *Scroll
	cells  map[int64]*recycled
	free   map[int][]fyne.CanvasObject // by kind
	look   color.Color                 // of the cells
	turn   int                         // counts the calls of show
	drawn  *Drawing

	modifiers func() fyne.KeyModifier // that are held
}

type recycled struct {
	rowPlace
	object fyne.CanvasObject
	turn   int // the last turn in which it was visible
}

func newRecycler(list scrolledRows) *recycler {
	b := &recycler{list: list, modifiers: HeldModifiers, cells: map[int64]*recycled{},
		free: map[int][]fyne.CanvasObject{}}
	b.drawn = &Drawing{nil, func() fyne.Size { return fyne.NewSize(0, list.height()) }, func(fyne.Size) {}, func() {}}
	b.ExtendBaseWidget(b)
	b.scroll = NewVScroll(b)
	b.scroll.OnScrolled = func(fyne.Position) { b.show(false) }
	b.scroll.wheel = b.zoomed
	return b
}

// zoomed makes tiles larger or smaller if the wheel was turned with Ctrl, and reports whether it did.
func (b *recycler) zoomed(e *fyne.ScrollEvent) bool {
	held := b.modifiers()&fyne.KeyModifierShortcutDefault != 0
	return held && e.Scrolled.DY != 0 && b.list.zoom != nil && b.list.zoom(e.Scrolled.DY > 0)
}

// show gives cells to the visible rows and takes them from the others. A row that has a cell keeps it. With rebind that
// cell is bound again.
func (b *recycler) show(rebind bool) {
	// a change of colours reaches only objects in the window
	if look := themeColor(resources.BgPanel); look != b.look {
		b.look = look
		b.drop()
	}
	b.turn++
	b.list.eachVisible(func(r rowPlace) {
		if c := b.cells[r.key]; c != nil && c.kind == r.kind {
			c.turn = b.turn
		}
	})
	changed := false
	for key, c := range b.cells {
		if c.turn != b.turn {
			b.list.leave(c.object)
			b.free[c.kind] = append(b.free[c.kind], c.object)
			delete(b.cells, key)
			changed = true
		}
	}
	b.list.eachVisible(func(r rowPlace) {
		c := b.cells[r.key]
		fresh := c == nil
		if fresh {
			c = &recycled{object: b.take(r.kind), turn: b.turn}
			b.cells[r.key] = c
			changed = true
		}
		c.rowPlace = r
		if fresh || rebind {
			b.list.bindCell(c.object, r)
		}
		Place(c.object, r.x, r.y, r.w, r.h)
	})
	if changed {
		b.collect()
	}
	b.list.placed()
}

func (b *recycler) take(kind int) fyne.CanvasObject {
	n := len(b.free[kind])
	if n == 0 {
		return b.list.newCell(kind)
	}
	o := b.free[kind][n-1]
	b.free[kind] = b.free[kind][:n-1]
	return o
}

// collect lists the cells from top to bottom, which is also the order that Tab follows.
func (b *recycler) collect() {
	cells := slices.SortedFunc(maps.Values(b.cells), func(x, y *recycled) int {
		return cmp.Or(-cmp.Compare(x.kind, y.kind), cmp.Compare(x.index, y.index))
	})
	b.drawn.objects = make([]fyne.CanvasObject, 0, len(cells))
	for _, c := range cells {
		b.drawn.objects = append(b.drawn.objects, c.object)
	}
	canvas.Refresh(b)
}

// bind binds the cell of a key again, if it is visible.
func (b *recycler) bind(key int64) {
	if c := b.cells[key]; c != nil {
		b.list.bindCell(c.object, c.rowPlace)
	}
}

// rebind binds all visible cells again.
func (b *recycler) rebind() {
	for key := range b.cells {
		b.bind(key)
	}
}

// drop lets go of all cells: others take their place.
func (b *recycler) drop() {
	for _, c := range b.cells {
		b.list.leave(c.object)
	}
	clear(b.cells)
	clear(b.free)
}

// refresh binds and places all cells again. Colours and sizes may have changed, and the free cells missed that.
func (b *recycler) refresh() {
	clear(b.free)
	b.reflow(true)
}

// moveTo sets the scroll place without telling anybody; reflow follows.
func (b *recycler) moveTo(y float32) {
	b.scroll.Offset.Y = min(max(y, 0), max(b.list.height()-b.scroll.Size().Height, 0))
}

// reflow applies a changed total height, and shows the visible rows.
func (b *recycler) reflow(rebind bool) {
	b.moveTo(b.scroll.Offset.Y)
	b.scroll.Refresh()
	b.show(rebind)
}

// setOffset scrolls to a place in px.
func (b *recycler) setOffset(y float32) {
	b.moveTo(y)
	b.reflow(false)
}

// reveal scrolls as little as needed to show the range from top to bottom, with room around it, px.
func (b *recycler) reveal(top, bottom, room float32) {
	switch y, h := b.scroll.Offset.Y, b.scroll.Size().Height; {
	case top < y || bottom-top > h:
		b.setOffset(top - room)
	case bottom > y+h:
		b.setOffset(bottom - h + room)
	}
}

func (b *recycler) CreateRenderer() fyne.WidgetRenderer { return b.drawn }

// Binder connects one data binding at a time to its view. The toolkit's listeners are not enough for recycled cells.
// AddListener and RemoveListener take effect in a later turn of the window's goroutine, so a cell would show the
// previous row until then. A change that was queued before RemoveListener still calls the listener. So Bind reads the
// value at once, and a change of a previous binding is dropped. Its methods belong to the window's goroutine.
type Binder[T comparable] struct {
	item     binding.Item[T]
	listener binding.DataListener
	shown    T
}

// Bind calls show with the value now, and whenever it is another one. then is called after each of those changes, but
// not now.
func (b *Binder[T]) Bind(item binding.Item[T], show func(T), then ...func()) {
	if b.item != item {
		b.Unbind()
		b.item = item
		b.listener = binding.NewDataListener(func() {
			v, err := item.Get()
			if err != nil || b.item != item || b.shown == v {
				return
			}
			b.shown = v
			show(v)
			for _, f := range then {
				f()
			}
		})
		item.AddListener(b.listener)
	}
	if v, err := item.Get(); err == nil {
		b.shown = v
		show(v)
	}
}

// Unbind disconnects the binding. The view keeps its last value.
func (b *Binder[T]) Unbind() {
	if b.item != nil {
		b.item.RemoveListener(b.listener)
		b.item, b.listener = nil, nil
	}
}

// unbind notifies a cell that it goes out of view, so that it releases its bindings.
func unbind(cell fyne.CanvasObject) {
	if c, ok := cell.(interface{ Unbind() }); ok {
		c.Unbind()
	}
}

// Spot is the position and size of a cell in a [Plane], px. Its key is stable, and cells are recycled within a kind.
type Spot struct {
	Key        int64
	Kind       int
	X, Y, W, H float32
}

// Plane scrolls cells that each have their own position. Only visible cells exist. If a cell has an Unbind method, it
// is called when the cell goes out of view. The parent handles the keys. In Fyne's GridWrap all cells have one size.
type Plane struct {
	spots []Spot
	high  float32
	body  *recycler
}

// NewPlane makes an empty plane. bind fills a cell with a spot; it is called again for one that is already shown.
func NewPlane(newCell func(kind int) fyne.CanvasObject, bind func(i int, cell fyne.CanvasObject)) *Plane {
	p := &Plane{}
	p.body = newRecycler(scrolledRows{height: func() float32 {
		return p.high
	}, eachVisible: p.eachVisible, newCell: newCell,
		bindCell: func(cell fyne.CanvasObject, r rowPlace) { bind(r.index, cell) }, leave: unbind, placed: func() {}})
	return p
}

// Object returns the canvas object.
func (p *Plane) Object() fyne.CanvasObject { return p.body.scroll }

// Set shows other spots, from top to bottom, on a plane of a height in px.
func (p *Plane) Set(spots []Spot, high float32) {
	p.spots, p.high = spots, high
	p.body.reflow(true)
}

// Update binds the visible cells again.
func (p *Plane) Update() { p.body.rebind() }

// Repaint redraws everything, because colours and sizes may have changed.
func (p *Plane) Repaint() { p.body.refresh() }

// Cell returns the cell that shows a spot now, or nil.
func (p *Plane) Cell(key int64) fyne.CanvasObject {
	if c := p.body.cells[key]; c != nil {
		return c.object
	}
	return nil
}

// Reveal scrolls as little as needed to show the range from top to bottom, with room around it, px.
func (p *Plane) Reveal(top, bottom, room float32) { p.body.reveal(top, bottom, room) }

// Offset returns the scroll place in px.
func (p *Plane) Offset() float32 { return p.body.scroll.Offset.Y }

func (p *Plane) eachVisible(visit func(r rowPlace)) {
	top := p.Offset()
	for i, s := range p.spots {
		if s.Y+s.H >= top && s.Y <= top+p.body.scroll.Size().Height {
			visit(rowPlace{s.Key, s.Kind, i, s.X, s.Y, s.W, s.H})
		}
	}
}
