package shell

import (
	"context"

	"viviscope/db"
)

// Profile returns the current profile; its ID is 0 if there is none. Any goroutine.
func (s *Shell) Profile() db.Profile { return s.profiles.inFront() }

// UseProfile switches to a profile and stores the choice. Any goroutine.
func (s *Shell) UseProfile(id int64) {
	if s.profiles.use(id) {
		s.keep(db.SettingProfile, id)
		s.RefreshAll()
		return
	}
	// It was made a moment ago: read the profiles first.
	s.Go(func(ctx context.Context) {
		if err := s.profiles.read(ctx, id); err != nil {
			s.log.Warn("read profiles", "err", err)
			return
		}
		s.keep(db.SettingProfile, id)
		s.RefreshAll()
	})
}
