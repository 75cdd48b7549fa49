package boards

import (
	"context"
	"time"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/client/order"
	"viviscope/db"
	"viviscope/db/boards"
)

// Engine is the subset of [jobs.Engine] that planning needs. Its methods must not run on a window's goroutine.
type Engine interface {
	Price(ctx context.Context, profileID int64, orders []jobs.Order) (jobs.Quote, error)
	Ahead(ctx context.Context, profileID int64) (jobs.Ahead, error)
	// the usual duration of such a job
	UsualDuration(ctx context.Context, profileID int64, r client.Request) time.Duration
	LastFrame(clip db.Asset) (db.Asset, error) // as a picture of the library
}

// Context contains everything that the orders of a board depend on, apart from the board itself.
type Context struct {
	order.Env
	Sandbox bool                     // the profile is the sandbox
	Quote   jobs.Quote               // of the profile, before the click
	Ahead   jobs.Ahead               // the jobs that are sent before those of the click
	Times   map[string]time.Duration // by card: the usual duration of its clip, if known
	// by card: the usual duration of its clip with the final settings, if known
	FinalTimes map[string]time.Duration
	Hold       bool              // the jobs are held until the user releases them
	Accepted   map[Accepted]bool // problems that the user accepts
}

// Accepted identifies a problem of a card that the user accepts.
type Accepted struct {
	Kind ProblemKind
	Card string
}

// ReadContext reads the context of a board for a profile. For a profile without an ID the context is empty, because
// nothing can be ordered. It must not run on a window's goroutine.
func ReadContext(ctx context.Context, engine Engine, p db.Profile, v boards.View) (w Context, err error) {
	w = Context{
		Env:     order.Env{BaseURL: p.BaseURL, Format: client.RequestFormat(p.Form), Hosting: v.Hosting},
		Sandbox: p.Sandbox,
		Times:   map[string]time.Duration{}, FinalTimes: map[string]time.Duration{},
	}
	if p.ID == 0 {
		return w, nil
	}
	if w.Quote, err = engine.Price(ctx, p.ID, nil); err == nil {
		w.Ahead, err = engine.Ahead(ctx, p.ID)
	}
	w.Models, _ = jobs.ModelsOf(p) // models that cannot be read are not offered
	for _, s := range v.Shots {
		want := v.Want(s.ID)
		clip := client.VideoRequest{Model: want.Model, Seconds: want.Seconds, Resolution: want.Resolution}
		w.Times[s.ID] = engine.UsualDuration(ctx, p.ID, clip)
		if final := v.Settings.Final; final != nil {
			clip.Model, clip.Resolution = final.Model, final.Resolution
			w.FinalTimes[s.ID] = engine.UsualDuration(ctx, p.ID, clip)
		}
	}
	return w, err
}
