// Package langtest helps tests to check that every text of a window comes from a catalog.
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

// Use sets the language until the end of the test. The language is global, so these tests must not run in parallel.
func Use(t testing.TB, tag string) {
	t.Helper()
	if err := lang.Use(tag); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = lang.Use("en") })
}

// Untranslated returns the texts of a canvas that do not come entirely from a catalog, including tooltips and
// placeholders. The language must be [lang.Pseudo]. data lists words that are the same in every language: names, units
// and keys.
func Untranslated(c fyne.Canvas, data ...string) []string {
	whole, pieces := canvasTexts(c)
	// A drawn text may be one line of a wrapped text, or truncated. It counts only if no whole text contains it.
	all := strings.Join(whole, "\n")
	for _, p := range pieces {
		p = strings.TrimSpace(strings.TrimSuffix(p, "…"))
		if !strings.Contains(all, p) {
			whole = append(whole, p)
		}
	}
	slices.Sort(whole)
	return slices.DeleteFunc(slices.Compact(whole), func(text string) bool {
		return UntranslatedWords(text, data...) == ""
	})
}

// UntranslatedItems is [Untranslated] for the items of a menu and its submenus.
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

// UntranslatedWords returns the words of a text that are outside the brackets of the pseudo-language and not in data.
func UntranslatedWords(text string, data ...string) string {
	known := words(strings.Join(data, " "))
	rest := slices.DeleteFunc(words(outsideBrackets(text)), func(w string) bool { return slices.Contains(known, w) })
	return strings.Join(rest, " ")
}

// canvasTexts returns the whole texts of the objects in a canvas, and the drawn pieces of these texts.
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

// textsOf returns the whole texts of an object.
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

// outsideBrackets removes everything inside the brackets of the pseudo-language.
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

// words returns the words of a text that consist of letters. A word with a digit is a name, a unit or a hash.
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
