package db

import (
	"context"
	"sync"
	"time"
)

// background runs the background goroutines of a library.
type background struct {
	sync.WaitGroup
	running context.Context // cancelled by Close
	startup context.Context // ends when the delay after [Open] is over
	stop    func()
}

// begin makes the contexts. delay is [Options].StartupDelay.
func (b *background) begin(delay time.Duration) {
	running, stop := context.WithCancel(context.Background())
	startup, stopDelay := context.WithTimeout(running, delay)
	b.running, b.startup, b.stop = running, startup, func() { stopDelay(); stop() }
}

// end cancels the contexts and waits for all goroutines.
func (b *background) end() {
	if b.stop != nil {
		b.stop()
		b.Wait()
	}
}
