package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"viviscope/resources"
)

func (j *JustifiedRows) FocusGained() {
	j.focused = true
	j.haveCurrent()
	j.marks()
}

// haveCurrent makes the first visible tile the current one if there is none, so that the focus ring is visible and a
// movement key starts there.
func (j *JustifiedRows) haveCurrent() {
	if j.sel.current < 0 && j.wall.Len() > 0 {
		j.sel.current, _ = j.VisibleRange()
	}
}

func (j *JustifiedRows) FocusLost() {
	j.focused, j.pointed = false, false
	j.Release()
	j.marks()
}

func (j *JustifiedRows) TypedRune(rune) {}

// TypedShortcut handles Ctrl+A, and Ctrl with a movement key, which keeps the selection. Ctrl+Space adds or removes the
// current tile. Other shortcuts are offered to OnShortcut.
func (j *JustifiedRows) TypedShortcut(s fyne.Shortcut) {
	if _, ok := s.(*fyne.ShortcutSelectAll); ok {
		j.SelectAll()
		return
	}
	if c, ok := s.(*desktop.CustomShortcut); ok &&
		c.Modifier&^fyne.KeyModifierShift == fyne.KeyModifierShortcutDefault && j.wall.Len() > 0 {
		at := max(j.sel.current, 0)
		if c.KeyName == fyne.KeySpace {
			j.showRing()
			j.sel.toggle(at)
			j.selected()
			return
		}
		if to, ok := j.nextTile(c.KeyName, at); ok {
			j.showRing()
			if c.Modifier&fyne.KeyModifierShift != 0 {
				j.sel.extend(to)
			} else {
				j.sel.current = to
			}
			j.ScrollTo(to)
			j.selected()
			return
		}
	}
	j.OnShortcut(s)
}

// showRing shows the focus ring after a click hid it, because a key was pressed.
func (j *JustifiedRows) showRing() {
	if j.pointed {
		j.pointed = false
		j.marks()
	}
}

// TypedKey moves, opens, toggles, and offers the rest to OnKey.
func (j *JustifiedRows) TypedKey(e *fyne.KeyEvent) {
	j.showRing()
	if j.wall.Len() == 0 {
		if _, moves := j.nextTile(e.Name, 0); moves && !j.shown {
			j.early = append(j.early, e.Name)
			return
		}
		if !j.OnKey(e) {
			PassKey(j, e)
		}
		return
	}
	at := max(j.sel.current, 0)
	if to, ok := j.nextTile(e.Name, at); ok {
		if j.Waiting && (e.Name == fyne.KeyEnd || len(j.early) > 0) {
			j.early = append(j.early, e.Name)
			return
		}
		j.move(to)
		return
	}
	switch {
	case e.Name == fyne.KeyReturn, e.Name == fyne.KeyEnter:
		j.open(at)
	case OpensMenu(e):
		j.menu(at)
	default:
		j.other(e, at)
	}
}

// nextTile returns the tile that a movement key selects next.
func (j *JustifiedRows) nextTile(key fyne.KeyName, at int) (to int, ok bool) {
	switch key {
	case fyne.KeyLeft:
		to = at - 1
	case fyne.KeyRight:
		to = at + 1
	case fyne.KeyUp:
		to = j.lay.vertical(at, -1)
	case fyne.KeyDown:
		to = j.lay.vertical(at, 1)
	case fyne.KeyPageUp:
		to = j.lay.vertical(at, -j.page())
	case fyne.KeyPageDown:
		to = j.lay.vertical(at, j.page())
	case fyne.KeyHome:
		to = 0
	case fyne.KeyEnd:
		to = j.wall.Len() - 1
	default:
		return at, false
	}
	return min(max(to, 0), j.wall.Len()-1), true
}

// replay handles the keys that were typed before the first tiles were shown.
func (j *JustifiedRows) replay() {
	j.shown = true
	if j.Waiting {
		return
	}
	early := j.early
	j.early = nil
	for _, key := range early {
		if j.wall.Len() > 0 {
			j.TypedKey(&fyne.KeyEvent{Name: key})
		}
	}
}

// other offers a key to the owner first; Space and Esc have a meaning of their own. Repeats of a held key do nothing.
func (j *JustifiedRows) other(e *fyne.KeyEvent, at int) {
	if j.Repeats(e) || j.OnKey(e) {
		return
	}
	switch e.Name {
	case fyne.KeySpace:
		j.sel.toggle(at)
		j.selected()
	case fyne.KeyEscape:
		if j.sel.count > 0 {
			j.SelectNone()
		} else {
			PassKey(j, e)
		}
	default:
		PassKey(j, e)
	}
}

// move goes to a tile; with Shift it also selects the tiles between.
func (j *JustifiedRows) move(to int) {
	if HeldModifiers()&fyne.KeyModifierShift != 0 {
		j.sel.extend(to)
	} else {
		j.sel.only(to)
	}
	j.ScrollTo(to)
	j.selected()
}

// page is how many rows go into the window.
func (j *JustifiedRows) page() int {
	return max(int(j.body.scroll.Size().Height/(j.lay.opt.target+j.lay.opt.gap)), 1)
}

func (j *JustifiedRows) menu(index int) {
	r, ok := j.lay.rect(index)
	if !ok {
		return
	}
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(j.body)
	j.OnMenu(index, at.AddXY(r.x+8, r.y+8))
}

// byPointer brings the keyboard with the pointer.
func (j *JustifiedRows) byPointer() {
	j.pointed = true
	if c := fyne.CurrentApp().Driver().CanvasForObject(j); c != nil {
		c.Focus(j)
	}
}

// pressed is a press of the pointer on a tile: selection answers at once, not after the release.
func (j *JustifiedRows) pressed(index int, mods fyne.KeyModifier) {
	j.byPointer()
	switch {
	case mods&fyne.KeyModifierShift != 0:
		j.sel.extend(index)
	case mods&fyne.KeyModifierShortcutDefault != 0:
		j.sel.toggle(index)
	default:
		j.sel.only(index)
	}
	j.selected()
}

// tileFrame is the frame around a cell: it handles clicks, and draws the marks of selection and focus.
type tileFrame struct {
	widget.BaseWidget
	ButtonRole
	rows    *JustifiedRows
	content fyne.CanvasObject
	index   int

	chosen, current, hovered bool
	waits                    bool // it was pressed, and is selected alone unless it is dragged with the others

	// always present and never visible: Fyne does not repaint an object that was hidden
	ground            *canvas.Rectangle
	ring, border, box *canvas.Rectangle
	check             *canvas.Image
}

func newTileFrame(j *JustifiedRows, content fyne.CanvasObject) *tileFrame {
	f := &tileFrame{rows: j, content: content}
	f.ExtendBaseWidget(f)
	return f
}

func (f *tileFrame) AccessibilityLabel() string { return Words(f.content) }

func (f *tileFrame) mark(chosen, current bool) {
	if f.chosen != chosen || f.current != current {
		f.chosen, f.current = chosen, current
		f.Refresh()
	}
}

// checkCorner is the part of a tile where a click toggles it, px.
const checkCorner = 30

func (f *tileFrame) inCorner(at fyne.Position) bool {
	return at.X < checkCorner && (at.Y < checkCorner || f.rows.list)
}

func (f *tileFrame) MouseDown(e *desktop.MouseEvent) {
	if f.index < 0 {
		return
	}
	switch e.Button {
	case desktop.MouseButtonPrimary:
		mods := e.Modifier
		if mods == 0 && f.inCorner(e.Position) {
			mods = fyne.KeyModifierShortcutDefault
		}
		f.waits = mods == 0 && f.chosen && f.rows.sel.count > 1
		if f.waits {
			f.rows.byPointer()
			return
		}
		f.rows.pressed(f.index, mods)
	case desktop.MouseButtonSecondary:
		if !f.chosen {
			f.rows.pressed(f.index, 0)
		}
	}
}

// MouseUp selects one of several that was not dragged.
func (f *tileFrame) MouseUp(*desktop.MouseEvent) {
	if f.waits && f.index >= 0 {
		f.rows.pressed(f.index, 0)
	}
	f.waits = false
}

func (f *tileFrame) Dragged(e *fyne.DragEvent) {
	f.waits = false
	if f.index >= 0 {
		f.rows.OnDrag(f.index, e.AbsolutePosition)
	}
}

func (f *tileFrame) DragEnd() { f.rows.OnDragEnd() }

func (f *tileFrame) DoubleTapped(e *fyne.PointEvent) {
	if f.index >= 0 && !f.inCorner(e.Position) {
		f.rows.open(f.index)
	}
}

func (f *tileFrame) TappedSecondary(e *fyne.PointEvent) {
	if f.index >= 0 {
		f.rows.OnMenu(f.index, e.AbsolutePosition)
	}
}

func (f *tileFrame) MouseIn(e *desktop.MouseEvent) {
	f.hovered = true
	f.Refresh()
	if h, ok := f.content.(desktop.Hoverable); ok {
		h.MouseIn(e)
	}
}

// MouseMoved passes the event to the cell, which may scrub.
func (f *tileFrame) MouseMoved(e *desktop.MouseEvent) {
	if h, ok := f.content.(desktop.Hoverable); ok {
		h.MouseMoved(e)
	}
}

func (f *tileFrame) MouseOut() {
	f.hovered = false
	f.Refresh()
	if h, ok := f.content.(desktop.Hoverable); ok {
		h.MouseOut()
	}
}

func (f *tileFrame) CreateRenderer() fyne.WidgetRenderer {
	f.ground, f.ring, f.border, f.box = newRectangle(), newRectangle(), newRectangle(), newRectangle()
	f.check = newGlyph()
	return Draw(f.least, f.arrange, f.paint, f.ground, f.ring, f.content, f.border, f.box, f.check)
}

const tileBox = 18

func (f *tileFrame) least() fyne.Size { return fyne.NewSize(8, 8) }

func (f *tileFrame) arrange(s fyne.Size) {
	Place(f.ground, 0, 0, s.Width, s.Height)
	Place(f.content, 0, 0, s.Width, s.Height)
	Place(f.border, -2, -2, s.Width+4, s.Height+4)
	Place(f.ring, -4, -4, s.Width+8, s.Height+8)
	y, box, check := float32(6), grown(tileBox), grown(iconTag)
	if f.rows.list {
		y = (s.Height - box) / 2
	}
	Place(f.box, 6, y, box, box)
	Place(f.check, 6+(box-check)/2, y+(box-check)/2, check, check)
}

func (f *tileFrame) paint() {
	Show(f.border, f.chosen)
	if f.chosen {
		setRectangle(f.border, themeColor(""), themeColor(resources.Accent), 2, radiusTag+2)
	}
	if f.current {
		setRectangle(f.ring, themeColor(""), themeColor(resources.Text1), 2, radiusTag+4)
	}
	Show(f.ring, f.current)
	switch {
	case f.chosen:
		setRectangle(f.box, themeColor(resources.Accent), themeColor(""), 0, radiusTag)
		setGlyph(f.check, resources.IconCheck, resources.OnAccent)
	case f.hovered:
		setRectangle(f.box, themeColor(resources.OnPicture), themeColor(resources.OnPictureText), 1, radiusTag)
		f.check.Hide()
	default:
		f.check.Hide()
	}
	Show(f.box, f.chosen || f.hovered)
	f.ground.Refresh()
}
