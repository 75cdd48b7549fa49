package gui

import (
	"context"

	"viviscope/db"
)

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
		s.keep(settingProfile, id)
		s.RefreshAll()
		return
	}
	// It was made a moment ago: read the profiles first.
	s.Go(func(ctx context.Context) {
		if err := s.readProfiles(ctx, id); err != nil {
			s.log.Warn("read profiles", "err", err)
			return
		}
		s.keep(settingProfile, id)
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
