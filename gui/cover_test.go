package gui

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// What covers the places has the keyboard and the keys, gives both back, and is told when a place is shown instead of it.
func TestACoverTakesTheKeysAndGivesThemBack(t *testing.T) {
	h := newHouse(t, nil)
	field := widget.NewEntry()
	h.Shell.screens.Places[Gallery] = &fieldScreen{newFakeScreen("gallery"), field}
	h.Show(Gallery)
	canvas := h.window.Canvas()
	board := widget.NewEntry()
	var keys []fyne.KeyName
	left := 0
	cover := Cover{Content: board, First: board, OnLeft: func() { left++ }, Key: func(e *fyne.KeyEvent) bool {
		keys = append(keys, e.Name)
		return e.Name != fyne.KeyF1
	}}
	typed := canvas.OnTypedKey()

	h.Cover(cover)
	if !h.root.covered || canvas.Focused() != board {
		t.Fatalf("covered %v, %T has the keyboard", h.root.covered, canvas.Focused())
	}
	typed(&fyne.KeyEvent{Name: fyne.KeySpace})
	typed(&fyne.KeyEvent{Name: fyne.KeyF1})
	if len(keys) != 2 || h.sheet == nil || !h.sheet.Shown() {
		t.Errorf("it was offered %v, and the sheet of keys is shown: %v", keys, h.sheet != nil)
	}
	h.sheet.Hide()
	h.Uncover()
	if h.root.covered || canvas.Focused() != field || left != 0 {
		t.Errorf("covered %v, %T has the keyboard, left %d times", h.root.covered, canvas.Focused(), left)
	}
	typed(&fyne.KeyEvent{Name: fyne.KeySpace})
	if len(keys) != 2 {
		t.Error("it takes keys when it is not there")
	}

	h.Cover(cover)
	h.SetFullScreen(true)
	if !h.window.FullScreen() || h.status.content.Visible() {
		t.Error("there is more on the screen than what covers the places")
	}
	h.Show(Queue)
	if h.root.covered || left != 1 || h.window.FullScreen() || !h.status.content.Visible() {
		t.Errorf("covered %v, left %d times, full screen %v", h.root.covered, left, h.window.FullScreen())
	}
}
