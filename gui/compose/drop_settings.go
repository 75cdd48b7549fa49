package compose

import (
	"context"
	"log/slog"
	"path/filepath"
	"strings"

	"viviscope/db"
	"viviscope/gui/dnd"
	"viviscope/gui/lang"
)

// carrier reports whether a file is one that has no other use here than the settings it carries: a clip, or a sidecar.
func (s *Screen) carrier(file string) bool {
	if s.d.Recalled == nil {
		return false
	}
	switch strings.ToLower(filepath.Ext(file)) {
	case ".mp4", ".m4v", ".json":
		return true
	}
	return false
}

// ofLibrary is the one file of a drop that is the library's own and came to no slot: what made it is what is wanted. "": it
// is another drop.
func (s *Screen) ofLibrary(d dnd.Drop) string {
	if s.d.Recalled == nil || s.d.OfLibrary == nil || len(d.Files) != 1 || len(d.Links) > 0 || s.placed(d) >= 0 || !s.d.OfLibrary(d.Files[0]) {
		return ""
	}
	return d.Files[0]
}

// recallFile recalls what a file carries.
func (s *Screen) recallFile(file string) {
	s.readSettings(file, func(job db.Job, err error) {
		if err != nil {
			s.Log.Info("no settings in what was dropped", slog.Any("err", err))
			s.notices.say(lang.L("%s does not say how it was made.", baseName(file)))
			return
		}
		s.Recall(job, false)
	})
}

// offerSettings offers to recall what a picture carries, where it carries something, beside what became of it. What is
// already said goes first: it offers to take something back.
func (s *Screen) offerSettings(files []string) {
	if s.d.Recalled == nil || len(files) != 1 {
		return
	}
	s.readSettings(files[0], func(job db.Job, err error) {
		if err != nil || s.notices.up() || s.held != nil {
			return
		}
		s.notices.offer(lang.L("It says how it was made."), lang.L("Recall its settings"), recallShown, func() { s.Recall(job, false) })
	})
}

// readSettings reads a file away from the window's goroutine.
func (s *Screen) readSettings(file string, use func(db.Job, error)) {
	s.Go(func() {
		job, err := s.d.Recalled(context.Background(), file)
		s.Post(func() { use(job, err) })
	})
}
