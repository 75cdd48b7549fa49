package action

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"sync"
	"time"
)

// savePause is how long changes are gathered before they are written. A crash loses at most this much.
const savePause = 500 * time.Millisecond

// retryPause is the time until a failed write is tried again.
const retryPause = 5 * time.Second

// Settings stores values by their names. *db.Library is one. Its methods are called off the window's goroutine.
type Settings interface {
	Setting(ctx context.Context, name string, into any) (bool, error)
	SetSetting(ctx context.Context, name string, value any) error
}

// Saver writes settings some time after they changed, one write at a time. What cannot be written is kept, reported to
// [Host.Unsaved] and tried again until it is written. Its methods may be called on any goroutine.
type Saver struct {
	Host     Host
	Settings Settings // only SetSetting is called

	writing sync.Mutex // held while settings are written, so that nothing older lands after something newer

	mu    sync.Mutex
	dirty map[string]change // changes that are not written yet; guarded by mu
	puts  int               // guarded by mu
	armed bool              // a timer runs; guarded by mu
	fails bool              // the last write failed; guarded by mu
}

// change is a value that was put, and the how manyth it was.
type change struct {
	value  any
	number int
}

// Put notes the new value of a setting, which is encoded when it is written. The first change starts the timer and
// later ones do not restart it, so that changes without a pause are saved too.
func (s *Saver) Put(name string, value any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.dirty == nil {
		s.dirty = map[string]change{}
	}
	s.puts++
	s.dirty[name] = change{value, s.puts}
	if s.armed {
		return
	}
	s.arm(savePause)
}

// arm schedules a flush after a pause. The caller holds mu.
func (s *Saver) arm(pause time.Duration) {
	s.armed = true
	s.Host.After(pause, func() {
		if err := s.Flush(context.Background()); err != nil {
			s.Host.Log().Warn("cannot store what was changed", slog.Any("err", err))
		}
	})
}

// Unsaved reports whether something is not yet written.
func (s *Saver) Unsaved() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.dirty) > 0
}

// Pending returns the value of a setting that is not yet written.
func (s *Saver) Pending(name string) (value any, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, ok := s.dirty[name]
	return c.value, ok
}

// Flush writes the pending changes. It retries failed ones after retryPause. It blocks on the library.
func (s *Saver) Flush(ctx context.Context) error {
	s.writing.Lock()
	defer s.writing.Unlock()
	err := s.write(ctx)
	s.mu.Lock()
	if err != nil && !s.armed {
		s.arm(retryPause)
	}
	changed := s.fails != (err != nil)
	s.fails = err != nil
	s.mu.Unlock()
	if changed {
		s.Host.Unsaved(s, err)
	}
	return err
}

// write writes each change that is not yet written. The caller holds writing.
func (s *Saver) write(ctx context.Context) error {
	s.mu.Lock()
	s.armed = false
	changes := maps.Clone(s.dirty)
	s.mu.Unlock()
	var errs []error
	for name, c := range changes {
		if err := s.Settings.SetSetting(ctx, name, c.value); err != nil {
			errs = append(errs, fmt.Errorf("save %s: %w", name, err))
			continue
		}
		s.mu.Lock()
		if s.dirty[name].number == c.number { // it was not changed again
			delete(s.dirty, name)
		}
		s.mu.Unlock()
	}
	return errors.Join(errs...)
}
