package price

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"time"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/gui/action"
)

// Library keeps the versions of the price tables. *db.Library is one.
type Library interface {
	Profile(ctx context.Context, id int64) (db.Profile, error)
	Profiles(ctx context.Context) ([]db.Profile, error)
	Prices(ctx context.Context, profileID int64, at time.Time) (db.Prices, error)
	Books
	AddPrices(ctx context.Context, versions ...db.Prices) ([]db.Prices, error)
	PictureSamples(ctx context.Context, profileID int64, currency string) ([]db.PictureSample, error)
}

// Deps are the dependencies of the pane.
type Deps struct {
	action.Host
	Chooser action.Chooser
	Library Library
	Engine  Engine
}

// Engine receives the profiles whose ledgers have new entries without a job. *jobs.Engine is one.
type Engine interface{ LedgerCorrected(profileID int64) }

// viewState is everything that the pane shows, read off the window's goroutine.
type viewState struct {
	profile  db.Profile
	models   []client.Alias
	versions []version // oldest first; none if nobody entered prices
	samples  []db.PictureSample
	others   []db.Profile // whose prices can be copied
	err      error
}

func read(ctx context.Context, d Deps) (v viewState) {
	if v.profile, v.err = d.Library.Profile(ctx, d.Profile().ID); v.err != nil {
		v.err = fmt.Errorf("read profile: %w", v.err)
		return v
	}
	if v.models, v.err = jobs.ModelsOf(v.profile); v.err != nil {
		return v
	}
	all, err := d.Library.Profiles(ctx)
	if err != nil {
		v.err = fmt.Errorf("read profiles: %w", err)
		return v
	}
	v.others = slices.DeleteFunc(all, func(p db.Profile) bool { return p.ID == v.profile.ID || !p.Saved })
	if v.versions, v.err = readVersions(ctx, d.Library, v.profile.ID); v.err != nil {
		return v
	}
	if v.samples, v.err = d.Library.PictureSamples(ctx, v.profile.ID, v.profile.Currency); v.err != nil {
		v.err = fmt.Errorf("read what pictures cost: %w", v.err)
	}
	return v
}

// readVersions returns the stored tables of a profile, oldest first.
func readVersions(ctx context.Context, l Versions, profile int64) (all []version, err error) {
	stored, err := l.PriceVersions(ctx, profile)
	if err != nil {
		return nil, fmt.Errorf("read prices: %w", err)
	}
	for _, p := range stored {
		v := version{from: p.ValidFrom}
		if err := json.Unmarshal(p.Table, &v.table); err != nil {
			return nil, fmt.Errorf("read prices %d: %w", p.ID, err)
		}
		all = append(all, v)
	}
	return all, nil
}

// saveVersions stores versions, all or none.
func saveVersions(ctx context.Context, l Library, profile int64, versions []version) error {
	var all []db.Prices
	for _, v := range versions {
		raw, err := json.Marshal(v.table)
		if err != nil {
			return fmt.Errorf("write prices: %w", err)
		}
		all = append(all, db.Prices{ProfileID: profile, ValidFrom: v.from, Table: raw})
	}
	if _, err := l.AddPrices(ctx, all...); err != nil {
		return fmt.Errorf("save prices: %w", err)
	}
	return nil
}

// maxFile bounds the file of a price table, bytes.
const maxFile = 1 << 20

// readFile reads a file of prices. Its error names the line and the column that is wrong.
func readFile(path string) (client.PriceTable, error) {
	data, err := folder.ReadFile(path, maxFile)
	if err != nil {
		return client.PriceTable{}, err
	}
	table, err := client.ReadPriceCSV(bytes.NewReader(data))
	if err != nil {
		return client.PriceTable{}, fmt.Errorf("read prices: %w", err)
	}
	return table, nil
}

// writeFile writes a file of prices for spreadsheet programs.
func writeFile(path string, table client.PriceTable) error {
	return folder.WriteFile(path, func(w io.Writer) error {
		if _, err := io.WriteString(w, client.CSVMark); err != nil {
			return err
		}
		return table.WriteCSV(w)
	})
}
