package costs

import "sync"

// guarded is a value that the window writes and background readers read.
type guarded[T any] struct {
	mu sync.Mutex
	v  T
}

func (g *guarded[T]) get() T {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.v
}

func (g *guarded[T]) set(v T) { g.change(func(old *T) { *old = v }) }

func (g *guarded[T]) change(f func(*T)) {
	g.mu.Lock()
	defer g.mu.Unlock()
	f(&g.v)
}
