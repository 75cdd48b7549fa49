package db

import (
	"context"
	"sync"
	"time"
)

// calm is the time after Open in which the library leaves the machine to the window that is being filled: what nobody asked for yet is
// read after it.
type calm struct {
	over  chan struct{} // closed when the time is over
	asked chan struct{} // closed when somebody waits for what is read into memory
	once  sync.Once
	timer *time.Timer
}

// newCalm begins; d of 0 or less is over at once.
func newCalm(d time.Duration) *calm {
	c := &calm{over: make(chan struct{}), asked: make(chan struct{})}
	if d <= 0 {
		close(c.over)
		return c
	}
	c.timer = time.AfterFunc(d, func() { close(c.over) })
	return c
}

// ask says that somebody waits.
func (c *calm) ask() { c.once.Do(func() { close(c.asked) }) }

// end waits until the time is over.
func (c *calm) end(ctx context.Context) error {
	select {
	case <-c.over:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// endOrAsked waits until the time is over or somebody waits; it returns early with ctx.
func (c *calm) endOrAsked(ctx context.Context) {
	select {
	case <-c.over:
	case <-c.asked:
	case <-ctx.Done():
	}
}

func (c *calm) stop() {
	if c.timer != nil {
		c.timer.Stop()
	}
}
