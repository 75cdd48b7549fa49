package program

import (
	"context"

	"viviscope/client/jobs"
	"viviscope/gui/costs"
	"viviscope/gui/settings"
)

// brought is what a window leaves to the one that comes in its place on the same library: what was typed and is not saved, and what
// is known of services. Keys are among what was typed, so that it stays in memory. Nothing in it: the window is the first.
type brought struct {
	settings  *settings.Typed
	costs     *costs.Typed
	unreached []jobs.ConnectionChanged
}

// typed is what was typed in places that keep nothing on the disk. Window's goroutine, while the language in which it was typed is
// in use.
func (p *program) typed() brought {
	return brought{settings: p.places.settings.Typed(), costs: p.places.costs.Typed()}
}

// unreached is what the workers that have stopped know of services. The sandbox is started anew.
func (p *program) unreached(ctx context.Context) (all []jobs.ConnectionChanged) {
	for _, found := range p.engine.Unreached() {
		if profile, err := p.lib.Profile(ctx, found.ProfileID); err == nil && !profile.Sandbox {
			all = append(all, found)
		}
	}
	return all
}

// beforeWorkers is what is done before the workers start, off the window's goroutine: they are told what those before them found of
// services, and the sandbox is served where the library uses it.
func (p *program) beforeWorkers(found []jobs.ConnectionChanged) func(context.Context) error {
	return func(ctx context.Context) error {
		p.engine.Recall(found)
		return p.profiles.resumeSandbox(ctx)
	}
}
