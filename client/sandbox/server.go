package sandbox

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"viviscope/client"
	"viviscope/client/guard"
	"viviscope/client/linkcheck"
)

// closeGrace is how long Close waits for running responses.
const closeGrace = 2 * time.Second

// New opens the folder, loads the state of an earlier process, and resumes its unfinished tasks. The server responds
// after Start, or through Handler. The caller must call Close.
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
		opts: o, log: o.Log, store: st, key: o.Key, state: newState(),
		clipSlot: make(chan struct{}, 1), stillSlots: make(chan struct{}, maxStills),
	}
	s.workChanged = sync.NewCond(&s.mu)
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

// routes returns the handler of all requests. It checks the origin, then calls the middleware, checks the key, and
// calls the endpoint.
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
	service.Handle("GET /v1/sandbox/ledger", s.withKey(s.getLedger))
	service.Handle("/", s.withKey(s.noRoute))
	if s.opts.Middleware == nil {
		return s.checkOrigin(service)
	}
	return s.checkOrigin(s.opts.Middleware(service))
}

// getModels lists the models, as gateways do. The interface does not require it.
func (s *Server) getModels(w http.ResponseWriter, _ *http.Request) {
	type model struct {
		ID      string `json:"id"`
		Object  string `json:"object"`
		OwnedBy string `json:"owned_by"`
	}
	var ids []string
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
	s.writeJSON(w, http.StatusOK, map[string]any{"object": "list", "data": all})
}

// Start listens on loopback. The port is that of Options.Addr, or else the stored one, or else a free one.
func (s *Server) Start() error {
	l, err := s.listen()
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || s.listener != nil {
		_ = l.Close()
		return errors.New("start sandbox: it was started or closed before")
	}
	srv := &http.Server{
		Handler: s.handler, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10,
		ErrorLog:    guard.HTTPLog(s.log),
		BaseContext: func(net.Listener) context.Context { return s.ctx }, // Close cancels the contexts of all requests
	}
	s.listener, s.server = l, srv
	s.wg.Go(guard.Func("sandbox", func() {
		if err := srv.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			s.log.Error("serve sandbox", "err", err)
		}
	}))
	return nil
}

// listen opens the listener and stores its port. It keeps a stored port that is in use, because existing links work
// again once the port is free.
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
		s.log.Warn("listen on stored sandbox port; using another one", "port", s.identity.Port, "err", err)
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

// Handler returns the service without a listener, for tests with their own. It accepts loopback names only.
func (s *Server) Handler() http.Handler { return s.handler }

// Key returns the API key.
func (s *Server) Key() string { return s.key }

// Close stops listening, interrupts rendering, and unlocks the folder. Unfinished tasks continue when the folder is
// opened again. It may be called more than once.
func (s *Server) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	server := s.server
	s.mu.Unlock()

	s.cancel()
	s.wake()
	ctx, cancel := context.WithTimeout(context.Background(), closeGrace)
	defer cancel()
	if server != nil && server.Shutdown(ctx) != nil {
		_ = server.Close()
	}
	s.wg.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.store.close()
}

// checkOrigin refuses requests of web pages: a foreign Host (DNS rebinding), or another Origin. Programs send no
// Origin.
func (s *Server) checkOrigin(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Request-Id", "req_"+randomID(24))
		if !isLoopback(hostOf(r.Host)) {
			s.refuse(w, &refusal{http.StatusForbidden, typeForbidden, codeForbidden,
				"this service answers on loopback only: unexpected Host header"})
			return
		}
		if origin := r.Header.Get("Origin"); origin != "" && !sameOrigin(origin, r) {
			s.refuse(w, &refusal{http.StatusForbidden, typeForbidden, codeForbidden,
				"this service does not answer pages of other origins"})
			return
		}
		next.ServeHTTP(w, r)
	})
}

// hostOf returns a Host header without its port.
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

// withKey refuses requests without the key (interface 5).
func (s *Server) withKey(next http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		word, key, _ := strings.Cut(r.Header.Get("Authorization"), " ")
		if !strings.EqualFold(word, "Bearer") || strings.TrimSpace(key) == "" {
			s.refuse(w, &refusal{http.StatusUnauthorized, typeAuth, codeBadKey,
				"no API key: send the header Authorization: Bearer <API_KEY>"})
			return
		}
		if !equalSecret(strings.TrimSpace(key), s.key) {
			s.refuse(w, &refusal{http.StatusUnauthorized, typeAuth, codeBadKey, "invalid API key"})
			return
		}
		next(w, r)
	})
}

// Signed links need no key: a link permits access to one file until it expires.

func (s *Server) getLedger(w http.ResponseWriter, _ *http.Request) {
	entries := s.Ledger()
	if entries == nil {
		entries = []Entry{}
	}
	s.writeJSON(w, http.StatusOK, struct {
		Object   string       `json:"object"`
		Currency string       `json:"currency"`
		Totals   LedgerTotals `json:"totals"`
		Data     []Entry      `json:"data"`
	}{"list", currency, totals(entries), entries})
}
