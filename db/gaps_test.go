package db

import (
	"bytes"
	"testing"

	"pgregory.net/rapid"
)

// What may stand in a text has its marks, and words that never stand side by side there have others.
func TestMarksOfGaps(t *testing.T) {
	has := marksOf([]byte("paper boats, on a canal - n\tday of 夜船 no"), false, false)
	for part, want := range map[string]bool{
		"boats on": true, "oats, on": true, "on a": true, "a can": true, "s on a c": true, "canal n": true, "of 夜": true, "船 no": true,
		"paper": true, "r": true, "p b": true, "boats a": true, // of which too little is known
		"canal paper": false, "boats an": false, "on canal": false, "n day": false, "on paper": false, "船 on": false,
	} {
		want2 := marksOf([]byte(part), true, true)
		if has.has(&want2) != want {
			t.Errorf("%q: %v", part, !want)
		}
	}
	word, end := marksOf([]byte("l n"), false, false), marksOf([]byte("l n,"), true, true)
	if has.has(&word) || !has.has(&end) {
		t.Error("a whole word is not told from the end of one")
	}
}

// The marks leave no text out that holds what is looked for, whatever stands at its ends.
func TestMarksLeaveNothingOut(t *testing.T) {
	said := rapid.StringOfN(rapid.SampledFrom([]rune("aab12 ,,-/é夜船ー\x00\t\u0915\u093f")), 0, 12, -1)
	rapid.Check(t, func(t *rapid.T) {
		all := newTexts()
		var texts []uint32
		for range rapid.IntRange(1, 4).Draw(t, "texts") {
			texts = append(texts, all.put(said.Draw(t, "prompt"), said.Draw(t, "note")))
		}
		// A part of what was said, with something else at its end.
		part := []rune(string(all.text(texts[0])))
		from := rapid.IntRange(0, len(part)).Draw(t, "from")
		part = part[from:rapid.IntRange(from, len(part)).Draw(t, "to")]
		tail := rapid.SampledFrom([]string{"", "", ",", " -", "a", "夜"}).Draw(t, "tail")
		term, whole := Term{Text: string(part) + tail}, rapid.Bool().Draw(t, "whole")
		folded := []byte(fold(term.Text))
		if len(folded) == 0 {
			return
		}
		anywhere, _ := all.anywhere(string(folded))
		var words [][]byte
		eachWord(folded, func(w []byte, _ bool) bool { words = append(words, w); return true })
		for _, n := range texts {
			text := all.text(n)
			if bytes.Contains(text, folded) && !anywhere.has(n) {
				t.Errorf("%q stands in %q", folded, text)
			}
			if term.indexable() && newPhrase(words, whole).standsIn(text) {
				if as, _ := all.asWords(folded, whole); !as.has(n) {
					t.Errorf("the words of %q stand in %q", folded, text)
				}
			}
		}
	})
}
