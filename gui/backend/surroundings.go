package backend

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"viviscope/client"
	"viviscope/client/automation"
	"viviscope/client/keys"
	"viviscope/client/linkcheck"
	"viviscope/db"
)

// NewServer returns a server of calls on the library. Its engine may be started later. showWindow is nil where this process has no window.
func (b *Backend) NewServer(showWindow func(paths []string)) *automation.Server {
	return automation.NewServer(automation.Options{Library: b.Library, Boards: b.Boards, Engine: b.Engine, Backend: surroundings{b}, Log: b.Library.Log(),
		Now: time.Now, ShowWindow: showWindow})
}

// surroundings are what calls need beside library and engine. It implements [automation.Backend].
type surroundings struct{ *Backend }

// Changed implements [automation.Backend].
func (s surroundings) Changed() { s.Profiles.listener().RefreshAll() }

// LookAt implements [automation.Backend].
func (s surroundings) LookAt(ctx context.Context, p db.Profile, link string) (linkcheck.Picture, error) {
	return s.Backend.LookAt(ctx, p.BaseURL, link, true)
}

// Profile implements [automation.Backend].
func (s surroundings) Profile(ctx context.Context, name, baseURL, key string) (db.Profile, error) {
	id, err := s.find(ctx, name, baseURL)
	if errors.Is(err, db.ErrNotFound) {
		return db.Profile{}, &automation.Failure{Code: automation.CodeNotFound, Message: err.Error(), Exit: automation.ExitInvalid}
	}
	if errors.Is(err, client.ErrBadBaseURL) || errors.Is(err, errSeveral) {
		return db.Profile{}, automation.Usage("%v", err)
	}
	profile, err := s.Library.Profile(ctx, id)
	if err == nil && profile.Sandbox && !s.Library.ReadOnly() {
		if _, err = s.Profiles.Sandbox(ctx); err == nil { // it is served
			profile, err = s.Library.Profile(ctx, id)
		}
	} else if err == nil && key != "" && name+baseURL != "" && !profile.Sandbox {
		err = s.useKey(ctx, profile, key)
	}
	return profile, err
}

// find is the profile of a name or a base URL; without both the one that was in front last, else the sandbox.
func (s surroundings) find(ctx context.Context, name, baseURL string) (id int64, err error) {
	if baseURL != "" {
		return s.Profiles.FromCommandLine(ctx, baseURL, "")
	}
	if name != "" {
		p, err := s.Profiles.Named(ctx, name)
		return p.ID, err
	}
	all, err := s.Profiles.Profiles(ctx)
	if err == nil {
		_, err = s.Library.Setting(ctx, db.SettingProfile, &id)
	}
	if err != nil || slices.ContainsFunc(all, func(p db.Profile) bool { return p.ID == id }) {
		return id, err
	}
	if i := slices.IndexFunc(all, func(p db.Profile) bool { return p.Sandbox }); i >= 0 {
		return all[i].ID, nil
	}
	if s.Library.ReadOnly() && len(all) > 0 { // the sandbox cannot be made
		return all[0].ID, nil
	}
	return s.Profiles.Sandbox(ctx)
}

// useKey has the key of a call serve a profile for this run. A profile that has another one keeps it: a command must not change which account
// the window pays with. But a profile that is not saved is that of calls, and takes another key where no job needs the one before.
func (s surroundings) useKey(ctx context.Context, p db.Profile, key string) error {
	have, err := s.Keys.Key(ctx, p)
	switch {
	case err == nil && have == key:
		return nil
	case err != nil && !errors.Is(err, keys.ErrNone):
		return fmt.Errorf("read the key of profile %q: %w", p.Name, err)
	case err == nil && (p.Saved || s.Profiles.mayMove(ctx, p.ID) != nil):
		return automation.Usage("the profile %q has another key than VIVISCOPE_API_KEY says: clear that, or name another profile", p.Name)
	}
	if err := s.Keys.SetEnvironmentKey(key, p); err != nil {
		return err
	}
	s.Engine.ProfileChanged(p.ID)
	return nil
}
