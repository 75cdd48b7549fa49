package automation

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"reflect"
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
type Server struct{ Options }

// NewServer returns a server of a library that is open and an engine that was started.
func NewServer(o Options) *Server { return &Server{o} }

// request is a call while it is answered.
type request struct {
	Call
	event func(v any) error // writes one line; the error is of a caller that is gone
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
	answer, err := e.answer(s, ctx, q)
	if err != nil {
		return nil, failureOf(err)
	}
	return answer, nil
}

// failureOf says in a Failure why a call did nothing.
func failureOf(err error) *Failure {
	var f *Failure
	if errors.As(err, &f) {
		return f
	}
	return &Failure{Code: CodeInternal, Message: err.Error(), Exit: ExitOther}
}
