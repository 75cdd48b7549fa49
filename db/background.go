package db

import (
	"context"
	"sync"
	"time"
)

// background is the background work of a library.
type background struct {
	sync.WaitGroup
	running context.Context // ends with the library
	startup context.Context // ends when the delay after [Open] is over
	stop    func()
}

// begin lets work begin. delay is how long startup takes.
func (b *background) begin(delay time.Duration) {
	running, stop := context.WithCancel(context.Background())
	startup, stopDelay := context.WithTimeout(running, delay)
	b.running, b.startup, b.stop = running, startup, func() { stopDelay(); stop() }
}

// end stops the work and waits for it.
func (b *background) end() {
	if b.stop != nil {
		b.stop()
		b.Wait()
	}
}
