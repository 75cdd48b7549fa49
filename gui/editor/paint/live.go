package paint

import (
	"image"

	"viviscope/gui/editor/drawing"
)

// live is the stroke that is being drawn, on top of everything.
type live struct {
	mark   drawing.Mark
	stroke *stroke
	tiles  map[int]*wet
}

// wet is a tile that the stroke touches.
type wet struct {
	dry   *layer // as it was before; nil: empty
	cover mask   // of the stroke so far
}

// Begin begins a stroke on top of the drawing, with the points that the mark has already, and says what has changed. It is
// for Brush and Erase; other kinds are drawn with Set at every event, and Begin does nothing for them. A stroke that was
// begun and not ended is dropped.
func (s *Surface) Begin(m drawing.Mark) image.Rectangle {
	damage := around(s.drop())
	if m.Kind != drawing.Brush && m.Kind != drawing.Erase {
		return damage
	}
	points := m.Points
	m.Points = nil
	s.live = &live{mark: m, stroke: strokeOf(m), tiles: map[int]*wet{}}
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
	if l.stroke.none {
		return image.Rectangle{}
	}
	touched := map[int]image.Rectangle{}
	for _, g := range l.stroke.line[first:] {
		around := l.stroke.pen.around(g.a, g.b)
		s.sheet.each(around, func(i int) {
			at := s.sheet.rect(i)
			if r := around.Intersect(at); l.stroke.pen.meets(g, at) {
				l.stroke.pen.lead(&s.wet(i).cover, at.Min, r, g)
				touched[i] = touched[i].Union(r)
			}
		})
	}
	for i, r := range touched {
		s.moisten(i, r)
		damage = damage.Union(r)
	}
	return damage
}

// wet is tile i of the stroke.
func (s *Surface) wet(i int) *wet {
	w := s.live.tiles[i]
	if w == nil {
		w = &wet{}
		if l := s.sheet.tiles[i].layer; l != nil {
			w.dry = l.clone()
		}
		s.live.tiles[i] = w
	}
	return w
}

// moisten makes the pixels of tile i in r what the stroke makes of them.
func (s *Surface) moisten(i int, r image.Rectangle) {
	w, p, at := s.live.tiles[i], &s.sheet.tiles[i], s.sheet.rect(i).Min
	if w.dry == nil && s.live.stroke.erase {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if p.layer == nil {
		p.layer = newLayer()
	}
	p.layer.restore(w.dry, at, r)
	s.live.stroke.lay(p.layer, &w.cover, at, r)
	p.stale = true
}

// restore makes the pixels in r, which lies in the tile at, be those of another layer; nil is an empty one.
func (l *layer) restore(from *layer, at image.Point, r image.Rectangle) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		i := (y-at.Y)*tileSide + r.Min.X - at.X
		row := l.pix[4*i : 4*(i+r.Dx())]
		if from == nil {
			clear(row)
			continue
		}
		copy(row, from.pix[4*i:])
		if l.hide != nil {
			copy(l.hide[i:i+r.Dx()], from.hide[i:])
		}
	}
}

// End ends the stroke. Its pixels stay; the drawing that has it as its uppermost mark is given to Set next.
func (s *Surface) End() {
	l := s.live
	if l == nil {
		return
	}
	s.live = nil
	for i := range s.sheet.tiles {
		if l.stroke.touches(s.sheet.rect(i)) {
			p := &s.sheet.tiles[i]
			p.shapes = append(p.shapes[:len(p.shapes):len(p.shapes)], l.stroke)
		}
	}
	l.mark.ID = unnamed
	s.scene = &scene{items: append(s.scene.items[:len(s.scene.items):len(s.scene.items)],
		item{[]drawing.Mark{l.mark}, l.stroke})}
}

// unnamed is the ID of a stroke that no drawing has yet.
const unnamed = -1

// drop takes a stroke back that was not ended.
func (s *Surface) drop() []image.Rectangle {
	l := s.live
	if l == nil {
		return nil
	}
	s.live = nil
	var damage []image.Rectangle
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, w := range l.tiles {
		p := &s.sheet.tiles[i]
		p.layer, p.stale = w.dry, true
		damage = append(damage, s.sheet.rect(i))
	}
	return damage
}

func around(rs []image.Rectangle) (all image.Rectangle) {
	for _, r := range rs {
		all = all.Union(r)
	}
	return all
}
