package compose

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"viviscope/client/order"
	"viviscope/gui/action"
	"viviscope/gui/action/actiontest"
)

// memorySettings are Settings in memory, as JSON, as the library keeps it.
type memorySettings struct {
	rows   map[string][]byte
	writes int
	err    error
}

func (s *memorySettings) Setting(_ context.Context, name string, into any) (bool, error) {
	if s.err != nil {
		return false, s.err
	}
	row, ok := s.rows[name]
	if !ok {
		return false, nil
	}
	return true, json.Unmarshal(row, into)
}

func (s *memorySettings) SetSetting(_ context.Context, name string, value any) error {
	if s.err != nil {
		return s.err
	}
	b, err := json.Marshal(value)
	if s.rows == nil {
		s.rows = make(map[string][]byte)
	}
	s.rows[name] = b
	s.writes++
	return err
}

// timers holds what was put off until a test fires it.
type timers struct{ due []*func() }

func (t *timers) after(_ time.Duration, f func()) func() bool {
	t.due = append(t.due, &f)
	return func() bool { was := f != nil; f = nil; return was }
}

func (t *timers) fire() {
	due := t.due
	t.due = nil
	for _, f := range due {
		if run := *f; run != nil {
			*f = nil
			run()
		}
	}
}

func TestDraftsAreGatheredAndWritten(t *testing.T) {
	store, clock := &memorySettings{}, &timers{}
	var log strings.Builder
	s := &action.Saver{Host: &actiontest.Host{Timer: clock.after, Logger: slog.New(slog.NewTextHandler(&log, nil))},
		Settings: store}

	f := order.New()
	for _, prompt := range []string{"b", "bo", "boats"} {
		f.Text.Prompt = prompt
		s.Put(draftsName, f)
	}
	if len(clock.due) != 1 || store.writes != 0 {
		t.Fatalf("%d timers and %d writes while typing", len(clock.due), store.writes)
	}
	clock.fire()
	if got, err := loadForm(t.Context(), store); err != nil || got != f || store.writes != 1 {
		t.Fatalf("%d writes, read %+v, %v", store.writes, got, err)
	}
	if err := s.Flush(t.Context()); err != nil || store.writes != 1 {
		t.Errorf("an unchanged form was written again: %d, %v", store.writes, err)
	}

	f.Text.Prompt = "boats on a canal"
	s.Put(draftsName, f)
	store.err = errors.New("disk full")
	clock.fire()
	if !strings.Contains(log.String(), "cannot store what was changed") {
		t.Errorf("a failed write was not reported: %q", log.String())
	}
	store.err = nil
	if err := s.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got, _ := loadForm(t.Context(), store); got != f {
		t.Errorf("what could not be written at first is lost: %+v", got)
	}
}

func TestFirstStartAndDamagedDrafts(t *testing.T) {
	if got, err := loadForm(t.Context(), &memorySettings{}); err != nil || got != order.New() {
		t.Errorf("first start: %+v, %v", got, err)
	}
	damaged := &memorySettings{rows: map[string][]byte{draftsName: []byte(`{"kind":7}`)}}
	if got, err := loadForm(t.Context(), damaged); err == nil || got != order.New() {
		t.Errorf("damaged: %+v, %v", got, err)
	}
}
