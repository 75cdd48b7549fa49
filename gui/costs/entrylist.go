package costs

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// entryList is Fyne's list, whose length costs nothing, with the keys of a table: Up, Down, Home, End and the pages choose
// a row, Enter and Space open it.
type entryList struct {
	widget.List
	at       int                         // the row that is chosen, -1: none
	onChosen func(i int)                 // the chosen row changed; may be nil
	onTapped func(i int)                 // a row was clicked; may be nil
	onOpen   func(i int)                 // the chosen row should be opened; may be nil
	onKey    func(e *fyne.KeyEvent) bool // offered what means nothing to the list, and reports whether it took it; may be nil
	keyed    bool                        // a row is being chosen by key
}

func newEntryList(length func() int, cell func() fyne.CanvasObject, bind func(int, fyne.CanvasObject)) *entryList {
	l := &entryList{at: -1}
	l.Length, l.CreateItem, l.UpdateItem, l.HideSeparators = length, cell, bind, true
	l.OnSelected = l.selected
	l.ExtendBaseWidget(l)
	return l
}

func (l *entryList) selected(i int) {
	l.at = i
	if l.onChosen != nil {
		l.onChosen(i)
	}
	if !l.keyed && l.onTapped != nil {
		l.onTapped(i)
	}
}

// choose makes a row the chosen one and brings it into sight; -1 chooses none.
func (l *entryList) choose(i int) {
	if i = min(i, l.Length()-1); i < 0 {
		l.UnselectAll()
		if l.at = -1; l.onChosen != nil {
			l.onChosen(-1)
		}
		return
	}
	l.keyed = true
	l.Select(i)
	l.keyed = false
}

// TypedKey chooses and opens. Other keys go to the owner and then to the window.
func (l *entryList) TypedKey(e *fyne.KeyEvent) {
	page := max(int(l.Size().Height/rowHeight)-1, 1)
	switch e.Name {
	case fyne.KeyDown:
		l.choose(l.at + 1)
	case fyne.KeyUp:
		l.choose(max(l.at-1, 0))
	case fyne.KeyHome:
		l.choose(0)
	case fyne.KeyEnd:
		l.choose(l.Length() - 1)
	case fyne.KeyPageDown:
		l.choose(l.at + page)
	case fyne.KeyPageUp:
		l.choose(max(l.at-page, 0))
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		if l.at >= 0 && l.at < l.Length() && l.onOpen != nil {
			l.onOpen(l.at)
		}
	default:
		if l.onKey != nil && l.onKey(e) {
			return
		}
		if c := fyne.CurrentApp().Driver().CanvasForObject(l); c != nil && c.OnTypedKey() != nil {
			c.OnTypedKey()(e)
		}
	}
}
