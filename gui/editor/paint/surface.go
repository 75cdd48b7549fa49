package paint

import (
	"context"
	"image"
	"slices"
	"sync"

	"viviscope/client/picturefile/reduce"
	"viviscope/gui/editor/drawing"
)

// Surface holds the pixels of a drawing while it is edited. It repaints only the tiles whose marks have changed.
//
// One goroutine paints: only it may call Set, Preview, Begin and Extend. Other goroutines may call Size, Opaque and
// Draw at any time. They see each tile either before or after a change and wait for at most one tile.
//
// It holds the ground (possibly the image that Pictures returned), the picture with its reduced sizes, the placed
// pictures and the blurred or pixelated regions. At 3840 x 2160 that is 33 MB, 33 MB, and 11 MB. A stroke in progress
// takes 19 KB more for each row that it touches. A previewed step takes another 33 MB for the ground before it.
type Surface struct {
	exact  madeGround // fields above mu belong to the painting goroutine
	placed *placedPictures
	scene  scene
	live   *liveStroke // nil: none is being drawn

	mu     sync.Mutex
	bitmap *bitmap // replaced as a whole with the ground; the pointer is locked by mu
}

// madeGround is an exact ground with the source and steps that it was made of.
type madeGround struct {
	source drawing.Source
	steps  []drawing.Step
	ground *image.RGBA
}

// bitmap is a ground and the picture painted on it.
type bitmap struct {
	ground  *image.RGBA     // never changed
	picture *reduce.Pyramid // locked by the surface's mu
}

func (b *bitmap) canvas() image.Rectangle { return b.ground.Rect }

// NewSurface paints a drawing. ctx only cancels this first painting.
func NewSurface(ctx context.Context, d drawing.Drawing, p Pictures) (*Surface, error) {
	s := &Surface{placed: newPlacedPictures(p), bitmap: &bitmap{ground: &image.RGBA{}}}
	if _, err := s.set(ctx, d, exact); err != nil {
		return nil, err
	}
	return s, nil
}

// Set shows another drawing and returns the changed rectangles in canvas pixels: the whole canvas if the ground
// changed. It removes a stroke in progress. After an error the surface shows the same drawing as before, without that
// stroke.
func (s *Surface) Set(d drawing.Drawing) ([]image.Rectangle, error) {
	return s.set(context.Background(), d, exact)
}

// Preview is Set for a drawing whose last step is provisional, such as the angle of a slider. That step is computed
// fast and with lower quality, and the ground before it is kept for the next Preview. The next Set paints everything
// exactly.
func (s *Surface) Preview(d drawing.Drawing) ([]image.Rectangle, error) {
	return s.set(context.Background(), d, rough)
}

func (s *Surface) set(
	ctx context.Context, d drawing.Drawing, how straightening,
) (changed []image.Rectangle, err error) {
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
		changed, _ = s.repaint(ctx, s.bitmap, s.scene.shapes(), s.scene.shapes(), stroke) // it fails only if ctx ends
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

// groundOf returns the ground of a drawing and the last exact ground on the way to it. It reuses the ground that it
// has.
func (s *Surface) groundOf(
	ctx context.Context, d drawing.Drawing, how straightening,
) (base madeGround, ground *image.RGBA, err error) {
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

// repaint paints the tiles in which two lists of shapes differ and the tiles that overlap part. It returns these tiles,
// joined row by row.
func (s *Surface) repaint(
	ctx context.Context, on *bitmap, had, want []shape, part image.Rectangle,
) (changed []image.Rectangle, err error) {
	all, tiles := want, []image.Rectangle{}
	for len(had) > 0 && len(want) > 0 && had[0] == want[0] {
		had, want = had[1:], want[1:]
	}
	for n, m := len(had), len(want); n > 0 && m > 0 && had[n-1] == want[m-1]; n, m = n-1, m-1 {
		had, want = had[:n-1], want[:m-1]
	}
	for _, r := range tilesIn(on.canvas(), on.canvas()) {
		if !r.Overlaps(part) && slices.Equal(shapesIn(had, r), shapesIn(want, r)) {
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

// Size returns the size of the canvas in pixels.
func (s *Surface) Size() image.Point {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.bitmap.canvas().Max
}

// Opaque reports whether every pixel of the picture is opaque. Marks never make a pixel of the ground less opaque.
func (s *Surface) Opaque() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.bitmap.picture.Opaque()
}

// Draw fills dst, which starts at 0,0, with the part r of the picture, reduced by 2^level. r must start at a multiple
// of that. Outside the canvas dst becomes transparent. It is safe while another goroutine paints.
func (s *Surface) Draw(dst *image.RGBA, r image.Rectangle, level int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.bitmap.picture.Draw(dst, r, level)
}

// liveStroke is the stroke in progress, on top of all marks.
type liveStroke struct {
	stroke *stroke
	last   *drawing.Point // last position of the pen; nil before the first point
	rows   []liveRow
	damage image.Rectangle // union of all touched pixels
}

// liveRow is a row of the canvas that the stroke has touched; the zero value if it has not.
type liveRow struct {
	under []uint8 // the picture without the stroke
	cover []uint8 // coverage of each pixel by the stroke so far
}

// Begin starts a stroke on top of the drawing with the points that the mark already has, and returns the changed
// rectangle. It does nothing for kinds other than Brush and Erase, which are shown with Set. The stroke stays until
// the next Set.
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

// Extend continues the stroke to further points and returns the changed rectangle. Without a stroke it does nothing.
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
		l.stroke.pen.raiseAlong(around, g, 0, func(y int) []uint8 { return l.rows[y].cover })
		damage = damage.Union(around)
	}
	l.damage = l.damage.Union(damage)
	for top := damage.Min.Y; top < damage.Max.Y; top += tileSide { // readers wait for one strip at most
		s.blend(image.Rect(damage.Min.X, top, damage.Max.X, min(top+tileSide, damage.Max.Y)))
	}
	return damage
}

// blend draws the stroke over a part of the picture.
func (s *Surface) blend(part image.Rectangle) {
	s.mu.Lock()
	defer s.mu.Unlock()
	full, ground := s.bitmap.picture.Level(0), s.bitmap.ground
	for y := part.Min.Y; y < part.Max.Y; y++ {
		row := s.live.rows[y]
		if row.under == nil { // the stroke left the canvas above this row and came back below it
			continue
		}
		to := full.Pix[full.PixOffset(part.Min.X, y):][:4*part.Dx()]
		copy(to, row.under[4*part.Min.X:])
		s.live.stroke.blend(to, ground.Pix[ground.PixOffset(part.Min.X, y):], row.cover[part.Min.X:part.Max.X])
	}
	s.bitmap.picture.Update(part)
}
