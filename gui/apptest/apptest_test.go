package apptest

import (
	"testing"

	"viviscope/gui/fonts"
)

func TestTheComputerHasNoFonts(t *testing.T) {
	var s fonts.System
	for _, r := range "a\u2212月" {
		if s.Of(r, fonts.Wish{}) != nil {
			t.Errorf("a font of the computer for %q", r)
		}
	}
}
