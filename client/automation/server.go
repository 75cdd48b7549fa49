package automation

import (
	"bufio"
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"net"
	"reflect"
	"strings"
	"time"

	"viviscope/client"
	"viviscope/client/guard"
	"viviscope/db"
)

// NewServer returns a server. The engine may be started later.
func NewServer(o Options) *Server {
	s := &Server{Options: o, yield: make(chan struct{}, 1), working: make(chan struct{}, maxWorking),
		programs: make(chan struct{}, maxPrograms), waiting: make(chan struct{}, maxWaiting)}
	s.touch()
	return s
}

// handler answers the calls with one name.
type handler struct {
	flags  flags
	answer func(s *Server, ctx context.Context, q *request) (any, error)
}

var handlers = map[string]handler{
	"cast":         {reads, handle((*Server).castList)},
	"cast_add":     {0, handle((*Server).castAdd)},
	"cast_remove":  {0, handle((*Server).castRemove)},
	"price":        {reads, handle((*Server).price)},
	"make":         {clients | repeatable | sends, handle((*Server).make)},
	"jobs":         {reads, handle((*Server).jobs)},
	"wait":         {reads | sends, handle((*Server).wait)},
	"release":      {sends, handle((*Server).release)},
	"discard":      {0, handle((*Server).discard)},
	"track":        {repeatable, handle((*Server).track)},
	"models":       {reads, handle((*Server).models)},
	"find":         {reads, handle((*Server).find)},
	"look":         {reads, handle((*Server).look)},
	"costs":        {reads, handle((*Server).costs)},
	"tag":          {clients | repeatable, handle((*Server).tag)},
	"import":       {0, handle((*Server).import_)},
	"export":       {clients | readOnly, handle((*Server).export)},
	"join":         {clients, handle((*Server).join)},
	"board_show":   {reads, handle((*Server).boardShow)},
	"board_apply":  {clients, handle((*Server).boardApply)},
	"board_undo":   {0, handle((*Server).boardUndo)},
	"board_price":  {reads, handle((*Server).boardPrice)},
	"board_make":   {clients | repeatable | sends, handle((*Server).boardMake)},
	"board_export": {clients | readOnly, handle((*Server).export)},
	"board_join":   {clients, handle((*Server).join)},
}

// handle returns a handler function that decodes the arguments of a call for fn, and sets the Protocol field of its
// answer.
func handle[A, R any](
	fn func(*Server, context.Context, *request, A) (R, error),
) func(*Server, context.Context, *request) (any, error) {
	return func(s *Server, ctx context.Context, q *request) (any, error) {
		var args A
		if len(q.Args) > 0 {
			if err := json.Unmarshal(q.Args, &args); err != nil {
				return nil, Usage("the arguments cannot be read: %v", err)
			}
		}
		answer, err := fn(s, ctx, q, args)
		if err != nil {
			return nil, err
		}
		reflect.ValueOf(&answer).Elem().FieldByName("Protocol").SetInt(Protocol)
		return answer, nil
	}
}

// Serve answers a call on a connection. The caller closes the connection afterwards. It returns when the call, the
// connection or ctx has ended.
func (s *Server) Serve(ctx context.Context, conn net.Conn) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	write := func(member string, v any) error { // safe for concurrent use, as conn is
		_ = conn.SetWriteDeadline(time.Now().Add(lineTimeout)) // where it fails, so does Write
		return writeLine(conn, MaxLine, map[string]any{member: v})
	}
	q := &request{event: func(v any) error { return write("event", v) }}
	_ = conn.SetReadDeadline(time.Now().Add(lineTimeout))
	err := readLine(bufio.NewReader(conn), MaxCall, &q.Call)
	switch {
	case err != nil:
		_ = write("error", Usage("the call cannot be read: %v", err))
		return
	case q.Protocol == windowProtocol:
		_ = writeLine(conn, MaxLine, s.showWindow(q.Open))
		return
	}
	_ = conn.SetReadDeadline(time.Time{})
	guard.Go("call", func() { // a caller sends nothing more, so a read returns when the connection ends
		_, _ = conn.Read(make([]byte, 1))
		cancel()
	})
	s.Log.Debug("call", "call", q.Call)
	var answer any
	err = guard.Do("call "+q.Call.Call, func() (err error) {
		answer, err = s.answer(ctx, q)
		return err
	})
	if p := (*guard.Panic)(nil); errors.As(err, &p) {
		err = NewFailure(CodeInternal, "%s", p.Error())
	}
	if err == nil {
		err = write("result", answer)
	}
	if errors.Is(err, errTooLong) {
		err = NewFailure(CodeTooMany, "the answer is too long: ask for less at once")
	}
	// A call that is interrupted by the end of its owner has no answer, and its caller decides whether to repeat it. A
	// call that did not begin has an error.
	if f := (*Failure)(nil); errors.As(err, &f) && (ctx.Err() == nil || f.Code == CodeUnavailable) {
		err = write("error", f)
	}
	if err != nil {
		s.Log.Debug("a call has no answer", "call", q.Call, "err", err)
	}
}

func (s *Server) touch() { s.last.Store(s.Now().UnixNano()) }

// answer answers a call when its turn comes. Errors: *[Failure]; any other if ctx has ended.
func (s *Server) answer(ctx context.Context, q *request) (any, error) {
	switch q.Call.Call {
	case callPing:
		return struct{}{}, nil
	case callYield:
		return nil, s.releaseLibrary(ctx, q)
	}
	if s.closing.Load() {
		return nil, errClosing()
	}
	s.touch()
	defer s.touch()
	slots := []chan struct{}{s.working}
	if q.Client != "" {
		slots = []chan struct{}{s.programs, s.working}
	}
	var held []chan struct{}
	release := func() {
		for _, slot := range held {
			<-slot
		}
	}
	defer release()
	for _, slot := range slots {
		select {
		case slot <- struct{}{}:
			held = append(held, slot)
		case <-ctx.Done():
		}
	}
	if ctx.Err() != nil {
		return nil, NewFailure(CodeUnavailable, "the call was not begun: try again")
	}
	q.startWaiting = func() error {
		select {
		case s.waiting <- struct{}{}:
			release()
			held = []chan struct{}{s.waiting}
			return nil
		default:
			return NewFailure(CodeBusy, "too many wait at once: try again")
		}
	}
	h, known := handlers[q.Call.Call]
	if !known {
		return nil, NewFailure(CodeUnknownCall, "this version of Viviscope does not know the call %s", q.Call.Call)
	}
	if h.flags&repeatable == 0 {
		if !s.finish.TryRLock() {
			return nil, errClosing()
		}
		defer s.finish.RUnlock()
		if s.closing.Load() {
			return nil, errClosing()
		}
	}
	if err := s.admit(ctx, h.flags, q.Client, q.Token); err != nil {
		return nil, FailureOf(err)
	}
	key := q.Key
	q.profile = func(ctx context.Context) (db.Profile, error) {
		p, err := s.Backend.Profile(ctx, q.Profile, q.BaseURL, "")
		if err == nil {
			p, err = s.withForm(ctx, q, p)
		}
		if err != nil || key == "" || q.Client != "" && p.Saved { // only the user may set the key of a saved profile
			return p, err
		}
		if p, err = s.Backend.Profile(ctx, q.Profile, q.BaseURL, key); err == nil {
			p, err = s.withForm(ctx, q, p)
		}
		return p, err
	}
	q.Key, q.Token = "", ""
	// The engine needs the key even if the call itself does not.
	if key != "" && q.Profile+q.BaseURL != "" && !s.Library.ReadOnly() {
		if _, err := q.profile(ctx); err != nil {
			return nil, FailureOf(err)
		}
	}
	if h.flags&sends != 0 && s.ShowWindow == nil {
		s.Engine.StopSending(false)
	}
	answer, err := h.answer(s, ctx, q)
	if err != nil {
		return nil, FailureOf(err)
	}
	return answer, nil
}

// withForm sets the request format of a call's unsaved profile. A saved profile keeps its own: a call with another
// format is refused.
func (s *Server) withForm(ctx context.Context, q *request, p db.Profile) (db.Profile, error) {
	if q.Form == "" {
		return p, nil
	}
	form, ok := client.ParseRequestFormat(q.Form)
	switch {
	case !ok:
		return p, Usage("-form must be one of %s", strings.Join(client.RequestFormatNames(), ", "))
	case q.BaseURL == "":
		return p, Usage("-form is for -base-url: a saved profile has its request format in Settings")
	case p.Form == string(form):
		return p, nil
	case p.Saved:
		return p, Usage("the profile %q has this address and another request format: change it in Settings, Sending and watching", p.Name)
	}
	p.Form = string(form)
	p, err := s.Library.SaveProfile(ctx, p)
	if err == nil {
		s.Engine.ProfileChanged(p.ID)
	}
	return p, err
}

// admit checks whether a caller may make a call.
func (s *Server) admit(ctx context.Context, call flags, client, token string) error {
	switch {
	case call&readOnly == 0 && s.Library.ReadOnly():
		return NewFailure(CodeReadOnly, "the library is open read-only")
	case client == "":
		return nil
	case call&clients == 0:
		return NewFailure(CodeForbidden, "a person does this, not a program")
	}
	row, on, err := s.Library.Budget().Client(ctx, client)
	if err != nil && !errors.Is(err, db.ErrNotFound) {
		return err
	}
	valid := row.Token != "" && subtle.ConstantTimeCompare([]byte(HashToken(token)), []byte(row.Token)) == 1
	switch {
	case !on || !valid && token == "":
		return NewFailure(CodeOff, "%q may not use the library: in Settings, Automation, turn on Allow programs and add it", client)
	case !valid:
		return NewFailure(CodeBadToken, "the token of %q is not valid: renew it in Settings, Automation", client)
	}
	if s.Now().Sub(row.SeenAt).Abs() >= time.Minute && !s.Library.ReadOnly() {
		if err := s.Library.RecordClientSeen(ctx, client); err != nil { // clients can read even with a full disk
			s.Log.Warn("note a program", "client", client, "err", err)
		}
	}
	return nil
}

// End makes further calls fail. It returns when the calls in progress that cannot be repeated, such as an import, have
// ended, or when ctx ends.
func (s *Server) End(ctx context.Context) {
	s.closing.Store(true)
	ended := make(chan struct{})
	guard.Go("end of calls", func() {
		s.finish.Lock()
		defer s.finish.Unlock()
		close(ended)
	})
	select {
	case <-ended:
	case <-ctx.Done():
	}
}

// Idle reports whether no call is in progress or ended recently, and no job is in progress.
func (s *Server) Idle(ctx context.Context) bool {
	if len(s.working)+len(s.waiting) > 0 || s.Now().UnixNano()-s.last.Load() < int64(idleAfter) {
		return false
	}
	counts, err := s.Library.JobCounts(ctx, 0)
	for state, n := range counts {
		switch {
		case n == 0, state.Ended(), state == db.Held, state == db.Unconfirmed, state == db.Unwatched,
			state == db.Waiting && s.Engine.Paused():
		default:
			return false
		}
	}
	return err == nil
}
