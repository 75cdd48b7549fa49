package widgets

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// FocusGained shows where the keyboard stands.
func (j *JustifiedRows) FocusGained() {
	j.focused = true
	if j.sel.current < 0 && j.wall.Len() > 0 {
		j.sel.current, _ = j.VisibleRange()
	}
	j.marks()
}

// FocusLost hides it.
func (j *JustifiedRows) FocusLost() {
	j.focused, j.shift, j.pointed = false, false, false
	j.marks()
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

// TypedShortcut takes Ctrl+A, and Ctrl with a key that moves, which leaves the selection as it is; Ctrl+Space adds or removes the
// tile where it came to. The rest is offered to OnShortcut.
func (j *JustifiedRows) TypedShortcut(s fyne.Shortcut) {
	if _, ok := s.(*fyne.ShortcutSelectAll); ok {
		j.SelectAll()
		return
	}
	if c, ok := s.(*desktop.CustomShortcut); ok && c.Modifier&^fyne.KeyModifierShift == fyne.KeyModifierShortcutDefault && j.wall.Len() > 0 {
		at := max(j.sel.current, 0)
		if c.KeyName == fyne.KeySpace {
			j.keyed()
			j.sel.toggle(at)
			j.selected()
			return
		}
		if to, ok := j.toward(c.KeyName, at); ok {
			j.keyed()
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
	if j.OnShortcut != nil {
		j.OnShortcut(s)
	}
}

// keyed shows the ring of rows that were clicked before.
func (j *JustifiedRows) keyed() {
	if j.pointed {
		j.pointed = false
		j.marks()
	}
}

// TypedKey moves, opens, toggles, and offers the rest to OnKey.
func (j *JustifiedRows) TypedKey(e *fyne.KeyEvent) {
	j.keyed()
	if j.wall.Len() == 0 {
		if !j.shown && moves(e.Name) {
			j.early = append(j.early, e.Name)
			return
		}
		if j.OnKey == nil || !j.OnKey(e) {
			unhandled(j, e)
		}
		return
	}
	at := max(j.sel.current, 0)
	if to, ok := j.toward(e.Name, at); ok {
		if j.Waiting && (e.Name == fyne.KeyEnd || len(j.early) > 0) {
			j.early = append(j.early, e.Name)
			return
		}
		j.move(to)
		return
	}
	switch e.Name {
	case fyne.KeyReturn, fyne.KeyEnter:
		j.open(at)
	case desktop.KeyMenu:
		j.menu(at)
	default:
		j.other(e, at)
	}
}

// moves reports whether a key goes to another tile.
func moves(key fyne.KeyName) bool {
	switch key {
	case fyne.KeyLeft, fyne.KeyRight, fyne.KeyUp, fyne.KeyDown, fyne.KeyPageUp, fyne.KeyPageDown, fyne.KeyHome, fyne.KeyEnd:
		return true
	}
	return false
}

// toward returns the tile to which a key leads from another one.
func (j *JustifiedRows) toward(key fyne.KeyName, at int) (to int, ok bool) {
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

// replay does what was typed before there was anything to move on.
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
	return max(int(j.body.scroll.Size().Height/(j.lay.opt.target+j.lay.opt.gap)), 1)
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
	t, id := now(), j.wall.tiles[index].ID
	if j.lastTap.id == id && !j.lastTap.at.IsZero() && t.Sub(j.lastTap.at) < fyne.CurrentApp().Driver().DoubleTapDelay() {
		j.lastTap.at = time.Time{}
		j.open(index)
		return
	}
	j.lastTap.id, j.lastTap.at = id, t
}
