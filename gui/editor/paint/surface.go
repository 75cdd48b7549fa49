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
// One goroutine paints: it alone calls Set, Preview, Begin, Extend and End, one after the other. Others may call Size and Draw
// meanwhile; they see each tile as it was or as it is, never half of one, and never wait for more than one.
//
// It holds the ground (which may be the very image that Pictures gave), the picture with its smaller sizes, the pictures
// that are placed, and the regions that are blurred or in squares. At 3840 x 2160 that is 33 MB, 33 MB from the first mark
// on, and 11 MB. While a stroke is drawn it is 19 KB more for each row that it touches, and while a step is tried out
// another 33 MB for what it is done to.
type Surface struct {
	drawing drawing.Drawing // the painter's own, like all that is not said to be locked
	before  *before         // where rough: what the last step is done to; nil: not rough
	placed  *placedPictures
	scene   scene
	live    *liveStroke // nil: none is being drawn

	mu     sync.Mutex
	bitmap *bitmap // replaced as a whole with the ground; locked by mu
}

// bitmap is the pixels upon one ground.
type bitmap struct {
	ground  *image.RGBA     // never changed
	picture *reduce.Pyramid // its full size is the ground itself until something is painted; locked by the surface's mu
}

func (b *bitmap) canvas() image.Rectangle { return b.ground.Rect }

// NewSurface paints a drawing. The context ends the painting early; it is not kept.
func NewSurface(ctx context.Context, d drawing.Drawing, p Pictures) (*Surface, error) {
	s := &Surface{placed: newPlacedPictures(p)}
	ground, _, err := groundOf(ctx, d, p)
	if err != nil {
		return nil, err
	}
	if err := s.restart(ctx, d, ground); err != nil {
		return nil, err
	}
	return s, nil
}

// restart paints everything upon a ground.
func (s *Surface) restart(ctx context.Context, d drawing.Drawing, ground *image.RGBA) error {
	next := &bitmap{ground: ground, picture: reduce.NewPyramid(ground)}
	made, err := makeScene(ctx, ground, s.placed, d.Marks, nil)
	if err != nil {
		return err
	}
	if _, err := s.repaint(ctx, next, nil, made.shapes()); err != nil {
		return err
	}
	s.show(d, made, next)
	return nil
}

// Set makes the surface show another drawing, and says what has changed, in pixels of the canvas: all of it, where the
// ground did. A stroke that was begun and not ended is dropped. After an error the surface shows what it showed, without
// that stroke.
func (s *Surface) Set(d drawing.Drawing) ([]image.Rectangle, error) {
	ctx := context.Background()
	dropped := s.drop()
	if s.before != nil || d.Source != s.drawing.Source || !slices.Equal(d.Steps, s.drawing.Steps) {
		ground, err := s.groundFor(ctx, d)
		if err == nil {
			err = s.restart(ctx, d, ground)
		}
		if err != nil {
			return dropped, err
		}
		s.before = nil
		return []image.Rectangle{s.bitmap.canvas()}, nil
	}
	next, err := makeScene(ctx, s.bitmap.ground, s.placed, d.Marks, s.scene)
	if err != nil {
		return dropped, err
	}
	changed, err := s.repaint(ctx, s.bitmap, s.scene.shapes(), next.shapes())
	s.show(d, next, s.bitmap)
	return append(dropped, changed...), err
}

// show takes what was painted as the drawing that is shown.
func (s *Surface) show(d drawing.Drawing, made scene, on *bitmap) {
	s.drawing, s.scene = d, made
	s.placed.keep(d.Marks)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.bitmap = on
}

// repaint paints the tiles in which two lists of shapes differ, and says which these are.
func (s *Surface) repaint(ctx context.Context, on *bitmap, had, want []shape) (changed []image.Rectangle, err error) {
	all := want
	for len(had) > 0 && len(want) > 0 && had[0] == want[0] {
		had, want = had[1:], want[1:]
	}
	for n, m := len(had), len(want); n > 0 && m > 0 && had[n-1] == want[m-1]; n, m = n-1, m-1 {
		had, want = had[:n-1], want[:m-1]
	}
	for _, r := range tilesIn(on.canvas(), on.canvas()) {
		if slices.Equal(upon(had, r), upon(want, r)) {
			continue
		}
		if last := len(changed) - 1; last >= 0 && changed[last].Max.X == r.Min.X && changed[last].Min.Y == r.Min.Y {
			changed[last].Max.X = r.Max.X
		} else {
			changed = append(changed, r)
		}
	}
	return changed, s.paint(ctx, on, changed, all)
}

// paint paints the tiles of parts of the picture.
func (s *Surface) paint(ctx context.Context, on *bitmap, parts []image.Rectangle, shapes []shape) error {
	var tiles []image.Rectangle
	for _, r := range parts {
		tiles = append(tiles, tilesIn(on.canvas(), r)...)
	}
	if len(tiles) == 0 {
		return nil
	}
	s.detach(on)
	return paintTiles(ctx, on.ground, tiles, shapes, func(t *tile) {
		s.mu.Lock()
		defer s.mu.Unlock()
		t.copyTo(on.picture.Level(0), t.rect)
		on.picture.Update(t.rect)
	})
}

// detach gives the picture pixels of its own before the first of them is painted.
func (s *Surface) detach(on *bitmap) {
	if &on.picture.Level(0).Pix[0] != &on.ground.Pix[0] {
		return
	}
	own := cut(on.ground, on.canvas())
	s.mu.Lock()
	defer s.mu.Unlock()
	on.picture.Replace(own)
}

// Size is the size of the canvas in pixels.
func (s *Surface) Size() image.Point {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.bitmap.canvas().Max
}

// Draw fills dst, whose corner is in 0,0, with the part r of the picture, made smaller 2^level times. r begins with a multiple
// of that. Beyond the canvas dst becomes transparent. Safe while another goroutine paints.
func (s *Surface) Draw(dst *image.RGBA, r image.Rectangle, level int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.bitmap.picture.Draw(dst, r, level)
}

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
	s.before = &before{d.Source, last.Steps, under}
	return []image.Rectangle{s.bitmap.canvas()}, nil
}

// groundFor is the ground of a drawing, made with as few steps as what is there allows. It is not changed.
func (s *Surface) groundFor(ctx context.Context, d drawing.Drawing) (*image.RGBA, error) {
	have := &before{s.drawing.Source, s.drawing.Steps, s.bitmap.ground}
	if s.before != nil { // then the bitmap's is rough
		have = s.before
	}
	if n := len(have.steps); d.Source == have.source && n <= len(d.Steps) && slices.Equal(d.Steps[:n], have.steps) {
		ground, _, err := stepped(ctx, have.ground, true, d.Steps[n:], exact)
		return ground, err
	}
	ground, _, err := groundOf(ctx, d, s.placed.from)
	return ground, err
}

// liveStroke is the stroke that is being drawn, on top of everything.
type liveStroke struct {
	mark   drawing.Mark
	stroke *stroke
	rows   []liveRow
	damage image.Rectangle // all that it has touched
}

// liveRow is a row of the canvas that the stroke has touched; the zero value: it has not.
type liveRow struct {
	under []uint8 // the picture without the stroke
	cover []uint8 // how much of each pixel the stroke covers, so far
}

// Begin begins a stroke on top of the drawing, with the points that the mark has already, and says what has changed. It is
// for Brush and Erase; other kinds are drawn with Set at every event, and Begin does nothing for them. A stroke that was
// begun and not ended is dropped.
func (s *Surface) Begin(m drawing.Mark) (damage image.Rectangle) {
	for _, r := range s.drop() {
		damage = damage.Union(r)
	}
	if m.Kind != drawing.Brush && m.Kind != drawing.Erase {
		return damage
	}
	points := m.Points
	m.Points = nil
	s.live = &liveStroke{mark: m, stroke: strokeOf(m), rows: make([]liveRow, s.bitmap.canvas().Dy())}
	s.detach(s.bitmap)
	return damage.Union(s.Extend(points...))
}

// Extend leads the stroke on to further points, and says what has changed. Without a stroke it does nothing.
func (s *Surface) Extend(points ...drawing.Point) (damage image.Rectangle) {
	l := s.live
	if l == nil || len(points) == 0 {
		return image.Rectangle{}
	}
	var from *drawing.Point
	if n := len(l.mark.Points); n > 0 {
		last := l.mark.Points[n-1]
		from = &last
	}
	l.mark.Points = append(l.mark.Points, points...)
	first := len(l.stroke.line)
	l.stroke.extend(from, points)
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

// End ends the stroke. Its pixels stay; the drawing that has it as its uppermost mark is given to Set next.
func (s *Surface) End() {
	l := s.live
	if l == nil {
		return
	}
	s.live = nil
	l.mark.ID = unnamed
	s.scene = append(s.scene[:len(s.scene):len(s.scene)], item{[]drawing.Mark{l.mark}, l.stroke})
}

// drop takes a stroke back that was not ended.
func (s *Surface) drop() []image.Rectangle {
	l := s.live
	if l == nil || l.damage.Empty() {
		s.live = nil
		return nil
	}
	s.live = nil
	// Painting fails only where its context ends.
	_ = s.paint(context.Background(), s.bitmap, []image.Rectangle{l.damage}, s.scene.shapes())
	return []image.Rectangle{l.damage}
}
