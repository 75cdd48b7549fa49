package casting

import (
	"hash/fnv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"viviscope/db/cast"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

const gridGap = 12 // between cards, px

// grid shows the entries as cards in rows. It is one Tab stop: the arrow keys move between the cards, Enter edits,
// Delete removes.
type grid struct {
	widget.BaseWidget
	cast    *Cast
	edit    func(name string)
	plane   *kit.Plane
	at      int // index of the selected entry
	target  int // index of the entry that a drag hovers over; -1: none
	focused bool
	clicked bool    // a click gave it the focus, so that no ring is shown
	width   float32 // of the last layout
	version int     // of the cast, as it is shown
	changed func()  // another entry is selected
}

func newGrid(c *Cast, edit func(name string)) *grid {
	g := &grid{cast: c, edit: edit, target: -1, version: -1, changed: func() {}}
	g.plane = kit.NewPlane(func(int) fyne.CanvasObject { return newEntryCell(g) }, func(i int, o fyne.CanvasObject) {
		if e := c.entries; i < len(e) {
			o.(*entryCell).bind(i, e[i], c.cover(e[i]))
		}
	})
	g.ExtendBaseWidget(g)
	return g
}

// columns returns how many cards fit beside each other in a width.
func columns(width float32) int {
	return max(int((width+gridGap)/(resources.Scaled(cellWidth)+gridGap)), 1)
}

// heightFor returns the height of all rows in a width, px.
func (g *grid) heightFor(width float32) float32 {
	n := columns(width)
	rows := (len(g.cast.entries) + n - 1) / n
	return float32(rows)*(resources.Scaled(cellHeight)+gridGap) - gridGap + 2*ringGap
}

// show shows the entries as they are now.
func (g *grid) show() {
	g.at = min(g.at, max(len(g.cast.entries)-1, 0))
	if g.version == g.cast.version && g.width == g.Size().Width {
		return
	}
	g.version, g.width = g.cast.version, g.Size().Width
	n, wide, high := columns(g.width-2*ringGap), resources.Scaled(cellWidth), resources.Scaled(cellHeight)
	var spots []kit.Spot
	for i, e := range g.cast.entries {
		h := fnv.New64a()
		_, _ = h.Write([]byte(e.Name))
		spots = append(spots, kit.Spot{Key: int64(h.Sum64()), X: ringGap + float32(i%n)*(wide+gridGap),
			Y: ringGap + float32(i/n)*(high+gridGap), W: wide, H: high})
	}
	g.plane.Set(spots, g.heightFor(g.width-2*ringGap))
}

func (g *grid) CreateRenderer() fyne.WidgetRenderer {
	plane := g.plane.Object()
	repaint := func() {
		g.version = -1
		g.show()
		g.plane.Repaint()
	}
	return kit.Draw(func() fyne.Size { return fyne.NewSize(resources.Scaled(cellWidth)+2*ringGap, 40) },
		func(size fyne.Size) {
			plane.Resize(size)
			repaint()
		}, repaint, plane)
}

// selected returns the selected entry; false if there is none.
func (g *grid) selected() (cast.Entry, bool) {
	if g.at < 0 || g.at >= len(g.cast.entries) {
		return cast.Entry{}, false
	}
	return g.cast.entries[g.at], true
}

func (g *grid) kindOf(i int) cast.Kind {
	if i < 0 || i >= len(g.cast.entries) {
		return ""
	}
	return g.cast.entries[i].Kind
}

// missesPictures reports whether an entry has pictures, and none of them can be shown.
func (g *grid) missesPictures(i int) bool {
	return i >= 0 && i < len(g.cast.entries) && len(g.cast.entries[i].Pictures) > 0 &&
		g.cast.cover(g.cast.entries[i]).ID == 0
}

// choose selects an entry and scrolls to it.
func (g *grid) choose(i int) {
	if i < 0 || i >= len(g.cast.entries) {
		return
	}
	if g.at != i {
		g.at = i
		g.changed()
	}
	n, high := columns(g.Size().Width-2*ringGap), resources.Scaled(cellHeight)+gridGap
	top := float32(i/n) * high
	g.plane.Reveal(top, top+high, 0)
	g.plane.Update()
}

// tapped selects an entry that was clicked.
func (g *grid) tapped(i int) {
	g.clicked = true
	g.cast.Canvas().Focus(g)
	g.choose(i)
}

// open edits an entry.
func (g *grid) open(i int) {
	g.choose(i)
	if e, ok := g.selected(); ok && i >= 0 {
		g.edit(e.Name)
	}
}

// actions returns what can be done with the selected entry.
func (g *grid) actions() []action.Action {
	e, ok := g.selected()
	if !ok {
		return nil
	}
	off := ""
	if g.cast.ReadOnly {
		off = lang.L("The library is read-only.")
	}
	return []action.Action{
		{ID: "cast.edit", Label: lang.L("Edit…"), Icon: resources.IconPencil, Do: func() { g.edit(e.Name) }},
		{ID: "cast.remove", Label: lang.L("Remove from the cast"), Icon: resources.IconTrash, Line: true, Disabled: off,
			Keys: action.BareKeys(fyne.KeyDelete), Do: func() { g.cast.Remove(e.Name) }},
	}
}

// menu opens the menu of the selected entry.
func (g *grid) menu(at fyne.Position) {
	kit.ShowMenu(g.cast.Canvas(), action.Menu(g.actions(), g.cast.Post), at)
}

func (g *grid) FocusGained() { g.focused = true; g.plane.Update() }

func (g *grid) FocusLost() { g.focused, g.clicked = false, false; g.plane.Update() }

func (g *grid) TypedRune(rune) {}

// TypedKey moves between the cards, edits or removes.
func (g *grid) TypedKey(e *fyne.KeyEvent) {
	if g.clicked {
		g.clicked = false
		g.plane.Update()
	}
	n := columns(g.Size().Width - 2*ringGap)
	switch to, moves := map[fyne.KeyName]int{fyne.KeyLeft: g.at - 1, fyne.KeyRight: g.at + 1, fyne.KeyUp: g.at - n,
		fyne.KeyDown: g.at + n, fyne.KeyHome: 0, fyne.KeyEnd: len(g.cast.entries) - 1}[e.Name]; {
	case moves:
		g.choose(to)
	case kit.OpensMenu(e):
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(g)
		high := resources.Scaled(cellHeight) + gridGap
		g.menu(at.AddXY(float32(g.at%n)*(resources.Scaled(cellWidth)+gridGap)+coverWidth,
			float32(g.at/n)*high-g.plane.Offset()+high/2))
	case e.Name == fyne.KeyReturn, e.Name == fyne.KeyEnter, e.Name == fyne.KeySpace:
		g.open(g.at)
	case e.Name == fyne.KeyDelete, e.Name == fyne.KeyBackspace:
		if entry, ok := g.selected(); ok {
			g.cast.Remove(entry.Name)
		}
	default:
		kit.PassKey(g, e)
	}
}

func (g *grid) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// AccessibilityLabel returns the name of the grid and the label of the selected card.
func (g *grid) AccessibilityLabel() string {
	label := lang.L("Cast")
	if e, ok := g.selected(); ok {
		label += ", @" + e.Name + ", " + Summary(e)
	}
	return label
}

// entryAt returns the index of the entry whose card is at a position of the window; -1 if there is none.
func (g *grid) entryAt(at fyne.Position) int {
	if !kit.Covers(g, at) {
		return -1
	}
	at = at.Subtract(fyne.CurrentApp().Driver().AbsolutePositionForObject(g)).AddXY(0, g.plane.Offset())
	n, wide, high := columns(g.Size().Width-2*ringGap), resources.Scaled(cellWidth), resources.Scaled(cellHeight)
	column, row := int((at.X-ringGap)/(wide+gridGap)), int((at.Y-ringGap)/(high+gridGap))
	i := row*n + column
	inside := at.X-ringGap-float32(column)*(wide+gridGap) < wide && at.Y-ringGap-float32(row)*(high+gridGap) < high
	if column >= n || !inside || i < 0 || i >= len(g.cast.entries) {
		return -1
	}
	return i
}

// setTarget marks the entry that a drag hovers over; -1: none.
func (g *grid) setTarget(i int) {
	if g.target != i {
		g.target = i
		g.plane.Update()
	}
}
