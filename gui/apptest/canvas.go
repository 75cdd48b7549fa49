package apptest

import (
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
)

// Compares skips a test of pictures where they were not made: rasterising differs in the last bit elsewhere.
func SkipUnlessGoldenPlatform(t testing.TB) {
	t.Helper()
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("the pictures were made on linux/amd64")
	}
}

// PressKey presses a key that has no modifier on what has the keyboard: it goes down, is typed, and comes up.
func PressKey(on fyne.Focusable, key fyne.KeyName) {
	e := &fyne.KeyEvent{Name: key}
	keys, ok := on.(desktop.Keyable)
	if ok {
		keys.KeyDown(e)
	}
	on.TypedKey(e)
	if ok {
		keys.KeyUp(e)
	}
}

// Button is what is pressed and has words: a button, a link, a chip.
type Button interface {
	fyne.Tappable
	fyne.Disableable
	Text() string
}

// Seen returns an object and all its parts, in their order, without those that are hidden.
func Visible(o fyne.CanvasObject) (all []fyne.CanvasObject) {
	if o == nil || !o.Visible() {
		return nil
	}
	all = []fyne.CanvasObject{o}
	var parts []fyne.CanvasObject
	switch o := o.(type) {
	case *fyne.Container:
		parts = o.Objects
	case fyne.Widget:
		parts = test.WidgetRenderer(o).Objects()
	}
	for _, p := range parts {
		all = append(all, Visible(p)...)
	}
	return all
}

// Named fails where something in a canvas takes the keyboard or a click, or has words for those who hear them, and has
// no role, or no words that say what it is. Of the toolkit's own parts only those that take the keyboard need them.
func CheckAccessibleNames(t testing.TB, c fyne.Canvas) {
	t.Helper()
	all := Visible(c.Content())
	for _, o := range c.Overlays().List() {
		all = append(all, Visible(o)...)
	}
	for _, o := range all {
		a, whole := o.(fyne.Accessible)
		switch o.(type) {
		case fyne.Focusable:
		case fyne.Tappable, fyne.SecondaryTappable:
			if !strings.HasPrefix(reflect.TypeOf(o).Elem().PkgPath(), "viviscope/") {
				continue
			}
		default:
			if _, says := o.(interface{ AccessibilityLabel() string }); whole || !says {
				continue
			}
		}
		if !whole || a.AccessibilityRole() == "" || a.AccessibilityLabel() == "" {
			t.Errorf("%T at %v has no role or no name", o, fyne.CurrentApp().Driver().AbsolutePositionForObject(o))
		}
	}
}

// Words returns what the seen texts and buttons of an object say.
func Texts(o fyne.CanvasObject) (words []string) {
	for _, part := range Visible(o) {
		if text, ok := part.(interface{ Text() string }); ok {
			words = append(words, text.Text())
		}
	}
	return words
}

// Buttons returns the seen buttons of an object by their words.
func Buttons(o fyne.CanvasObject) map[string]Button {
	buttons := map[string]Button{}
	for _, part := range slices.Backward(Visible(o)) { // of two with the same words the first
		if b, ok := part.(Button); ok {
			buttons[b.Text()] = b
		}
	}
	return buttons
}

// Press presses the seen button of an object that says so.
func Press(t testing.TB, o fyne.CanvasObject, word string) {
	t.Helper()
	b := Buttons(o)[word]
	if b == nil {
		t.Fatalf("no button %q among %q", word, Texts(o))
	}
	test.Tap(b)
}
