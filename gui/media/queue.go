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

// resource is what a request needs in addition to a worker. Each one except free serves one request at a time.
type resource int

const (
	free         resource = iota // cache, thumbnails on disk, small pictures
	largePicture                 // decoding a large picture; limits memory
	clipDecoder                  // decoding a clip: there is one player
	stripDecoder                 // making a strip: there is one player for strips
	resourceCount
)

// request is one picture to make, with the callbacks of everyone who requested it.
type request struct {
	key    key
	asset  db.Asset
	ctx    context.Context
	cancel context.CancelFunc

	// Locked by the queue's mu:
	needs   resource
	element *list.Element // element of the queue; nil while a worker makes the picture
	done    map[uint64]func(*image.RGBA, error)
}

// queue is a LIFO queue of requests with a limit. Above the limit it drops the oldest request. Safe for concurrent use.
// Callbacks run without the lock, once each. A callback does not start after its cancel function has returned.
type queue struct {
	limit int

	mu         sync.Mutex
	wake       *sync.Cond
	order      *list.List // of *request, newest first
	requests   map[key]*request
	busy       [resourceCount]bool
	lastTicket uint64
	closed     bool
}

func newQueue(bound int) *queue {
	q := &queue{limit: bound, order: list.New(), requests: make(map[key]*request)}
	q.wake = sync.NewCond(&q.mu)
	return q
}

// add queues a request, or adds done to the pending request for the same key. cancel removes done.
func (q *queue) add(k key, asset db.Asset, done func(*image.RGBA, error)) (cancel func()) {
	q.mu.Lock()
	if q.closed {
		q.mu.Unlock()
		done(nil, ErrClosed)
		return func() {}
	}
	r := q.requests[k]
	if r == nil {
		r = &request{key: k, asset: asset, done: make(map[uint64]func(*image.RGBA, error))}
		r.ctx, r.cancel = context.WithCancel(context.Background())
		r.element = q.order.PushFront(r)
		q.requests[k] = r
	} else if r.element != nil {
		q.order.MoveToFront(r.element)
	}
	q.lastTicket++
	ticket := q.lastTicket
	r.done[ticket] = done
	var dropped []func(*image.RGBA, error)
	for q.order.Len() > q.limit {
		dropped = append(dropped, q.forget(q.order.Back().Value.(*request))...)
	}
	q.mu.Unlock()
	q.wake.Signal()
	callAll(dropped, nil, ErrDropped)
	return func() { q.leave(r, ticket) }
}

func callAll(waiting []func(*image.RGBA, error), im *image.RGBA, err error) {
	for _, done := range waiting {
		done(im, err)
	}
}

// forget removes a request and returns its callbacks. Caller holds mu.
func (q *queue) forget(r *request) []func(*image.RGBA, error) {
	if r.element != nil {
		q.order.Remove(r.element)
		r.element = nil
	}
	// A request that was cancelled while it ran may have a successor with the same key.
	if q.requests[r.key] == r {
		delete(q.requests, r.key)
	}
	r.cancel()
	out := slices.Collect(maps.Values(r.done))
	r.done = nil
	return out
}

// leave removes one callback. A request without callbacks is cancelled.
func (q *queue) leave(r *request, ticket uint64) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if r.done == nil {
		return
	}
	delete(r.done, ticket)
	if len(r.done) == 0 {
		q.forget(r)
	}
}

// next waits for a request whose resource is free and returns it; nil when the queue is closed.
func (q *queue) next() *request {
	q.mu.Lock()
	defer q.mu.Unlock()
	for !q.closed {
		for e := q.order.Front(); e != nil; e = e.Next() {
			r := e.Value.(*request)
			if r.needs != free && q.busy[r.needs] {
				continue
			}
			q.busy[r.needs] = true
			q.order.Remove(e)
			r.element = nil
			return r
		}
		q.wake.Wait()
	}
	return nil
}

// requeue returns a request to the front of the queue with the resource that it needs.
func (q *queue) requeue(r *request, needs resource) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.release(r)
	if r.done == nil { // cancelled meanwhile
		return
	}
	r.needs = needs
	r.element = q.order.PushFront(r)
}

// preview passes a preliminary picture to the callbacks of a request.
func (q *queue) preview(r *request, im *image.RGBA) {
	q.mu.Lock()
	waiting := slices.Collect(maps.Values(r.done))
	q.mu.Unlock()
	callAll(waiting, im, nil)
}

// finish passes the result to the callbacks and removes the request.
func (q *queue) finish(r *request, im *image.RGBA, err error) {
	q.mu.Lock()
	q.release(r)
	waiting := q.forget(r)
	q.mu.Unlock()
	callAll(waiting, im, err)
}

// release frees the resource of a running request. Caller holds mu.
func (q *queue) release(r *request) {
	q.busy[r.needs] = false
	q.wake.Broadcast()
}

// close fails all requests with [ErrClosed] and makes next return nil.
func (q *queue) close() {
	q.mu.Lock()
	q.closed = true
	var waiting []func(*image.RGBA, error)
	for _, r := range q.requests {
		waiting = append(waiting, q.forget(r)...)
	}
	q.mu.Unlock()
	q.wake.Broadcast()
	callAll(waiting, nil, ErrClosed)
}
