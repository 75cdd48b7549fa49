// Package langtest helps tests see that every text of a window comes from a catalog.
package langtest

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/lang"
)

// Speak makes tag the language for the length of a test. The language is the process's, so such tests do not run in
// parallel.
func Use(t testing.TB, tag string) {
	t.Helper()
	if err := lang.Use(tag); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = lang.Use("en") })
}

// Untranslated returns the texts of a canvas, with those that tooltips and empty fields have, of which a part does not
// come from a catalog. The language must be [lang.Pseudo]. The words of data are names, units and keys, which are the
// same in every language.
func Untranslated(c fyne.Canvas, data ...string) []string {
	whole, pieces := canvasTexts(c)
	// A text that was broken into lines, or cut, is judged as a whole.
	all := strings.Join(whole, "\n")
	for _, p := range pieces {
		if p = strings.TrimSpace(strings.TrimSuffix(p, "…")); !strings.Contains(all, p) {
			whole = append(whole, p)
		}
	}
	slices.Sort(whole)
	return slices.DeleteFunc(slices.Compact(whole), func(text string) bool {
		return UntranslatedWords(text, data...) == ""
	})
}

// UntranslatedItems is [Untranslated] for the items of a menu and of the menus in it.
func UntranslatedItems(m *fyne.Menu, data ...string) (out []string) {
	for _, item := range m.Items {
		if UntranslatedWords(item.Label, data...) != "" {
			out = append(out, item.Label)
		}
		if item.ChildMenu != nil {
			out = append(out, UntranslatedItems(item.ChildMenu, data...)...)
		}
	}
	return out
}

// Foreign returns the words of a text that stand outside all brackets of the pseudo language and are not among data.
func UntranslatedWords(text string, data ...string) string {
	known := words(strings.Join(data, " "))
	rest := slices.DeleteFunc(words(outsideBrackets(text)), func(w string) bool { return slices.Contains(known, w) })
	return strings.Join(rest, " ")
}

// said returns what the objects of a canvas say as a whole, and the pieces in which that is drawn.
func canvasTexts(c fyne.Canvas) (whole, pieces []string) {
	objects := test.LaidOutObjects(c.Content())
	for _, o := range c.Overlays().List() {
		objects = append(objects, test.LaidOutObjects(o)...)
	}
	for _, o := range objects {
		whole = append(whole, textsOf(o)...)
		if t, ok := o.(*canvas.Text); ok {
			pieces = append(pieces, t.Text)
		}
	}
	return whole, pieces
}

// saidBy returns what an object says as a whole.
func textsOf(o fyne.CanvasObject) (out []string) {
	if _, toolkits := o.(*fyne.Container); toolkits {
		return nil
	}
	if e, ok := o.(interface{ AccessibilityLabel() string }); ok {
		out = append(out, e.AccessibilityLabel())
	}
	switch w := o.(type) {
	case *canvas.Text:
	case *widget.Entry:
		if w.Text == "" {
			out = append(out, w.PlaceHolder)
		}
	case interface{ Text() string }:
		out = append(out, w.Text())
	}
	return out
}

// outside returns what of a text lies outside all brackets of the pseudo language.
func outsideBrackets(text string) string {
	depth := 0
	return strings.Map(func(r rune) rune {
		switch r {
		case '\u27e6':
			depth++
			return ' '
		case '\u27e7':
			depth--
			return ' '
		}
		if depth > 0 {
			return -1
		}
		return r
	}, text)
}

// words returns the words of a text that have a letter in them. What has a digit too is a name, a unit or a hash.
func words(text string) (out []string) {
	for _, w := range strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r)
	}) {
		if strings.ContainsFunc(w, unicode.IsLetter) && !strings.ContainsFunc(w, unicode.IsNumber) {
			out = append(out, w)
		}
	}
	return out
}
