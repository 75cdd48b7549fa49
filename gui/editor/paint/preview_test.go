package paint

import (
	"testing"

	"viviscope/gui/editor/drawing"
	"viviscope/gui/media/mediatest"
)

// What is tried out leaves no trace, whether it is applied, given up or drawn upon.
func TestPreviewLeavesNoTrace(t *testing.T) {
	d, l := on(mediatest.Pattern(300, 200, true))
	d = d.Add(drawing.Mark{Kind: drawing.Box, Points: pts(30, 20, 200, 120), Style: look(red, 9)})
	do := func(d drawing.Drawing, s drawing.Step) drawing.Drawing {
		t.Helper()
		next, err := d.Do(s)
		if err != nil {
			t.Fatal(err)
		}
		return next
	}
	d = do(d, drawing.Step{Kind: drawing.Turn, Turns: 1})
	tilted := func(degrees float64) drawing.Drawing {
		return do(d, drawing.Step{Kind: drawing.Straighten, Degrees: degrees})
	}
	marked := tilted(4).Add(drawing.Mark{Kind: drawing.Line, Points: pts(5, 5, 90, 120), Style: look(blue, 7)})
	for name, then := range map[string]drawing.Drawing{"applied": tilted(7), "given up": d,
		"applied and drawn upon": marked, "undone": {Source: d.Source}} {
		s := surface(t, d, l)
		before := held(s)
		for _, degrees := range []float64{3, -12.5, 7} {
			damage, err := s.Preview(tilted(degrees))
			if err != nil || len(damage) != 1 {
				t.Fatalf("Preview(%g) = %v, %v", degrees, damage, err)
			}
			if got := s.Size(); got != tilted(degrees).Size() {
				t.Errorf("at %g degrees the surface is %v, the canvas %v", degrees, got, tilted(degrees).Size())
			}
		}
		if held(s) <= before/2 {
			t.Errorf("%s: %d bytes while something is tried out", name, held(s))
		}
		set(t, s, then)
		if !wantSame(t, shown(s), bake(t, then, l)) {
			t.Errorf("%s: the surface shows something else than what is sent", name)
		}
		if s.exact.ground != s.bitmap.ground {
			t.Errorf("%s: the ground before is still held", name)
		}
	}
}
