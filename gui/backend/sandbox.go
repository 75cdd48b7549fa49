package backend

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"viviscope/client/sandbox"
	"viviscope/db"
)

// sandboxServer runs the embedded sandbox of a library. It starts on first use, and never for users of other services
// only.
type sandboxServer struct {
	options sandbox.Options // Dir is in the library, so that links and tasks persist with it

	mu     sync.Mutex
	server *sandbox.Server // nil until started; guarded by mu
}

// start starts the sandbox unless it is running, and returns its base URL.
func (s *sandboxServer) start() (baseURL string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.server != nil {
		return s.server.BaseURL(), nil
	}
	server, err := sandbox.New(s.options)
	if err != nil {
		return "", fmt.Errorf("open sandbox: %w", err)
	}
	if err := server.Start(); err != nil {
		_ = server.Close()
		return "", fmt.Errorf("start sandbox: %w", err)
	}
	s.server = server
	return server.BaseURL(), nil
}

// clipTime returns how long the sandbox takes for a clip, or 0 for other profiles.
func (s *sandboxServer) clipTime(p db.Profile) time.Duration {
	if !p.Sandbox {
		return 0
	}
	seconds := s.options.Seconds
	if seconds == 0 {
		seconds = sandbox.DefaultSeconds
	}
	return time.Duration(seconds * float64(time.Second))
}

// running returns the sandbox, or nil if it is not running.
func (s *sandboxServer) running() *sandbox.Server {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.server
}

// key returns the key of the sandbox, or "" if it is not running.
func (s *sandboxServer) key() string {
	server := s.running()
	if server == nil {
		return ""
	}
	return server.Key()
}

func (s *sandboxServer) close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.server == nil {
		return nil
	}
	return s.server.Close()
}

func isSandbox(p db.Profile) bool { return p.Sandbox }

// Sandbox starts the sandbox and returns its profile, which it creates if needed.
func (p *Profiles) Sandbox(ctx context.Context) (int64, error) {
	baseURL, err := p.sandbox.start()
	if err != nil {
		return 0, err
	}
	p.rows.Lock() // concurrent calls would create two profiles
	defer p.rows.Unlock()
	profile, err := p.find(ctx, isSandbox)
	if err != nil {
		return 0, err
	}
	if profile.ID == 0 {
		profile = NewProfile("Sandbox", p.now())
		profile.Sandbox, profile.Currency = true, sandbox.Prices().Currency
	}
	if profile.BaseURL != baseURL {
		profile.BaseURL, profile.Saved = baseURL, true
		if profile, err = p.lib.SaveProfile(ctx, profile); err != nil {
			return 0, fmt.Errorf("save sandbox profile: %w", err)
		}
		p.profileChanged(profile.ID)
	}
	return profile.ID, p.priceSandbox(ctx, profile.ID)
}

// priceSandbox sets the prices of the sandbox's profile if they are missing: it is new, or the library was rebuilt.
func (p *Profiles) priceSandbox(ctx context.Context, id int64) error {
	if _, err := p.lib.Prices(ctx, id, p.now()); !errors.Is(err, db.ErrNotFound) {
		return err
	}
	table, err := json.Marshal(sandbox.Prices())
	if err == nil {
		_, err = p.lib.AddPrices(ctx, db.Prices{ProfileID: id, ValidFrom: p.now(), Table: table})
	}
	if err != nil {
		return fmt.Errorf("save sandbox prices: %w", err)
	}
	return nil
}

// ResumeSandbox starts the sandbox if the library has a profile of it, so that its jobs continue.
func (p *Profiles) ResumeSandbox(ctx context.Context) error {
	profile, err := p.find(ctx, isSandbox)
	if err == nil && profile.ID != 0 {
		_, err = p.Sandbox(ctx)
	}
	return err
}
