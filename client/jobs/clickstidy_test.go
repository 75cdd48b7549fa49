package jobs

import (
	"sync"
	"testing"

	"viviscope/client"
)

// A click while the folder is being cleaned must not deadlock between two locks. The requests are invalid, so that only
// the locks matter.
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
