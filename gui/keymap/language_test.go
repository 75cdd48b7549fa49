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
	by := Entry{Word: "Copy", Group: "Edit"}
	for _, e := range []TakenError{{By: by}, {By: by, Fixed: true}, {By: by, Fixed: true, For: "F2"}, {By: by, And: []Entry{by}}} {
		e.Keys = "F1"
		if words := e.Words(); langtest.Foreign(words) != "" || said[words] {
			t.Errorf("%q", words)
		}
	}
}
