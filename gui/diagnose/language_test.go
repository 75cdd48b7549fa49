package diagnose

import (
	"context"
	"testing"

	"viviscope/gui/lang"
	"viviscope/gui/lang/langtest"
)

func TestEveryTextIsTranslated(t *testing.T) {
	langtest.Speak(t, lang.Pseudo)
	w := window(t)
	p := &Page{
		Canvas: w.Canvas(), Post: func(f func()) { f() }, Go: func(func(context.Context)) {}, Copy: func(string) {}, OnLog: func() {},
		Checks: []Check{Fact("Program", "Version", "1"), Fact("Keys", "Keychain", "")},
	}
	for shown, show := range map[string]func(){
		"page": func() { p.Show() },
		"text": func() { Text{Title: "Log", Words: "where", Body: "line", Copy: func(string) {}}.Show(w.Canvas()) },
	} {
		show()
		for _, text := range langtest.Untranslated(w.Canvas(), "Program Version Keys Keychain Log where line") {
			t.Errorf("%s: %q", shown, text)
		}
	}
}
