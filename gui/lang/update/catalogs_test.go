package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"viviscope/gui/lang"
)

// A sentence without a translation would be shown in English, and one that nothing says any more would be translated for nothing.
func TestCatalogsHoldExactlyTheSentencesOfTheSource(t *testing.T) {
	messages, faults, err := Collect(filepath.Join("..", "..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range faults {
		t.Error(f)
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
			catalog, err := Read(po)
			if err != nil {
				t.Fatal(err)
			}
			said := map[string]bool{}
			for _, m := range messages {
				said[m.Context+"\x00"+m.ID] = true
				if !catalog.Translated(m) {
					t.Errorf("%q of %s is not translated; `make translations` lists it", m.ID, strings.Join(m.Files, ", "))
					continue
				}
				for i, form := range catalog.Forms(m) {
					checkForm(t, m, i, form)
				}
			}
			for _, m := range catalog.Keys() {
				if !said[m.Context+"\x00"+m.ID] {
					t.Errorf("nothing says %q any more; `make translations` takes it out", m.ID)
				}
			}
		})
	}
}

// checkForm holds what must agree between a sentence and a translation of it.
func checkForm(t *testing.T, m Message, i int, form string) {
	t.Helper()
	source := m.ID
	if m.Plural != "" {
		source = m.Plural
		if i == 0 && slices.Equal(Verbs(form), Verbs(m.ID)) {
			source = m.ID
		}
	}
	if got, want := Verbs(form), Verbs(source); !slices.Equal(got, want) {
		t.Errorf("%q shows the values %q, its sentence %q shows %q", form, got, source, want)
	}
	if edges(form) != edges(source) {
		t.Errorf("%q begins or ends with other spaces than %q", form, source)
	}
	if strings.Count(form, "\n") != strings.Count(source, "\n") {
		t.Errorf("%q has other lines than %q", form, source)
	}
	if !utf8.ValidString(form) || strings.ContainsFunc(form, func(r rune) bool { return r != '\n' && unicode.IsControl(r) }) {
		t.Errorf("%q cannot be shown", form)
	}
}

// edges are the spaces around a text.
func edges(s string) string {
	return s[:len(s)-len(strings.TrimLeft(s, " \n"))] + "|" + s[len(strings.TrimRight(s, " \n")):]
}
