package widgets

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// FocusGained shows where the keyboard stands.
func (j *JustifiedRows) FocusGained() {
	j.focused = true
	if j.sel.current < 0 && len(j.tiles) > 0 {
		j.sel.current = j.topTile()
	}
	j.body.marks()
}

// FocusLost hides it.
func (j *JustifiedRows) FocusLost() {
	j.focused, j.shift, j.pointed = false, false, false
	j.body.marks()
}

// TypedRune does nothing.
func (j *JustifiedRows) TypedRune(rune) {}

// KeyDown notes Shift, which key events do not carry.
func (j *JustifiedRows) KeyDown(e *fyne.KeyEvent) {
	if e.Name == desktop.KeyShiftLeft || e.Name == desktop.KeyShiftRight {
		j.shift = true
	}
}

// KeyUp forgets it.
func (j *JustifiedRows) KeyUp(e *fyne.KeyEvent) {
	if e.Name == desktop.KeyShiftLeft || e.Name == desktop.KeyShiftRight {
		j.shift = false
	}
}

// TypedShortcut takes Ctrl+A.
func (j *JustifiedRows) TypedShortcut(s fyne.Shortcut) {
	if _, ok := s.(*fyne.ShortcutSelectAll); ok {
		j.SelectAll()
	}
}

// TypedKey moves, opens, toggles, and offers the rest to OnKey.
func (j *JustifiedRows) TypedKey(e *fyne.KeyEvent) {
	if j.pointed {
		j.pointed = false
		j.body.marks()
	}
	if len(j.tiles) == 0 {
		if j.OnKey == nil || !j.OnKey(e) {
			unhandled(j, e)
		}
		return
	}
	at := max(j.sel.current, 0)
	switch e.Name {
	case fyne.KeyLeft:
		j.move(at - 1)
	case fyne.KeyRight:
		j.move(at + 1)
	case fyne.KeyUp:
		j.move(j.lay.vertical(at, -1))
	case fyne.KeyDown:
		j.move(j.lay.vertical(at, 1))
	case fyne.KeyPageUp:
		j.move(j.lay.vertical(at, -j.page()))
	case fyne.KeyPageDown:
		j.move(j.lay.vertical(at, j.page()))
	case fyne.KeyHome:
		j.move(0)
	case fyne.KeyEnd:
		j.move(len(j.tiles) - 1)
	case fyne.KeyReturn, fyne.KeyEnter:
		j.open(at)
	case desktop.KeyMenu:
		j.menu(at)
	default:
		j.other(e, at)
	}
}

// other offers a key to the owner first; Space and Esc have a meaning of their own.
func (j *JustifiedRows) other(e *fyne.KeyEvent, at int) {
	if j.OnKey != nil && j.OnKey(e) {
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
			unhandled(j, e)
		}
	default:
		unhandled(j, e)
	}
}

// move goes to a tile; Shift takes the tiles on the way along.
func (j *JustifiedRows) move(to int) {
	to = min(max(to, 0), len(j.tiles)-1)
	if j.shift {
		j.sel.extend(to)
	} else {
		j.sel.only(to)
	}
	j.ScrollTo(to)
	j.selected()
}

// page is how many rows go into the window.
func (j *JustifiedRows) page() int {
	return max(int(j.scroll.Size().Height/(j.target+tileGap)), 1)
}

func (j *JustifiedRows) menu(index int) {
	if j.OnMenu == nil {
		return
	}
	r, ok := j.lay.rect(index)
	if !ok {
		return
	}
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(j.body)
	j.OnMenu(index, at.AddXY(r.x+8, r.y+8))
}

// pressed is a press of the pointer on a tile: selection answers at once, not after the release.
func (j *JustifiedRows) pressed(index int, mods fyne.KeyModifier) {
	j.pointed = true
	if c := fyne.CurrentApp().Driver().CanvasForObject(j); c != nil {
		c.Focus(j)
	}
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

// tapped is a whole click: the second within the system's time opens.
func (j *JustifiedRows) tapped(index int) {
	now := time.Now
	if j.Now != nil {
		now = j.Now
	}
	t, id := now(), j.tiles[index].ID
	if j.lastTap.id == id && !j.lastTap.at.IsZero() && t.Sub(j.lastTap.at) < fyne.CurrentApp().Driver().DoubleTapDelay() {
		j.lastTap.at = time.Time{}
		j.open(index)
		return
	}
	j.lastTap.id, j.lastTap.at = id, t
}
