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

// SkipUnlessGoldenPlatform skips the test except on linux/amd64, where golden pictures are made. Rasterising differs
// slightly elsewhere.
func SkipUnlessGoldenPlatform(t testing.TB) {
	t.Helper()
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("the pictures were made on linux/amd64")
	}
}

// PressKey sends the events of one key press without modifiers to a focused object: down, typed, up.
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

// Button is a tappable object with a text: a button, a link or a chip.
type Button interface {
	fyne.Tappable
	fyne.Disableable
	Text() string
}

// Visible returns o and its visible descendants in drawing order.
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

// CheckAccessibleNames fails the test for each object that takes the focus or clicks, or has an accessibility label,
// but lacks a role or a label. Fyne's own widgets need them only if they take the focus.
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

// Texts returns the texts of the visible labels and buttons in o.
func Texts(o fyne.CanvasObject) (words []string) {
	for _, part := range Visible(o) {
		if text, ok := part.(interface{ Text() string }); ok {
			words = append(words, text.Text())
		}
	}
	return words
}

// Buttons returns the visible buttons in o by their texts.
func Buttons(o fyne.CanvasObject) map[string]Button {
	buttons := map[string]Button{}
	for _, part := range slices.Backward(Visible(o)) { // the first of several with the same text wins
		if b, ok := part.(Button); ok {
			buttons[b.Text()] = b
		}
	}
	return buttons
}

// Press taps the visible button with this text in o.
func Press(t testing.TB, o fyne.CanvasObject, word string) {
	t.Helper()
	b := Buttons(o)[word]
	if b == nil {
		t.Fatalf("no button %q among %q", word, Texts(o))
	}
	test.Tap(b)
}
