package search

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// matchesPlainly is the simplest implementation of whether a folded text contains a term. It ignores Not.
func matchesPlainly(text string, term Term, anywhere bool) bool {
	folded := Fold(term.Text)
	if anywhere || !term.indexable() {
		return folded != "" && strings.Contains(text, folded)
	}
	wanted := wordsOf(folded)
	for _, part := range strings.Split(text, "\t") {
		words := wordsOf(part)
		for from := 0; from+len(wanted) <= len(words); from++ {
			here, last := words[from:from+len(wanted)], len(wanted)-1
			if slices.Equal(here[:last], wanted[:last]) &&
				(here[last] == wanted[last] || !term.Exact && strings.HasPrefix(here[last], wanted[last])) {
				return true
			}
		}
	}
	return false
}

func wordsOf(text string) (words []string) {
	for at := 0; at < len(text); {
		word := wordAt([]byte(text), at)
		if word != nil {
			words = append(words, string(word))
		}
		_, size := utf8.DecodeRuneInString(text[at:])
		at += size
	}
	return words
}

// Words, prefixes, phrases and letters of any script match exactly where they occur.
func TestMatchingAgreesWithPlainSearch(t *testing.T) {
	pieces := []string{"a", "ab", "b", "the", "on", "é", "夜", "船", "夜船", "か", "-", ", ", "'", "%", " ", " ", " "}
	written := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 1, 8).Draw(t, "pieces"), "")
	})
	rapid.Check(t, func(t *rapid.T) {
		all := newTexts()
		for _, parts := range rapid.SliceOfN(rapid.SliceOfN(written, 1, 3), 1, 12).Draw(t, "texts") {
			all.put(parts...)
		}
		var terms []Term
		for range rapid.IntRange(1, 3).Draw(t, "terms") {
			term := Term{Text: strings.TrimSpace(written.Draw(t, "term")), Exact: rapid.Bool().Draw(t, "exact"),
				Not: rapid.IntRange(0, 2).Draw(t, "not") == 0}
			if term.Text != "" {
				terms = append(terms, term)
			}
		}
		words, asWords := 0, map[uint32]bool{}
		for n := range uint32(len(all.ends)) {
			asWords[n] = true
			for _, term := range terms {
				if term.indexable() && !term.Not {
					words++
					asWords[n] = asWords[n] && matchesPlainly(string(all.text(n)), term, false)
				}
			}
		}
		some := false
		for _, has := range asWords {
			some = some || has
		}
		anywhere := words > 0 && !some
		holds := all.matching(terms)
		for n := range uint32(len(all.ends)) {
			text := string(all.text(n))
			want := !slices.ContainsFunc(terms, func(term Term) bool {
				return matchesPlainly(text, term, anywhere) == term.Not
			})
			if holds[n] != want {
				t.Fatalf("%v in %q: %v", terms, text, !want)
			}
		}
	})
}

// A word is found in every spelling that differs in case.
func TestFoldUsesFullCaseFolding(t *testing.T) {
	for _, same := range [][]string{
		{"Straße", "strasse", "STRASSE", "STRAẞE", "straße", "Strasse"}, {"ΟΔΟΣ", "οδος", "οδοσ", "Οδός"},
		{"İstanbul", "istanbul", "ISTANBUL"},
		{"ﬁre", "FIRE", "fire"}, {"ﬅone", "stone", "STONE"}, {"ŉ", "ʼn", "ʼN"}, {"ΆΙ", "αι"}, {"Ꭰ", "ꭰ"}, {"Ａb", "ab"},
		{"Größe", "GROSSE", "groẞe"},
	} {
		for _, written := range same {
			for _, asked := range same {
				all := newTexts()
				n := all.put("an " + written)
				for _, exact := range []bool{false, true} {
					if !all.matching([]Term{{Text: asked, Exact: exact}})[n] {
						t.Errorf("%q does not find %q (%q, %q)", asked, written, Fold(asked), Fold(written))
					}
				}
				if again := Fold(Fold(asked)); again != Fold(asked) {
					t.Errorf("%q folds to %q, and that to %q", asked, Fold(asked), again)
				}
			}
		}
	}
}
