package editor

import (
	"context"
	"image"
	"slices"
	"sync"

	"viviscope/gui/action"
	"viviscope/gui/editor/drawing"
	"viviscope/gui/editor/paint"
)

type paintRequest struct {
	open  bool            // paint draw as a new canvas
	set   bool            // show draw
	rough bool            // of set: its last step is only a preview
	begin bool            // begin a stroke with mark
	draw  drawing.Drawing // of open and set
	mark  drawing.Mark    // of begin
	more  []drawing.Point // points of the stroke
}

// painter owns the pixels of the canvas. It processes requests one after the other on another goroutine, which exists
// only while there are requests: request never waits. The callbacks are called on the window's goroutine. Damage of
// several requests is reported in one call.
type painter struct {
	host     action.Host
	pictures *pictureCache
	onOpened func(surface *paint.Surface)     // a canvas was painted
	onFailed func(err error)                  // it could not be painted
	onDamage func(damaged ...image.Rectangle) // these pixels changed

	mu      sync.Mutex
	queue   []paintRequest
	working bool
	surface *paint.Surface
	damage  []image.Rectangle
	posted  bool // a call of onDamage is pending
}

// request adds a request. It replaces an older one that it makes superfluous.
func (p *painter) request(l paintRequest) {
	if p.put(l) {
		p.host.Go(p.work)
	}
}

// put queues a request and reports whether the goroutine must be started.
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
		surface, err := paint.NewSurface(ctx, l.draw, p.pictures)
		if err != nil {
			p.host.Post(func() { p.onFailed(err) })
			return
		}
		p.surface = surface
		p.host.Post(func() { p.onOpened(surface) })
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
			p.host.Post(func() { p.onFailed(err) })
			return
		}
		p.report(damage...)
	case l.begin:
		p.report(p.surface.Begin(l.mark))
	default:
		p.report(p.surface.Extend(l.more...))
	}
}

// report calls onDamage soon.
func (p *painter) report(damage ...image.Rectangle) {
	p.mu.Lock()
	p.damage = append(p.damage, slices.DeleteFunc(damage, image.Rectangle.Empty)...)
	must := len(p.damage) > 0 && !p.posted
	p.posted = p.posted || must
	p.mu.Unlock()
	if !must {
		return
	}
	p.host.Post(func() {
		p.mu.Lock()
		damage := p.damage
		p.damage, p.posted = nil, false
		p.mu.Unlock()
		p.onDamage(damage...)
	})
}
