package widgets

import "testing"

// A bar shows what the service said, at once: nothing slides, and 0 does not pulse.
func TestABarJumpsToItsValue(t *testing.T) {
	p := NewProgress()
	p.Resize(p.MinSize().AddWidthHeight(76, 0))
	for _, part := range []float64{0, 0.25, 0.75, 0.5} {
		p.value = part
		p.Refresh()
		if got, want := p.bar.Size().Width, p.Size().Width*float32(part); got != want || p.bar.Visible() != (part > 0) {
			t.Errorf("at %v: %v px, want %v", part, got, want)
		}
	}
}
