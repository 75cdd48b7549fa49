package lang_test

import (
	"testing"

	"viviscope/gui/lang"
	"viviscope/gui/lang/langtest"
)

func TestTheEnglishOfASentenceIsFound(t *testing.T) {
	const english = "Could not keep the language."
	if got := lang.Source(english); got != english {
		t.Errorf("in English: %q", got)
	}
	for _, l := range lang.Languages() {
		langtest.Speak(t, l.Tag)
		if got := lang.Source(lang.L(english)); got != english {
			t.Errorf("%s: %q", l.Tag, got)
		}
	}
	if got := lang.Source("no such sentence"); got != "" {
		t.Errorf("of a sentence that nobody says: %q", got)
	}
}
