package widgets

import "testing"

// A bar shows what the service said, at once: nothing slides, and 0 does not pulse.
func TestABarJumpsToItsValue(t *testing.T) {
	p := NewProgress(6)
	p.Resize(p.MinSize().AddWidthHeight(76, 0))
	for _, part := range []float64{0, 0.25, 0.75, 0.5} {
		p.SetValue(part)
		if len(p.bars) == 0 {
			if part > 0 {
				t.Errorf("at %v: no bar", part)
			}
			continue
		}
		if got, want := p.bars[0].Size().Width, p.Size().Width*float32(part); got != want {
			t.Errorf("at %v: %v px, want %v", part, got, want)
		}
	}
}
