package compose

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"viviscope/gui/compose/form"
)

// draftsName is the setting that holds the form.
const draftsName = "compose.form"

// draftsPause is how long typing is gathered before it is written. A crash loses at most this much of it.
const draftsPause = 400 * time.Millisecond

// Drafts keeps what is typed across restarts. *db.Library is one.
type Drafts interface {
	Setting(ctx context.Context, name string, into any) (bool, error)
	SetSetting(ctx context.Context, name string, value any) error
}

// saver writes the newest value of a setting some time after it changed: the form, or the list of a batch. keep is called on the window's goroutine and only copies a
// value; the writing is done on the timer's goroutine, one write at a time.
type saver struct {
	drafts Drafts
	name   string // of the setting
	after  func(time.Duration, func()) (stop func() bool)
	failed func(error)

	writing sync.Mutex // held while the library is written, so that an older form never lands after a newer one

	mu     sync.Mutex
	newest any
	dirty  bool
	armed  bool
}

// keep notes a changed form. The first change starts the timer and further ones ride along, so that a person who
// never pauses is saved too.
func (s *saver) keep(value any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.newest, s.dirty = value, true
	if s.armed {
		return
	}
	s.armed = true
	s.after(draftsPause, func() {
		if err := s.flush(context.Background()); err != nil {
			s.failed(err)
		}
	})
}

// flush writes the newest form where it is not yet written.
func (s *saver) flush(ctx context.Context) error {
	s.writing.Lock()
	defer s.writing.Unlock()
	s.mu.Lock()
	value, dirty := s.newest, s.dirty
	s.dirty, s.armed = false, false
	s.mu.Unlock()
	if !dirty {
		return nil
	}
	if err := s.drafts.SetSetting(ctx, s.name, value); err != nil {
		s.mu.Lock()
		s.dirty = true // the next change or the flush at the end tries again
		s.mu.Unlock()
		return fmt.Errorf("save %s: %w", s.name, err)
	}
	return nil
}

// savedList is a list in a setting of its own. It belongs to the window's goroutine, but for load.
type savedList[T any] struct {
	saver *saver
	list  []T
	known bool // the list was read: before that it must not be written over
}

func (l *savedList[T]) load(ctx context.Context) (list []T, err error) {
	if _, err := l.saver.drafts.Setting(ctx, l.saver.name, &list); err != nil {
		return nil, fmt.Errorf("read %s: %w", l.saver.name, err)
	}
	return list, nil
}

// loaded takes in what was read, and adds again what was added before that.
func (l *savedList[T]) loaded(list []T, add func(T)) {
	early := l.list
	l.list, l.known = list, true
	for _, one := range slices.Backward(early) {
		add(one)
	}
}

func (l *savedList[T]) save() {
	if l.known {
		l.saver.keep(l.list)
	}
}

// loadForm reads the form of the last session; a first start gives form.New.
func loadForm(ctx context.Context, d Drafts) (form.Form, error) {
	f := form.New()
	if _, err := d.Setting(ctx, draftsName, &f); err != nil {
		return form.New(), fmt.Errorf("read drafts: %w", err)
	}
	f = f.Mended()
	if !slices.Contains(Kinds(), f.Kind) {
		f.Kind = Kinds()[0]
	}
	return f, nil
}
