package jobs

import (
	"sync"

	"viviscope/client/guard"
)

// bus delivers events in the order in which they were queued. Queueing is cheap and is done under the lock that
// orders the commits; delivery happens later, on the goroutine that calls flush, with no lock held: a
// subscriber may call back into the engine.
type bus struct {
	mu       sync.Mutex
	queue    []Event
	draining bool
	next     int
	subs     map[int]func(Event)
	order    []int
}

func newBus() *bus { return &bus{subs: make(map[int]func(Event))} }

func (b *bus) subscribe(fn func(Event)) (cancel func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	id := b.next
	b.next++
	b.subs[id] = fn
	b.order = append(b.order, id)
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.subs, id)
		for i, x := range b.order {
			if x == id {
				b.order = append(b.order[:i:i], b.order[i+1:]...)
				break
			}
		}
	}
}

func (b *bus) add(evs ...Event) {
	b.mu.Lock()
	b.queue = append(b.queue, evs...)
	b.mu.Unlock()
}

// flush delivers the queued events. If another goroutine is already delivering, it takes these along and flush returns
// at once: order matters more than which goroutine calls.
func (b *bus) flush() {
	b.mu.Lock()
	if b.draining {
		b.mu.Unlock()
		return
	}
	b.draining = true
	for len(b.queue) > 0 {
		batch := b.queue
		b.queue = nil
		subs := make([]func(Event), 0, len(b.order))
		for _, id := range b.order {
			subs = append(subs, b.subs[id])
		}
		b.mu.Unlock()
		for _, ev := range batch {
			for _, fn := range subs {
				// a panic affects neither the committer nor the other subscribers
				_ = guard.Run("event", func() { fn(ev) })
			}
		}
		b.mu.Lock()
	}
	b.draining = false
	b.mu.Unlock()
}
