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

// NewServer returns a server for calls to the library. The engine may start later. showWindow is nil in a process
// without a window.
func (b *Backend) NewServer(showWindow func(paths []string)) *automation.Server {
	return automation.NewServer(automation.Options{Library: b.Library, Boards: b.Boards, Engine: b.Engine,
		Backend:    callServices{b},
		ShowWindow: showWindow, Log: b.Library.Log(), Now: time.Now})
}

// callServices implements [automation.Backend].
type callServices struct{ *Backend }

// Changed implements [automation.Backend].
func (s callServices) Changed() { s.changed() }

// Models implements [automation.Backend].
func (s callServices) Models(ctx context.Context, p db.Profile) ([]string, error) {
	return s.Profiles.Models(ctx, p.ID)
}

// LookAt implements [automation.Backend].
func (s callServices) LookAt(ctx context.Context, p db.Profile, link string) (linkcheck.Picture, error) {
	return s.Backend.LookAt(ctx, p.BaseURL, link, true)
}

// usageIf converts an error that the caller can avoid into a usage error. Others are returned unchanged.
func usageIf(err error, avoidable ...error) error {
	if slices.ContainsFunc(avoidable, func(known error) bool { return errors.Is(err, known) }) {
		return automation.Usage("%v", err)
	}
	return err
}

// Profile implements [automation.Backend].
func (s callServices) Profile(ctx context.Context, name, baseURL, key string) (db.Profile, error) {
	var profile db.Profile
	var err error
	if name+baseURL == "" {
		profile.ID, err = s.defaultProfile(ctx)
	} else if profile, err = s.Profiles.Named(ctx, name, baseURL); errors.Is(err, db.ErrNotFound) {
		return profile, automation.NewFailure(automation.CodeNotFound, "%v", err)
	}
	if err == nil {
		profile, err = s.Profiles.Ready(ctx, profile.ID)
	}
	if err == nil && key != "" && name+baseURL != "" && !profile.Sandbox { // a key needs an explicit profile
		err = s.useKey(ctx, profile, key)
	}
	return profile, usageIf(err, client.ErrBadBaseURL, errAmbiguousName)
}

// defaultProfile returns the last used profile. If that is deleted it returns the sandbox, never another account.
func (s callServices) defaultProfile(ctx context.Context) (id int64, err error) {
	all, err := s.Profiles.Profiles(ctx)
	if err == nil {
		_, err = s.Library.Setting(ctx, db.SettingProfile, &id)
	}
	if err != nil || slices.ContainsFunc(all, func(p db.Profile) bool { return p.ID == id }) {
		return id, err
	}
	if i := slices.IndexFunc(all, isSandbox); i >= 0 {
		return all[i].ID, nil
	}
	if s.Library.ReadOnly() && len(all) > 0 { // the sandbox profile cannot be created
		return all[0].ID, nil
	}
	return s.Profiles.Sandbox(ctx)
}

// useKey uses the key of a call for a profile. It does not replace another key: a command must not change which account
// the window pays with. An unsaved profile, which belongs to calls, takes another key if no job needs the previous one.
func (s callServices) useKey(ctx context.Context, p db.Profile, key string) error {
	have, err := s.Keys.Key(ctx, p)
	switch {
	case err == nil && have == key:
		return nil
	case err != nil && !errors.Is(err, keys.ErrNone):
		return fmt.Errorf("read the key of profile %q: %w", p.Name, err)
	case err == nil && (p.Saved || s.Profiles.checkMovable(ctx, p.ID) != nil):
		return automation.Usage("the profile %q has another key than VIVISCOPE_API_KEY says: clear that, or name another profile", p.Name)
	}
	if err := s.Keys.SetEnvironmentKey(key, p); err != nil {
		return err
	}
	s.Engine.ProfileChanged(p.ID)
	return nil
}
