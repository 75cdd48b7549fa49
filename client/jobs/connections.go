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

// keyLookupInterval is how long the lookup of a missing key is not repeated. A keychain may take seconds to report that
// it has no key, and a thousand polls would queue up for it.
const keyLookupInterval = 30 * time.Second

// connections holds one Service for each profile in use, and whether it answers.
type connections struct {
	*lifetime
	lib        Library
	keys       Keys
	connect    func(client.Config) (Service, error)
	clockWatch *clockWatch
	events     *bus
	onHealed   func(profileID int64) // called when a profile's service works again after its key was missing or refused

	mu      sync.Mutex
	open    map[int64]*connection
	broken  map[int64]ConnectionChanged // profiles that do not answer, with the last announced state
	refused map[int64]int64             // by profile with a refused key: the number of the last request that showed it
	noKey   map[int64]bool              // profiles for which the last call found no key

	requests atomic.Int64 // how many requests were started
}

// connection is a Service that is made once and used by all jobs of a profile, until its key or its address changes.
type connection struct {
	Service        // nil until there is a key
	key     string // the key that jobs are bound to, see checkAccount; "" for the sandbox, which may create a new key

	mu    sync.Mutex // held while the key is looked up, so that it is looked up once
	err   error
	retry time.Time // err counts until then
	// pace is in nanoseconds; 0: not known yet. It is read without mu, because commits wait for it and a keychain may
	// take seconds.
	pollNanos atomic.Int64
}

// newConnections completes c. The caller has set its parts and its callback.
func newConnections(c *connections) *connections {
	c.open, c.broken = make(map[int64]*connection), make(map[int64]ConnectionChanged)
	c.refused, c.noKey = make(map[int64]int64), make(map[int64]bool)
	return c
}

// get returns the service of a profile. Errors wrap ErrNoKey if no key is available.
func (c *connections) get(ctx context.Context, profileID int64) (Service, error) {
	con := c.connection(profileID)
	con.mu.Lock()
	defer con.mu.Unlock()
	if con.Service != nil {
		return con, nil
	}
	wait := con.retry.Sub(c.now())
	if con.err != nil && wait > 0 && wait <= keyLookupInterval { // longer: the clock was set back
		return nil, con.err
	}
	svc, key, pace, err := c.dial(ctx, profileID)
	if ctx.Err() != nil && err != nil {
		return nil, err // the engine stops: this shows nothing about the key
	}
	con.Service, con.key, con.err, con.retry = svc, key, err, c.now().Add(keyLookupInterval)
	con.pollNanos.Store(int64(pace))
	if err != nil {
		return nil, err
	}
	return con, nil
}

// connection returns the connection of a profile. It may have no service yet.
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

// isOutdated reports whether a service is outdated: the profile has another key or another address by now. An answer of
// such a service shows nothing about the current ones. svc is a result of get, or nil.
func (c *connections) isOutdated(profileID int64, svc Service) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return svc != nil && svc != Service(c.open[profileID])
}

// dial reads the key and makes the client; it sends nothing. It also returns the key that jobs are bound to.
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
	models, _ := ModelsOf(p) // limits that cannot be read do not apply
	o := client.Config{
		BaseURL: p.BaseURL, APIKey: key, Format: client.RequestFormat(p.Form), Models: models, Now: c.clock.Now,
		ImageTimeout: time.Duration(p.ImageMinutes) * time.Minute,
	}
	if isRemote(p) {
		o.OnClockSkew = c.clockWatch.recordOffset
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

// pollInterval returns the poll interval of a profile, as it was when its service was connected.
func (c *connections) pollInterval(profileID int64) time.Duration {
	c.mu.Lock()
	con := c.open[profileID]
	c.mu.Unlock()
	if con != nil && con.pollNanos.Load() > 0 {
		return time.Duration(con.pollNanos.Load())
	}
	return db.DefaultPollSeconds * time.Second
}

// disconnect drops a profile's service after its key or its address changed. Open calls finish with the old one.
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

// nextRequest numbers a request. It is called right before the request is sent, because answers may arrive out of
// order.
func (c *connections) nextRequest() int64 { return c.requests.Add(1) }

// predatesRefusal reports whether the service refused the key of a profile after the request had begun. Then the answer
// to that request shows nothing about the key.
func (c *connections) predatesRefusal(profileID, asked int64) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return asked < c.refused[profileID]
}

// report records the result of a call. It announces when a service stops answering, answers again, or fails for another
// reason than before. The refusal of a single request is an answer. A refused key is not, because nothing works without
// it. As soon as an answer shows that the key works, report calls onHealed. asked is the result of begin.
func (c *connections) report(profileID int64, svc Service, asked int64, err error) {
	if c.isOutdated(profileID, svc) || c.predatesRefusal(profileID, asked) {
		return
	}
	now := ConnectionChanged{ProfileID: profileID, OK: err == nil || isReachable(err)}
	if !now.OK {
		t := faultOf(err)
		now.KeyRefused, now.Code, now.Message = errors.Is(err, client.ErrAuth), t.Code, t.Message
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
		c.events.add(now) // under mu, in the order of the calls: otherwise the last event could be an outdated one
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
		c.log.Warn("connection", "profile", profileID, "code", now.Code, "why", now.Message)
	} else {
		c.log.Info("connection", "profile", profileID, "ok", true)
	}
}

// keyFault implements [Engine.KeyFault].
func (c *connections) keyFault(profileID int64) db.HoldReason {
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

// keyRefused reports whether the service refused the profile's key and no later answer showed that it works.
func (c *connections) keyRefused(profileID int64) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.refused[profileID] > 0
}

// isReachable reports whether an error shows that the service is reachable and accepts the key.
func isReachable(err error) bool {
	var ce *client.Error
	if errors.Is(err, client.ErrUnreadable) {
		return false // a page from a proxy or captive portal
	}
	if errors.Is(err, client.ErrNoAnswer) || errors.Is(err, client.ErrTimeout) {
		return false // the headers arrived, but not the complete answer
	}
	return errors.As(err, &ce) && ce.Status != 0 && ce.Status < 500 && !errors.Is(err, client.ErrAuth)
}
