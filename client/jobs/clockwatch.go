package jobs

import (
	"net"
	"net/url"
	"sync"
	"time"

	"viviscope/db"
)

const (
	// clockTolerance is the difference to a service's clock from which this computer's clock counts as wrong.
	clockTolerance = time.Hour
	// clockProof is how long an answer proves that the clock is right.
	clockProof = time.Hour
)

// ClockChanged reports that this computer's clock is wrong compared with the time of a service, or right again.
type ClockChanged struct {
	Ahead time.Duration // of the service's; negative: behind it
	Wrong bool
}

func (ClockChanged) event() {}

// clockWatch compares this computer's clock with those of the services.
type clockWatch struct {
	*lifetime
	events *bus

	mu    sync.Mutex
	at    time.Time // of the last answer, by this computer's clock; zero: none
	wrong bool
}

// trusted implements [Engine.Clock].
func (c *clockWatch) trusted() (right, wrong bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.wrong {
		return false, true
	}
	age := c.now().Sub(c.at)
	return !c.at.IsZero() && age >= 0 && age <= clockProof, false
}

// recordOffset records how far this computer's clock is ahead of a service's.
func (c *clockWatch) recordOffset(ahead time.Duration) {
	wrong := ahead.Abs() > clockTolerance
	c.mu.Lock()
	changed := wrong != c.wrong
	c.at, c.wrong = c.now(), wrong
	c.mu.Unlock()
	if changed {
		c.log.Warn("clock", "ahead of the service", ahead, "wrong", wrong)
		c.events.add(ClockChanged{ahead, wrong})
		c.events.flush()
	}
}

// isRemote reports whether a profile's service runs on another computer. A service on this computer shares its clock
// and proves nothing.
func isRemote(p db.Profile) bool {
	u, err := url.Parse(p.BaseURL)
	if err != nil || p.Sandbox || u.Hostname() == "localhost" {
		return false
	}
	ip := net.ParseIP(u.Hostname())
	return ip == nil || !ip.IsLoopback()
}
