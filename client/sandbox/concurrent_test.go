package sandbox_test

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"runtime"
	"sync"
	"testing"
	"time"

	"viviscope/client/sandbox"
	"viviscope/client/sandbox/sandboxtest"
)

// Many concurrent clients: every task and picture exists once, and the ledger adds up.
func TestConcurrentClients(t *testing.T) {
	b := start(t, func(o *sandboxtest.Options) { o.Dir = t.TempDir() })
	const n = 20
	var wg sync.WaitGroup
	for range n {
		wg.Go(func() {
			a := b.post("/v1/videos", object{"model": "clip-o1", "prompt": "boats", "seconds": 3})
			if a.status != http.StatusOK {
				t.Errorf("%d %s", a.status, a.body)
				return
			}
			b.get("/v1/videos/" + a.json(t)["id"].(string))
			b.Ledger()
		})
		wg.Go(func() { b.generate(object{"prompt": "fox", "size": "32x32", "quality": "low"}) })
	}
	wg.Wait()
	b.rendered()
	b.clock.Add(time.Minute)
	count := map[string]int{}
	for i, e := range b.Ledger() {
		count[e.Kind]++
		if e.ID != int64(i+1) {
			t.Errorf("entry %d has id %d", i, e.ID)
		}
	}
	if len(b.Tasks()) != n || len(b.Pictures()) != n || count[sandbox.Reserve] != n || count[sandbox.Charge] != 2*n {
		t.Errorf("%d tasks, %d pictures, ledger %v", len(b.Tasks()), len(b.Pictures()), count)
	}
}

// A picture call is charged even if its client disconnects. This is why such a call must not be repeated.
func TestPictureIsChargedWithoutItsClient(t *testing.T) {
	begun, goOn := make(chan struct{}), make(chan struct{})
	b := start(t, func(o *sandboxtest.Options) {
		o.Sleep = func(ctx context.Context, _ time.Duration) error {
			close(begun)
			<-goOn
			return ctx.Err()
		}
	})
	ctx, cancel := context.WithCancel(t.Context())
	req, err := http.NewRequestWithContext(ctx, "POST", b.BaseURL()+"/v1/images/generations",
		bytes.NewReader(jsonOf(t, object{"model": "genimage-2.5-flare", "prompt": "fox", "size": "64x64"})))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+b.Key())
	done := make(chan error, 1)
	go func() { _, err := b.http.Do(req); done <- err }()
	<-begun
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	close(goOn)
	for len(b.Ledger()) == 0 {
		runtime.Gosched()
	}
}

// Closing the sandbox during a picture call charges nothing.
func TestCloseDuringPictureCall(t *testing.T) {
	begun := make(chan struct{})
	b := start(t, func(o *sandboxtest.Options) {
		o.Sleep = func(ctx context.Context, _ time.Duration) error {
			close(begun)
			<-ctx.Done()
			return ctx.Err()
		}
	})
	done := make(chan answer, 1)
	go func() { done <- b.generate(object{"prompt": "fox", "size": "64x64"}) }()
	<-begun
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	if a := <-done; a.status != http.StatusServiceUnavailable {
		t.Errorf("%d %s", a.status, a.body)
	}
}

// The handler works behind another server, also over HTTP/2, where a lost response is a reset stream.
func TestHandlerOverHTTP2(t *testing.T) {
	b := start(t)
	srv := httptest.NewUnstartedServer(b.Handler())
	srv.EnableHTTP2 = true
	srv.StartTLS()
	defer srv.Close()
	b.http = srv.Client()
	b.Faults().Add(sandboxtest.Fault{Kind: sandboxtest.LoseAnswer})
	body := jsonOf(t, object{"model": "genimage-2.5-flare", "prompt": "fox", "size": "64x64"})
	if _, err := b.try("POST", srv.URL+"/v1/images/generations", "application/json",
		bytes.NewReader(body)); err == nil {
		t.Error("an answer came")
	}
	a := b.send("POST", srv.URL+"/v1/images/generations", "application/json", bytes.NewReader(body))
	link, _ := a.item(t)
	if got := b.get(link); got.status != http.StatusOK || len(b.Ledger()) != 2 {
		t.Errorf("%s: %d, ledger %s", link[:8], got.status, b.kinds())
	}
}
