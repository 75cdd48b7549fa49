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
	y := j.scroll.Offset.Y
	if y <= 0 || j.wall.Len() == 0 {
		return held{tile: -1}
	}
	tile, _ := j.VisibleRange()
	if r, ok := j.lay.rect(j.sel.current); ok && j.sel.has(j.sel.current) && r.y >= y && r.y+r.h <= y+j.scroll.Size().Height {
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
		j.moveTo(r.y + h.into*r.h)
	}
}

// same reports whether two layouts of one wall would be the same: what headings add follows from the wall.
func (o justifyOptions) same(p justifyOptions) bool {
	o.header, o.after, p.header, p.after = 0, 0, 0, 0
	return o == p
}

func (j *JustifiedRows) options() justifyOptions {
	opt := justifyOptions{width: max(j.width-tileRight, 0), target: j.target, gap: tileGap}
	if j.list {
		opt.target, opt.gap, opt.single = listRow, 0, true
	}
	return opt
}

// relay lays the wall out anew. Many tiles are laid out away from the window's goroutine, and stand as they were until that is done.
func (j *JustifiedRows) relay() { j.relayHolding(j.hold()) }

func (j *JustifiedRows) relayHolding(h held) {
	j.laying++
	opt := j.options()
	if j.Go == nil || j.wall.Len() <= layAtOnce || j.list != j.lay.opt.single {
		j.relaid(j.wall.layOut(opt), h)
		return
	}
	n, w := j.laying, j.wall
	j.Go(func() {
		lay := w.layOut(opt)
		j.Post(func() {
			if n == j.laying {
				j.relaid(lay, j.hold())
			}
		})
	})
}

func (j *JustifiedRows) relaid(lay justified, h held) {
	j.lay = lay
	j.restore(h)
	j.reflow()
}

// moveTo sets the scroll place without telling anybody; reflow follows.
func (j *JustifiedRows) moveTo(y float32) {
	limit := max(j.lay.total+tileBottom-j.scroll.Size().Height, 0)
	j.scroll.Offset.Y = min(max(y, 0), limit)
}

func (j *JustifiedRows) reflow() {
	j.moveTo(j.scroll.Offset.Y)
	j.scroll.Refresh()
	j.scrolled()
}
