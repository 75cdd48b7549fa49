package settings

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"viviscope/gui/action"
	"viviscope/gui/apptest"
	"viviscope/gui/widgets/ringtest"
)

const ctrl = fyne.KeyModifierShortcutDefault

// keyBook is a small table of keys with the rules of the real one.
type keyBook struct {
	entries []action.Action
	chosen  action.Bindings
	caught  func(action.Chord)
}

func newKeyBook() *keyBook {
	return &keyBook{entries: []action.Action{
		{ID: "new", Group: "File", Label: "New request", Keys: action.KeysWith(ctrl, fyne.KeyN)},
		{ID: "pause", Group: "Job", Label: "Pause sending", Keys: action.KeysWith(ctrl, fyne.KeyP)},
		{ID: "motion", Group: "View", Label: "Reduce motion"},
		{ID: "canvas/tool/brush", Group: "Canvas", Label: "Brush", Scope: action.Scope{In: "create/canvas", Bare: true}, Keys: action.BareKeys(fyne.KeyB)},
		{ID: "canvas/tool/erase", Group: "Canvas", Label: "Erase", Scope: action.Scope{In: "create/canvas", Bare: true}, Keys: action.BareKeys(fyne.KeyE)},
		{ID: "viewer/play", Group: "Looking", Label: "Play", Scope: action.Scope{In: "viewer", Bare: true}, Keys: action.BareKeys(fyne.KeySpace, fyne.KeyK)},
		{ID: "copy", Group: "Edit", Label: "Copy", Keys: action.KeysWith(ctrl, fyne.KeyC), Fixed: "Reserved for text fields."},
	}}
}

func (b *keyBook) Rows() []action.KeyRow { return action.KeyRows(b.entries, b.chosen) }

func (b *keyBook) Choose(id string, c action.Chord, exchange bool) (err error) {
	b.chosen, err = action.Choose(b.entries, b.chosen, id, c, exchange, false)
	return err
}
func (b *keyBook) Reset(id string) { b.chosen = action.Reset(b.entries, b.chosen, id) }
func (b *keyBook) ResetAll()       { b.chosen = nil }
func (b *keyBook) Catch(take func(action.Chord)) func() {
	b.caught = take
	return func() { b.caught = nil }
}

func (b *keyBook) keys(id string) string {
	for _, r := range b.Rows() {
		if r.ID == id {
			return r.KeyWords()
		}
	}
	return "gone"
}

// reader is a screen with the window and the keys that it changes.
func reader(t testing.TB) (s *Screen, book *keyBook, w *fakeWindow) {
	t.Helper()
	book = newKeyBook()
	s = newScreenWith(t, newHouse(), func(d *Deps) { d.TextScales, d.Shortcuts = []float32{0.85, 1, 1.5}, book })
	open(t, s, "Keyboard and accessibility")
	return s, book, s.deps.Window.(*fakeWindow)
}

func (s *Screen) canvas() fyne.Canvas { return fyne.CurrentApp().Driver().CanvasForObject(s.content) }

// askFor opens the sheet for a command and returns what has the keyboard then.
func askFor(t *testing.T, s *Screen, id string) fyne.Focusable {
	t.Helper()
	s.goTo(ofProgram + 1)
	at := slices.IndexFunc(s.access.keys.rows, func(r action.KeyRow) bool { return r.ID == id })
	s.canvas().Focus(s.access.keys.list)
	s.access.keys.list.Choose(at)
	apptest.PressKey(s.canvas().Focused(), fyne.KeyReturn)
	return s.canvas().Focused()
}

// said is what the sheet in front says and offers.
func said(c fyne.Canvas) string {
	var words []string
	for _, o := range apptest.Seen(c.Overlays().Top()) {
		if l, ok := o.(interface{ AccessibilityLabel() string }); ok {
			words = append(words, l.AccessibilityLabel())
		}
	}
	return strings.Join(words, "|")
}

func press(c fyne.Canvas, key fyne.KeyName, mod fyne.KeyModifier) {
	c.Focused().(fyne.Shortcutable).TypedShortcut(&desktop.CustomShortcut{KeyName: key, Modifier: mod})
}

func TestNewKeysArePressed(t *testing.T) {
	s, book, _ := reader(t)
	askFor(t, s, "new")
	if book.caught == nil {
		t.Error("the menu takes keys while others are asked for")
	}
	press(s.canvas(), fyne.KeyJ, ctrl)
	if book.keys("new") != "Ctrl+J" || s.canvas().Overlays().Top() != nil || book.caught != nil {
		t.Errorf("keys %q, sheet open %v", book.keys("new"), s.canvas().Overlays().Top() != nil)
	}
	if got := s.access.keys.said.Text(); got != "“New request” is now Ctrl+J." {
		t.Errorf("it says %q", got)
	}
	askFor(t, s, "motion")
	book.caught(action.Chord{Key: fyne.KeyF7}) // as the menu hears it
	if book.keys("motion") != "F7" {
		t.Errorf("keys %q", book.keys("motion"))
	}
}

// On the canvas nothing is typed: a letter alone is a key there, and the table says so.
func TestALetterBecomesTheKeyOfATool(t *testing.T) {
	s, book, _ := reader(t)
	catcher := askFor(t, s, "canvas/tool/brush")
	if got := said(s.canvas()); !strings.Contains(got, "Allowed: a single key") {
		t.Errorf("the sheet says %q", got)
	}
	catcher.TypedKey(&fyne.KeyEvent{Name: desktop.KeyControlLeft}) // the beginning of a chord is no answer
	catcher.TypedKey(&fyne.KeyEvent{Name: fyne.KeyUnknown})
	if got := said(s.canvas()); book.keys("canvas/tool/brush") != "B" || !strings.Contains(got, "cannot be identified") {
		t.Fatalf("keys %q, the sheet says %q", book.keys("canvas/tool/brush"), got)
	}
	catcher.TypedKey(&fyne.KeyEvent{Name: fyne.KeyE})
	if got := said(s.canvas()); !strings.Contains(got, "E is used by “Erase” (Canvas).") {
		t.Fatalf("the sheet says %q", got)
	}
	catcher.TypedKey(&fyne.KeyEvent{Name: fyne.KeyK}) // it plays, but not here
	if book.keys("canvas/tool/brush") != "K" || book.keys("viewer/play") != "Space or K" || s.canvas().Overlays().Top() != nil {
		t.Errorf("keys %q and %q", book.keys("canvas/tool/brush"), book.keys("viewer/play"))
	}
	if got := s.access.keys.said.Text(); got != "“Brush” is now K." {
		t.Errorf("it says %q", got)
	}
	askFor(t, s, "viewer/play").TypedKey(&fyne.KeyEvent{Name: fyne.KeyY})
	if book.keys("viewer/play") != "Y" {
		t.Errorf("two keys became %q", book.keys("viewer/play"))
	}
}

func TestReservedKeysAreRefusedWithTheReason(t *testing.T) {
	s, book, _ := reader(t)
	catcher := askFor(t, s, "new")
	catcher.(fyne.Shortcutable).TypedShortcut(&fyne.ShortcutPaste{})
	if got := said(s.canvas()); !strings.Contains(got, "Ctrl+V copies, pastes or undoes in every text field.") {
		t.Errorf("the sheet says %q", got)
	}
	catcher.TypedKey(&fyne.KeyEvent{Name: fyne.KeyK})
	if got := said(s.canvas()); !strings.Contains(got, "would type a character") {
		t.Errorf("the sheet says %q", got)
	}
	if book.keys("new") != "Ctrl+N" {
		t.Errorf("keys %q", book.keys("new"))
	}
	catcher.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if s.canvas().Overlays().Top() != nil || book.caught != nil {
		t.Error("Esc does not end it")
	}
}

func TestKeysOfAnotherCommandAreExchangedOnAsking(t *testing.T) {
	s, book, _ := reader(t)
	askFor(t, s, "new")
	press(s.canvas(), fyne.KeyP, ctrl)
	words := said(s.canvas())
	if !strings.Contains(words, "|Swap keys") || !strings.Contains(words, "Ctrl+P is used by “Pause sending” (Job).") || book.keys("new") != "Ctrl+N" {
		t.Fatalf("keys %q, the sheet says %q", book.keys("new"), words)
	}
	s.canvas().FocusNext()
	apptest.PressKey(s.canvas().Focused(), fyne.KeyReturn)
	if book.keys("new") != "Ctrl+P" || book.keys("pause") != "Ctrl+N" {
		t.Errorf("%q and %q", book.keys("new"), book.keys("pause"))
	}
	askFor(t, s, "new")
	press(s.canvas(), fyne.KeyN, ctrl|fyne.KeyModifierShift)
	if got := s.access.keys.said.Text(); got != "“New request” is now Ctrl+Shift+N." {
		t.Errorf("it says %q", got)
	}
}

func TestKeysAreTakenAwayAndGivenBack(t *testing.T) {
	s, book, _ := reader(t)
	press := func(word string) { apptest.Press(t, s.canvas().Overlays().Top(), word) }
	askFor(t, s, "new")
	press("No shortcut")
	if book.keys("new") != "" || s.access.keys.reset.Disabled() {
		t.Errorf("keys %q, reset off %v", book.keys("new"), s.access.keys.reset.Disabled())
	}
	askFor(t, s, "new")
	press("Default")
	if book.keys("new") != "Ctrl+N" || !s.access.keys.reset.Disabled() {
		t.Errorf("keys %q, reset off %v", book.keys("new"), s.access.keys.reset.Disabled())
	}
	askFor(t, s, "copy") // the last one keeps its keys
	if s.canvas().Overlays().Top() != nil || !strings.Contains(s.access.keys.said.Text(), "Reserved for text fields.") {
		t.Errorf("keys are asked for that stay; it says %q", s.access.keys.said.Text())
	}
}

func TestAllKeysAreResetAfterAQuestion(t *testing.T) {
	s, book, _ := reader(t)
	if err := book.Choose("new", action.Chord{Key: fyne.KeyJ, Mod: ctrl}, false); err != nil {
		t.Fatal(err)
	}
	s.access.show()
	test.Tap(s.access.keys.reset)
	if book.keys("new") != "Ctrl+J" {
		t.Fatal("reset without a question")
	}
	apptest.PressKey(s.canvas().Focused(), fyne.KeyReturn)
	if book.keys("new") != "Ctrl+J" || s.canvas().Overlays().Top() != nil {
		t.Fatal("Enter does not give the safe answer")
	}
	test.Tap(s.access.keys.reset)
	apptest.Press(t, s.canvas().Overlays().Top(), "Reset all")
	if book.keys("new") != "Ctrl+N" || !s.access.keys.reset.Disabled() {
		t.Errorf("keys %q", book.keys("new"))
	}
}

func TestTheTableIsSearchedByNameAndKeys(t *testing.T) {
	s, _, _ := reader(t)
	k := s.access.keys
	for _, tc := range []struct{ query, want string }{{"", "new pause motion canvas/tool/brush canvas/tool/erase viewer/play copy"}, {"ctrl+p", "pause"}, {"pause", "pause"}, {"view", "motion"}, {"zzz", ""}} {
		k.search.SetText(tc.query)
		var got []string
		for _, r := range k.found {
			got = append(got, r.ID)
		}
		if strings.Join(got, " ") != tc.want || k.empty.Visible() != (tc.want == "") {
			t.Errorf("%q: %v", tc.query, got)
		}
	}
	k.search.SetText("pause")
	s.canvas().Focus(k.search)
	k.search.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	if s.canvas().Focused() != k.list || k.list.At() != 0 {
		t.Errorf("%T has the keyboard, row %d", s.canvas().Focused(), k.list.At())
	}
}

func TestTextSizeAndMotionAreTold(t *testing.T) {
	s, _, w := reader(t)
	if s.access.text.Selected() != 1 {
		t.Errorf("100 %% is %d", s.access.text.Selected())
	}
	s.access.text.TypedKey(&fyne.KeyEvent{Name: fyne.KeyRight})
	test.Tap(s.access.motion)
	if w.scale != 1.5 || !w.still {
		t.Errorf("%v, %v", w.scale, w.still)
	}
	w.scale, w.still = 0.85, false // the menu changed them
	s.access.show()
	if s.access.text.Selected() != 0 || s.access.motion.On() {
		t.Error("the page does not follow")
	}
}

// Wherever Tab leads on the page, a person sees it: what has the keyboard is scrolled into sight and carries its ring.
func TestTheKeyboardIsSeenOnTheWholePage(t *testing.T) {
	s, _, _ := reader(t)
	// Small pictures are faster drawn.
	fyne.CurrentApp().Driver().AllWindows()[0].Resize(fyne.NewSize(700, 400))
	s.canvas().(interface{ SetScale(float32) }).SetScale(0.5)
	for _, c := range []struct {
		chapter string
		things  int
	}{{"Keyboard and accessibility", 14}, {"Service", 18}} {
		open(t, s, c.chapter)
		if n := ringtest.Walk(t, s.canvas()); n < c.things {
			t.Errorf("%s: Tab leads to %d things", c.chapter, n)
		}
	}
	askFor(t, s, "new")
	if n := ringtest.Walk(t, s.canvas()); n < 3 {
		t.Errorf("on the sheet for new keys Tab leads to %d things", n)
	}
}
