package faulttest

import (
	"context"
	"maps"
	"net"
	"slices"
	"sync"
	"syscall"
	"time"

	"viviscope/client"
	"viviscope/client/jobs"
)

// network is the connection between the program and the service. It can be cut and restored.
type network struct {
	dialer net.Dialer

	mu    sync.Mutex
	gone  bool
	tries int // connection attempts while it was cut
	conns []net.Conn
}

func (n *network) dial(ctx context.Context, kind, addr string) (net.Conn, error) {
	n.mu.Lock()
	if n.gone {
		n.tries++
		n.mu.Unlock()
		return nil, &net.OpError{Op: "dial", Net: kind, Err: syscall.ENETUNREACH}
	}
	n.mu.Unlock()
	c, err := n.dialer.DialContext(ctx, kind, addr)
	if err != nil {
		return nil, err
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.conns = append(n.conns, c)
	return c, nil
}

// leave takes the network away, with every connection.
func (n *network) leave() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.gone, n.tries = true, 0
	for _, c := range n.conns {
		_ = c.Close()
	}
	n.conns = nil
}

func (n *network) comeBack() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.gone = false
}

func (n *network) missed() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.tries
}

// patience replaces the program's timeouts for answers: they end when the test says so, because the time of real
// transfers cannot be accelerated.
type patience struct {
	mu     sync.Mutex
	open   map[*call]struct{}
	stalls map[*stallWatch]struct{} // that watch over downloads
}

// call is the context of one call to the service.
type call struct {
	context.Context
	done chan struct{}

	mu  sync.Mutex
	err error
}

func (c *call) Done() <-chan struct{} { return c.done }

// Err implements context.Context.
func (c *call) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

func (c *call) end(why error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil {
		c.err = why
		close(c.done)
	}
}

func (p *patience) begin(ctx context.Context) (_ context.Context, done func()) {
	c := &call{Context: ctx, done: make(chan struct{})}
	stop := context.AfterFunc(ctx, func() { c.end(ctx.Err()) })
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.open == nil {
		p.open = map[*call]struct{}{}
	}
	p.open[c] = struct{}{}
	return c, func() {
		stop()
		p.mu.Lock()
		delete(p.open, c)
		p.mu.Unlock()
		c.end(context.Canceled)
	}
}

// end ends the patience with every call and every download that is under way.
func (p *patience) end() {
	p.mu.Lock()
	open, stalls := slices.Collect(maps.Keys(p.open)), slices.Collect(maps.Keys(p.stalls))
	clear(p.stalls)
	p.mu.Unlock()
	for _, c := range open {
		c.end(context.DeadlineExceeded)
	}
	for _, w := range stalls {
		w.f()
	}
}

// impatient is the client with that patience.
type impatient struct {
	jobs.Service
	patience *patience
}

func (s *impatient) SubmitVideo(ctx context.Context, r client.VideoRequest) (*client.VideoTask, error) {
	ctx, done := s.patience.begin(ctx)
	defer done()
	return s.Service.SubmitVideo(ctx, r)
}

func (s *impatient) GetVideo(ctx context.Context, id string) (*client.VideoTask, error) {
	ctx, done := s.patience.begin(ctx)
	defer done()
	return s.Service.GetVideo(ctx, id)
}

func (s *impatient) GenerateImage(ctx context.Context, r client.ImageRequest) (*client.ImageResult, error) {
	ctx, done := s.patience.begin(ctx)
	defer done()
	return s.Service.GenerateImage(ctx, r)
}

// AfterFunc is the watch over a download that stalls: it strikes when patience ends, and not before.
func (p *patience) AfterFunc(_ time.Duration, f func()) client.Timer {
	w := &stallWatch{patience: p, f: f}
	w.Reset(0)
	return w
}

type stallWatch struct {
	patience *patience
	f        func()
}

func (w *stallWatch) Reset(time.Duration) bool {
	w.patience.mu.Lock()
	defer w.patience.mu.Unlock()
	if w.patience.stalls == nil {
		w.patience.stalls = map[*stallWatch]struct{}{}
	}
	w.patience.stalls[w] = struct{}{}
	return true
}

func (w *stallWatch) Stop() bool {
	w.patience.mu.Lock()
	defer w.patience.mu.Unlock()
	delete(w.patience.stalls, w)
	return true
}
