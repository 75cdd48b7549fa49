package automation

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"sync"
	"time"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/boards"
)

// Options are what a [Server] answers from.
type Options struct {
	Library *db.Library
	Boards  *boards.Store
	Engine  *jobs.Engine
	Around  Surroundings
	Log     *slog.Logger
	Now     func() time.Time
}

// Server answers calls. It is safe for concurrent use.
type Server struct {
	Options

	yield chan struct{} // a window wants the library

	mu     sync.Mutex
	open   int                  // calls that are answered; guarded by mu
	last   time.Time            // when one ended
	ending bool                 // no call is taken any more
	seen   map[string]time.Time // when it was written down that a client was here
	quiet  bool                 // nothing is sent before a call in sends came
}

// NewServer returns a server of a library that is open. Its engine need not have been started yet.
func NewServer(o Options) *Server {
	return &Server{Options: o, yield: make(chan struct{}, 1), last: o.Now(), seen: map[string]time.Time{}}
}

// sends are the calls after which jobs that wait are sent also where no window has the library open. The others end at once, and what they
// would begin to send would keep them, or be cut.
var sends = map[string]bool{"make": true, "board_make": true, "release": true, "wait": true}

// Rest has the engine send nothing before somebody asks for it.
func (s *Server) Rest() {
	s.quiet = true
	s.Engine.SendNoMore(true)
}

// request is a call while it is answered. Its Key and Token are gone.
type request struct {
	Call
	event func(v any) error // writes one line; the error is of a caller that is gone

	key    string
	around Surroundings
	asked  *db.Profile // nil: not yet
}

// profile is that of the call. On one goroutine.
func (q *request) profile(ctx context.Context) (db.Profile, error) {
	if q.asked == nil {
		p, err := q.around.Profile(ctx, q.Call.Profile, q.BaseURL, q.key)
		if err != nil {
			return db.Profile{}, err
		}
		q.asked = &p
	}
	return *q.asked, nil
}

// access says who may make a call.
type access int

const (
	persons access = iota // no client
	clients               // those with a token, while automation is on
	anybody               // it only reads: clients without a token too
)

// entry is a row of the table of calls.
type entry struct {
	who    access
	again  bool // the caller may repeat it where the answer was lost: it only reads, or has a click ID, or comes to the same
	answer func(s *Server, ctx context.Context, q *request) (any, error)
}

// table are the calls. What is not here for clients is not for them.
var table = map[string]entry{}

// on is the answer of a call whose arguments are an A and whose answer is an R. The member Protocol of the answer is set here.
func on[A, R any](do func(s *Server, ctx context.Context, q *request, args A) (R, error)) func(*Server, context.Context, *request) (any, error) {
	return func(s *Server, ctx context.Context, q *request) (any, error) {
		var args A
		if len(q.Args) > 0 {
			if err := json.Unmarshal(q.Args, &args); err != nil {
				return nil, &Failure{Code: CodeUsage, Message: "the arguments cannot be read: " + err.Error(), Exit: ExitInvalid}
			}
		}
		answer, err := do(s, ctx, q, args)
		if err != nil {
			return nil, err
		}
		reflect.ValueOf(&answer).Elem().FieldByName("Protocol").SetInt(Protocol)
		return answer, nil
	}
}

// answer answers a call. Errors: *[Failure] only.
func (s *Server) answer(ctx context.Context, q *request) (any, error) {
	e, known := table[q.Call.Call]
	if !known {
		return nil, &Failure{Code: CodeUnknownCall, Message: "this version of Viviscope does not know the call " + q.Call.Call, Exit: ExitInvalid}
	}
	err := s.admit(ctx, e, q.Client, q.Token)
	if err == nil {
		q.key, q.Key, q.Token = q.Key, "", ""
		s.rouse(q.Call.Call)
		var answer any
		if answer, err = e.answer(s, ctx, q); err == nil {
			return answer, nil
		}
	}
	return nil, failureOf(err)
}

func (s *Server) rouse(call string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.quiet && sends[call] {
		s.quiet = false
		s.Engine.SendNoMore(false)
	}
}

// admit reports in an error why a caller may not make a call.
func (s *Server) admit(ctx context.Context, e entry, client, token string) error {
	if e.who != anybody && s.Library.ReadOnly() {
		return &Failure{Code: CodeReadOnly, Message: "the library is open read-only", Exit: ExitInvalid}
	}
	if client == "" {
		return nil
	}
	if e.who == persons {
		return &Failure{Code: CodeForbidden, Message: "a person does this, not a program", Exit: ExitInvalid}
	}
	row, on, err := s.Library.Books().Client(ctx, client)
	if err != nil && !errors.Is(err, db.ErrNotFound) {
		return err
	}
	known := row.Token != "" && subtle.ConstantTimeCompare([]byte(HashToken(token)), []byte(row.Token)) == 1
	switch {
	case known && on:
		return s.noteSeen(ctx, client)
	case e.who == anybody:
		return nil
	case token != "" && on:
		return &Failure{Code: CodeBadToken, Message: fmt.Sprintf("the token of %q is not valid: renew it in Settings, Automation", client), Exit: ExitInvalid}
	}
	return &Failure{Code: CodeOff, Message: fmt.Sprintf("Automation is off for %q: switch it on in Settings, Automation", client), Exit: ExitInvalid}
}

// seenPause is the least time between two notes that a client was here.
const seenPause = time.Minute

func (s *Server) noteSeen(ctx context.Context, client string) error {
	now := s.Now()
	s.mu.Lock()
	due := now.Sub(s.seen[client]) >= seenPause && !s.Library.ReadOnly()
	if due {
		s.seen[client] = now
	}
	s.mu.Unlock()
	if !due {
		return nil
	}
	return s.Library.ClientSeen(ctx, client)
}

// failureOf says in a Failure why a call did nothing.
func failureOf(err error) *Failure {
	var f *Failure
	if errors.As(err, &f) {
		return f
	}
	return &Failure{Code: CodeInternal, Message: err.Error(), Exit: ExitOther}
}
