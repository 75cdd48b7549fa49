package prices

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/db"
)

// Library keeps the versions of the price tables. *db.Library is one.
type Library interface {
	Prices(ctx context.Context, profileID int64, at time.Time) (db.Prices, error)
	AddPrices(ctx context.Context, p db.Prices) (db.Prices, error)
	PictureSamples(ctx context.Context, profileID int64, currency string) ([]db.PictureSample, error)
}

// Deps is what the pane needs from the rest of the program.
type Deps struct {
	Library Library
	Profile func(ctx context.Context) (db.Profile, error) // whose prices these are; called off the window's goroutine
	Post    func(func())                                  // runs a function on the window's goroutine
	Go      func(f func(ctx context.Context))             // runs something off the window's goroutine
	Now     func() time.Time
	Canvas  func() fyne.Canvas    // of the window; nil: whichever shows the pane
	OnSaved func(profileID int64) // a version was kept; on the window's goroutine; may be nil

	// OnImport lets a person choose a file, reads it with [Read] off the window's goroutine and gives it to [Pane.Import];
	// OnExport lets a person choose a name and writes there what [Pane.InForce] returns with [Export]. nil: there is no button.
	OnImport, OnExport func()
}

// maxVersions bounds how many versions can be chosen from.
const maxVersions = 50

// version is a table with the moment from which it holds.
type version struct {
	from  time.Time
	table client.PriceTable
}

// answer is everything that the pane shows, read off the window's goroutine.
type answer struct {
	profile  db.Profile
	models   []client.Alias
	versions []version // newest first; none where nobody entered prices
	samples  []db.PictureSample
	err      error
}

// kept is the table that is in force.
func (a answer) kept() client.PriceTable {
	if len(a.versions) == 0 {
		return client.PriceTable{}
	}
	return a.versions[0].table
}

func read(ctx context.Context, d Deps) (a answer) {
	a.profile, a.err = d.Profile(ctx)
	if a.err != nil {
		a.err = fmt.Errorf("read profile: %w", a.err)
		return a
	}
	if len(a.profile.Models) > 0 {
		if err := json.Unmarshal(a.profile.Models, &a.models); err != nil {
			a.err = fmt.Errorf("read models of profile %d: %w", a.profile.ID, err)
			return a
		}
	}
	if a.versions, a.err = readVersions(ctx, d, a.profile.ID); a.err != nil {
		return a
	}
	if a.samples, a.err = d.Library.PictureSamples(ctx, a.profile.ID, a.profile.Currency); a.err != nil {
		a.err = fmt.Errorf("read what pictures cost: %w", a.err)
	}
	return a
}

// readVersions walks back from the version that is in force.
func readVersions(ctx context.Context, d Deps, profile int64) (all []version, err error) {
	for at := d.Now(); len(all) < maxVersions; {
		p, err := d.Library.Prices(ctx, profile, at)
		if errors.Is(err, db.ErrNotFound) {
			return all, nil
		} else if err != nil {
			return nil, fmt.Errorf("read prices: %w", err)
		}
		v := version{from: p.ValidFrom}
		if err := json.Unmarshal(p.Table, &v.table); err != nil {
			return nil, fmt.Errorf("read prices %d: %w", p.ID, err)
		}
		all = append(all, v)
		at = p.ValidFrom.Add(-time.Millisecond) // what the library keeps of a moment
	}
	return all, nil
}

// keep adds a version that holds from now on.
func keep(ctx context.Context, d Deps, profile int64, table client.PriceTable) (version, error) {
	raw, err := json.Marshal(table)
	if err != nil {
		return version{}, fmt.Errorf("write prices: %w", err)
	}
	p, err := d.Library.AddPrices(ctx, db.Prices{ProfileID: profile, ValidFrom: d.Now(), Table: raw})
	if err != nil {
		return version{}, fmt.Errorf("save prices: %w", err)
	}
	return version{p.ValidFrom, table}, nil
}
