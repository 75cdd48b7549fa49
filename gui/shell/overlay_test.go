package shell

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/kit"
	"viviscope/resources"
)

// fakeOverlay takes every key but F1.
type fakeOverlay struct {
	content *widget.Entry
	keys    []fyne.KeyName
	closed  int
}

func (o *fakeOverlay) Content() fyne.CanvasObject { return o.content }
func (o *fakeOverlay) First() fyne.Focusable      { return o.content }
func (o *fakeOverlay) Close()                     { o.closed++ }

func (o *fakeOverlay) Key(e *fyne.KeyEvent) bool {
	o.keys = append(o.keys, e.Name)
	return e.Name != fyne.KeyF1
}

// What covers the places has the keyboard and the keys, gives both back, and is told when a place is shown instead of
// it.
func TestACoverTakesTheKeysAndGivesThemBack(t *testing.T) {
	h := newHouse(t, nil)
	field := widget.NewEntry()
	h.Shell.screens.Places[Gallery] = &fieldScreen{newFakeScreen("gallery"), field}
	h.Show(Gallery)
	canvas := h.window.Canvas()
	board := widget.NewEntry()
	cover := &fakeOverlay{content: board}
	typed := canvas.OnTypedKey()

	h.ShowOverlay(cover)
	if !h.root.covered || canvas.Focused() != board {
		t.Fatalf("covered %v, %T has the keyboard", h.root.covered, canvas.Focused())
	}
	typed(&fyne.KeyEvent{Name: fyne.KeySpace})
	typed(&fyne.KeyEvent{Name: fyne.KeyF1})
	if len(cover.keys) != 2 || h.sheet == nil || !h.sheet.Shown() {
		t.Errorf("it was offered %v, and the sheet of keys is shown: %v", cover.keys, h.sheet != nil)
	}
	h.sheet.Hide()
	h.HideOverlay()
	if h.root.covered || canvas.Focused() != field || cover.closed != 0 {
		t.Errorf("covered %v, %T has the keyboard, left %d times", h.root.covered, canvas.Focused(), cover.closed)
	}
	typed(&fyne.KeyEvent{Name: fyne.KeySpace})
	if len(cover.keys) != 2 {
		t.Error("it takes keys when it is not there")
	}

	h.ShowOverlay(cover)
	h.SetFullScreen(true)
	if !h.window.FullScreen() || h.status.content.Visible() {
		t.Error("there is more on the screen than what covers the places")
	}
	h.Show(Queue)
	if h.root.covered || cover.closed != 1 || h.window.FullScreen() || !h.status.content.Visible() {
		t.Errorf("covered %v, left %d times, full screen %v", h.root.covered, cover.closed, h.window.FullScreen())
	}
}

func TestANoticeFloatsOverWhatCoversThePlaces(t *testing.T) {
	h := newHouse(t, nil)
	cover := &fakeOverlay{content: widget.NewEntry()}
	h.ShowOverlay(cover)
	before := h.root.over.Size()
	h.Say(kit.ToneOK, "The frame was saved.", "")
	notice, window := h.notices.content, h.root.content.Size()
	bottom, objects := notice.Position().Y+notice.Size().Height, h.root.content.Objects
	if !notice.Visible() || bottom > window.Height || objects[len(objects)-1] != fyne.CanvasObject(notice) {
		t.Errorf("the notice ends at %v of %v", bottom, window.Height)
	}
	if h.root.over.Size() != before {
		t.Errorf("what covers the places had %v and has %v", before, h.root.over.Size())
	}
}

// Fyne repaints only what is in the window: what covers the places takes colours that were chosen while it was away
// when it comes again.
func TestACoverTakesTheColoursThatWereChosenMeanwhile(t *testing.T) {
	h := newHouse(t, nil)
	settings := fyne.CurrentApp().Settings()
	settings.SetTheme(resources.Theme(resources.Dark))
	cover := &fakeOverlay{content: widget.NewEntry()}
	h.ShowOverlay(cover)
	h.HideOverlay()
	settings.SetTheme(resources.Theme(resources.Light))
	changes := 0
	settings.AddListener(func(fyne.Settings) { changes++ })
	h.ShowOverlay(cover)
	if changes != 1 {
		t.Errorf("the colours were applied %d times when it came back, want once", changes)
	}
	h.HideOverlay()
	h.ShowOverlay(cover)
	if changes != 1 {
		t.Errorf("the colours were applied %d times though nothing had changed", changes-1)
	}
}
