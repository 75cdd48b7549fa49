package media

import (
	"container/list"
	"context"
	"image"
	"maps"
	"slices"
	"sync"

	"viviscope/db"
)

// lane is what a flight needs besides a worker. Each lane but the free one carries one flight at a time.
type lane int

const (
	laneFree  lane = iota // memory, thumbnails on disk, small pictures
	laneLarge             // decoding a large picture: bounded by memory
	laneClip              // decoding a clip: there is one player
	laneStrip             // a strip of a clip: there is one player for those too
	lanes
)

// flight is one picture being made, for all who asked for it.
type flight struct {
	key    key
	asset  db.Asset
	ctx    context.Context
	cancel context.CancelFunc

	// Locked by the queue's mu:
	lane    lane
	waiting *list.Element // its place in the queue; nil while it is being made
	done    map[uint64]func(*image.RGBA, error)
}

// queue holds the flights. The last one asked for is served first, and past the bound the one that was asked for longest ago is
// given up. Safe for concurrent use; callbacks run without its lock, each once with its result, and never after its cancel returned
// unless it had begun.
type queue struct {
	bound int

	mu      sync.Mutex
	wake    *sync.Cond
	stack   *list.List // of *flight, most recently asked for first
	flights map[key]*flight
	busy    [lanes]bool
	tickets uint64
	closed  bool
}

func newQueue(bound int) *queue {
	q := &queue{bound: bound, stack: list.New(), flights: make(map[key]*flight)}
	q.wake = sync.NewCond(&q.mu)
	return q
}

// add asks for a picture and joins the flight that makes it already, if any.
func (q *queue) add(k key, asset db.Asset, done func(*image.RGBA, error)) (cancel func()) {
	q.mu.Lock()
	if q.closed {
		q.mu.Unlock()
		done(nil, ErrClosed)
		return func() {}
	}
	f := q.flights[k]
	if f == nil {
		f = newFlight(k, asset)
		f.waiting = q.stack.PushFront(f)
		q.flights[k] = f
	} else if f.waiting != nil {
		q.stack.MoveToFront(f.waiting)
	}
	ticket := f.join(&q.tickets, done)
	dropped := q.trim()
	q.mu.Unlock()
	q.wake.Signal()
	for _, d := range dropped {
		d(nil, ErrDropped)
	}
	return func() { q.leave(f, ticket) }
}

// addLast asks for a picture that is wanted when nothing else is, and which is the first to be given up. It does nothing where the picture is
// being made or waited for already, or where the queue is full.
func (q *queue) addLast(k key, asset db.Asset) (cancel func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed || q.flights[k] != nil || q.stack.Len() >= q.bound {
		return func() {}
	}
	f := newFlight(k, asset)
	f.waiting = q.stack.PushBack(f)
	q.flights[k] = f
	ticket := f.join(&q.tickets, func(*image.RGBA, error) {})
	q.wake.Signal()
	return func() { q.leave(f, ticket) }
}

// newFlight makes a flight that nobody waits for yet.
func newFlight(k key, asset db.Asset) *flight {
	f := &flight{key: k, asset: asset, done: make(map[uint64]func(*image.RGBA, error))}
	f.ctx, f.cancel = context.WithCancel(context.Background())
	return f
}

// join adds who waits. Locked by the queue's mu.
func (f *flight) join(tickets *uint64, done func(*image.RGBA, error)) (ticket uint64) {
	*tickets++
	f.done[*tickets] = done
	return *tickets
}

// trim gives up what is past the bound. Locked by mu; the caller calls what it returns without the lock.
func (q *queue) trim() []func(*image.RGBA, error) {
	var out []func(*image.RGBA, error)
	for q.stack.Len() > q.bound {
		f := q.stack.Back().Value.(*flight)
		out = append(out, q.forget(f)...)
	}
	return out
}

// forget takes a flight out of the books and gives its waiters. Locked by mu.
func (q *queue) forget(f *flight) []func(*image.RGBA, error) {
	if f.waiting != nil {
		q.stack.Remove(f.waiting)
		f.waiting = nil
	}
	// A flight that was cancelled while it was being made may have a successor under the same key.
	if q.flights[f.key] == f {
		delete(q.flights, f.key)
	}
	f.cancel()
	out := slices.Collect(maps.Values(f.done))
	f.done = nil
	return out
}

// leave takes one waiter away. When nobody waits any more, the flight is called off.
func (q *queue) leave(f *flight, ticket uint64) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if f.done == nil {
		return
	}
	delete(f.done, ticket)
	if len(f.done) == 0 {
		q.forget(f)
	}
}

// next gives the flight to make now, and waits until there is one. nil: the queue was closed.
func (q *queue) next() *flight {
	q.mu.Lock()
	defer q.mu.Unlock()
	for {
		if q.closed {
			return nil
		}
		for e := q.stack.Front(); e != nil; e = e.Next() {
			f := e.Value.(*flight)
			if f.lane != laneFree && q.busy[f.lane] {
				continue
			}
			q.busy[f.lane] = true
			q.stack.Remove(e)
			f.waiting = nil
			return f
		}
		q.wake.Wait()
	}
}

// later puts a flight back at the front: it turned out to need a lane.
func (q *queue) later(f *flight, need lane) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.release(f)
	if f.done == nil { // called off meanwhile
		return
	}
	f.lane = need
	f.waiting = q.stack.PushFront(f)
}

// show gives who waits for a flight something before its result.
func (q *queue) show(f *flight, im *image.RGBA) {
	q.mu.Lock()
	waiting := slices.Collect(maps.Values(f.done))
	q.mu.Unlock()
	for _, d := range waiting {
		d(im, nil)
	}
}

// land ends a flight with its result.
func (q *queue) land(f *flight, im *image.RGBA, err error) {
	q.mu.Lock()
	q.release(f)
	done := q.forget(f)
	q.mu.Unlock()
	for _, d := range done {
		d(im, err)
	}
}

// release frees the lane of a flight that was being made. Locked by mu.
func (q *queue) release(f *flight) {
	q.busy[f.lane] = false
	q.wake.Broadcast()
}

// close ends every flight with [ErrClosed] and makes next give nil.
func (q *queue) close() {
	q.mu.Lock()
	q.closed = true
	var done []func(*image.RGBA, error)
	for _, f := range q.flights {
		done = append(done, q.forget(f)...)
	}
	q.mu.Unlock()
	q.wake.Broadcast()
	for _, d := range done {
		d(nil, ErrClosed)
	}
}
