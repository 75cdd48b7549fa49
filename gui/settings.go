package gui

import (
	"context"
	"log/slog"
	"time"

	"viviscope/db"
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

// Kept is what the shell kept from the last time. The zero value has everything as at a first start, but for notifications, which are off.
type Kept struct {
	look     resources.Variant
	window   windowSize
	profile  int64 // in front
	notify   bool
	profiles []db.Profile
}

// settingsPatience bounds the reads before the window is filled.
const settingsPatience = 2 * time.Second

// ReadKept reads what New needs of the library. What cannot be read has its first value: a window must open. Off the window's goroutine.
func ReadKept(ctx context.Context, l Library, log *slog.Logger) Kept {
	ctx, cancel := context.WithTimeout(ctx, settingsPatience)
	defer cancel()
	read := func(name string, into any) {
		if _, err := l.Setting(ctx, name, into); err != nil {
			log.Warn("read setting", "name", name, "err", err)
		}
	}
	k := Kept{notify: true}
	var look string
	read(settingLook, &look)
	k.look = resources.ParseVariant(look)
	read(settingWindow, &k.window)
	read(settingProfile, &k.profile)
	read(settingNotify, &k.notify)
	var err error
	if k.profiles, err = l.Profiles(ctx); err != nil {
		log.Warn("read profiles", "err", err)
	}
	return k
}

// keep stores a setting off the window's goroutine.
func (s *Shell) keep(name string, value any) {
	s.Go(func(ctx context.Context) {
		if err := s.deps.Library.SetSetting(ctx, name, value); err != nil {
			s.log.Warn("store setting", "name", name, "err", err)
		}
	})
}
