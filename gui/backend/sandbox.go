package backend

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
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

// Sandbox serves the sandbox and returns its profile, which it makes where the library has none.
func (p *Profiles) Sandbox(ctx context.Context) (int64, error) {
	baseURL, err := p.box.start(ctx)
	if err != nil {
		return 0, err
	}
	p.rows.Lock() // two at once would make two profiles of it
	defer p.rows.Unlock()
	profile, found, err := p.find(ctx, func(q db.Profile) bool { return q.Sandbox })
	if err != nil {
		return 0, err
	}
	kept, err := json.Marshal(sandboxHosting(baseURL))
	if err != nil {
		return 0, fmt.Errorf("write hosting of the sandbox: %w", err)
	}
	if !found {
		profile = NewProfile("Sandbox", p.now())
		profile.Sandbox, profile.Currency = true, sandbox.Prices().Currency
	}
	if profile.BaseURL != baseURL || !bytes.Equal(profile.Hosting, kept) {
		profile.BaseURL, profile.Hosting, profile.Saved = baseURL, kept, true
		if profile, err = p.lib.SaveProfile(ctx, profile); err != nil {
			return 0, fmt.Errorf("save sandbox profile: %w", err)
		}
		p.engine.ProfileChanged(profile.ID)
		p.listener().RefreshAll()
	}
	return profile.ID, p.priceSandbox(ctx, profile.ID)
}

// priceSandbox gives the sandbox's profile its prices where it has none: it is new, or its library was rebuilt.
func (p *Profiles) priceSandbox(ctx context.Context, id int64) error {
	if _, err := p.lib.Prices(ctx, id, p.now()); !errors.Is(err, db.ErrNotFound) {
		return err
	}
	table, err := json.Marshal(sandbox.Prices())
	if err != nil {
		return fmt.Errorf("write sandbox prices: %w", err)
	}
	if _, err := p.lib.AddPrices(ctx, db.Prices{ProfileID: id, ValidFrom: p.now(), Table: table}); err != nil {
		return fmt.Errorf("save sandbox prices: %w", err)
	}
	return nil
}

// ResumeSandbox serves the sandbox where the library has a profile of it, so that its jobs go on.
func (p *Profiles) ResumeSandbox(ctx context.Context) error {
	_, found, err := p.find(ctx, func(q db.Profile) bool { return q.Sandbox })
	if err != nil || !found {
		return err
	}
	_, err = p.Sandbox(ctx)
	return err
}
