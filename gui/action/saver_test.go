package action_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"viviscope/gui/action"
	"viviscope/gui/action/actiontest"
)

// slowSettings does something while a value is written.
type slowSettings struct {
	written []any
	during  func()
}

func (s *slowSettings) Setting(context.Context, string, any) (bool, error) { return false, nil }

func (s *slowSettings) SetSetting(_ context.Context, _ string, value any) error {
	s.written = append(s.written, value)
	s.during()
	return nil
}

// A value that is being written can be read, and one that is put meanwhile is not lost.
func TestWhatIsPutDuringAWriteIsWrittenNext(t *testing.T) {
	store, timers := &slowSettings{}, 0
	host := &actiontest.Host{Timer: func(time.Duration, func()) func() bool { timers++; return nil }}
	s := &action.Saver{Host: host, Settings: store}
	store.during = func() {
		if v, ok := s.Pending("form"); !ok || v != "boats" {
			t.Errorf("while it is written: %v, %v", v, ok)
		}
		s.Put("form", "red boats")
	}
	s.Put("form", "boats")
	if err := s.Flush(t.Context()); err != nil || timers != 2 {
		t.Fatalf("%d timers, %v", timers, err)
	}
	store.during = func() {}
	if err := s.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	if v, ok := s.Pending("form"); ok || len(store.written) != 2 || store.written[1] != "red boats" {
		t.Errorf("written %v, %v is pending", store.written, v)
	}
}

// fullSettings refuses to write while it is full.
type fullSettings struct {
	full    bool
	written map[string]any
}

var errFull = errors.New("disk full")

func (s *fullSettings) Setting(context.Context, string, any) (bool, error) { return false, nil }

func (s *fullSettings) SetSetting(_ context.Context, name string, value any) error {
	if s.full {
		return errFull
	}
	s.written[name] = value
	return nil
}

// What cannot be written is reported, kept, and tried again until there is room, without another change.
func TestAFailedWriteIsReportedAndRetried(t *testing.T) {
	store := &fullSettings{full: true, written: map[string]any{}}
	var timers []func()
	host := &actiontest.Host{Timer: func(_ time.Duration, f func()) func() bool {
		timers = append(timers, f)
		return nil
	}}
	run := func() {
		t.Helper()
		if len(timers) != 1 {
			t.Fatalf("%d timers run", len(timers))
		}
		f := timers[0]
		timers = nil
		f()
	}
	s := &action.Saver{Host: host, Settings: store}
	if s.Unsaved() {
		t.Error("something is unsaved before the first change")
	}
	s.Put("form", "boats")
	for range 3 {
		run()
		if !errors.Is(host.Failing(), errFull) || !s.Unsaved() {
			t.Fatalf("reported %v, unsaved %v", host.Failing(), s.Unsaved())
		}
	}
	s.Put("form", "red boats")
	store.full = false
	run()
	if err := host.Failing(); err != nil || s.Unsaved() || store.written["form"] != "red boats" || len(timers) != 0 {
		t.Errorf("with room: reported %v, unsaved %v, wrote %v, %d timers", err, s.Unsaved(), store.written,
			len(timers))
	}
}
