package automation

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"time"

	"viviscope/client/instance"
	"viviscope/db"
)

// Target is the library that a [Conn] speaks to, and as whom. Key is never logged and kept nowhere.
type Target struct {
	Library        string // folder; "": the one of this account
	Profile        string // as in [Call]
	BaseURL        string
	Key            string
	Client         string
	Version        string  // of the caller
	SandboxSeconds float64 // that the sandbox takes for a clip, where this process has the library
	MakeLibrary    bool    // where the folder holds none
	Log            *slog.Logger
}

// Owner is a library that this process has open without a window. Safe for concurrent use.
type Owner interface {
	Dial() net.Conn                // a connection on which one call is answered
	Yield() <-chan struct{}        // a window wants the library
	Idle(ctx context.Context) bool // nobody would miss this process

	// Close gives the library back: requests that may cost money are waited for until ctx ends, or a signal comes. Calls that are answered
	// are cut.
	Close(ctx context.Context) error
}

const (
	pause      = 50 * time.Millisecond // before somebody is looked for again
	nobodyMost = 5 * time.Second       // for which nobody answers and nobody gives the lock back
	cutMost    = 30 * time.Second      // the same, where the owner of the library has gone away during the call
)

// Conn makes calls to the program that has a library open, or, where none has, opens the library in this process. It is safe for
// concurrent use. Close must be called.
type Conn struct {
	target Target
	open   func(context.Context) (Owner, error)
	tokens Tokens
	work   sync.WaitGroup // keep

	mu    sync.Mutex
	held  Owner // nil: another process has the library, or none; guarded by mu
	end   context.CancelFunc
	gave  time.Time // when the library was given to a window, which opens it now
	ended bool      // by Close
	err   error     // of giving it back
}

// NewConn returns a Conn. target.Library is the folder. open opens it in this process: db.ErrLocked where another has it.
func NewConn(target Target, open func(context.Context) (Owner, error)) *Conn {
	return &Conn{target: target, open: open, tokens: OpenTokens(), end: func() {}}
}

// Do makes a call with args, one of the Args types, and reads the answer into into, a pointer to one of the Answer types. event gets each
// event line, on the goroutine of Do; nil where there are none. Where the owner of the library ends meanwhile the call is made again, if
// it only reads or has a click ID. The error is a *[Failure] where a person can be told why, else that of ctx, or of opening the library.
func (c *Conn) Do(ctx context.Context, call string, args, into any, event func(json.RawMessage)) error {
	t := c.target
	raw, err := json.Marshal(args)
	if err != nil {
		return fmt.Errorf("encode arguments: %w", err)
	}
	q := Call{Protocol: Protocol, Call: call, Program: t.Version, Client: t.Client, Profile: t.Profile, BaseURL: t.BaseURL, Key: t.Key, Args: raw}
	if t.Client != "" {
		if q.Token, err = c.tokens.Get(ctx, t.Library, t.Client); err != nil {
			return invalid(CodeBadToken, err.Error())
		}
	}
	begun := time.Now()
	for since, patience := begun, nobodyMost; ; {
		conn, err := c.reach(ctx)
		if err == nil {
			err = exchange(ctx, conn, q, into, event)
		}
		var f *Failure
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, errCut) && !table[call].again:
			return again(CodeUnavailable, "the program that has the library open has ended: look before you repeat this")
		case errors.Is(err, errCut):
			since, patience = time.Now(), cutMost
			if w := (WaitArgs{}); call == "wait" && json.Unmarshal(raw, &w) == nil && w.Seconds > 0 { // what is left of it
				w.Seconds = max(w.Seconds-since.Sub(begun).Seconds(), 1e-3)
				q.Args, _ = json.Marshal(w)
			}
		case errors.As(err, &f) && f.Code == CodeUnavailable:
			since = time.Now() // somebody is there
		case !errors.Is(err, instance.ErrNotListening) && !errors.Is(err, db.ErrLocked):
			return err
		}
		if time.Since(since) > patience {
			return again(CodeUnavailable, "the library is being opened, closed or repaired: try again")
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// reach connects to the owner of the library, and becomes it where there is none. Errors: [instance.ErrNotListening], db.ErrLocked, others of open.
func (c *Conn) reach(ctx context.Context) (net.Conn, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended { // what opens a library now would not give it back
		return nil, net.ErrClosed
	}
	if c.held == nil {
		conn, err := instance.Dial(ctx, c.target.Library)
		if err == nil || !c.gave.IsZero() && time.Since(c.gave) < cutMost {
			return conn, err
		}
		held, err := c.open(ctx)
		if err != nil {
			return nil, err
		}
		var life context.Context
		c.held = held
		life, c.end = context.WithCancel(context.WithoutCancel(ctx))
		c.work.Go(func() { c.keep(life, held) })
	}
	return c.held.Dial(), nil
}

// keep gives the library back where a window wants it, when it is not needed any more, or when ctx ends.
func (c *Conn) keep(ctx context.Context, held Owner) {
	look := time.NewTicker(time.Second)
	defer look.Stop()
	wanted := false
	for done := false; !done; {
		select {
		case <-ctx.Done():
			done = true
		case <-held.Yield():
			wanted, done = true, true
		case <-look.C:
			done = held.Idle(ctx)
		}
	}
	err := held.Close(context.WithoutCancel(ctx))
	c.mu.Lock()
	defer c.mu.Unlock()
	c.held, c.err = nil, err
	if wanted {
		c.gave = time.Now()
	}
}

// Close ends the Conn, and cuts calls that are under way. A library that was opened in this process is given back: requests that may cost money
// are waited for until a signal comes, and are unconfirmed then.
func (c *Conn) Close(context.Context) error {
	c.mu.Lock()
	c.ended = true
	c.end()
	c.mu.Unlock()
	c.work.Wait()
	return c.err
}

// AskYield asks the program that has the library in a folder open without a window to give it back, and returns when it has, or when it
// has ended: nil. Error: a *[Failure] with CodeWindow where it has a window, [instance.ErrNotListening] where nobody answers.
func AskYield(ctx context.Context, library, version string) error {
	conn, err := instance.Dial(ctx, library)
	if err != nil {
		return err
	}
	err = exchange(ctx, conn, Call{Protocol: Protocol, Call: callYield, Program: version}, nil, nil)
	if errors.Is(err, errCut) && ctx.Err() == nil {
		return nil
	}
	return err
}

// errCut: the connection ended before the last line of the answer. The call may have been done.
var errCut = errors.New("the connection was cut")

// exchange makes a call over a connection, which it closes. Errors: errCut, *[Failure].
func exchange(ctx context.Context, conn net.Conn, q Call, into any, event func(json.RawMessage)) error {
	defer conn.Close() // the answer has come, or does not count any more
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
	defer stop()
	if err := writeLine(conn, MaxCall, q); errors.Is(err, errTooLong) {
		return invalid(CodeTooMany, "the call is too long: ask for less at once")
	} else if err != nil {
		return fmt.Errorf("%w: %w", errCut, err)
	}
	for r := bufio.NewReader(conn); ; {
		var line Line
		if err := readLine(r, MaxLine, &line); err != nil {
			return fmt.Errorf("%w: %w", errCut, err)
		}
		switch {
		case line.Event != nil:
			if event != nil {
				event(line.Event)
			}
		case line.Error != nil:
			return line.Error
		case line.Result != nil:
			return json.Unmarshal(line.Result, into)
		default:
			return again(CodeOldProgram, "the running Viviscope is too old for commands: quit it first")
		}
	}
}
