package automation

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"net"
	"sync"
	"time"

	"viviscope/db"
)

const (
	maxOpen      = 32               // calls at once
	linePatience = 10 * time.Second // for a line to be taken by the other side
	callYield    = "yield"          // asked by a window that starts where a command has the library
	idleAfter    = 10 * time.Second // without a call, after which a process without a window gives the library back
)

// Serve answers the call of one connection, and returns when it has ended, which the end of ctx or of the connection brings about.
func (s *Server) Serve(ctx context.Context, conn net.Conn) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	out := &output{conn: conn}
	q := &request{event: out.event, around: s.Around}
	_ = conn.SetReadDeadline(time.Now().Add(linePatience)) // where it fails the connection has ended, as reading says
	if err := readLine(bufio.NewReader(conn), MaxCall, &q.Call); err != nil {
		_ = out.line(Line{Error: &Failure{Code: CodeUsage, Message: "the call cannot be read: " + err.Error(), Exit: ExitInvalid}})
		return
	}
	_ = conn.SetReadDeadline(time.Time{})
	ended := make(chan struct{})
	go func() { // a caller says no more: what is read is its end
		defer close(ended)
		_, _ = conn.Read(make([]byte, 1))
		cancel()
	}()
	s.Log.Debug("call", "call", q.Call)
	if err := out.last(s.serve(ctx, q)); err != nil {
		s.Log.Debug("a caller is gone", "call", q.Call, "err", err)
	}
	_ = conn.SetReadDeadline(time.Unix(1, 0))
	<-ended
}

func (s *Server) serve(ctx context.Context, q *request) (any, error) {
	if q.Call.Call == callYield {
		return nil, s.giveUp(ctx, q)
	}
	if err := s.enter(); err != nil {
		return nil, err
	}
	defer s.leave()
	return s.answer(ctx, q)
}

// giveUp has the holder of the library give it up. Its end is that of the connection.
func (s *Server) giveUp(ctx context.Context, q *request) error {
	if q.Client != "" || s.Around.Window() {
		return &Failure{Code: CodeWindow, Message: "a window has the library open", Exit: ExitNothingLeft}
	}
	select {
	case s.yield <- struct{}{}:
	default: // it was asked before
	}
	<-ctx.Done()
	return ctx.Err()
}

func (s *Server) enter() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.ending:
		return &Failure{Code: CodeMoving, Message: "the library is being closed: try again", Exit: ExitNothingLeft}
	case s.open >= maxOpen:
		return &Failure{Code: CodeBusy, Message: "too many calls at once: try again", Exit: ExitNothingLeft}
	}
	s.open++
	return nil
}

func (s *Server) leave() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open--
	s.last = s.Now()
}

// End has the server take no more calls. Those that are answered go on.
func (s *Server) End() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ending = true
}

// Yield is sent to when a window wants the library.
func (s *Server) Yield() <-chan struct{} { return s.yield }

// Idle reports whether nobody would miss this process: no call came for a while, and no job is under way.
func (s *Server) Idle(ctx context.Context) bool {
	s.mu.Lock()
	quiet := s.open == 0 && s.Now().Sub(s.last) >= idleAfter
	s.mu.Unlock()
	if !quiet {
		return false
	}
	counts, err := s.Library.JobCounts(ctx, 0)
	for state, n := range counts {
		switch {
		case n == 0, state.Ended(), state == db.Held, state == db.Unconfirmed, state == db.Unwatched, state == db.Waiting && s.Engine.Paused():
		default:
			return false
		}
	}
	return err == nil
}

// output writes lines to a caller. It is safe for concurrent use.
type output struct {
	mu   sync.Mutex
	conn net.Conn
}

func (o *output) line(l Line) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if err := o.conn.SetWriteDeadline(time.Now().Add(linePatience)); err != nil {
		return err
	}
	return writeLine(o.conn, MaxLine, l)
}

func (o *output) event(v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return o.line(Line{Event: data})
}

// last writes the answer of a call, or why there is none. The end of a call that its caller left says nothing.
func (o *output) last(answer any, err error) error {
	var f *Failure
	if errors.As(err, &f) {
		return o.line(Line{Error: f})
	}
	if err != nil {
		return err
	}
	data, err := json.Marshal(answer)
	if err == nil {
		err = o.line(Line{Result: data})
	}
	if errors.Is(err, errTooLong) {
		err = o.line(Line{Error: &Failure{Code: CodeTooMany, Message: "the answer is too long: ask for less at once", Exit: ExitInvalid}})
	}
	return err
}
