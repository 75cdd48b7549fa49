package paint

import (
	"context"
	"image"
	"slices"
	"sync"

	"viviscope/gui/editor/drawing"
)

// Surface is a drawing's pixels, kept up to date while it is edited: only the tiles whose marks have changed are painted
// again.
//
// One goroutine paints: it alone calls Set, Begin, Extend and End, one after the other. Others may call Size, Draw and
// Bytes meanwhile; they see each tile as it was or as it is, never half of one.
//
// It holds the ground (which may be the very image that Pictures gave), 64 KB for each tile that has marks, a third of
// the ground for the smaller levels once they were looked at, the pictures that are placed, and the regions that are
// blurred or in squares. At 3840 x 2160 that is 33 MB, at most 33 MB and 11 MB, however many strokes there are: at most
// 78 MB after 200 strokes, and after 2,000. While a stroke is drawn it is up to 80 KB more for each tile that it touches,
// and while a step is tried out another 33 MB for what it is done to.
type Surface struct {
	drawing drawing.Drawing // the painter's own, like all that is not said to be locked
	before  *before         // where rough: what the last step is done to
	album   *album
	scene   *scene
	live    *live

	mu    sync.Mutex
	sheet *sheet // replaced as a whole with the ground; locked by mu
	kept  int64  // bytes of placed pictures and patches; locked by mu
}

// sheet is the ground and the tiles upon it.
type sheet struct {
	grid
	ground *image.RGBA // never changed
	tiles  []panel
}

// panel is one tile of a surface.
type panel struct {
	shapes []shape // what it shows, from the bottom to the top; the painter's own
	layer  *layer  // locked by the surface's mu
	levels []uint8 // the picture in smaller sizes; nil: never looked at; locked by mu
	stale  bool    // levels are not those of the layer; locked by mu
}

// NewSurface paints a drawing. The context ends the painting early; it is not kept.
func NewSurface(ctx context.Context, d drawing.Drawing, p Pictures) (*Surface, error) {
	s := &Surface{album: newAlbum(p)}
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
	g := gridOf(ground.Rect.Size())
	next := &sheet{grid: g, ground: ground, tiles: make([]panel, g.count())}
	scene, err := s.studio(next).scene(ctx, d.Marks, nil)
	if err != nil {
		return err
	}
	if _, err := s.repaint(ctx, next, scene.shapes()); err != nil {
		return err
	}
	s.show(d, scene, next)
	return nil
}

func (s *Surface) studio(of *sheet) *studio {
	return &studio{ground: of.ground, album: s.album, made: func(i int, shapes []shape) (*layer, bool) {
		// Only the painter writes layers, so it may read them without the lock.
		return of.tiles[i].layer, slices.Equal(of.tiles[i].shapes, shapes)
	}}
}

// Set makes the surface show another drawing, and says what has changed, in pixels of the canvas: all of it, where the
// ground did. A stroke that was begun and not ended is dropped. After an error the surface shows what it showed, without
// that stroke.
func (s *Surface) Set(d drawing.Drawing) ([]image.Rectangle, error) {
	ctx := context.Background()
	dropped := s.drop()
	if s.before != nil || !sameGround(d, s.drawing) {
		ground, err := s.groundFor(ctx, d)
		if err == nil {
			err = s.restart(ctx, d, ground)
		}
		if err != nil {
			return dropped, err
		}
		s.hold(nil)
		return []image.Rectangle{{Max: s.sheet.size}}, nil
	}
	s.adopt(d.Marks)
	next, err := s.studio(s.sheet).scene(ctx, d.Marks, s.scene)
	if err != nil {
		return dropped, err
	}
	changed, err := s.repaint(ctx, s.sheet, next.shapes())
	if err != nil {
		return dropped, err
	}
	s.show(d, next, s.sheet)
	return append(dropped, s.sheet.runs(changed)...), nil
}

// show takes what was painted as the drawing that is shown.
func (s *Surface) show(d drawing.Drawing, made *scene, on *sheet) {
	s.drawing, s.scene = d, made
	s.album.keep(d.Marks)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sheet, s.kept = on, s.album.bytes()+made.bytes()
}

// adopt gives strokes that were drawn here the names that they have got in the drawing, so that they are not painted twice.
func (s *Surface) adopt(marks []drawing.Mark) {
	next := len(marks) - 1
	for i := len(s.scene.items) - 1; i >= 0 && next >= 0; i-- {
		it := &s.scene.items[i]
		if it.marks[0].ID != unnamed {
			return
		}
		if alike(marks[next], it.marks[0]) {
			it.marks = marks[next : next+1]
			next--
		}
	}
}

// repaint brings the tiles of a sheet to the shapes, and gives those that it had to paint.
func (s *Surface) repaint(ctx context.Context, on *sheet, shapes []shape) ([]int, error) {
	var changed []int
	want := make([][]shape, len(on.tiles))
	for i := range on.tiles {
		want[i] = upon(shapes, on.rect(i))
		if !slices.Equal(want[i], on.tiles[i].shapes) {
			changed = append(changed, i)
		}
	}
	err := inTiles(ctx, len(changed), func(t *tile, k int) {
		i := changed[k]
		l := t.paintTile(on.ground, on.rect(i), want[i])
		s.mu.Lock()
		defer s.mu.Unlock()
		p := &on.tiles[i]
		p.shapes, p.layer, p.stale = want[i], l, true
	})
	return changed, err
}

// runs are rectangles around tiles, given in their order: neighbours in a row make one.
func (s *sheet) runs(tiles []int) (all []image.Rectangle) {
	for k, i := range tiles {
		if k > 0 && tiles[k-1] == i-1 && i%s.columns != 0 {
			all[len(all)-1] = all[len(all)-1].Union(s.rect(i))
		} else {
			all = append(all, s.rect(i))
		}
	}
	return all
}

// Size is the size of the canvas in pixels.
func (s *Surface) Size() image.Point {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sheet.size
}

// Bytes is how much memory the pixels take, those included that Pictures may hold as well.
func (s *Surface) Bytes() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := int64(len(s.sheet.ground.Pix))
	for i := range s.sheet.tiles {
		p := &s.sheet.tiles[i]
		n += p.layer.bytes() + int64(len(p.levels))
	}
	if s.before != nil && s.before.ground != s.sheet.ground {
		n += int64(len(s.before.ground.Pix))
	}
	return n + s.kept
}
