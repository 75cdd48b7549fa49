package db

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"viviscope/db/search"
)

// During the startup delay the index is loaded only for a search, and the sweep waits.
func TestStartupDelay(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		l, err := Open(t.Context(), dir, Options{StartupDelay: time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		began := time.Now()
		synctest.Wait()
		if !l.Loading() {
			t.Error("the index was loaded during the delay")
		}
		hasty, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := l.Sweep(hasty); !errors.Is(err, context.Canceled) {
			t.Errorf("a cancelled sweep: %v", err)
		}
		if _, err := idsOf(t.Context(), l, search.Filter{}); err != nil {
			t.Fatal(err)
		}
		if time.Since(began) != 0 {
			t.Errorf("the search waited for %v", time.Since(began))
		}
		if _, err := l.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := time.Since(began); got != time.Minute {
			t.Errorf("the sweep began after %v", got)
		}
	})
}
