package kit

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"viviscope/gui/apptest"
	"viviscope/resources"
)

// What spends in a sheet ignores presses of the first second: they were meant for what was there before. The safe
// answer takes them.
func TestASheetThatHasJustOpenedDoesNotSpend(t *testing.T) {
	apptest.New(t, resources.Theme(resources.Dark))
	now, was := time.Unix(0, 0), SheetClock
	SheetClock = func() time.Time { return now }
	t.Cleanup(func() { SheetClock = was })
	sent, kept, below := 0, 0, 0
	under := NewButton("Below", nil, Primary, func() { below++ }).Spends()
	w := test.NewTempWindow(t, container.NewStack(under))
	test.Tap(under)
	send := NewButton("Send", nil, Plain, func() { sent++ }).Spends()
	keep := NewButton("Keep", nil, Primary, func() { kept++ })
	sheet := ShowSheet(w.Canvas(), NewRow(8, keep, send), nil)
	sheet.Send = func() { sent++ }
	press := func() {
		test.Tap(send)
		w.Canvas().Focus(send)
		enter := &fyne.KeyEvent{Name: fyne.KeyReturn}
		send.KeyDown(enter)
		send.TypedKey(enter)
		send.KeyUp(enter)
		w.Canvas().Focus(keep)
		keep.KeyDown(enter)
		sheet.PressSend()
		keep.KeyUp(enter)
	}
	press()
	now = now.Add(999 * time.Millisecond)
	press()
	test.Tap(keep)
	if sent != 0 || kept != 1 || below != 1 {
		t.Errorf("sent %d, kept %d, below %d", sent, kept, below)
	}
	now = now.Add(time.Millisecond)
	press()
	if sent != 3 {
		t.Errorf("after a second: sent %d", sent)
	}
}
