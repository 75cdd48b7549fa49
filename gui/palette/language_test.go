package palette

import (
	"testing"

	"viviscope/gui/lang"
	"viviscope/gui/lang/langtest"
)

func TestEveryTextIsTranslated(t *testing.T) {
	langtest.Speak(t, lang.Pseudo)
	items := []Item{{ID: "a", Group: "Job", Word: "Pause", Keys: "Ctrl", On: true}, {ID: "b", Group: "Job", Word: "Copy", Off: "No."}}
	for _, query := range []string{"", "qqq"} {
		_, c, _ := open(t, items, nil)
		typed(c, query)
		for _, text := range langtest.Untranslated(c, "Job Pause Ctrl Copy No qqq") {
			t.Errorf("%q: %q", query, text)
		}
	}
}
