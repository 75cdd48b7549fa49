package guard

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// collect installs a reporter for a test and returns what it received.
func collect(t *testing.T) func() []*Panic {
	t.Helper()
	var mu sync.Mutex
	var got []*Panic
	before := SetReporter(func(p *Panic) {
		mu.Lock()
		defer mu.Unlock()
		got = append(got, p)
	})
	t.Cleanup(func() { SetReporter(before) })
	return func() []*Panic {
		mu.Lock()
		defer mu.Unlock()
		return got
	}
}

func explode() { panic(errors.New("no such picture")) }

func TestRunReturnsThePanic(t *testing.T) {
	seen := collect(t)
	err := Run("thumbnail", explode)
	var p *Panic
	if !errors.As(err, &p) || p.Task != "thumbnail" || p.Value != "no such picture" ||
		!strings.Contains(p.Stack, "guard.explode") {
		t.Fatalf("got %v", err)
	}
	if err.Error() != "panic in thumbnail: no such picture" || !strings.Contains(p.Details(), p.Stack) {
		t.Errorf("error text is %q", err.Error())
	}
	if all := seen(); len(all) != 1 || all[0] != p {
		t.Errorf("reported %v", all)
	}
	if Run("fine", func() {}) != nil {
		t.Error("Run returned an error without a panic")
	}
	if err := Do("fails", func() error { return context.Canceled }); err != context.Canceled {
		t.Errorf("the error of the function became %v", err)
	}
	var broken map[string]int
	if err := Do("map", func() error { broken["a"] = 1; return nil }); err == nil {
		t.Error("Do returned no error for a runtime fault")
	}
}

func TestGoroutinesAndTimersReport(t *testing.T) {
	reports := make(chan *Panic)
	before := SetReporter(func(p *Panic) { reports <- p })
	defer func() { SetReporter(before) }()
	Go("goroutine", explode)
	AfterFunc(0, "timer", explode)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	AfterContext(ctx, "context", explode)
	var work sync.WaitGroup
	work.Go(Func("group", explode))
	seen := map[string]bool{}
	for range 4 {
		seen[(<-reports).Task] = true
	}
	if len(seen) != 4 {
		t.Errorf("reported %v", seen)
	}
	work.Wait()
}

func TestGroupWaitPanicsLikeItsPart(t *testing.T) {
	seen := collect(t)
	err := Run("picture", func() {
		var g Group
		for i := range 4 {
			g.Go("strip", func() {
				if i%2 == 1 {
					panic(fmt.Sprint("strip ", i))
				}
			})
		}
		g.Wait()
		t.Error("Wait returned without a result")
	})
	var p *Panic
	if !errors.As(err, &p) || p.Task != "strip" {
		t.Fatalf("the caller got %v", err)
	}
	if n := len(seen()); n != 2 {
		t.Errorf("%d reports of two panics", n)
	}
}

func TestPanicIsNotRecoveredWithoutReporter(t *testing.T) {
	before := SetReporter(nil)
	defer func() { SetReporter(before) }()
	defer func() {
		if recover() == nil {
			t.Error("the panic was recovered")
		}
	}()
	_ = Run("test", explode)
}

func TestHTTPLogHidesSecrets(t *testing.T) {
	var out bytes.Buffer
	errs := HTTPLog(slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: slog.LevelDebug})))
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		panic("https://cdn.example.com/a.mp4?sig=abc key ab12cd34ef56ab12cd34ef56")
	}))
	server.Config.ErrorLog = errs
	server.Start()
	_, err := server.Client().Get(server.URL)
	server.Close() // waits for the log
	text := out.String()
	if err == nil || !strings.Contains(text, "panic serving") || !strings.Contains(text, "cdn.example.com") {
		t.Errorf("logged %q, %v", text, err)
	}
	for _, secret := range []string{"a.mp4", "sig=abc", "ab12cd34ef56ab12cd34ef56"} {
		if strings.Contains(text, secret) {
			t.Errorf("%q is in %q", secret, text)
		}
	}
}

func TestPanicDetailsAreRedacted(t *testing.T) {
	collect(t)
	err := Run("call", func() {
		panic("GET https://cdn.example.com/a.mp4?sig=abc Authorization: Bearer sk-verysecretkey key ab12cd34ef56ab12cd34ef56")
	})
	for _, secret := range []string{"a.mp4", "sig=abc", "sk-verysecretkey", "ab12cd34ef56ab12cd34ef56"} {
		if strings.Contains(err.(*Panic).Details(), secret) {
			t.Errorf("%q is in %q", secret, err)
		}
	}
	if long := Run("long", func() { panic(strings.Repeat("x ", 1<<20)) }); len(long.Error()) > 2*maxValue {
		t.Errorf("%d bytes of a value", len(long.Error()))
	}
}

// TestHideKeyMasksEveryForm checks bare keys in each spelling that a server may return.
func TestHideKeyMasksEveryForm(t *testing.T) {
	const key, short = "sk/in use+9", "abc"
	HideKey(key)
	HideKey(short)
	for _, form := range append(KeyForms(key), "plain "+key+" words", `{"k":"sk\/in use+9"}`) {
		if got := Redact("x " + form + " y"); strings.Contains(got, "in use") || strings.Contains(got, "in%20use") ||
			!strings.Contains(got, "[key]") {
			t.Errorf("%q became %q", form, got)
		}
	}
	if got := Redact("abc"); got != "abc" {
		t.Errorf("a short key changed the text to %q", got)
	}
}
