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

// chooseProfile picks the profile in front before the window opens.
func (s *Shell) chooseProfile(last int64) {
	if s.deps.ProfileID != 0 {
		last = s.deps.ProfileID
	}
	ctx, cancel := context.WithTimeout(context.Background(), settingsPatience)
	defer cancel()
	if err := s.readProfiles(ctx, last); err != nil {
		s.log.Warn("read profiles", "err", err)
	}
}

// readProfiles reads the profiles and brings the one of an ID to the front; 0 leaves the one there that is.
// Where that one is gone, the first takes its place.
func (s *Shell) readProfiles(ctx context.Context, front int64) error {
	list, err := s.deps.Library.Profiles(ctx)
	if err != nil {
		return err
	}
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
	return nil
}

// profilesNow returns the profiles that are known. Any goroutine.
func (s *Shell) profilesNow() []db.Profile {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.profiles
}
