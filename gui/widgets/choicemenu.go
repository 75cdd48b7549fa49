package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/resources"
)

// ChoiceMenu is a list of choices for what is being typed. It lies over the screen, in a layer that its owner puts there, and never has the
// keyboard: the field keeps it, and offers its keys.
type ChoiceMenu struct {
	Layer  *fyne.Container
	list   *ChoiceList
	scroll *container.Scroll
	frame  *fyne.Container
}

// NewChoiceMenu makes a menu that is closed. remove is called for rows that are Removable.
func NewChoiceMenu(take, remove func(i int)) *ChoiceMenu {
	m := &ChoiceMenu{list: NewChoiceList(nil, -1)}
	m.list.look, m.list.OnSubmit, m.list.OnRemove = lookHints, take, remove
	m.scroll = container.NewVScroll(m.list)
	m.frame = container.NewStack(newBox(resources.BgRaised, resources.LineStrong, radiusControl), NewInset(menuPad, menuPad, menuPad, menuPad, m.scroll))
	m.frame.Hide()
	m.Layer = container.NewWithoutLayout(m.frame)
	return m
}

const (
	menuPad  = 4
	menuRows = 8 // in sight at once
)

// Show opens the menu below a place of the window and what is so high there, px, or above it where there is more room. No row is chosen
// where selected is -1.
func (m *ChoiceMenu) Show(choices []Choice, selected int, at fyne.Position, high, width float32) {
	m.list.set(choices, selected)
	rows := fyne.NewSize(width-2*menuPad, m.list.rowHeight()*float32(min(len(choices), menuRows)))
	origin := fyne.CurrentApp().Driver().AbsolutePositionForObject(m.Layer)
	pos, size := nextTo(at.Subtract(origin), fyne.NewSize(0, high), rows.AddWidthHeight(2*menuPad, 2*menuPad), m.Layer.Size())
	Place(m.frame, pos.X, pos.Y, size.Width, size.Height)
	m.scroll.ScrollToTop()
	m.frame.Show()
	m.reveal()
}

// Hide closes the menu.
func (m *ChoiceMenu) Hide() { Show(m.frame, false) }

// Shown reports whether the menu is open.
func (m *ChoiceMenu) Shown() bool { return m.frame.Visible() }

// Selected returns the chosen row, -1 for none.
func (m *ChoiceMenu) Selected() int { return m.list.Selected() }

// Hovered reports whether the pointer is over the menu: a click takes the keyboard from the field before it arrives.
func (m *ChoiceMenu) Hovered() bool { return m.list.hovered }

// Key moves and takes by a key that was typed into the field, and reports whether it was one of the menu.
func (m *ChoiceMenu) Key(e *fyne.KeyEvent) bool {
	switch e.Name {
	case fyne.KeyUp, fyne.KeyDown:
	case fyne.KeyReturn, fyne.KeyEnter:
		if m.Selected() < 0 {
			return false
		}
	default:
		return false
	}
	m.list.key(e)
	m.reveal()
	return true
}

func (m *ChoiceMenu) reveal() { revealRow(m.scroll, m.list) }

// revealRow scrolls the chosen row into sight.
func revealRow(scroll *container.Scroll, l *ChoiceList) {
	if l.Selected() < 0 {
		return
	}
	h, off := l.rowHeight(), scroll.Offset
	off.Y = min(off.Y, float32(l.selected)*h)
	off.Y = max(off.Y, float32(l.selected+1)*h-scroll.Size().Height)
	if off != scroll.Offset {
		scroll.ScrollToOffset(off)
	}
}

// nextTo returns where something of a size stands below what it belongs to, or above it where there is more room, in a window.
func nextTo(at fyne.Position, own, size, window fyne.Size) (fyne.Position, fyne.Size) {
	const gap, edge = 4, 8
	below, above := window.Height-at.Y-own.Height-gap-edge, at.Y-gap-edge
	x := max(min(at.X, window.Width-size.Width-edge), 0)
	if size.Height > below && above > below {
		size.Height = min(size.Height, above)
		return fyne.NewPos(x, at.Y-gap-size.Height), size
	}
	size.Height = min(size.Height, below)
	return fyne.NewPos(x, at.Y+own.Height+gap), size
}

// openList opens the list of a picker.
func (p *Picker) openList(c fyne.Canvas) {
	list := NewChoiceList(p.options, p.selected)
	list.look, list.marked = lookBelow, p.selected
	scroll := container.NewVScroll(list)
	panel := &Popover{canvas: c, content: scroll, fill: resources.BgRaised, radius: radiusControl, pad: menuPad}
	panel.box = func(window fyne.Size) (fyne.Position, fyne.Size) {
		inner := list.MinSize().AddWidthHeight(2*menuPad, 2*menuPad)
		inner.Width = min(max(p.Size().Width, inner.Width), window.Width-16)
		return nextTo(fyne.CurrentApp().Driver().AbsolutePositionForObject(p), p.Size(), inner, window)
	}
	list.OnSubmit = func(i int) {
		panel.Hide()
		p.choose(i)
	}
	panel.onKey = func(e *fyne.KeyEvent) {
		list.key(e)
		revealRow(scroll, list)
	}
	panel.open()
	revealRow(scroll, list)
}
