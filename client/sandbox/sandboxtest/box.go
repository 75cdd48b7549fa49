package sandboxtest

import (
	"net/http"
	"net/http/httptest"
	"path"
	"strings"
	"sync"

	"viviscope/client"
	"viviscope/client/sandbox"
)

// ContentMode is the way in which GET /v1/videos/{id}/content responds. Services differ, and clients must support all
// three.
type ContentMode int

// The ways to serve a clip.
const (
	ContentRedirect ContentMode = iota // 302 to a signed link on the same origin; default of the sandbox
	ContentDirect                      // 200 with the bytes
	ContentCross                       // 302 to a signed link on another origin, which refuses the key; needs Start
)

// Options configure a [Box]. The zero value is a sandbox without faults.
type Options struct {
	sandbox.Options // Middleware is set by the Box
	Content         ContentMode
	Form            client.RequestFormat // the only request format that it accepts for clips
}

// Box is a sandbox with injected faults. It counts requests. It can also serve clips and accept requests in the formats
// of other services.
type Box struct {
	*sandbox.Server
	options Options
	faults  Faults
	other   *httptest.Server // the origin of ContentCross; nil without

	mu    sync.Mutex
	calls map[call]int
}

// call identifies a kind of request.
type call struct{ method, path string }

// New opens a sandbox. The caller must call Close.
func New(o Options) (*Box, error) {
	b := &Box{options: o, calls: map[call]int{}}
	o.Middleware = b.middleware
	server, err := sandbox.New(o.Options)
	if err != nil {
		return nil, err
	}
	b.Server = server
	return b, nil
}

// Start listens on loopback.
func (b *Box) Start() error {
	if b.options.Content == ContentCross {
		b.other = httptest.NewServer(http.HandlerFunc(b.serveStorage))
	}
	return b.Server.Start()
}

// Close stops listening and closes the sandbox. It may be called more than once.
func (b *Box) Close() error {
	err := b.Server.Close() // also ends hanging requests, which other would wait for
	if b.other != nil {
		b.other.Close()
	}
	return err
}

// Faults returns the list of pending faults, to which tests add.
func (b *Box) Faults() *Faults { return &b.faults }

// middleware wraps the service with faults, request formats and content modes.
func (b *Box) middleware(service http.Handler) http.Handler {
	handler := b.withFaults(b.withForm(b.withContent(service)))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, ledgerPath) {
			service.ServeHTTP(w, r) // tests read the ledger without faults
			return
		}
		b.count(r)
		handler.ServeHTTP(w, r)
	})
}

// Paths of the sandbox that the service does not have.
const (
	ledgerPath = "/v1/sandbox/ledger"
	clipPath   = "/v1/sandbox/clips/"
)

// count counts a request.
func (b *Box) count(r *http.Request) {
	p := r.URL.Path
	if rest, ok := strings.CutPrefix(p, "/v1/videos/"); ok {
		id, _, _ := strings.Cut(rest, "/")
		p = strings.Replace(p, id, "{id}", 1)
	}
	if strings.HasPrefix(p, "/v1/sandbox/") {
		p = path.Dir(p) + "/{name}"
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.calls[call{r.Method, p}]++
}

// Calls returns the number of requests with a method and a path, including refused ones and those with a fault. Paths
// contain {id} instead of a task ID, and {name} instead of the name in a signed link.
func (b *Box) Calls(method, path string) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.calls[call{method, path}]
}

// withContent serves clips in the mode of Options.Content.
func (b *Box) withContent(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if b.options.Content == ContentRedirect || !strings.HasSuffix(r.URL.Path, "/content") {
			next.ServeHTTP(w, r)
			return
		}
		a := record(next, w, r)
		if a.status != http.StatusFound {
			a.send(w, a.body.Bytes())
			return
		}
		link := a.header.Get("Location")
		if b.options.Content == ContentCross {
			a.header.Set("Location", b.other.URL+link)
			a.send(w, a.body.Bytes())
			return
		}
		to := r.Clone(r.Context())
		u, err := r.URL.Parse(link)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		to.URL = u
		next.ServeHTTP(w, to)
	})
}

// serveStorage is the other origin of ContentCross. Like real storage services it refuses requests with a key, because
// the signed link is the authorization.
func (b *Box) serveStorage(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.Header.Get("Authorization") != "":
		refuse(w, http.StatusBadRequest, codeInvalid,
			"only one way of authorization is allowed: the key does not belong here")
	case !strings.HasPrefix(r.URL.Path, clipPath):
		http.NotFound(w, r)
	default:
		b.Handler().ServeHTTP(w, r)
	}
}
