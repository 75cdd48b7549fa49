package paint

import (
	"context"
	"image"
	"slices"

	"viviscope/gui/editor/drawing"
)

// before is the ground to which a step is tried out.
type before struct {
	source drawing.Source
	steps  []drawing.Step
	ground *image.RGBA
}

// Preview is Set for a drawing whose last step is being tried out, such as the angle of a straightening that a slider turns:
// that step is done fast and roughly, and what it is done to is kept for the next try. The next Set paints everything as it
// is sent, and lets go of that.
func (s *Surface) Preview(d drawing.Drawing) ([]image.Rectangle, error) {
	n := len(d.Steps)
	if n == 0 {
		return s.Set(d)
	}
	ctx := context.Background()
	dropped := s.drop()
	last := drawing.Drawing{Source: d.Source, Steps: d.Steps[:n-1]}
	under, err := s.groundFor(ctx, last)
	if err != nil {
		return dropped, err
	}
	ground, _, err := stepped(ctx, under, true, d.Steps[n-1:], rough)
	if err == nil {
		err = s.restart(ctx, d, ground)
	}
	if err != nil {
		return dropped, err
	}
	s.hold(&before{d.Source, last.Steps, under})
	return []image.Rectangle{{Max: s.sheet.size}}, nil
}

func (s *Surface) hold(b *before) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.before = b
}

// groundFor is the ground of a drawing, made with as few steps as what is there allows. It is not changed.
func (s *Surface) groundFor(ctx context.Context, d drawing.Drawing) (*image.RGBA, error) {
	have := &before{s.drawing.Source, s.drawing.Steps, s.sheet.ground}
	if s.before != nil { // then the sheet's is rough
		have = s.before
	}
	if n := len(have.steps); d.Source == have.source && n <= len(d.Steps) && slices.Equal(d.Steps[:n], have.steps) {
		ground, _, err := stepped(ctx, have.ground, true, d.Steps[n:], exact)
		return ground, err
	}
	ground, _, err := groundOf(ctx, d, s.album.from)
	return ground, err
}

func sameGround(a, b drawing.Drawing) bool {
	return a.Source == b.Source && slices.Equal(a.Steps, b.Steps)
}
