package shell

import (
	"context"
	"testing"
	"testing/synctest"
)

// A burst of requests, as from a library whose clips are all measured again, leads to two runs: the one that was
// running when the burst came, and one after it.
func TestMergedRunsOnceForABurst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		s := &Shell{ctx: ctx, deps: Deps{Sleep: Sleep}}
		runs, finish := 0, make(chan struct{})
		request := s.Merged("work", func(context.Context) { runs++; <-finish })
		request()
		synctest.Wait()
		for range 1000 {
			request()
		}
		close(finish)
		Sleep(ctx, 10*refreshPause)
		synctest.Wait()
		if runs != 2 {
			t.Errorf("%d runs, want 2", runs)
		}
		cancel()
		s.work.Wait()
	})
}
