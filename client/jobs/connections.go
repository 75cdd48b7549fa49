package jobs

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"viviscope/client"
	"viviscope/db"
)

// keyPatience is how long a profile without a key is not asked for one again: a keychain may take seconds to say no,
// and a thousand polls would queue up before it.
const keyPatience = 30 * time.Second

// connections holds one Service for each profile in use, and what is known about whether it answers.
type connections struct {
	*lifetime
	lib        Library
	keys       Keys
	connect    func(client.Config) (Service, error)
	clockWatch *clockWatch
	events     *bus
	onHealed   func(profileID int64) // called when a profile's service answers again that did not for want of a good key

	mu      sync.Mutex
	open    map[int64]*connection
	broken  map[int64]ConnectionChanged // profiles that do not answer, as was last announced
	refused map[int64]int64             // profiles whose key the service refused, and the last request that showed it
	noKey   map[int64]bool              // profiles for which the last call found no key

	requests atomic.Int64 // how many were begun
}

// connection is a Service that is made once and used by all jobs of a profile, until its key or its address changes.
type connection struct {
	Service        // nil until there is a key
	key     string // that jobs are bound to, see checkAccount; "" of the sandbox, whose key may be made anew

	mu    sync.Mutex // held while the key is looked up, so that it is looked up once
	err   error
	retry time.Time // err counts until then
	// pace is in nanoseconds; 0: not known yet. It is read without mu: a keychain may take seconds, and commits wait for
	// it.
	pace atomic.Int64
}

// newConnections completes c, whose parts and callback are set.
func newConnections(c *connections) *connections {
	c.open, c.broken = make(map[int64]*connection), make(map[int64]ConnectionChanged)
	c.refused, c.noKey = make(map[int64]int64), make(map[int64]bool)
	return c
}

// get returns the service of a profile. Errors wrap ErrNoKey where no key is to be had.
func (c *connections) get(ctx context.Context, profileID int64) (Service, error) {
	con := c.connection(profileID)
	con.mu.Lock()
	defer con.mu.Unlock()
	if con.Service != nil {
		return con, nil
	}
	wait := con.retry.Sub(c.now())
	if con.err != nil && wait > 0 && wait <= keyPatience { // longer: the clock was set back
		return nil, con.err
	}
	svc, key, pace, err := c.dial(ctx, profileID)
	if ctx.Err() != nil && err != nil {
		return nil, err // the engine stops: says nothing about the key
	}
	con.Service, con.key, con.err, con.retry = svc, key, err, c.now().Add(keyPatience)
	con.pace.Store(int64(pace))
	if err != nil {
		return nil, err
	}
	return con, nil
}

// connection returns the connection of a profile, without a service where there is none yet.
func (c *connections) connection(profileID int64) *connection {
	c.mu.Lock()
	defer c.mu.Unlock()
	con := c.open[profileID]
	if con == nil {
		con = &connection{}
		c.open[profileID] = con
	}
	return con
}

// dropped reports whether a service is one of before: the profile has another key by now, or another address. What it
// answers says nothing about those. svc is what get returned; nil is none.
func (c *connections) dropped(profileID int64, svc Service) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return svc != nil && svc != Service(c.open[profileID])
}

// dial finds the key and makes the client; it sends nothing. It returns the key that jobs are bound to.
func (c *connections) dial(ctx context.Context, profileID int64) (
	svc Service, key string, pace time.Duration, err error) {
	p, err := c.lib.Profile(ctx, profileID)
	if err != nil {
		return nil, "", 0, fmt.Errorf("read profile %d: %w", profileID, err)
	}
	key, err = c.keys.Key(ctx, p)
	if err != nil {
		return nil, "", 0, fmt.Errorf("%w: %w", ErrNoKey, err)
	}
	if key == "" {
		return nil, "", 0, ErrNoKey
	}
	models, _ := ModelsOf(p) // what cannot be read has no limits of its own
	o := client.Config{
		BaseURL: p.BaseURL, APIKey: key, Form: client.Form(p.Form), Models: models, Now: c.clock.Now,
		ImageTimeout: time.Duration(p.ImageMinutes) * time.Minute,
	}
	if hasOwnClock(p) {
		o.Ahead = c.clockWatch.saw
	}
	svc, err = c.connect(o)
	if errors.Is(err, client.ErrNoKey) {
		return nil, "", 0, fmt.Errorf("%w: %w", ErrNoKey, err)
	}
	if p.Sandbox {
		key = ""
	}
	return svc, key, time.Duration(p.PollSeconds) * time.Second, err
}

// pace returns the pause between polls that the profile asked for when its service was connected.
func (c *connections) pace(profileID int64) time.Duration {
	c.mu.Lock()
	con := c.open[profileID]
	c.mu.Unlock()
	if con != nil && con.pace.Load() > 0 {
		return time.Duration(con.pace.Load())
	}
	return db.DefaultPollSeconds * time.Second
}

// disconnect forgets a profile's service: its key or its address changed. Calls under way end with the old one.
func (c *connections) disconnect(profileID int64) {
	c.mu.Lock()
	con := c.open[profileID]
	delete(c.open, profileID)
	delete(c.refused, profileID)
	delete(c.noKey, profileID)
	c.mu.Unlock()
	con.close()
}

func (c *connections) closeAll() {
	c.mu.Lock()
	all := c.open
	c.open = make(map[int64]*connection)
	c.mu.Unlock()
	for _, con := range all {
		con.close()
	}
}

func (con *connection) close() {
	if con == nil {
		return
	}
	con.mu.Lock()
	defer con.mu.Unlock()
	if con.Service != nil {
		con.CloseIdle()
	}
}

// begin numbers a request, at the latest moment before it leaves: answers overtake one another.
func (c *connections) begin() int64 { return c.requests.Add(1) }

// overtaken reports whether the service refused the key of a profile after a request had begun, so that the answer to
// that request shows nothing about the key.
func (c *connections) overtaken(profileID, asked int64) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return asked < c.refused[profileID]
}

// report notes how a call ended and announces when a service stops answering, answers again, or is out of reach for
// another reason than before. A refusal of one request is an answer; a refused key is not: nothing works without it.
// What waited for a good key goes on as soon as anything shows that there is one. asked is the result of begin.
func (c *connections) report(profileID int64, svc Service, asked int64, err error) {
	if c.dropped(profileID, svc) || c.overtaken(profileID, asked) {
		return
	}
	now := ConnectionChanged{ProfileID: profileID, OK: err == nil || reached(err)}
	if !now.OK {
		t := troubleOf(err)
		now.KeyRefused, now.Code, now.Words = errors.Is(err, client.ErrAuth), t.Code, t.Message
		if errors.Is(err, client.ErrUnreadable) {
			now.Code = CodeUnreadable
		}
	}
	c.mu.Lock()
	last, was := c.broken[profileID]
	healed := now.OK && (c.refused[profileID] > 0 || was && last.Code == CodeNoKey)
	if now.OK {
		delete(c.broken, profileID)
		delete(c.refused, profileID)
	} else {
		c.broken[profileID] = now
	}
	if now.KeyRefused {
		c.refused[profileID] = asked
	}
	c.noKey[profileID] = errors.Is(err, ErrNoKey)
	news := now != last && (was || !now.OK)
	if news {
		c.events.add(now) // in the order in which calls were noted: else the last event could say what is over
	}
	c.mu.Unlock()
	if healed {
		c.onHealed(profileID)
	}
	if !news {
		return
	}
	c.events.flush()
	if !now.OK {
		c.log.Warn("connection", "profile", profileID, "code", now.Code, "why", now.Words)
	} else {
		c.log.Info("connection", "profile", profileID, "ok", true)
	}
}

// keyTrouble implements [Engine.KeyTrouble].
func (c *connections) keyTrouble(profileID int64) db.HoldReason {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.noKey[profileID]:
		return db.HeldNoKey
	case c.refused[profileID] > 0:
		return db.HeldKeyRefused
	}
	return ""
}

// keyRefused reports whether the service refused the profile's key and nothing has shown since that it works.
func (c *connections) keyRefused(profileID int64) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.refused[profileID] > 0
}

// reached reports whether an error shows that the service is there and knows the key.
func reached(err error) bool {
	var ce *client.Error
	if errors.Is(err, client.ErrUnreadable) {
		return false // a page of some network in between
	}
	if errors.Is(err, client.ErrNoAnswer) || errors.Is(err, client.ErrTimeout) {
		return false // a head came, and the rest of the answer did not
	}
	return errors.As(err, &ce) && ce.Status != 0 && ce.Status < 500 && !errors.Is(err, client.ErrAuth)
}
