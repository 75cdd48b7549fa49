package prices

import (
	"context"
	"fmt"
	"slices"
	"time"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
)

// Library stores the price tables of profiles. *db.Library is one.
type Library interface {
	Books
	versionStore
	Profile(ctx context.Context, id int64) (db.Profile, error)
	Profiles(ctx context.Context) ([]db.Profile, error)
	Prices(ctx context.Context, profileID int64, at time.Time) (db.Prices, error)
	PictureSamples(ctx context.Context, profileID int64, currency string) ([]db.PictureSample, error)
}

// viewState is everything that the pane shows, read off the window's goroutine.
type viewState struct {
	profile  db.Profile
	models   []client.Alias
	versions []version // oldest first; none if the user entered no prices
	samples  []db.PictureSample
	others   []db.Profile // whose prices can be copied
	err      error
}

// read reads the prices of a profile.
func read(ctx context.Context, l Library, profile int64) (v viewState) {
	v.profile, v.err = l.Profile(ctx, profile)
	if v.err != nil {
		v.err = fmt.Errorf("read profile: %w", v.err)
		return v
	}
	v.models, v.err = jobs.ModelsOf(v.profile)
	if v.err != nil {
		return v
	}
	all, err := l.Profiles(ctx)
	if err != nil {
		v.err = fmt.Errorf("read profiles: %w", err)
		return v
	}
	v.others = slices.DeleteFunc(all, func(p db.Profile) bool { return p.ID == v.profile.ID || !p.Saved })
	v.versions, v.err = readVersions(ctx, l, v.profile.ID)
	if v.err != nil {
		return v
	}
	v.samples, v.err = l.PictureSamples(ctx, v.profile.ID, v.profile.Currency)
	if v.err != nil {
		v.err = fmt.Errorf("read what pictures cost: %w", v.err)
	}
	return v
}
