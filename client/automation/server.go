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
	Backend Backend
	Window  bool // a person sees the library in a window of this process
	Log     *slog.Logger
	Now     func() time.Time
}

// Server answers calls. It is safe for concurrent use.
type Server struct {
	Options

	yield chan struct{}  // a window wants the library
	work  sync.WaitGroup // the calls that are answered

	turns    chan struct{} // of the calls at work
	programs chan struct{} // of those of clients among them
	stays    chan struct{} // of those that only wait for jobs

	mu     sync.Mutex
	open   int       // calls; guarded by mu
	last   time.Time // when one ended
	ending bool      // no call is taken any more
}

// NewServer returns a server of a library that is open. Its engine need not have been started yet.
func NewServer(o Options) *Server {
	return &Server{Options: o, yield: make(chan struct{}, 1), turns: make(chan struct{}, maxAtWork), programs: make(chan struct{}, maxPrograms), stays: make(chan struct{}, maxStays), last: o.Now()}
}

// request is a call while it is answered. Its Key and Token are gone.
type request struct {
	Call
	event   func(v any) error // writes one line; the error is of a caller that is gone
	stay    func() error      // before it waits for jobs: others have its turn
	profile func(ctx context.Context) (db.Profile, error)
}

// access says who may make a call.
type access int

const (
	persons access = iota // no client
	clients               // those with a token too, while automation is on
	readers               // as clients, and where the library is read-only
)

// entry is a row of the table of calls.
type entry struct {
	who    access
	again  bool // the caller may repeat it where the answer was lost: it only reads, or has a click ID, or comes to the same
	answer func(s *Server, ctx context.Context, q *request) (any, error)
}

// table are the calls. What is not here for clients is not for them.
var table = map[string]entry{
	"price": {readers, true, on((*Server).price)}, "make": {clients, true, on((*Server).make)},
	"jobs": {readers, true, on((*Server).jobs)}, "wait": {readers, true, on((*Server).wait)},
	"release": {persons, false, on((*Server).release)}, "discard": {persons, false, on((*Server).discard)},
	"track": {persons, true, on((*Server).track)}, "models": {readers, true, on((*Server).models)},
	"find": {readers, true, on((*Server).find)}, "costs": {readers, true, on((*Server).costs)}, "tag": {clients, true, on((*Server).tag)},
	"board_show": {readers, true, on((*Server).boardShow)}, "board_apply": {clients, false, on((*Server).boardApply)},
	"board_price": {readers, true, on((*Server).boardPrice)}, "board_make": {clients, true, on((*Server).boardMake)},
	"board_join": {clients, false, on((*Server).join)}, "board_export": {clients, false, on((*Server).export)},
	"join": {clients, false, on((*Server).join)}, "export": {clients, false, on((*Server).export)},
	"import": {persons, false, on((*Server).import_)}, "look": {readers, true, on((*Server).look)},
}

// sends are the calls after which jobs that wait are sent also where no window has the library open. The others end at once, and what they
// would begin to send would keep them, or be cut.
var sends = map[string]bool{"make": true, "board_make": true, "release": true, "wait": true}

// on is the answer of a call whose arguments are an A and whose answer is an R. The member Protocol of the answer is set here.
func on[A, R any](do func(s *Server, ctx context.Context, q *request, args A) (R, error)) func(*Server, context.Context, *request) (any, error) {
	return func(s *Server, ctx context.Context, q *request) (any, error) {
		var args A
		if len(q.Args) > 0 {
			if err := json.Unmarshal(q.Args, &args); err != nil {
				return nil, invalid(CodeUsage, "the arguments cannot be read: "+err.Error())
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
func (s *Server) answer(ctx context.Context, q *request) (answer any, err error) {
	e, known := table[q.Call.Call]
	if !known {
		return nil, invalid(CodeUnknownCall, "this version of Viviscope does not know the call "+q.Call.Call)
	}
	if err = s.admit(ctx, e, q.Client, q.Token); err == nil {
		key := q.Key
		q.profile = func(ctx context.Context) (db.Profile, error) {
			p, err := s.Backend.Profile(ctx, q.Profile, q.BaseURL, "")
			if err != nil || key == "" || q.Client != "" && p.Saved { // the key of a profile that a person keeps is the person's to give
				return p, err
			}
			return s.Backend.Profile(ctx, q.Profile, q.BaseURL, key)
		}
		q.Key, q.Token = "", ""
		if sends[q.Call.Call] && !s.Window {
			s.Engine.SendNoMore(false)
		}
		answer, err = e.answer(s, ctx, q)
	}
	if err != nil {
		return nil, FailureOf(err)
	}
	return answer, nil
}

// admit reports in an error why a caller may not make a call.
func (s *Server) admit(ctx context.Context, e entry, client, token string) error {
	switch {
	case e.who != readers && s.Library.ReadOnly():
		return invalid(CodeReadOnly, "the library is open read-only")
	case client == "":
		return nil
	case e.who == persons:
		return invalid(CodeForbidden, "a person does this, not a program")
	}
	row, on, err := s.Library.Books().Client(ctx, client)
	if err != nil && !errors.Is(err, db.ErrNotFound) {
		return err
	}
	known := row.Token != "" && subtle.ConstantTimeCompare([]byte(HashToken(token)), []byte(row.Token)) == 1
	switch {
	case known && on:
		if s.Now().Sub(row.SeenAt).Abs() >= time.Minute && !s.Library.ReadOnly() {
			if err := s.Library.ClientSeen(ctx, client); err != nil { // on a full disk it can read all the same
				s.Log.Warn("note a program", "client", client, "err", err)
			}
		}
		return nil
	case token != "" && on:
		return invalid(CodeBadToken, fmt.Sprintf("the token of %q is not valid: renew it in Settings, Automation", client))
	}
	return invalid(CodeOff, fmt.Sprintf("Automation is off for %q: switch it on in Settings, Automation", client))
}
