package widgets

// How the place of JustifiedRows outlives a change of what is laid out.

// held is what stays where it is in the window: a tile, and how far the window's top has gone into it, as a part of its height. A tile of -1
// holds nothing: the rows stand at their very top.
type held struct {
	tile int
	into float32
}

// hold returns what is to stay: the current tile where it is selected and in sight, else the one at the top.
func (j *JustifiedRows) hold() held {
	y := j.body.scroll.Offset.Y
	if y <= 0 || j.wall.Len() == 0 {
		return held{tile: -1}
	}
	tile, _ := j.VisibleRange()
	if r, ok := j.lay.rect(j.sel.current); ok && j.sel.has(j.sel.current) && r.y >= y && r.y+r.h <= y+j.body.scroll.Size().Height {
		tile = j.sel.current
	}
	tile = min(tile, j.wall.Len()-1)
	r, ok := j.lay.rect(tile)
	if !ok {
		return held{tile: -1}
	}
	return held{tile, (y - r.y) / max(r.h, 1)}
}

// in finds what is held in another wall.
func (h held) in(w, old *TileWall) held {
	if h.tile < 0 {
		return h
	}
	if i := w.Heir(old, h.tile); i >= 0 {
		h.tile = i
	}
	return h
}

// restore scrolls to where what is held is as it was.
func (j *JustifiedRows) restore(h held) {
	if h.tile < 0 {
		return
	}
	if r, ok := j.lay.rect(h.tile); ok {
		j.body.moveTo(r.y + h.into*r.h)
	}
}

func (j *JustifiedRows) options() justifyOptions {
	opt := justifyOptions{width: max(j.width-tileRight, 0), target: j.target, gap: tileGap}
	if j.list {
		opt.target, opt.gap, opt.single = listRow, 0, true
	}
	return opt
}

// relay lays the wall out anew: for 100,000 tiles that takes a millisecond.
func (j *JustifiedRows) relay(h held) {
	j.lay = j.wall.layOut(j.options())
	j.restore(h)
	j.body.reflow(false)
}
