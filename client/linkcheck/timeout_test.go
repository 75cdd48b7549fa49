package linkcheck

import (
	"context"
	"errors"
	"io"
	"log"
	"net/http"
	"sync"
	"testing"
	"time"
)

func quiet() *log.Logger { return log.New(io.Discard, "", 0) }

func TestCheckTimesOut(t *testing.T) {
	for name, limit := range map[string]time.Duration{"no byte": stallTimeout, "a drip": totalTimeout} {
		for _, begun := range []bool{false, true} {
			t.Run(name, func(t *testing.T) {
				arrived, release := make(chan struct{}), make(chan struct{})
				w := newTestNetwork(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					if begun {
						w.Write(pngFile(t, 100, 100)[:50])
						w.(http.Flusher).Flush()
					}
					close(arrived)
					<-release
				}), refuseAll(t))
				defer close(release)
				timers := &manualTimers{}
				c := w.config()
				c.AfterFunc = timers.after
				go func() {
					<-arrived
					timers.fire(limit)
				}()
				_, err := New(c).Check(t.Context(), w.link("pictures.example", signed))
				checkErr(t, err, ErrUnreachable, "pictures.example")
			})
		}
	}
}

func TestCheckStopsWithContext(t *testing.T) {
	arrived, release := make(chan struct{}, 1), make(chan struct{})
	w := newTestNetwork(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/now" {
			w.Write(pngFile(t, 2, 2))
			return
		}
		arrived <- struct{}{}
		<-release
	}), refuseAll(t))
	defer close(release)
	looker := New(w.config())
	for range MaxConcurrent + 1 { // each releases its slot
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			<-arrived
			cancel()
		}()
		if _, err := looker.Check(ctx, w.link("pictures.example", signed)); !errors.Is(err, context.Canceled) {
			t.Fatalf("%v", err)
		}
	}
	if _, err := looker.Check(t.Context(), w.link("pictures.example", "/now")); err != nil {
		t.Error(err)
	}
}

func TestCheckLimitsConcurrency(t *testing.T) {
	var mu sync.Mutex
	inside, most := 0, 0
	pair := make(chan struct{}) // two handlers meet here, which proves that they run concurrently
	w := newTestNetwork(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		inside++
		most = max(most, inside)
		mu.Unlock()
		select {
		case pair <- struct{}{}:
		case <-pair:
		}
		mu.Lock()
		inside--
		mu.Unlock()
		w.Write(pngFile(t, 2, 2))
	}), refuseAll(t))
	looker := New(w.config())
	var wg sync.WaitGroup
	for range 5 * MaxConcurrent {
		wg.Go(func() {
			if _, err := looker.Check(t.Context(), w.link("pictures.example", "/")); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if most != MaxConcurrent {
		t.Errorf("%d at once, want %d", most, MaxConcurrent)
	}

	// A check that waits for a slot can be cancelled.
	looker.slots <- struct{}{}
	looker.slots <- struct{}{}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := looker.Check(ctx, w.link("pictures.example", "/")); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestCheckReportsBrokenDownloadAsUnreachable(t *testing.T) {
	w := newTestNetwork(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		whole := pngFile(t, 100, 100)
		w.Header().Set("Content-Length", "100000")
		w.Write(whole[:len(whole)/2])
		panic(http.ErrAbortHandler)
	}), refuseAll(t))
	_, err := New(w.config()).Check(t.Context(), w.link("pictures.example", signed))
	checkErr(t, err, ErrUnreachable, "pictures.example")
}
