package client

import (
	"sync"
	"time"
)

// The pace of the whole program: requests a second.
const (
	slowestPace  = 4.0
	fastestPace  = 40.0
	tasksPerPace = 10.0 // one request a second for so many watched tasks
)

// Pacer spaces the polls of the whole program, however many tasks are watched, so that a thousand tasks of one click or
// a night's sleep of the computer are no burst at the service. It looks at no clock. Safe for concurrent use.
type Pacer struct {
	mu   sync.Mutex
	gap  time.Duration
	next time.Time // first free place
}

// NewPacer makes a pacer for few tasks; see Watched.
func NewPacer() *Pacer {
	p := &Pacer{}
	p.Watched(0)
	return p
}

// Watched tells how many tasks are being watched: 4 requests a second up to 40 tasks, then one for every ten tasks, at
// most 40.
func (p *Pacer) Watched(n int) {
	rate := min(max(float64(n)/tasksPerPace, slowestPace), fastestPace)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.gap = time.Duration(float64(time.Second) / rate)
}

// Take reserves the first free place at or after at, and returns it. The caller sends its request then.
func (p *Pacer) Take(at time.Time) time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	if at.Before(p.next) {
		at = p.next
	}
	p.next = at.Add(p.gap)
	return at
}
