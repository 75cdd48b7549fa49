package keymap

import (
	"testing"

	"viviscope/gui/lang"
	"viviscope/gui/lang/langtest"
)

func TestEveryReasonIsTranslated(t *testing.T) {
	langtest.Speak(t, lang.Pseudo)
	said := map[string]bool{}
	for why := LeadsThrough; why <= NotThisCommand; why++ {
		words := (&RefusedError{Keys: "F1", Why: why}).Words()
		if langtest.Foreign(words) != "" || said[words] || words == "" {
			t.Errorf("%d: %q", why, words)
		}
		said[words] = true
	}
	for _, fixed := range []bool{false, true} {
		if words := (&TakenError{Keys: "F1", By: Entry{Word: "Copy", Group: "Edit"}, Fixed: fixed}).Words(); langtest.Foreign(words) != "" || said[words] {
			t.Errorf("%q", words)
		}
	}
}
