package paint

import (
	"context"
	"image"
	"slices"
	"sync"

	"viviscope/gui/editor/drawing"
	"viviscope/gui/media/reduce"
)

// Surface is a drawing's pixels, kept up to date while it is edited: only the tiles whose marks have changed are painted
// again.
//
// One goroutine paints: it alone calls Set, Preview, Begin and Extend, one after the other. Others may call Size, Opaque and Draw
// meanwhile; they see each tile as it was or as it is, never half of one, and never wait for more than one.
//
// It holds the ground (which may be the very image that Pictures gave), the picture with its smaller sizes, the pictures
// that are placed, and the regions that are blurred or in squares. At 3840 x 2160 that is 33 MB, 33 MB, and 11 MB. While a stroke is
// drawn it is 19 KB more for each row that it touches, and while a step is tried out another 33 MB for what it is done to.
type Surface struct {
	exact  madeGround // the painter's own, like all that is not said to be locked
	placed *placedPictures
	scene  scene
	live   *liveStroke // nil: none is being drawn

	mu     sync.Mutex
	bitmap *bitmap // replaced as a whole with the ground; locked by mu
}

// madeGround is a ground as it is sent, with what it was made of.
type madeGround struct {
	source drawing.Source
	steps  []drawing.Step
	ground *image.RGBA
}

// bitmap is the pixels upon one ground.
type bitmap struct {
	ground  *image.RGBA     // never changed
	picture *reduce.Pyramid // locked by the surface's mu
}

func (b *bitmap) canvas() image.Rectangle { return b.ground.Rect }

// NewSurface paints a drawing. The context ends the painting early; it is not kept.
func NewSurface(ctx context.Context, d drawing.Drawing, p Pictures) (*Surface, error) {
	s := &Surface{placed: newPlacedPictures(p), bitmap: &bitmap{ground: &image.RGBA{}}}
	if _, err := s.set(ctx, d, exact); err != nil {
		return nil, err
	}
	return s, nil
}

// Set makes the surface show another drawing, and says what has changed, in pixels of the canvas: all of it, where the
// ground did. A stroke that was begun is taken away: the drawing that has it as its uppermost mark shows it again. After an
// error the surface shows what it showed, without that stroke.
func (s *Surface) Set(d drawing.Drawing) ([]image.Rectangle, error) {
	return s.set(context.Background(), d, exact)
}

// Preview is Set for a drawing whose last step is being tried out, such as the angle of a straightening that a slider turns:
// that step is done fast and roughly, and what it is done to is kept for the next try. The next Set paints everything as it
// is sent.
func (s *Surface) Preview(d drawing.Drawing) ([]image.Rectangle, error) {
	return s.set(context.Background(), d, rough)
}

func (s *Surface) set(ctx context.Context, d drawing.Drawing, how care) (changed []image.Rectangle, err error) {
	on, had, stroke := s.bitmap, s.scene, image.Rectangle{}
	if s.live != nil {
		stroke, s.live = s.live.damage, nil
	}
	base, ground, err := s.groundOf(ctx, d, how)
	fresh := err == nil && ground != on.ground
	if fresh {
		on, had = &bitmap{ground, reduce.NewPyramid(cut(ground, ground.Rect))}, nil
	}
	var next scene
	if err == nil {
		next, err = makeScene(ctx, ground, s.placed, d.Marks, had)
	}
	if err != nil {
		changed, _ = s.repaint(ctx, s.bitmap, s.scene.shapes(), s.scene.shapes(), stroke) // fails only where the context ends
		return changed, err
	}
	if changed, err = s.repaint(ctx, on, had.shapes(), next.shapes(), stroke); err != nil {
		return changed, err
	}
	if fresh {
		changed = []image.Rectangle{on.canvas()}
	}
	s.exact, s.scene = base, next
	s.placed.keep(d.Marks)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.bitmap = on
	return changed, nil
}

// groundOf is the ground of a drawing, and the last exact one on the way to it, made with as few steps as what is there allows.
func (s *Surface) groundOf(ctx context.Context, d drawing.Drawing, how care) (base madeGround, ground *image.RGBA, err error) {
	steps, last := d.Steps, []drawing.Step(nil)
	if n := len(steps); how == rough && n > 0 {
		steps, last = steps[:n-1], steps[n-1:]
	}
	base = madeGround{source: d.Source, steps: steps}
	had := s.exact
	if had.ground != nil && d.Source == had.source && len(had.steps) <= len(steps) &&
		slices.Equal(steps[:len(had.steps)], had.steps) {
		base.ground, err = stepped(ctx, had.ground, steps[len(had.steps):], exact)
	} else {
		base.ground, err = Ground(ctx, drawing.Drawing{Source: d.Source, Steps: steps}, s.placed.from)
	}
	if err == nil {
		ground, err = stepped(ctx, base.ground, last, rough)
	}
	return base, ground, err
}

// repaint paints the tiles in which two lists of shapes differ and those of a part, and says which these are.
func (s *Surface) repaint(ctx context.Context, on *bitmap, had, want []shape, part image.Rectangle) (changed []image.Rectangle, err error) {
	all, tiles := want, []image.Rectangle{}
	for len(had) > 0 && len(want) > 0 && had[0] == want[0] {
		had, want = had[1:], want[1:]
	}
	for n, m := len(had), len(want); n > 0 && m > 0 && had[n-1] == want[m-1]; n, m = n-1, m-1 {
		had, want = had[:n-1], want[:m-1]
	}
	for _, r := range tilesIn(on.canvas(), on.canvas()) {
		if !r.Overlaps(part) && slices.Equal(upon(had, r), upon(want, r)) {
			continue
		}
		tiles = append(tiles, r)
		if last := len(changed) - 1; last >= 0 && changed[last].Max.X == r.Min.X && changed[last].Min.Y == r.Min.Y {
			changed[last].Max.X = r.Max.X
		} else {
			changed = append(changed, r)
		}
	}
	return changed, paintTiles(ctx, on.ground, tiles, all, func(t *tile) {
		s.mu.Lock()
		defer s.mu.Unlock()
		t.copyTo(on.picture.Level(0), t.rect)
		on.picture.Update(t.rect)
	})
}

// Size is the size of the canvas in pixels.
func (s *Surface) Size() image.Point {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.bitmap.canvas().Max
}

// Opaque tells that no pixel of the picture lets anything through: the ground's none, and what lies upon that never takes anything away.
func (s *Surface) Opaque() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.bitmap.picture.Opaque()
}

// Draw fills dst, whose corner is in 0,0, with the part r of the picture, made smaller 2^level times. r begins with a multiple
// of that. Beyond the canvas dst becomes transparent. Safe while another goroutine paints.
func (s *Surface) Draw(dst *image.RGBA, r image.Rectangle, level int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.bitmap.picture.Draw(dst, r, level)
}

// liveStroke is the stroke that is being drawn, on top of everything.
type liveStroke struct {
	stroke *stroke
	last   *drawing.Point // where the pen stands; nil: nowhere yet
	rows   []liveRow
	damage image.Rectangle // all that it has touched
}

// liveRow is a row of the canvas that the stroke has touched; the zero value: it has not.
type liveRow struct {
	under []uint8 // the picture without the stroke
	cover []uint8 // how much of each pixel the stroke covers, so far
}

// Begin begins a stroke on top of the drawing, with the points that the mark has already, and says what has changed. It is
// for Brush and Erase; other kinds are drawn with Set at every event, and Begin does nothing for them. It stays until the next Set.
func (s *Surface) Begin(m drawing.Mark) (damage image.Rectangle) {
	if m.Kind != drawing.Brush && m.Kind != drawing.Erase {
		return image.Rectangle{}
	}
	if s.live != nil {
		damage = s.live.damage
	}
	points := m.Points
	m.Points = nil
	s.live = &liveStroke{stroke: strokeOf(m), rows: make([]liveRow, s.bitmap.canvas().Dy()), damage: damage}
	return s.Extend(points...)
}

// Extend leads the stroke on to further points, and says what has changed. Without a stroke it does nothing.
func (s *Surface) Extend(points ...drawing.Point) (damage image.Rectangle) {
	l := s.live
	if l == nil || len(points) == 0 {
		return image.Rectangle{}
	}
	first := len(l.stroke.line)
	l.stroke.extend(l.last, points)
	last := points[len(points)-1]
	l.last = &last
	canvas, full := s.bitmap.canvas(), s.bitmap.picture.Level(0)
	for _, g := range l.stroke.line[first:] {
		around := l.stroke.pen.around(g.a, g.b).Intersect(canvas)
		for y := around.Min.Y; y < around.Max.Y; y++ {
			if row := &l.rows[y]; row.under == nil {
				row.under = slices.Clone(full.Pix[y*full.Stride:][:full.Stride])
				row.cover = make([]uint8, canvas.Dx())
			}
		}
		l.stroke.pen.lead(around, g, 0, func(y int) []uint8 { return l.rows[y].cover })
		damage = damage.Union(around)
	}
	l.damage = l.damage.Union(damage)
	for top := damage.Min.Y; top < damage.Max.Y; top += tileSide { // readers wait for one strip at most
		s.lay(image.Rect(damage.Min.X, top, damage.Max.X, min(top+tileSide, damage.Max.Y)))
	}
	return damage
}

// lay makes the pixels of a part of the picture what the stroke makes of them.
func (s *Surface) lay(part image.Rectangle) {
	s.mu.Lock()
	defer s.mu.Unlock()
	full, ground := s.bitmap.picture.Level(0), s.bitmap.ground
	for y := part.Min.Y; y < part.Max.Y; y++ {
		row := s.live.rows[y]
		if row.under == nil { // the stroke left the canvas above it and came back below
			continue
		}
		to := full.Pix[full.PixOffset(part.Min.X, y):][:4*part.Dx()]
		copy(to, row.under[4*part.Min.X:])
		s.live.stroke.lay(to, ground.Pix[ground.PixOffset(part.Min.X, y):], row.cover[part.Min.X:part.Max.X])
	}
	s.bitmap.picture.Update(part)
}
