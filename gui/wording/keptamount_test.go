package wording

import (
	"testing"

	"viviscope/gui/lang/langtest"
)

func TestAnAmountStaysTheSameInAnotherLanguage(t *testing.T) {
	for _, tc := range []struct{ from, typed, to, want string }{
		{"en", "0.56", "de", "0,56"},
		{"de", "1.250", "en", "1250.00"},
		{"de", "1,5", "en", "1.50"},
		{"en", "1.50", "en", "1.50"},
		{"en", "", "de", ""},
		{"en", "a lot", "de", "a lot"},
		{"en", "1,250", "de", "1,250"}, // nobody knows which amount was meant
	} {
		langtest.Speak(t, tc.from)
		kept := KeepAmount(tc.typed, "CNY")
		langtest.Speak(t, tc.to)
		if got := kept.Text(); got != tc.want {
			t.Errorf("%q in %s is %q in %s, want %q", tc.typed, tc.from, got, tc.to, tc.want)
		}
	}
}
