package player

import (
	"errors"
	"fmt"
	"image"

	"viviscope/gui/media"
	"viviscope/gui/media/mpv"
)

// Engine is what a player needs of libmpv. *mpv.Player is one.
type Engine interface {
	Command(args ...string) error
	Set(name, value string) error
	Float(name string) (float64, error)
	Int(name string) (int64, error)
	String(name string) (string, error)
	Resize(width, height int)
	ObserveNumber(name string, reply uint64) error
	Unobserve(reply uint64) error
	Forget()
	Close() error
}

// Opener starts an engine that hands its pictures and events to these functions.
type Opener func(onFrame func(*image.RGBA) *image.RGBA, onEvent func(mpv.Event)) (Engine, error)

// The properties that are watched.
const (
	propPosition = "time-pos"
	propEnded    = "eof-reached"
)

// replyEnded is the number that propEnded is watched under; those of propPosition follow it.
const replyEnded = 1

// openMPV gives the opener of libmpv's player. audio is its ao option, "" for the system's sound.
func openMPV(audio string) Opener {
	return func(onFrame func(*image.RGBA) *image.RGBA, onEvent func(mpv.Event)) (Engine, error) {
		lib, err := mpv.Open()
		if err != nil {
			return nil, &NotFoundError{Install: media.PlayerPackage()}
		}
		options := map[string]string{
			"pause":             "yes",
			"keep-open":         "yes",
			"keep-open-pause":   "no", // the end is no pause: a seek from there goes on
			"volume-max":        "100",
			"audio-client-name": "Viviscope",
			"sid":               "no",
		}
		if audio != "" {
			options["ao"] = audio
		}
		p, err := lib.NewPlayer(mpv.Config{Options: options, OnFrame: onFrame, OnEvent: onEvent})
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrStart, err)
		}
		if err := p.ObserveFlag(propEnded, replyEnded); err != nil {
			return nil, errors.Join(fmt.Errorf("%w: %w", ErrStart, err), p.Close())
		}
		return p, nil
	}
}
