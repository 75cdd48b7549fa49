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

// A sentence without a translation would be shown in English, and an unused one would be translated for nothing.
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

// The toolkit draws the space behind a sign with the font of that sign, and its font of symbols has no space: "→ " ends
// in a replacement sign.
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

// checkForm holds what must agree between a sentence and a translation of it.
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

// edges are the spaces around a text.
func outerSpaces(s string) string {
	return s[:len(s)-len(strings.TrimLeft(s, " \n"))] + "|" + s[len(strings.TrimRight(s, " \n")):]
}

// verb is one value in a format of package fmt: its number where it has one, flags, and the letter.
var verb = regexp.MustCompile(`%(?:\[(\d+)\])?([-+# 0]*\d*(?:\.\d+)?)([a-zA-Z%])`)

// verbs lists which value a format shows how, sorted by values: "1:s", "2:d". What stands for a percent sign is left
// out. A translation must have the same as its sentence, in any order; otherwise the window would show a value in the
// place of another, or the complaint of package fmt.
func verbs(format string) []string {
	var all []string
	next := 1
	for _, m := range verb.FindAllStringSubmatch(format, -1) {
		if m[3] == "%" {
			continue
		}
		if m[1] != "" {
			next, _ = strconv.Atoi(m[1]) // digits
		}
		all = append(all, fmt.Sprintf("%d:%s%s", next, m[2], m[3]))
		next++
	}
	slices.Sort(all)
	return slices.Compact(all)
}
