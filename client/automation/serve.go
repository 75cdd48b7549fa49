package automation

import (
	"bufio"
	"context"
	"errors"
	"net"
	"sync"
	"time"

	"viviscope/db"
)

const (
	maxAtWork    = 32               // calls that are answered at once: others wait for their turn
	maxPrograms  = 24               // of these, calls of clients: what they wait for must not keep a person from being answered
	maxStays     = 256              // calls that only wait for jobs
	linePatience = 10 * time.Second // for a line to be taken by the other side
	idleAfter    = 10 * time.Second // without a call, after which a process without a window gives the library back
	callYield    = "yield"          // asked by a window that starts where a command has the library
)

// Serve answers the call of one connection, and returns when it has ended, which the end of ctx or of the connection brings about.
func (s *Server) Serve(ctx context.Context, conn net.Conn) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	_ = conn.SetReadDeadline(time.Now().Add(linePatience)) // where it fails the connection has ended, as reading and writing say
	var writing sync.Mutex
	write := func(member string, v any) error {
		writing.Lock()
		defer writing.Unlock()
		_ = conn.SetWriteDeadline(time.Now().Add(linePatience))
		return writeLine(conn, MaxLine, map[string]any{member: v})
	}
	q := &request{event: func(v any) error { return write("event", v) }}
	if err := readLine(bufio.NewReader(conn), MaxCall, &q.Call); err != nil {
		_ = write("error", invalid(CodeUsage, "the call cannot be read: "+err.Error()))
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
	answer, err := s.serve(ctx, q)
	if err == nil {
		err = write("result", answer)
	}
	if errors.Is(err, errTooLong) {
		err = invalid(CodeTooMany, "the answer is too long: ask for less at once")
	}
	// A call that the end of its owner cut gets no words: its caller asks the next one. One that was not begun may be made anew in any case.
	if f := (*Failure)(nil); errors.As(err, &f) && (ctx.Err() == nil || f.Code == CodeUnavailable) {
		err = write("error", f)
	}
	if err != nil {
		s.Log.Debug("a caller is gone", "call", q.Call, "err", err)
	}
	_ = conn.SetReadDeadline(time.Unix(1, 0))
	<-ended
}

func (s *Server) serve(ctx context.Context, q *request) (any, error) {
	if q.Call.Call == callYield {
		return nil, s.giveUp(ctx, q)
	}
	if err := s.count(1); err != nil {
		return nil, err
	}
	defer s.count(-1)
	turns := []chan struct{}{s.turns}
	if q.Client != "" {
		turns = []chan struct{}{s.programs, s.turns}
	}
	var held []chan struct{} // the turns that the call has
	give := func() {
		for _, turn := range held {
			<-turn
		}
	}
	defer func() { give() }()
	for _, turn := range turns {
		select {
		case turn <- struct{}{}:
			held = append(held, turn)
		case <-ctx.Done():
		}
	}
	if ctx.Err() != nil {
		return nil, again(CodeUnavailable, "the call was not begun: try again")
	}
	q.stay = func() error {
		select {
		case s.stays <- struct{}{}:
			give()
			held = []chan struct{}{s.stays}
			return nil
		default:
			return again(CodeBusy, "too many wait at once: try again")
		}
	}
	return s.answer(ctx, q)
}

// count counts a call in (1), if it is taken, or out (-1).
func (s *Server) count(n int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n > 0 && s.ending {
		return again(CodeUnavailable, "the library is being closed: try again")
	}
	s.open, s.last = s.open+n, s.Now()
	s.work.Add(n)
	return nil
}

// giveUp has the holder of the library give it up, who then ends the connection.
func (s *Server) giveUp(ctx context.Context, q *request) error {
	if q.Client != "" || s.Window {
		return &Failure{Code: CodeWindow, Message: "a window has the library open", Exit: ExitNotSent}
	}
	select {
	case s.yield <- struct{}{}:
	default: // it was asked before
	}
	<-ctx.Done()
	return ctx.Err()
}

// Yield is sent to when a window wants the library.
func (s *Server) Yield() <-chan struct{} { return s.yield }

// End has the server take no more calls. Those that are answered go on; see Wait.
func (s *Server) End() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ending = true
}

// Wait returns when the calls that are answered have ended, after End.
func (s *Server) Wait() { s.work.Wait() }

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
