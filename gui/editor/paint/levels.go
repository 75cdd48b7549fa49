package paint

import "image"

// A tile is halved seven times until it is one pixel. All sizes of a tile lie in one piece of memory, the largest first.
const topLevel = 7

// levelBytes is where each level begins; the last is the length of all.
var levelBytes = func() (at [topLevel + 1]int) {
	for l := 1; l <= topLevel; l++ {
		side := tileSide >> l
		at[l] = at[l-1] + 4*side*side
	}
	return at
}()

// levelOf is level l of a tile: rows of tileSide>>l pixels.
func levelOf(levels []uint8, l int) []uint8 { return levels[levelBytes[l-1]:levelBytes[l]] }

// Draw fills dst with the pixels of r made smaller 2^level times: dst's pixel 0,0 is the mean of the pixels of the canvas
// from r.Min on, which is a multiple of 2^level. At the right and lower edge of the canvas it is the mean of those that are
// there; beyond, dst becomes transparent. From level 8 on every so many pixels of level 7 are shown. Safe while another
// goroutine paints.
func (s *Surface) Draw(dst *image.RGBA, r image.Rectangle, level int) {
	s.mu.Lock()
	on := s.sheet
	s.mu.Unlock()
	level = max(level, 0)
	own, step := min(level, topLevel), 1
	if level > topLevel {
		step = 1 << min(level-topLevel, 16)
	}
	for y := range dst.Rect.Dy() {
		clear(dst.Pix[y*dst.Stride:][:4*dst.Rect.Dx()])
	}
	// What dst shows, in pixels of the level.
	from := image.Pt(r.Min.X>>own, r.Min.Y>>own)
	seen := image.Rectangle{Min: from, Max: from.Add(dst.Rect.Size().Mul(step))}
	full := image.Rectangle{Min: image.Pt(seen.Min.X<<own, seen.Min.Y<<own), Max: image.Pt(seen.Max.X<<own, seen.Max.Y<<own)}
	on.each(full, func(i int) {
		s.mu.Lock()
		defer s.mu.Unlock()
		p, at := &on.tiles[i], on.rect(i)
		if own == 0 {
			part := at.Intersect(full)
			into := &image.RGBA{Pix: dst.Pix, Stride: dst.Stride, Rect: image.Rectangle{Min: from, Max: from.Add(dst.Rect.Size())}}
			flatten(into, on.ground, p.layer, at.Min, part)
			return
		}
		if p.levels == nil || p.stale {
			on.refresh(i)
		}
		pix, side := levelOf(p.levels, own), tileSide>>own
		shown := image.Rect(at.Min.X>>own, at.Min.Y>>own, at.Min.X>>own+shrunk(at.Dx(), own), at.Min.Y>>own+shrunk(at.Dy(), own))
		copyEvery(dst, from, step, pix, side, shown)
	})
}

// shrunk is a length after so many halvings, rounded up.
func shrunk(n, level int) int { return (n + 1<<level - 1) >> level }

// copyEvery copies the pixels of a tile's level, which lies at shown, into dst, whose first pixel is from; each step-th, in
// both directions.
func copyEvery(dst *image.RGBA, from image.Point, step int, pix []uint8, side int, shown image.Rectangle) {
	part := shown.Intersect(image.Rectangle{Min: from, Max: from.Add(dst.Rect.Size().Mul(step))})
	for y := part.Min.Y; y < part.Max.Y; y++ {
		if (y-from.Y)%step != 0 {
			continue
		}
		row := pix[4*((y-shown.Min.Y)*side+part.Min.X-shown.Min.X):]
		to := dst.Pix[(y-from.Y)/step*dst.Stride:]
		if step == 1 {
			copy(to[4*(part.Min.X-from.X):][:4*part.Dx()], row)
			continue
		}
		for x := part.Min.X; x < part.Max.X; x++ {
			if (x-from.X)%step == 0 {
				copy(to[4*(x-from.X)/step:][:4], row[4*(x-part.Min.X):])
			}
		}
	}
}

// refresh makes the levels of tile i. The surface's mu is held.
func (s *sheet) refresh(i int) {
	p, at := &s.tiles[i], s.rect(i)
	if p.levels == nil {
		p.levels = make([]uint8, levelBytes[topLevel])
	}
	var whole [4 * tileSide * tileSide]uint8
	full := &image.RGBA{Pix: whole[:], Stride: 4 * tileSide, Rect: at}
	flatten(full, s.ground, p.layer, at.Min, at)
	from, side, w, h := whole[:], tileSide, at.Dx(), at.Dy()
	for l := 1; l <= topLevel; l++ {
		to := levelOf(p.levels, l)
		for y := range (h + 1) / 2 {
			top, bottom := from[4*side*2*y:], from[4*side*min(2*y+1, h-1):]
			halveRow(to[4*side/2*y:][:4*((w+1)/2)], top, bottom, w)
		}
		from, side, w, h = to, side/2, (w+1)/2, (h+1)/2
	}
	p.stale = false
}
