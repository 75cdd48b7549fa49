package editor

import (
	"context"
	"image"
	"slices"
	"sync"

	"viviscope/gui/editor/drawing"
	"viviscope/gui/editor/paint"
)

type paintRequest struct {
	open  bool            // begin afresh with drawing
	set   bool            // show drawing
	rough bool            // of set: its last step is only being tried out
	begin bool            // begin a stroke with mark
	draw  drawing.Drawing // of open and set
	mark  drawing.Mark    // of begin
	more  []drawing.Point // of the stroke
}

// painter owns the pixels of the canvas. Its requests are done one after the other on another goroutine, which is there
// only while there are any: whoever makes one never waits. What changed is told in one call on the window's goroutine,
// however many requests were done until it comes.
type painter struct {
	s *Screen

	mu      sync.Mutex
	queue   []paintRequest
	working bool
	surface *paint.Surface
	damage  []image.Rectangle
	posted  bool // damage is on its way
}

// request adds a request. What makes an older one superfluous takes its place.
func (p *painter) request(l paintRequest) {
	if p.put(l) {
		p.s.d.Go(p.work)
	}
}

// put reports whether somebody must begin to work.
func (p *painter) put(l paintRequest) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.queue); n > 0 {
		last := &p.queue[n-1]
		switch {
		case l.set && (last.set || last.open):
			last.draw, last.rough = l.draw, l.rough
			return false
		case len(l.more) > 0 && len(last.more) > 0:
			last.more = append(last.more, l.more...)
			return false
		}
	}
	if l.open {
		p.queue = nil
	}
	p.queue = append(p.queue, l)
	began := !p.working
	p.working = true
	return began
}

func (p *painter) work(ctx context.Context) {
	for {
		p.mu.Lock()
		if len(p.queue) == 0 {
			p.working = false
			p.mu.Unlock()
			return
		}
		l := p.queue[0]
		p.queue = p.queue[1:]
		p.mu.Unlock()
		p.do(ctx, l)
	}
}

func (p *painter) do(ctx context.Context, l paintRequest) {
	if l.open {
		surface, err := paint.NewSurface(ctx, l.draw, p.s.pictures)
		if err != nil {
			p.s.d.Post(func() { p.s.notPainted(err) })
			return
		}
		p.surface = surface
		p.s.d.Post(func() { p.s.painted(surface) })
		return
	}
	if p.surface == nil {
		return
	}
	switch {
	case l.set:
		show := p.surface.Set
		if l.rough {
			show = p.surface.Preview
		}
		damage, err := show(l.draw)
		if err != nil {
			p.s.d.Post(func() { p.s.notPainted(err) })
			return
		}
		p.report(damage...)
	case l.begin:
		p.report(p.surface.Begin(l.mark))
	default:
		p.report(p.surface.Extend(l.more...))
	}
}

// report has the window show what changed.
func (p *painter) report(damage ...image.Rectangle) {
	p.mu.Lock()
	p.damage = append(p.damage, slices.DeleteFunc(damage, image.Rectangle.Empty)...)
	must := len(p.damage) > 0 && !p.posted
	p.posted = p.posted || must
	p.mu.Unlock()
	if !must {
		return
	}
	p.s.d.Post(func() {
		p.mu.Lock()
		damage := p.damage
		p.damage, p.posted = nil, false
		p.mu.Unlock()
		p.s.view.Changed(damage...)
	})
}
