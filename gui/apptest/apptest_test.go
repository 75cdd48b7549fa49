package apptest

import (
	"testing"

	"viviscope/gui/editor/paint"
)

func TestSystemFontsAreHidden(t *testing.T) {
	if got := paint.NewFonts().Missing("a月"); string(got) != "月" {
		t.Errorf("no font has %q", string(got))
	}
}
