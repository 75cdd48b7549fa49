package jobs

import (
	"sync"
	"testing"

	"viviscope/client"
)

// A click that comes while the folder is about to be tidied is not caught between two locks. The requests break a rule,
// so that nothing but the locks is needed.
func TestSubmitDuringTidyDoesNotDeadlock(t *testing.T) {
	in := &inputStore{}
	e := &Engine{submission: &submission{inputs: in}}
	var tidying sync.WaitGroup
	tidied := 0
	tidying.Go(func() {
		for range 100_000 {
			in.Lock()
			tidied++
			in.Unlock()
		}
	})
	for range 100_000 {
		if _, err := e.submission.submit(t.Context(), 1, []Order{{Request: client.VideoRequest{}}},
			Terms{}); err == nil {
			t.Fatal("an empty request was taken")
		}
	}
	tidying.Wait()
}
