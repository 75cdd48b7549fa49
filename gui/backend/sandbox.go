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

// sandboxServer runs the embedded sandbox of a library. It starts when it is first needed: a person who only uses
// another service never has it running.
type sandboxServer struct {
	options sandbox.Options // Dir is in the library, so that links and tasks live as long as the library

	mu     sync.Mutex
	server *sandbox.Server // nil until it is started; guarded by mu
}

// start starts the sandbox where it is not running, and returns its base URL.
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

// clipTime returns how long the sandbox takes for a clip, 0 for other profiles: a service does not say.
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

// running returns the sandbox, nil while it is not running.
func (s *sandboxServer) running() *sandbox.Server {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.server
}

// key returns the key of the sandbox, "" while it is not running.
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

// Sandbox starts the sandbox and returns its profile, which it makes where the library has none.
func (p *Profiles) Sandbox(ctx context.Context) (int64, error) {
	baseURL, err := p.sandbox.start()
	if err != nil {
		return 0, err
	}
	p.rows.Lock() // two calls at once would make two profiles
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

// priceSandbox gives the sandbox's profile its prices where it has none: it is new, or the library was rebuilt.
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

// ResumeSandbox starts the sandbox where the library has a profile of it, so that its jobs go on.
func (p *Profiles) ResumeSandbox(ctx context.Context) error {
	profile, err := p.find(ctx, isSandbox)
	if err == nil && profile.ID != 0 {
		_, err = p.Sandbox(ctx)
	}
	return err
}
