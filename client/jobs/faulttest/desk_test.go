package faulttest

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"viviscope/client/jobs/jobstest"
	"viviscope/client/sandbox"
	"viviscope/client/sandbox/sandboxtest"
)

// books contains the requests that the service received, and their results.
type books struct {
	Posts   map[string]int  // requests that cost money, by the token in their body, whatever became of them
	Protos  map[string]int  // requests by method and version: "POST 1", "GET 2"
	Tasks   []sandbox.Task  // as they stand
	Ledger  []sandbox.Entry // of the service
	Hits    int             // requests that a fault struck
	Hanging int             // requests that hang now
}

// token is the prefix of the prompt of each click.
var token = regexp.MustCompile(`click-[0-9]+-`)

// desk is a handler in front of the sandbox that counts the requests.
type desk struct {
	box     *sandboxtest.Box
	clock   *jobstest.Clock
	streams atomic.Int32 // of HTTP/2 that serveStreams has read whole

	mu     sync.Mutex
	posts  map[string]int
	protos map[string]int
}

func newDesk(box *sandboxtest.Box, c *jobstest.Clock) *desk {
	return &desk{box: box, clock: c, posts: map[string]int{}, protos: map[string]int{}}
}

func (d *desk) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	d.mu.Lock()
	d.protos[r.Method+" "+string('0'+rune(r.ProtoMajor))]++
	d.mu.Unlock()
	if r.Method == http.MethodPost {
		body, err := io.ReadAll(r.Body)
		d.count(body)
		rest := io.Reader(bytes.NewReader(body))
		if err != nil {
			rest = io.MultiReader(rest, broken{err})
		}
		r.Body = io.NopCloser(rest)
	}
	d.box.Handler().ServeHTTP(w, r)
}

// count notes a request by what has arrived of its body.
func (d *desk) count(body []byte) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if t := token.Find(body); t != nil {
		d.posts[string(t)]++
	}
}

// control is the desk for the test, on a listener of its own: the books, the clock, and the faults.
func (d *desk) control() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /books", func(w http.ResponseWriter, r *http.Request) {
		d.mu.Lock()
		b := books{Posts: maps.Clone(d.posts), Protos: maps.Clone(d.protos)}
		d.mu.Unlock()
		b.Tasks, b.Ledger = d.box.Tasks(), d.box.Ledger()
		if one := r.URL.Query().Get("of"); one != "" {
			b = b.of(one)
		}
		b.Hits, b.Hanging = d.box.Faults().Hits(), d.box.Faults().Hanging()
		_ = json.NewEncoder(w).Encode(b)
	})
	mux.HandleFunc("POST /jump", func(w http.ResponseWriter, r *http.Request) {
		by, err := time.ParseDuration(r.URL.Query().Get("by"))
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		d.clock.Jump(by)
		_, _ = io.WriteString(w, "{}")
	})
	faults := func(order func(...sandboxtest.Fault)) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			var all []sandboxtest.Fault
			if err := json.NewDecoder(r.Body).Decode(&all); err != nil {
				http.Error(w, err.Error(), http.StatusBadRequest)
				return
			}
			order(all...)
			_, _ = io.WriteString(w, "{}")
		}
	}
	mux.HandleFunc("POST /faults", faults(d.box.Faults().Add))
	mux.HandleFunc("PUT /faults", faults(d.box.Faults().Replace))
	return mux
}

// of returns the books of one click. After a thousand clicks, sending all books takes longer than the next click.
func (b books) of(click string) books {
	b.Posts = map[string]int{click: b.Posts[click]}
	b.Tasks = slices.DeleteFunc(b.Tasks, func(t sandbox.Task) bool {
		return !strings.HasPrefix(t.Request.Prompt, click)
	})
	b.Ledger = slices.DeleteFunc(b.Ledger, func(e sandbox.Entry) bool {
		return !slices.ContainsFunc(b.Tasks, func(t sandbox.Task) bool { return t.ID == e.TaskID })
	})
	return b
}

type broken struct{ err error }

func (b broken) Read([]byte) (int, error) { return 0, b.err }
