package action

import (
	"testing"

	"fyne.io/fyne/v2"

	"viviscope/gui/lang"
	"viviscope/gui/lang/langtest"
)

func TestEveryTextIsTranslated(t *testing.T) {
	langtest.Use(t, lang.Pseudo)
	items := []Action{{ID: "a", Group: "Job", Label: "Pause", KeyHint: "Ctrl", On: true},
		{ID: "b", Group: "Job", Label: "Copy", Disabled: "No."}}
	for _, query := range []string{"", "qqq"} {
		_, c, _ := open(t, items, nil)
		typed(c, query)
		for _, text := range langtest.Untranslated(c, "Job Pause Ctrl Copy No qqq") {
			t.Errorf("%q: %q", query, text)
		}
	}
}

func TestKeysAreWrittenAsOnTheKeyboardsOfALanguage(t *testing.T) {
	for of, want := range map[string]string{"de": "Strg+Umschalt+Entf", "es": "Ctrl+Mayús+Supr",
		"ja": "Ctrl+Shift+Delete"} {
		langtest.Use(t, of)
		if got := (Chord{fyne.KeyDelete, ctrl | fyne.KeyModifierShift}).Words(false); got != want {
			t.Errorf("%s: %q, want %q", of, got, want)
		}
	}
}
