package jobs

import (
	"net"
	"net/url"
	"sync"
	"time"

	"viviscope/db"
)

const (
	// clockTolerance is how far this computer's clock may be from a service's before it is called wrong.
	clockTolerance = time.Hour
	// clockProof is how long an answer proves that it is right.
	clockProof = time.Hour
)

// ClockChanged says that this computer's clock is wrong by what services say of the time, or right again.
type ClockChanged struct {
	Ahead time.Duration // of the service's; negative: behind it
	Wrong bool
}

func (ClockChanged) event() {}

// clockSeen is what services last said of this computer's clock.
type clockSeen struct {
	mu    sync.Mutex
	at    time.Time // by this computer's clock; zero: nothing yet
	wrong bool
}

// Clock reports whether this computer's clock is known to be right, or wrong, by what services say of the time. Both are false where no
// answer came lately.
func (e *Engine) Clock() (right, wrong bool) {
	e.seen.mu.Lock()
	defer e.seen.mu.Unlock()
	if e.seen.wrong {
		return false, true
	}
	age := e.now().Sub(e.seen.at)
	return !e.seen.at.IsZero() && age >= 0 && age <= clockProof, false
}

// sawClock takes note of how far this computer's clock is ahead of a service's.
func (e *Engine) sawClock(ahead time.Duration) {
	wrong := ahead.Abs() > clockTolerance
	e.seen.mu.Lock()
	changed := wrong != e.seen.wrong
	e.seen.at, e.seen.wrong = e.now(), wrong
	e.seen.mu.Unlock()
	if changed {
		e.log.Warn("clock", "ahead of the service", ahead, "wrong", wrong)
		e.events.add(ClockChanged{ahead, wrong})
		e.events.flush()
	}
}

// hasOwnClock reports whether a profile's service runs on another computer: one on this computer proves nothing.
func hasOwnClock(p db.Profile) bool {
	u, err := url.Parse(p.BaseURL)
	if err != nil || p.Sandbox || u.Hostname() == "localhost" {
		return false
	}
	ip := net.ParseIP(u.Hostname())
	return ip == nil || !ip.IsLoopback()
}
