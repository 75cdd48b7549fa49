package action_test

import (
	"context"
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
