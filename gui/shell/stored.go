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

// StoredState holds the state stored by the last run. The zero value is that of a first start, except that
// notifications are off.
type StoredState struct {
	look     resources.Variant
	profile  int64 // the current one
	notify   bool
	profiles []db.Profile
}

// settingsPatience bounds the reads before the window is filled.
const settingsPatience = 2 * time.Second

// ReadStoredState reads what New needs of the library. What cannot be read has its default, because a window must open.
// It must not run on the window's goroutine.
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
