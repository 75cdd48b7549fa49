package automation

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"time"

	"viviscope/client/guard"
	"viviscope/client/instance"
	"viviscope/db"
)

// Target identifies the library that a [Conn] calls, and the caller. Key is never logged or stored.
type Target struct {
	Library        string // folder; "": the default of this account
	Profile        string // as in [Call]
	BaseURL        string
	Form           string
	Key            string
	Client         string
	Version        string  // of the caller
	SandboxSeconds float64 // duration of a sandbox clip if this process is the owner
	MakeLibrary    bool    // create a library if the folder has none
	ReadEmpty      bool    // if the folder has none, answer like a new library and store nothing
	Log            *slog.Logger
}

// Owner is a library that this process has opened without a window, and for which it listens. It is safe for concurrent
// use.
type Owner interface {
	Yield() <-chan struct{}        // receives when a window requests the library
	Idle(ctx context.Context) bool // reports whether the library is no longer needed

	// Close ends the calls in progress and releases the library. It waits for requests that may cost money, until ctx
	// ends or a signal arrives.
	Close(ctx context.Context) error
}

const (
	retryPause      = 50 * time.Millisecond
	ownerTimeout    = 5 * time.Second  // without an answering owner although the library is locked
	handoverTimeout = 30 * time.Second // the same, after the owner ended or released the library
)

// Conn makes calls to the owner of a library. If there is none, this process becomes the owner. It is safe for
// concurrent use. Close must be called.
type Conn struct {
	target Target
	open   func(context.Context) (Owner, error)
	work   sync.WaitGroup // run

	probePause   time.Duration // between two probes of an owner that has not answered a call yet
	probeTimeout time.Duration // timeout of a probe, after which the owner counts as hanging

	mu      sync.Mutex
	owner   Owner              // in this process; nil: another process has the library, or none
	release context.CancelFunc // ends run
	yielded time.Time          // when the library was released for a window that will open it
	closed  bool
	err     error // of closing owner
}

// NewConn returns a Conn. target.Library must be set. open opens it in this process, and returns db.ErrLocked if
// another process has it.
func NewConn(target Target, open func(context.Context) (Owner, error)) *Conn {
	return &Conn{target: target, open: open, release: func() {}, probePause: 5 * time.Second,
		probeTimeout: 20 * time.Second}
}

// Do makes a call with args, one of the Args types, and decodes the answer into a pointer to one of the Answer types.
// It calls event for each event on its own goroutine; event may be nil. If the owner ends during the call, the call is
// repeated if that is safe. The error is a *[Failure] if it can be explained to the user, else that of ctx or of
// opening the library.
func (c *Conn) Do(ctx context.Context, call string, args, into any, event func(json.RawMessage)) error {
	t := c.target
	raw, err := Encode(args)
	if err != nil {
		return fmt.Errorf("encode arguments: %w", err)
	}
	q := Call{Protocol: Protocol, Call: call, Args: raw, Program: t.Version, Client: t.Client, Profile: t.Profile,
		BaseURL: t.BaseURL,
		Form:    t.Form, Key: t.Key}
	if t.Client != "" {
		if q.Token, err = OpenTokens().Get(ctx, t.Library, t.Client); err != nil {
			return NewFailure(CodeBadToken, "%v", err)
		}
	}
	start := time.Now()
	for lastSign, timeout := start, ownerTimeout; ; {
		conn, err := c.connect(ctx)
		if err == nil {
			err = c.exchangeAlive(ctx, conn, q, into, event)
		}
		var f *Failure
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, errHangs) && handlers[call].flags&repeatable == 0:
			return NewFailure(CodeUnavailable,
				"the program that has the library open does not answer: look before you repeat this")
		case errors.Is(err, errHangs):
			return NewFailure(CodeUnavailable,
				"the program that has the library open does not answer: continue or end it, and try again")
		case errors.Is(err, errCut) && handlers[call].flags&repeatable == 0:
			return NewFailure(CodeUnavailable,
				"the program that has the library open has ended: look before you repeat this")
		case errors.Is(err, errCut):
			lastSign, timeout = time.Now(), handoverTimeout
			if call == "wait" {
				q.Args = remainingWait(raw, lastSign.Sub(start))
			}
		case errors.As(err, &f) && f.Code == CodeUnavailable:
			lastSign = time.Now()
		case !errors.Is(err, instance.ErrNotListening) && !errors.Is(err, db.ErrLocked):
			return err
		}
		if time.Since(lastSign) > timeout {
			return NewFailure(CodeUnavailable, "the library is being opened, closed or repaired: try again")
		}
		select {
		case <-time.After(retryPause):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// remainingWait returns the arguments of a wait, reduced by the time that has passed. It keeps a minimum, because 0
// would wait without an end.
func remainingWait(args json.RawMessage, passed time.Duration) json.RawMessage {
	var w WaitArgs
	if json.Unmarshal(args, &w) != nil || w.Seconds <= 0 {
		return args
	}
	w.Seconds = max(w.Seconds-passed.Seconds(), 1e-3)
	args, _ = json.Marshal(w) // refs, and a number that was decoded
	return args
}

// connect connects to the owner of the library. If there is none, it opens the library in this process. Errors:
// [instance.ErrNotListening], db.ErrLocked, others of open.
func (c *Conn) connect(ctx context.Context) (net.Conn, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed { // a library that is opened now would not be closed
		return nil, net.ErrClosed
	}
	conn, err := instance.Dial(ctx, c.target.Library)
	if err == nil || c.owner != nil || time.Since(c.yielded) < handoverTimeout {
		return conn, err
	}
	if c.owner, err = c.open(ctx); err != nil {
		c.owner = nil
		return nil, err
	}
	life, release := context.WithCancel(context.WithoutCancel(ctx))
	c.release = release
	owner := c.owner
	c.work.Go(guard.Func("library of a command", func() { c.run(life, owner) }))
	return instance.Dial(ctx, c.target.Library)
}

// run closes the library when a window requests it, when it is no longer needed, or when life ends.
func (c *Conn) run(life context.Context, owner Owner) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	yields := false
	for done := false; !done; {
		select {
		case <-life.Done():
			done = true
		case <-owner.Yield():
			yields, done = true, true
		case <-tick.C:
			done = owner.Idle(life)
		}
	}
	err := owner.Close(context.WithoutCancel(life))
	c.mu.Lock()
	defer c.mu.Unlock()
	c.release()
	c.owner, c.err = nil, err
	if yields {
		c.yielded = time.Now()
	}
}

// Close cancels the calls in progress and closes a library that was opened in this process, see [Owner]. A request that
// a signal interrupts is unconfirmed.
func (c *Conn) Close() error {
	c.mu.Lock()
	c.closed = true
	c.release()
	c.mu.Unlock()
	c.work.Wait()
	return c.err
}

// errHangs reports that the owner of the library does not answer, like a suspended process.
var errHangs = errors.New("the owner does not answer")

// exchangeAlive calls exchange, and gives up if another process is the owner and hangs. A call may take any time while
// the owner answers probes. Errors: those of exchange, errHangs.
func (c *Conn) exchangeAlive(ctx context.Context, conn net.Conn, q Call, into any, event func(json.RawMessage)) error {
	c.mu.Lock()
	own := c.owner != nil
	c.mu.Unlock()
	if own {
		return exchange(ctx, conn, q, into, event)
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	guard.Go("probe the owner", func() {
		if err := c.probe(ctx); err != nil {
			stop(err)
		}
	})
	err := exchange(ctx, conn, q, into, event)
	if cause := context.Cause(ctx); err != nil && errors.Is(cause, errHangs) {
		return cause
	}
	return err
}

// probe makes small calls to the owner until ctx ends, or until one is not answered in time. Error: errHangs. The call
// itself detects that the owner has ended.
func (c *Conn) probe(ctx context.Context) error {
	for {
		select {
		case <-time.After(c.probePause):
		case <-ctx.Done():
			return nil
		}
		limited, cancel := context.WithTimeout(ctx, c.probeTimeout)
		conn, err := instance.Dial(limited, c.target.Library)
		if err == nil {
			_ = exchange(limited, conn, Call{Protocol: Protocol, Call: callPing}, nil, nil)
		}
		late := limited.Err() != nil
		cancel()
		if late && ctx.Err() == nil {
			return errHangs
		}
	}
}
