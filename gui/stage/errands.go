package stage

import "image"

// pump sends the most urgent tiles to be drawn, unless some are being drawn already: those come back first.
func (ts *tiles) pump() {
	if ts.flight != nil || ts.coarse == nil {
		return
	}
	b := &batch{src: ts.src, epoch: ts.epoch.Load(), scratch: ts.spare}
	ts.fill(b)
	if len(b.jobs) == 0 {
		return
	}
	ts.flight = b
	ts.deps.Go(func() {
		b.run(&ts.epoch)
		ts.deps.Post(func() { ts.land(b) })
	})
}

// fill chooses what to draw next: the coarse picture while there is none, for it stands in for everything; then what is in
// sight, from the middle outwards; then what a pan would bring into sight, and the coarse picture where it is out of date.
func (ts *tiles) fill(b *batch) {
	if !ts.coarse.drawn {
		b.jobs = append(b.jobs, ts.job(ts.coarse))
		return
	}
	var inSight, beyond []place
	for p, t := range ts.all {
		switch {
		case !t.wanting():
		case (image.Point{X: p.col, Y: p.row}).In(ts.sight):
			inSight = append(inSight, p)
		default:
			beyond = append(beyond, p)
		}
	}
	places := inSight
	if len(places) == 0 {
		b.ahead = true
		if ts.coarse.wanting() {
			b.jobs = append(b.jobs, ts.job(ts.coarse))
			return
		}
		places = beyond
	}
	ts.grid.fromMiddle(places, ts.x, ts.y)
	for _, p := range places[:min(len(places), perPost)] {
		b.jobs = append(b.jobs, ts.job(ts.all[p]))
	}
}

// job takes the damage off a tile: what comes after this is damage to what the job makes.
func (ts *tiles) job(t *tile) job {
	part := t.bounds
	var base *image.RGBA
	if t.drawn {
		part = wholeCells(t.damage, t.bounds, t.place.level)
		if 2*area(part) < area(t.bounds) {
			base = t.front
		} else {
			part = t.bounds
		}
	}
	t.damage, t.drawing = image.Rectangle{}, true
	return job{
		place: t.place, coarse: t == ts.coarse, bounds: t.bounds, part: part, base: base,
		dst: ts.buffers.image(cellsOf(t.bounds, t.place.level)),
	}
}

func area(r image.Rectangle) int { return r.Dx() * r.Dy() }

// land swaps in what was drawn, and sends the next batch.
func (ts *tiles) land(b *batch) {
	ts.flight, ts.spare = nil, b.scratch
	for i, j := range b.jobs {
		t := ts.all[j.place]
		if j.coarse {
			t = ts.coarse
		}
		// A tile that was let go while its job was in flight has no successor that is drawing.
		if t == nil || !t.drawing || t.bounds != j.bounds {
			ts.buffers.free(j.dst)
			continue
		}
		t.drawing = false
		if i >= b.done {
			t.damage = t.damage.Union(j.part)
			ts.buffers.free(j.dst)
			continue
		}
		old := t.front
		t.drawn, t.opaque = true, j.opaque
		t.show(j.dst, t.place.level)
		ts.buffers.free(old)
		if j.coarse {
			ts.fillIn()
			ts.part()
		}
	}
	ts.landed()
	ts.pump()
}

// fillIn has the coarse picture stand in for what is in sight and has nothing to show.
func (ts *tiles) fillIn() {
	for p, t := range ts.all {
		if t.front == nil && (image.Point{X: p.col, Y: p.row}).In(ts.sight) {
			ts.standIn(t, nil)
		}
	}
}
