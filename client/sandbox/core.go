package sandbox

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"

	"viviscope/client/guard"
	"viviscope/client/linkcheck"
)

// Server is one sandbox. All its methods are safe for concurrent use.
type Server struct {
	opts     Options
	log      *slog.Logger
	store    *store
	identity identity
	key      string
	links    *linkcheck.Checker
	handler  http.Handler

	ctx        context.Context // ends when the server closes
	cancel     context.CancelFunc
	wg         sync.WaitGroup
	clipSlot   chan struct{} // one slot: rendering a clip uses every core
	stillSlots chan struct{}

	mu           sync.Mutex
	workChanged  *sync.Cond // pending or working changed
	state        state
	pending      []string     // IDs of tasks that wait for a worker
	runningCount int          // number of tasks that workers process
	listener     net.Listener // nil until Start
	server       *http.Server // serves the listener
	closed       bool
}

// errClosed reports that the server is shutting down.
var errClosed = errors.New("the sandbox is closing")

// restore loads the state of an earlier process. It queues unfinished tasks and deletes expired files.
func (s *Server) restore() error {
	damaged, err := s.store.load(s.state.apply)
	if err != nil {
		return err
	}
	if damaged {
		s.log.Warn("read sandbox journal: damaged; using the part before the damage", "copy", damagedFile)
	}
	now := s.opts.Now()
	for id, p := range s.state.pictures {
		if !now.Before(p.ExpiresAt()) {
			delete(s.state.pictures, id)
		}
	}
	for _, t := range s.state.sorted() {
		if !t.hasEnded() && t.RenderedAt.IsZero() && t.FailsAt.IsZero() {
			s.pending = append(s.pending, t.ID)
		}
	}
	if err := s.store.begin(s.state.records()); err != nil {
		return err
	}
	err = s.store.keepOnly(clipDir, func(name string) bool {
		t, ok := s.state.tasks[strings.TrimSuffix(name, clipExt)]
		return ok && now.Before(t.ExpiresAt()) && !t.RenderedAt.IsZero()
	})
	err = errors.Join(err, s.store.keepOnly(hostedDir, hostedName.MatchString))
	return errors.Join(err, s.store.keepOnly(pictureDir, func(name string) bool {
		_, ok := s.state.pictures[strings.TrimSuffix(name, path.Ext(name))]
		return ok
	}))
}

// commitLocked numbers the entries of a record, writes it to the journal, and only then applies it. s.mu must be held.
func (s *Server) commitLocked(r record) error {
	for i := range r.Entries {
		r.Entries[i].ID = int64(len(s.state.entries) + i + 1)
	}
	if err := s.store.append(r); err != nil {
		s.log.Error("write sandbox journal", "err", err)
		return err
	}
	s.state.apply(r)
	return nil
}

// settleLocked updates every running task to the current time. Tasks that are due end, with their ledger entry. It runs
// before every read, so no timers are needed. s.mu must be held.
func (s *Server) settleLocked() {
	now := s.opts.Now()
	for _, t := range s.state.open {
		next := *t
		e := next.settle(now)
		if e == nil {
			t.updateProgress(now)
			continue
		}
		if err := s.commitLocked(record{Task: &next, Entries: []Entry{*e}}); err != nil {
			continue // the task still runs; the next call retries
		}
		s.log.Info("sandbox task ended", "task", next.ID, "status", next.Status)
	}
	s.deleteExpiredLocked(now)
}

// deleteExpiredLocked deletes expired files, at most once an hour. s.mu must be held.
func (s *Server) deleteExpiredLocked(now time.Time) {
	if now.Sub(s.state.lastCleanup) < time.Hour && !now.Before(s.state.lastCleanup) {
		return
	}
	s.state.lastCleanup = now
	for _, t := range s.state.tasks {
		if !now.Before(t.ExpiresAt()) && !t.RenderedAt.IsZero() {
			s.removeFile(clipName(t.ID))
		}
	}
	for id, p := range s.state.pictures {
		if !now.Before(p.ExpiresAt()) {
			s.removeFile(p.name())
			delete(s.state.pictures, id)
		}
	}
}

func (s *Server) removeFile(name string) {
	if err := s.store.remove(name); err != nil {
		s.log.Warn("delete expired sandbox file", "name", name, "err", err)
	}
}

// task returns a copy of a task, updated to the current time.
func (s *Server) task(id string) (Task, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.settleLocked()
	t, ok := s.state.tasks[id]
	if !ok {
		return Task{}, false
	}
	return *t, true
}

// Tasks returns every task, updated to the current time, oldest first. The caller owns the slice.
func (s *Server) Tasks() []Task {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.settleLocked()
	var out []Task
	for _, t := range s.state.sorted() {
		out = append(out, *t)
	}
	return out
}

// Pictures returns every picture that has not expired, in no particular order. The caller owns the slice.
func (s *Server) Pictures() []Picture {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.settleLocked()
	var out []Picture
	for _, p := range s.state.pictures {
		out = append(out, *p)
	}
	return out
}

// updateTask applies fn to a task and commits it. It does nothing if the task has ended.
func (s *Server) updateTask(id string, fn func(*Task)) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	t, ok := s.state.open[id]
	if !ok {
		return nil
	}
	next := *t
	fn(&next)
	return s.commitLocked(record{Task: &next})
}

// Wait returns when no task is being rendered or queued, or when ctx is done. It does not wait for the simulated
// duration of tasks.
func (s *Server) Wait(ctx context.Context) error {
	stop := guard.AfterContext(ctx, "sandbox state", s.wake)
	defer stop()
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.pending)+s.runningCount > 0 && ctx.Err() == nil && s.ctx.Err() == nil {
		s.workChanged.Wait()
	}
	if s.ctx.Err() != nil {
		return errClosed
	}
	return ctx.Err()
}

// wake wakes all goroutines that wait for workChanged. It takes the lock so that no waiter can miss the signal.
func (s *Server) wake() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.workChanged.Broadcast()
}

// acquire waits for a slot of a semaphore. It returns an error when the server closes.
func (s *Server) acquire(sem chan struct{}) error {
	select {
	case sem <- struct{}{}:
		return nil
	case <-s.ctx.Done():
		return errClosed
	}
}

// enqueueLocked queues an accepted task for the workers. s.mu must be held.
func (s *Server) enqueueLocked(id string) {
	s.pending = append(s.pending, id)
	s.workChanged.Broadcast()
}

// Ledger returns every entry, oldest first. The caller owns the slice.
func (s *Server) Ledger() []Entry {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.settleLocked()
	return append([]Entry(nil), s.state.entries...)
}

// isClosing reports whether an error is due to the shutdown of the server.
func isClosing(err error) bool { return errors.Is(err, errClosed) || errors.Is(err, context.Canceled) }

// recoverPanic calls fn, which uses the renderer. It returns the error of fn, or an error for its panic.
func recoverPanic(fn func() error) error {
	err := guard.Do("sandbox renderer", fn)
	if _, ok := errors.AsType[*guard.Panic](err); ok {
		return fmt.Errorf("the renderer broke down: %w", err)
	}
	return err
}

// BaseURL returns the URL of the service, without /v1 and without a trailing slash. It returns "" before Start.
func (s *Server) BaseURL() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.listener == nil {
		return ""
	}
	return "http://" + s.listener.Addr().String()
}

func (s *Server) readFile(name string) ([]byte, error) {
	f, err := s.store.openFile(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var b bytes.Buffer
	_, err = b.ReadFrom(f)
	return b.Bytes(), err
}

// taskDuration returns a share of the configured duration. A keyword in the prompt can extend it.
func (s *Server) taskDuration(prompt string, share float64) time.Duration {
	if hasKeyword(prompt, keywordSlow) {
		share *= slowFactor
	}
	return time.Duration(s.opts.Seconds * share * float64(time.Second))
}
