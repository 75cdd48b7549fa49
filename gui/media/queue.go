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

// resource is what a request needs besides a worker. Each but free serves one request at a time.
type resource int

const (
	free         resource = iota // memory, thumbnails on disk, small pictures
	largePicture                 // decoding a large picture: bounded by memory
	clipDecoder                  // decoding a clip: there is one player
	stripDecoder                 // a strip of a clip: there is one player for those too
	resources
)

// request is one picture to be made, for all who asked for it.
type request struct {
	key    key
	asset  db.Asset
	ctx    context.Context
	cancel context.CancelFunc

	// Locked by the queue's mu:
	needs   resource
	waiting *list.Element // its place in the queue; nil while it is being made
	done    map[uint64]func(*image.RGBA, error)
}

// queue holds the requests. The last one is served first, and past the bound the one that was asked for longest ago is
// given up. Safe for concurrent use; callbacks run without its lock, each once with its result, and never after its
// cancel returned unless it had begun.
type queue struct {
	bound int

	mu       sync.Mutex
	wake     *sync.Cond
	stack    *list.List // of *request, most recently asked for first
	requests map[key]*request
	busy     [resources]bool
	tickets  uint64
	closed   bool
}

func newQueue(bound int) *queue {
	q := &queue{bound: bound, stack: list.New(), requests: make(map[key]*request)}
	q.wake = sync.NewCond(&q.mu)
	return q
}

// add asks for a picture and joins the request for it that is there already, if any.
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
		r.waiting = q.stack.PushFront(r)
		q.requests[k] = r
	} else if r.waiting != nil {
		q.stack.MoveToFront(r.waiting)
	}
	q.tickets++
	ticket := q.tickets
	r.done[ticket] = done
	var dropped []func(*image.RGBA, error)
	for q.stack.Len() > q.bound {
		dropped = append(dropped, q.forget(q.stack.Back().Value.(*request))...)
	}
	q.mu.Unlock()
	q.wake.Signal()
	answer(dropped, nil, ErrDropped)
	return func() { q.leave(r, ticket) }
}

func answer(waiting []func(*image.RGBA, error), im *image.RGBA, err error) {
	for _, done := range waiting {
		done(im, err)
	}
}

// forget takes a request out of the queue and gives who waits for it. Locked by mu.
func (q *queue) forget(r *request) []func(*image.RGBA, error) {
	if r.waiting != nil {
		q.stack.Remove(r.waiting)
		r.waiting = nil
	}
	// One that was cancelled while it was being made may have a successor under the same key.
	if q.requests[r.key] == r {
		delete(q.requests, r.key)
	}
	r.cancel()
	out := slices.Collect(maps.Values(r.done))
	r.done = nil
	return out
}

// leave takes away one who waits. When nobody does any more, the request is called off.
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

// next gives the request to serve now, and waits until there is one. nil: the queue was closed.
func (q *queue) next() *request {
	q.mu.Lock()
	defer q.mu.Unlock()
	for !q.closed {
		for e := q.stack.Front(); e != nil; e = e.Next() {
			r := e.Value.(*request)
			if r.needs != free && q.busy[r.needs] {
				continue
			}
			q.busy[r.needs] = true
			q.stack.Remove(e)
			r.waiting = nil
			return r
		}
		q.wake.Wait()
	}
	return nil
}

// requeue puts a request back at the front: it turned out to need a resource.
func (q *queue) requeue(r *request, needs resource) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.release(r)
	if r.done == nil { // called off meanwhile
		return
	}
	r.needs = needs
	r.waiting = q.stack.PushFront(r)
}

// preview gives who waits for a request something before its result.
func (q *queue) preview(r *request, im *image.RGBA) {
	q.mu.Lock()
	waiting := slices.Collect(maps.Values(r.done))
	q.mu.Unlock()
	answer(waiting, im, nil)
}

// finish ends a request with its result.
func (q *queue) finish(r *request, im *image.RGBA, err error) {
	q.mu.Lock()
	q.release(r)
	waiting := q.forget(r)
	q.mu.Unlock()
	answer(waiting, im, err)
}

// release frees the resource of a request that was being served. Locked by mu.
func (q *queue) release(r *request) {
	q.busy[r.needs] = false
	q.wake.Broadcast()
}

// close ends every request with [ErrClosed] and makes next give nil.
func (q *queue) close() {
	q.mu.Lock()
	q.closed = true
	var waiting []func(*image.RGBA, error)
	for _, r := range q.requests {
		waiting = append(waiting, q.forget(r)...)
	}
	q.mu.Unlock()
	q.wake.Broadcast()
	answer(waiting, nil, ErrClosed)
}
