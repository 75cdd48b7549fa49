package db

import "testing"

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
