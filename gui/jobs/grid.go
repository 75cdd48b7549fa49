package jobs

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/kit"
)

// Measures of a grid, px. A single picture has its text beside it, and so has a single clip, which is large.
const (
	tileGap               = 8
	minTileHeight         = 110 // if there is room
	fewHigh, manyHigh     = 200, 150
	aloneWidth, aloneHigh = 240, 200
	emptyWidth, emptyHigh = 160, 90 // of one without a picture that expects none soon
	largeWidth, largeHigh = 496, 320
	maxRatio              = 3  // longer pictures are cut to this ratio of their sides
	minPicture            = 96 // width of a place without a picture
)

// grid holds the tiles of a card. One tile is the current one, on which the keys of the gallery act.
type grid struct {
	widget.BaseWidget
	acts   *actions
	film   *film
	reveal func(o fyne.CanvasObject) // scrolls a tile into sight

	shapes       []float32 // width by height of each tile
	alone, large bool
	empty        bool // alone, and without a picture
	tiles        []*tile
	inner        *fyne.Container
	keys         *gridKeys
	tail         *gridTail
	at           int // the current tile
	focused      bool
}

func newGrid(acts *actions, film *film, reveal func(o fyne.CanvasObject)) *grid {
	g := &grid{acts: acts, film: film, reveal: reveal}
	g.inner, g.keys = container.New(gridLayout{g}), &gridKeys{grid: g}
	g.keys.ExtendBaseWidget(g.keys)
	g.tail = &gridTail{grid: g}
	g.tail.ExtendBaseWidget(g.tail)
	g.ExtendBaseWidget(g)
	return g
}

// setShapes takes the shapes of the tiles, which is enough to measure the grid.
func (g *grid) setShapes(k click) {
	k = k.pictured()
	first := k.items[0]
	g.alone, g.large = k.single() && len(first.assets) <= 1, k.large()
	g.empty = !first.reserved && first.asset.ID == 0 && first.source.ID == 0 &&
		(first.Kind.IsVideo() || !underWay.has(first.State))
	g.shapes = g.shapes[:0]
	k.each(func(it *item, a db.Asset) {
		shape := it.shape
		if a.Width > 0 && a.Height > 0 && !it.reserved {
			shape = float32(a.Width) / float32(a.Height)
		}
		g.shapes = append(g.shapes, min(max(shape, 1./maxRatio), maxRatio))
	})
	g.at = min(g.at, len(g.shapes)-1)
}

// bind fills the tiles.
func (g *grid) bind(k click) {
	n := 0
	k.pictured().each(func(it *item, a db.Asset) {
		if n == len(g.tiles) {
			at := n
			g.tiles = append(g.tiles, newTile(g.acts, g.film, func() bool { return g.focused && g.at == at }))
		}
		t := g.tiles[n]
		t.alone, t.large, t.shared = g.alone, g.large, click{}
		if len(g.shapes) < len(k.items) {
			t.shared = k
		}
		t.bind(it, a)
		n++
	})
	for _, t := range g.tiles[n:] {
		t.Unbind()
	}
	if len(g.inner.Objects) == n {
		relayout(g.inner) // the shapes may have changed
		return
	}
	g.inner.Objects = nil
	for _, t := range g.tiles[:n] {
		g.inner.Objects = append(g.inner.Objects, t)
	}
	g.inner.Refresh()
}

// Unbind releases everything that is shown.
func (g *grid) Unbind() {
	g.at = 0
	for _, t := range g.tiles {
		t.Unbind()
	}
}

// box returns the size of a single picture beside a text, if width px are left for it. It shrinks where the text would
// become too narrow.
func (g *grid) box(width float32) fyne.Size {
	most := fyne.NewSize(aloneWidth, aloneHigh)
	switch {
	case g.large:
		most = fyne.NewSize(largeWidth, largeHigh)
	case g.empty:
		most = fyne.NewSize(emptyWidth, emptyHigh)
	}
	w := max(min(most.Width, most.Height*g.shapes[0], width), min(minPicture, most.Height*g.shapes[0]))
	return fyne.NewSize(w, float32(int(w/g.shapes[0]+0.5)))
}

// fit returns the height of the tiles in a width, px, and how many are in a row. It takes as few rows as leave the
// tiles their least height.
func (g *grid) fit(width float32) (high float32, perRow int) {
	n, most := len(g.shapes), float32(manyHigh)
	if n <= 4 {
		most = fewHigh
	}
	for rows := 1; ; rows++ {
		perRow = (n + rows - 1) / rows
		high = (width - tileGap*float32(perRow-1)) / (float32(perRow) * slices.Max(g.shapes))
		if high >= minTileHeight || perRow == 1 {
			return float32(int(min(high, most))), perRow
		}
	}
}

// height returns the height of all tiles in a width, px.
func (g *grid) height(width float32) float32 {
	high, perRow := g.fit(width)
	rows := float32((len(g.shapes) + perRow - 1) / perRow)
	return rows*(high+tileGap) - tileGap
}

// gridLayout places the tiles of a grid.
type gridLayout struct{ *grid }

func (g gridLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSquareSize(8) }

func (g gridLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	if g.alone {
		kit.Place(o[0], 0, 0, s.Width, s.Height)
		return
	}
	high, perRow := g.fit(s.Width)
	x, y := float32(0), float32(0)
	for i, one := range o {
		if i > 0 && i%perRow == 0 {
			x, y = 0, y+high+tileGap
		}
		w := float32(int(high * g.shapes[i]))
		kit.Place(one, x, y, w, high)
		x += w + tileGap
	}
}

func (g *grid) CreateRenderer() fyne.WidgetRenderer {
	// The tail has no size: it would lie over the tiles and take their clicks.
	return widget.NewSimpleRenderer(container.NewStack(g.keys, g.inner, container.NewWithoutLayout(g.tail)))
}

// gridKeys has the focus for all tiles of a grid. It is not the grid itself: Shift+Tab would reach the grid before the
// tools of its tiles, and skip it after them.
type gridKeys struct {
	widget.BaseWidget
	grid *grid
}

func (k *gridKeys) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewWithoutLayout())
}

func (*gridKeys) Enable() {}

func (*gridKeys) Disable() {}

// Disabled reports whether there is a single tile without a file, so that Tab skips the grid.
func (k *gridKeys) Disabled() bool {
	return k.grid.alone && (len(k.grid.tiles) == 0 || k.grid.tiles[0].asset.ID == 0)
}

// AccessibilityLabel returns what the current tile shows.
func (k *gridKeys) AccessibilityLabel() string {
	if k.grid.at < len(k.grid.tiles) {
		return k.grid.tiles[k.grid.at].AccessibilityLabel()
	}
	return ""
}

func (k *gridKeys) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

func (k *gridKeys) FocusGained() {
	k.grid.focused = true
	k.grid.moveTo(k.grid.at)
}

func (k *gridKeys) FocusLost() {
	k.grid.focused = false
	k.grid.tiles[k.grid.at].showTools()
}

func (k *gridKeys) TypedRune(rune) {}

// TypedKey moves between the tiles, opens, plays, or does what the key does in the gallery.
func (k *gridKeys) TypedKey(e *fyne.KeyEvent) {
	g := k.grid
	t := g.tiles[g.at]
	_, perRow := g.fit(g.Size().Width)
	steps := map[fyne.KeyName]int{fyne.KeyLeft: -1, fyne.KeyRight: 1, fyne.KeyUp: -perRow, fyne.KeyDown: perRow,
		fyne.KeyHome: -g.at, fyne.KeyEnd: len(g.shapes) - 1 - g.at}
	step, moves := steps[e.Name]
	if moves && !g.alone {
		if to := g.at + step; to >= 0 && to < len(g.shapes) {
			g.moveTo(to)
		}
		return
	}
	switch {
	case e.Name == fyne.KeySpace && t.clip():
		t.togglePlay()
	case e.Name == fyne.KeySpace, e.Name == fyne.KeyReturn, e.Name == fyne.KeyEnter:
		t.open()
	case kit.OpensMenu(e):
		t.showMenu(below(t))
	default:
		g.typeShortcut(t, e)
	}
}

// moveTo makes another tile the current one and scrolls it into sight.
func (g *grid) moveTo(i int) {
	before := g.tiles[g.at]
	g.at = min(max(i, 0), len(g.shapes)-1)
	before.showTools()
	t := g.tiles[g.at]
	t.showTools()
	g.reveal(t)
}

// typeShortcut does what a key of the gallery does with a tile, or passes the key to the window.
func (g *grid) typeShortcut(t *tile, e *fyne.KeyEvent) {
	pressed := action.PressedChord(e)
	a, found := action.Find(g.acts.ofAsset(t.it, t.asset), pressed)
	if found {
		a.Press(pressed.Key, g.acts.Post)
	} else if typed := g.acts.Canvas().OnTypedKey(); typed != nil {
		typed(e)
	}
}

// gridTail follows the tools of the tiles in the order of Tab. Tools are visible only while their tile has the focus,
// so Shift+Tab from below would skip them: the tail shows them and passes the focus to the last one.
type gridTail struct {
	widget.BaseWidget
	grid *grid
}

func (t *gridTail) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewWithoutLayout())
}

func (*gridTail) Enable() {}

func (*gridTail) Disable() {}

// Disabled reports whether there are no tools, or whether they are visible, so that Tab needs no help.
func (t *gridTail) Disabled() bool {
	g := t.grid
	return g.keys.Disabled() || g.at >= len(g.tiles) || g.tiles[g.at].active()
}

// AccessibilityLabel returns what the current tile shows.
func (t *gridTail) AccessibilityLabel() string { return t.grid.keys.AccessibilityLabel() }

func (t *gridTail) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

func (t *gridTail) FocusGained() {
	g := t.grid
	to := fyne.Focusable(g.keys)
	g.focused = true
	g.moveTo(g.at)
	for _, o := range g.tiles[g.at].tools.Objects {
		if b := o.(*kit.Button); b.Visible() && !b.Disabled() {
			to = b
		}
	}
	g.acts.Canvas().Focus(to)
}

func (t *gridTail) FocusLost() { t.grid.keys.FocusLost() }

func (*gridTail) TypedRune(rune) {}

func (*gridTail) TypedKey(*fyne.KeyEvent) {}

// relayout lays containers out in the size that they have, after the widths of their texts changed. Nothing else would:
// a recycled cell keeps its size.
func relayout(all ...*fyne.Container) {
	for _, c := range all {
		c.Layout.Layout(c.Objects, c.Size())
	}
}
