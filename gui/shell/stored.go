package shell

import (
	"context"
	"log/slog"
	"time"

	"viviscope/db"
	"viviscope/resources"
)

// The names of the shell's settings in the library.
const (
	settingLook   = "look"   // "follow", "dark" or "light"
	settingNotify = "notify" // whether a job that ended behind the window is announced
)

// StoredState is what the shell stored at the last run. The zero value has everything as at a first start, except that notifications are off.
type StoredState struct {
	look     resources.Variant
	profile  int64 // in front
	notify   bool
	profiles []db.Profile
}

// settingsPatience bounds the reads before the window is filled.
const settingsPatience = 2 * time.Second

// ReadStoredState reads what New needs of the library. What cannot be read has its default, because a window must open. It must not run on
// the window's goroutine.
func ReadStoredState(ctx context.Context, l Library, log *slog.Logger) StoredState {
	ctx, cancel := context.WithTimeout(ctx, settingsPatience)
	defer cancel()
	read := func(name string, into any) {
		if _, err := l.Setting(ctx, name, into); err != nil {
			log.Warn("read setting", "name", name, "err", err)
		}
	}
	s := StoredState{notify: true}
	var look string
	read(settingLook, &look)
	s.look = resources.ParseVariant(look)
	read(db.SettingProfile, &s.profile)
	read(settingNotify, &s.notify)
	var err error
	if s.profiles, err = l.Profiles(ctx); err != nil {
		log.Warn("read profiles", "err", err)
	}
	return s
}

// keep stores a setting at once, off the window's goroutine. What cannot be written is shown and tried again, see
// [action.Saver].
func (s *Shell) keep(name string, value any) {
	if s.deps.ReadOnly { // the status bar shows that nothing is saved
		return
	}
	s.saver.Put(name, value)
	s.Go(func(ctx context.Context) {
		if err := s.saver.Flush(ctx); err != nil {
			s.log.Warn("store setting", "name", name, "err", err)
		}
	})
}

// Profile returns the profile in front; its ID is 0 while there is none. Any goroutine.
func (s *Shell) Profile() db.Profile {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.profile
}

// UseProfile brings a profile to the front and keeps that. Any goroutine.
func (s *Shell) UseProfile(id int64) {
	s.mu.Lock()
	for _, p := range s.profiles {
		if p.ID == id {
			s.profile = p
		}
	}
	known := s.profile.ID == id
	s.mu.Unlock()
	if known {
		s.keep(db.SettingProfile, id)
		s.RefreshAll()
		return
	}
	// It was made a moment ago: read the profiles first.
	s.Go(func(ctx context.Context) {
		if err := s.readProfiles(ctx, id); err != nil {
			s.log.Warn("read profiles", "err", err)
			return
		}
		s.keep(db.SettingProfile, id)
		s.RefreshAll()
	})
}

// readProfiles reads the profiles and brings the one of an ID to the front; 0 leaves the one there that is.
func (s *Shell) readProfiles(ctx context.Context, front int64) error {
	list, err := s.deps.Library.Profiles(ctx)
	if err == nil {
		s.takeProfiles(list, front)
	}
	return err
}

// takeProfiles takes over the profiles that were read. Where the one in front is gone, the first takes its place.
func (s *Shell) takeProfiles(list []db.Profile, front int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if front == 0 {
		front = s.profile.ID
	}
	s.profiles = list
	s.profile = db.Profile{}
	for i, p := range list {
		if i == 0 || p.ID == front {
			s.profile = p
		}
	}
}

// profilesNow returns the profiles that are known. Any goroutine.
func (s *Shell) profilesNow() []db.Profile {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.profiles
}
