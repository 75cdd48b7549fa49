package sandbox

import (
	"cmp"
	"context"
	"errors"
	"path"
	"slices"
	"strings"
	"time"

	"viviscope/client/guard"
)

// errClosed says that the server is shutting down.
var errClosed = errors.New("the sandbox is closing")

// state is everything the service knows. Server.mu guards it.
type state struct {
	tasks    map[string]*Task
	open     map[string]*Task // the tasks that have not ended
	pictures map[string]*Picture
	entries  []Entry
	swept    time.Time // when expired files were last deleted
}

func newState() state {
	return state{tasks: map[string]*Task{}, open: map[string]*Task{}, pictures: map[string]*Picture{}}
}

// apply takes over a record that is on disk.
func (st *state) apply(r record) {
	if r.Task != nil {
		st.tasks[r.Task.ID] = r.Task
		if r.Task.ended() {
			delete(st.open, r.Task.ID)
		} else {
			st.open[r.Task.ID] = r.Task
		}
	}
	if r.Picture != nil {
		st.pictures[r.Picture.ID] = r.Picture
	}
	st.entries = append(st.entries, r.Entries...)
}

// records is the shortest journal that makes this state. The ledger is never shortened.
func (st *state) records() []record {
	var out []record
	for _, e := range st.entries {
		out = append(out, record{Entries: []Entry{e}})
	}
	for _, t := range st.sorted() {
		out = append(out, record{Task: t})
	}
	for _, p := range st.pictures {
		out = append(out, record{Picture: p})
	}
	return out
}

// sorted returns the tasks, oldest first.
func (st *state) sorted() []*Task {
	out := make([]*Task, 0, len(st.tasks))
	for _, t := range st.tasks {
		out = append(out, t)
	}
	slices.SortFunc(out, func(a, b *Task) int {
		return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), strings.Compare(a.ID, b.ID))
	})
	return out
}

// restore loads what an earlier process left: unfinished tasks go back into the queue, expired files are deleted.
func (s *Server) restore() error {
	damaged, err := s.store.load(s.state.apply)
	if err != nil {
		return err
	}
	if damaged {
		s.log.Warn("the sandbox journal was damaged; the part before the damage is in use", "kept", damagedFile)
	}
	now := s.opts.Now()
	for id, p := range s.state.pictures {
		if !now.Before(p.ExpiresAt()) {
			delete(s.state.pictures, id)
		}
	}
	for _, t := range s.state.sorted() {
		if !t.ended() && t.RenderedAt.IsZero() && t.FailsAt.IsZero() {
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

// commitLocked writes a record, numbers its entries, and only then lets it count.
func (s *Server) commitLocked(r record) error {
	for i := range r.Entries {
		r.Entries[i].ID = int64(len(s.state.entries) + i + 1)
	}
	if err := s.store.append(r); err != nil {
		s.log.Error("the sandbox could not write its journal", "err", err)
		return err
	}
	s.state.apply(r)
	return nil
}

// settleLocked brings every running task to where it stands now: those whose time has come end, with their ledger entry.
// It is called before anything is read, which makes timers superfluous.
func (s *Server) settleLocked() {
	now := s.opts.Now()
	for _, t := range s.state.open {
		next := *t
		e := next.end(now)
		if e == nil {
			t.look(now)
			continue
		}
		if err := s.commitLocked(record{Task: &next, Entries: []Entry{*e}}); err != nil {
			continue // it still runs; the next look tries again
		}
		s.log.Info("sandbox task ended", "task", next.ID, "status", next.Status)
	}
	s.sweepLocked(now)
}

// sweepLocked deletes expired files, at most once an hour.
func (s *Server) sweepLocked(now time.Time) {
	if now.Sub(s.state.swept) < time.Hour && !now.Before(s.state.swept) {
		return
	}
	s.state.swept = now
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
		s.log.Warn("the sandbox could not delete an expired file", "name", name, "err", err)
	}
}

// task returns a copy of a task as it stands now.
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

// Tasks returns every task as it stands now, oldest first. The caller owns the slice.
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

// change commits a change of a task that has not ended. It does nothing for one that has.
func (s *Server) change(id string, fn func(*Task)) error {
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

// Wait returns when nothing is being rendered or waits for it, or when ctx is done. It does not wait for the time that
// tasks take.
func (s *Server) Wait(ctx context.Context) error {
	stop := guard.AfterContext(ctx, "sandbox state", s.wake)
	defer stop()
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.pending)+s.working > 0 && ctx.Err() == nil && s.ctx.Err() == nil {
		s.work.Wait()
	}
	if s.ctx.Err() != nil {
		return errClosed
	}
	return ctx.Err()
}

// wake lets everybody who waits for work or for its end look again. It takes the lock so that no waiter can miss it.
func (s *Server) wake() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.work.Broadcast()
}
