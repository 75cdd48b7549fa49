package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"fyne.io/fyne/v2/theme"
	"golang.org/x/image/font/sfnt"

	"viviscope/gui/lang"
)

// A sentence without a translation is shown in English; an unused one wastes translation work.
func TestCatalogsMatchSource(t *testing.T) {
	messages, err := extract(filepath.Join("..", "..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	if len(messages) < 1000 {
		t.Fatalf("only %d sentences were found", len(messages))
	}
	for _, l := range lang.Languages() {
		if l.Tag == "en" {
			continue
		}
		t.Run(l.Tag, func(t *testing.T) {
			po, err := os.ReadFile(filepath.Join("..", "translations", l.Tag+".po"))
			if err != nil {
				t.Fatal(err)
			}
			catalog, err := readCatalog(po)
			if err != nil {
				t.Fatal(err)
			}
			inSource := map[string]bool{}
			for _, m := range messages {
				inSource[m.key()] = true
				if !catalog.translated(m) {
					t.Errorf("%q of %s is not translated; `make translations` lists it", m.ID,
						strings.Join(m.Files, ", "))
					continue
				}
				for i, form := range catalog.formsOf(m) {
					checkTranslation(t, m, i, form)
				}
			}
			for key := range catalog.forms {
				if !inSource[key] {
					t.Errorf("%q is in no source file any more; `make translations` removes it", key)
				}
			}
		})
	}
}

// Fyne draws the space after a symbol with the font of that symbol. The symbol font has no space, so "→ " would end in
// a replacement glyph.
func TestNoSpaceAfterSymbolFontGlyph(t *testing.T) {
	messages, err := extract(filepath.Join("..", "..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	var fonts [2]*sfnt.Font
	for i, data := range [][]byte{theme.DefaultTextFont().Content(), theme.DefaultSymbolFont().Content()} {
		if fonts[i], err = sfnt.Parse(data); err != nil {
			t.Fatal(err)
		}
	}
	has := func(f *sfnt.Font, r rune) bool {
		i, err := f.GlyphIndex(nil, r)
		return err == nil && i != 0
	}
	for _, m := range messages {
		for _, sentence := range []string{m.ID, m.Plural} {
			before := ' '
			for _, r := range sentence {
				if r == ' ' && !has(fonts[0], before) && has(fonts[1], before) {
					t.Errorf("%q: a space follows %q", sentence, before)
				}
				before = r
			}
		}
	}
}

// checkTranslation compares the properties that a sentence and its translation must share.
func checkTranslation(t *testing.T, m message, i int, form string) {
	t.Helper()
	source := m.ID
	if m.Plural != "" {
		source = m.Plural
		if i == 0 && slices.Equal(verbs(form), verbs(m.ID)) {
			source = m.ID
		}
	}
	if got, want := verbs(form), verbs(source); !slices.Equal(got, want) {
		t.Errorf("%q shows the values %q, its sentence %q shows %q", form, got, source, want)
	}
	if outerSpaces(form) != outerSpaces(source) {
		t.Errorf("%q begins or ends with other spaces than %q", form, source)
	}
	if strings.Count(form, "\n") != strings.Count(source, "\n") {
		t.Errorf("%q has other lines than %q", form, source)
	}
	if !utf8.ValidString(form) || strings.ContainsFunc(form, func(r rune) bool {
		return r != '\n' && unicode.IsControl(r)
	}) {
		t.Errorf("%q cannot be shown", form)
	}
}

// outerSpaces returns the leading and trailing spaces of a text.
func outerSpaces(s string) string {
	return s[:len(s)-len(strings.TrimLeft(s, " \n"))] + "|" + s[len(strings.TrimRight(s, " \n")):]
}

// verb matches one verb of a format: its optional argument index, its flags and its letter.
var verb = regexp.MustCompile(`%(?:\[(\d+)\])?([-+# 0]*\d*(?:\.\d+)?)([a-zA-Z%])`)

// verbs returns the verbs of a format with their argument indexes, sorted: "1:s", "2:d". "%%" does not count. A
// translation must have the same verbs as its sentence, in any order. Otherwise the window would show the wrong value
// or an error of package fmt.
func verbs(format string) []string {
	var all []string
	next := 1
	for _, m := range verb.FindAllStringSubmatch(format, -1) {
		if m[3] == "%" {
			continue
		}
		if m[1] != "" {
			next, _ = strconv.Atoi(m[1]) // the pattern has only digits
		}
		all = append(all, fmt.Sprintf("%d:%s%s", next, m[2], m[3]))
		next++
	}
	slices.Sort(all)
	return slices.Compact(all)
}
