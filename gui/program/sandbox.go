package program

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"path/filepath"
	"sync"
	"time"

	"viviscope/client/sandbox"
	"viviscope/db"
)

// sandboxHost serves the embedded sandbox of a library. It starts when it is first needed: a person who only uses a service
// of their own never has it running.
type sandboxHost struct {
	dir     string // below the library, so that its links and tasks live as long as the library
	seconds float64
	log     *slog.Logger
	proxy   func(*http.Request) (*url.URL, error) // which way it fetches pictures; nil: as the environment says

	mu     sync.Mutex
	server *sandbox.Server // guarded by mu
}

func newSandboxHost(library string, seconds float64, log *slog.Logger) *sandboxHost {
	return &sandboxHost{dir: filepath.Join(library, "sandbox"), seconds: seconds, log: log}
}

// start serves the sandbox, if it is not served yet, and returns its base URL.
func (h *sandboxHost) start(context.Context) (baseURL string, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.server != nil {
		return h.server.BaseURL(), nil
	}
	server, err := sandbox.New(sandbox.Options{Dir: h.dir, Seconds: h.seconds, Proxy: h.proxy, Log: h.log})
	if err != nil {
		return "", fmt.Errorf("open sandbox: %w", err)
	}
	if err := server.Start(); err != nil {
		_ = server.Close()
		return "", fmt.Errorf("start sandbox: %w", err)
	}
	h.server = server
	return server.BaseURL(), nil
}

// takes is how long the sandbox needs for a clip; 0 for every other profile: a service does not say.
func (h *sandboxHost) takes(p db.Profile) time.Duration {
	if !p.Sandbox {
		return 0
	}
	seconds := h.seconds
	if seconds == 0 {
		seconds = sandbox.DefaultSeconds
	}
	return time.Duration(seconds * float64(time.Second))
}

// key is the sandbox's own key; "" while it is not served.
func (h *sandboxHost) key() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.server == nil {
		return ""
	}
	return h.server.Key()
}

func (h *sandboxHost) close() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.server == nil {
		return nil
	}
	return h.server.Close()
}
