package gui

import (
	"context"
	"time"

	"viviscope/resources"
)

// The names of the shell's settings in the library.
const (
	settingLook    = "look"    // "follow", "dark" or "light"
	settingWindow  = "window"  // windowSize
	settingProfile = "profile" // ID of the profile in front
	settingNotify  = "notify"  // whether a job that ended behind the window is announced
)

// windowSize is the size of the window's content in px at scale 1. The place of a window cannot be asked of
// Fyne, so the system chooses it.
type windowSize struct{ Width, Height float32 }

// stored is what the shell kept from the last time.
type stored struct {
	look    resources.Variant
	window  windowSize
	profile int64
	notify  bool
}

// settingsPatience bounds the reads before the window opens.
const settingsPatience = 2 * time.Second

// readSettings reads the shell's settings. What cannot be read has its first value: a window must open.
func (s *Shell) readSettings() stored {
	ctx, cancel := context.WithTimeout(context.Background(), settingsPatience)
	defer cancel()
	out := stored{notify: true}
	var look string
	s.setting(ctx, settingLook, &look)
	out.look = resources.ParseVariant(look)
	s.setting(ctx, settingWindow, &out.window)
	s.setting(ctx, settingProfile, &out.profile)
	s.setting(ctx, settingNotify, &out.notify)
	return out
}

func (s *Shell) setting(ctx context.Context, name string, into any) {
	if _, err := s.deps.Library.Setting(ctx, name, into); err != nil {
		s.log.Warn("read setting", "name", name, "err", err)
	}
}

// keep stores a setting off the window's goroutine.
func (s *Shell) keep(name string, value any) {
	s.Go(func(ctx context.Context) {
		if err := s.deps.Library.SetSetting(ctx, name, value); err != nil {
			s.log.Warn("store setting", "name", name, "err", err)
		}
	})
}
