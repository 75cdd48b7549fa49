package sandbox

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"path"
	"strconv"
	"strings"
	"sync"
	"time"

	"viviscope/client"
	"viviscope/client/guard"
	"viviscope/client/linkcheck"
)

// closeGrace is how long Close waits for answers that are on their way.
const closeGrace = 2 * time.Second

// Server is one sandbox. All its methods are safe for concurrent use.
type Server struct {
	opts     Options
	log      *slog.Logger
	store    *store
	identity identity
	key      string
	links    *linkcheck.Looker
	handler  http.Handler

	ctx    context.Context // ends when the server closes
	cancel context.CancelFunc
	wg     sync.WaitGroup
	clips  chan struct{} // one place: a clip takes every core
	stills chan struct{}

	mu        sync.Mutex
	work      *sync.Cond // pending or working changed
	state     state
	pending   []string // tasks that wait for a worker
	working   int      // tasks that a worker has
	calls     map[call]int
	listeners []net.Listener
	servers   []*http.Server
	closed    bool
}

// call is one kind of request, counted for tests.
type call struct{ method, path string }

// New opens the folder, loads what an earlier process left, and goes on with its unfinished tasks. The server answers
// once Start is called, or through Handler. Close must be called in the end.
func New(o Options) (*Server, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	st, err := openStore(o.Dir)
	if err != nil {
		return nil, err
	}
	s := &Server{
		opts: o, log: o.Log, store: st, key: o.Key, state: newState(), calls: map[call]int{},
		clips: make(chan struct{}, 1), stills: make(chan struct{}, stills),
	}
	s.work = sync.NewCond(&s.mu)
	s.ctx, s.cancel = context.WithCancel(context.Background())
	s.links = linkcheck.New(linkcheck.Config{Proxy: o.Proxy, Public: o.Public})
	if s.identity, err = loadIdentity(st); err == nil {
		err = s.restore()
	}
	if err != nil {
		s.cancel()
		return nil, errors.Join(err, st.close())
	}
	if s.key == "" {
		s.key = s.identity.Key
	}
	s.handler = s.routes()
	for range workers {
		s.wg.Go(guard.Func("sandbox worker", s.runWorker))
	}
	return s, nil
}

// routes puts the handlers together: first where a request comes from, then ordered troubles, then the key, then the work.
func (s *Server) routes() http.Handler {
	service := http.NewServeMux()
	service.Handle("POST /v1/videos", s.withKey(s.postVideo))
	service.Handle("GET /v1/videos/{id}", s.withKey(s.getVideo))
	service.Handle("GET /v1/videos/{id}/content", s.withKey(s.getContent))
	service.Handle("GET /v1/models", s.withKey(s.getModels))
	service.Handle("POST /v1/images/generations", s.withKey(s.postGeneration))
	service.Handle("POST /v1/images/edits", s.withKey(s.postEdit))
	service.HandleFunc("GET "+clipPath+"{name}", s.getClip)
	service.HandleFunc("GET "+picturePath+"{name}", s.getPicture)
	service.HandleFunc("GET "+hostedPath+"{name}", s.getHosted)
	service.Handle("/", s.withKey(s.noRoute))

	all := http.NewServeMux()
	all.Handle("/", s.withFaults(service))
	all.Handle("GET /v1/sandbox/ledger", s.withKey(s.getLedger))
	if s.opts.AllowFaults {
		all.Handle("POST /v1/sandbox/faults", s.withKey(s.postFaults))
		all.Handle("PUT /v1/sandbox/faults", s.withKey(s.putFaults))
		all.Handle("GET /v1/sandbox/faults", s.withKey(s.getFaults))
		all.Handle("DELETE /v1/sandbox/faults", s.withKey(s.deleteFaults))
	}
	return s.guard(all)
}

// gatewayModels are the further models that the sandbox has in the format of a gateway, under names and limits as the
// models of such gateways have them.
func gatewayModels(form client.Form) []client.Alias {
	switch form {
	case client.FormOpenAI:
		return []client.Alias{{ID: "sora-2", Like: "clip-3.0-turbo", Limits: client.Limits{Seconds: "4, 8, 12", Sizes: "1280x720, 720x1280"}}}
	case client.FormNewAPI:
		return []client.Alias{{ID: "kling-v2-6", Like: "clip-3.0", Limits: client.Limits{Seconds: "5, 10"}}}
	}
	return nil
}

// getModels lists the models. No service has to offer that, but gateways do.
func (s *Server) getModels(w http.ResponseWriter, _ *http.Request) {
	type model struct {
		ID      string `json:"id"`
		Object  string `json:"object"`
		OwnedBy string `json:"owned_by"`
	}
	var ids []string
	for _, a := range gatewayModels(s.opts.Form) {
		ids = append(ids, a.ID)
	}
	for _, m := range client.VideoModels() {
		ids = append(ids, m.ID)
	}
	for _, m := range client.ImageModels() {
		ids = append(ids, m.ID)
	}
	all := make([]model, len(ids))
	for i, id := range ids {
		all[i] = model{id, "model", "sandbox"}
	}
	s.answer(w, http.StatusOK, map[string]any{"object": "list", "data": all})
}

func (s *Server) noRoute(w http.ResponseWriter, r *http.Request) {
	s.refuse(w, &refusal{http.StatusNotFound, typeInvalid, codeNotFound, fmt.Sprintf("Invalid URL (%s %s)", r.Method, r.URL.Path)})
}

// crossRoutes is the other origin of ContentCross. Like the storage behind real services it refuses a request that
// brings a key along: a signed link is the only permission there.
func (s *Server) crossRoutes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+clipPath+"{name}", s.getClip)
	refuseKeys := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "" {
			s.refuse(w, invalid("only one way of authorization is allowed: the key does not belong here"))
			return
		}
		mux.ServeHTTP(w, r)
	})
	return s.guard(s.withFaults(refuseKeys))
}

// Start listens on loopback. The port is the one of Options.Addr, else the one that the folder remembers, else a free one.
func (s *Server) Start() error {
	main, err := s.listen()
	if err != nil {
		return err
	}
	listeners := []net.Listener{main}
	handlers := []http.Handler{s.handler}
	if s.opts.Content == ContentCross {
		other, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return errors.Join(fmt.Errorf("listen for content: %w", err), main.Close())
		}
		listeners, handlers = append(listeners, other), append(handlers, s.crossRoutes())
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || len(s.listeners) > 0 {
		for _, l := range listeners {
			_ = l.Close()
		}
		return errors.New("start sandbox: it was started or closed before")
	}
	for i, l := range listeners {
		srv := &http.Server{
			Handler: handlers[i], ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10,
			ErrorLog: guard.HTTPLog(s.log),
		}
		s.listeners, s.servers = append(s.listeners, l), append(s.servers, srv)
		s.wg.Go(guard.Func("sandbox", func() {
			if err := srv.Serve(l); !errors.Is(err, http.ErrServerClosed) {
				s.log.Error("the sandbox stopped listening", "err", err)
			}
		}))
	}
	return nil
}

// listen takes the port and remembers it. A port that is taken for now is not forgotten: links made with it live again
// when it is free.
func (s *Server) listen() (net.Listener, error) {
	host, port, err := net.SplitHostPort(s.opts.Addr)
	if err != nil {
		return nil, fmt.Errorf("sandbox address: %w", err)
	}
	if port != "" && port != "0" {
		l, err := net.Listen("tcp", s.opts.Addr)
		if err != nil {
			return nil, fmt.Errorf("start sandbox: %w", err)
		}
		return l, nil
	}
	if s.identity.Port != 0 {
		l, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(s.identity.Port)))
		if err == nil {
			return l, nil
		}
		s.log.Warn("the port of the sandbox is taken; another one is used", "port", s.identity.Port, "err", err)
	}
	l, err := net.Listen("tcp", net.JoinHostPort(host, "0"))
	if err != nil {
		return nil, fmt.Errorf("start sandbox: %w", err)
	}
	if s.identity.Port == 0 {
		s.identity.Port = l.Addr().(*net.TCPAddr).Port
		if err := s.identity.save(s.store); err != nil {
			return nil, errors.Join(err, l.Close())
		}
	}
	return l, nil
}

// Handler returns the service without its listener, for a test that brings its own. It answers loopback names only.
func (s *Server) Handler() http.Handler { return s.handler }

// BaseURL returns the address of the service, without /v1 and without a slash at its end; "" before Start.
func (s *Server) BaseURL() string { return s.origin(0) }

// crossOrigin is where ContentCross keeps clips.
func (s *Server) crossOrigin() string { return s.origin(1) }

func (s *Server) origin(i int) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i >= len(s.listeners) {
		return ""
	}
	return "http://" + s.listeners[i].Addr().String()
}

// Key returns the key that the service wants to see.
func (s *Server) Key() string { return s.key }

// Faults returns the list of troubles to come, to which a test adds.
func (s *Server) Faults() *Faults { return s.opts.Faults }

// count remembers that a request came. Ids count as one.
func (s *Server) count(r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := r.URL.Path
	if rest, ok := strings.CutPrefix(p, "/v1/videos/"); ok {
		id, _, _ := strings.Cut(rest, "/")
		p = strings.Replace(p, id, "{id}", 1)
	}
	if strings.HasPrefix(p, clipPath) || strings.HasPrefix(p, picturePath) || strings.HasPrefix(p, hostedPath) {
		p = path.Dir(p) + "/{name}"
	}
	if len(s.calls) < 1000 { // paths are the client's to choose
		s.calls[call{r.Method, p}]++
	}
}

// Calls returns how many requests came with a method and a path, also those that were refused or hit by a fault. In paths
// below /v1/videos/ the id is written {id}, in signed links the name {name}.
func (s *Server) Calls(method, path string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls[call{method, path}]
}

// Close stops listening, interrupts what is being rendered, and gives the folder back. Unfinished tasks stay in it and
// go on when it is opened again. It may be called more than once.
func (s *Server) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	servers := s.servers
	s.mu.Unlock()

	s.cancel()
	s.wake()
	ctx, cancel := context.WithTimeout(context.Background(), closeGrace)
	defer cancel()
	for _, srv := range servers {
		if srv.Shutdown(ctx) != nil {
			_ = srv.Close()
		}
	}
	s.wg.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.store.close()
}

// guard refuses what comes from a page in a browser: a name that was pointed at this computer (Host), or a page of another
// origin (Origin). Programs send no Origin.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Request-Id", "req_"+randomID(24))
		if !isLoopback(hostOf(r.Host)) {
			s.refuse(w, &refusal{http.StatusForbidden, typeForbidden, codeForbidden,
				"this service answers on loopback only: unexpected Host header"})
			return
		}
		if origin := r.Header.Get("Origin"); origin != "" && !sameOrigin(origin, r) {
			s.refuse(w, &refusal{http.StatusForbidden, typeForbidden, codeForbidden, "this service does not answer pages of other origins"})
			return
		}
		next.ServeHTTP(w, r)
	})
}

// hostOf takes the port from a Host header.
func hostOf(hostport string) string {
	if host, _, err := net.SplitHostPort(hostport); err == nil {
		return host
	}
	return strings.TrimSuffix(strings.TrimPrefix(hostport, "["), "]")
}

func sameOrigin(origin string, r *http.Request) bool {
	u, err := url.Parse(origin)
	return err == nil && u.Scheme == scheme(r) && u.Host == r.Host
}

func scheme(r *http.Request) string {
	if r.TLS != nil {
		return "https"
	}
	return "http"
}

// withKey lets only the holder of the key through (interface 5).
func (s *Server) withKey(next http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		word, key, _ := strings.Cut(r.Header.Get("Authorization"), " ")
		if !strings.EqualFold(word, "Bearer") || strings.TrimSpace(key) == "" {
			s.refuse(w, &refusal{http.StatusUnauthorized, typeAuth, codeBadKey, "no API key: send the header Authorization: Bearer <API_KEY>"})
			return
		}
		if !equalSecret(strings.TrimSpace(key), s.key) {
			s.refuse(w, &refusal{http.StatusUnauthorized, typeAuth, codeBadKey, "invalid API key"})
			return
		}
		next(w, r)
	})
}

// equalSecret compares in a time that says nothing about either.
func equalSecret(a, b string) bool {
	x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(x[:], y[:]) == 1
}

// A signed link carries its own permission: whoever has it may fetch that one file until it dies, without the key.

// sign returns the path with its expiry and signature as query.
func (s *Server) sign(path string, dies time.Time) string {
	expires := strconv.FormatInt(dies.Unix(), 10)
	q := url.Values{"expires": {expires}, "signature": {s.signature(path, expires)}}
	return path + "?" + q.Encode()
}

// linkState is what a signed link is worth.
type linkState int

const (
	linkForged linkState = iota
	linkDead
	linkAlive
)

func (s *Server) checkLink(u *url.URL) linkState {
	q := u.Query()
	expires := q.Get("expires")
	if !hmac.Equal([]byte(q.Get("signature")), []byte(s.signature(u.Path, expires))) {
		return linkForged
	}
	unix, err := strconv.ParseInt(expires, 10, 64)
	if err != nil {
		return linkForged
	}
	if !s.opts.Now().Before(time.Unix(unix, 0)) {
		return linkDead
	}
	return linkAlive
}

func (s *Server) signature(path, expires string) string {
	mac := hmac.New(sha256.New, []byte(s.identity.Secret))
	mac.Write([]byte(path + "\n" + expires))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}
