package prices

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
)

// Library keeps the versions of the price tables. *db.Library is one.
type Library interface {
	Profile(ctx context.Context, id int64) (db.Profile, error)
	Prices(ctx context.Context, profileID int64, at time.Time) (db.Prices, error)
	AddPrices(ctx context.Context, p db.Prices) (db.Prices, error)
	PictureSamples(ctx context.Context, profileID int64, currency string) ([]db.PictureSample, error)
}

// Deps is what the pane needs from the rest of the program.
type Deps struct {
	action.Host
	Nav     action.Nav
	Library Library
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
	if a.profile, a.err = d.Library.Profile(ctx, d.Profile().ID); a.err != nil {
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

// maxFile bounds the file of a price table, bytes.
const maxFile = 1 << 20

// importFile lets a person choose a file of prices, which then stand in the fields: nothing is kept before they are saved.
func (p *Pane) importFile() {
	p.d.Nav.ChooseFile([]string{".csv"}, func(path string) {
		p.d.Go(func(context.Context) {
			table, err := readFile(path)
			p.d.Post(func() { p.adoptFile(table, err) })
		})
	})
}

// readFile reads a file of prices. Its error says which line is wrong, and with which column.
func readFile(path string) (client.PriceTable, error) {
	f, err := os.Open(path)
	if err != nil {
		return client.PriceTable{}, err
	}
	defer f.Close() // it was only read
	table, err := client.ReadPriceCSV(io.LimitReader(f, maxFile))
	if err != nil {
		return client.PriceTable{}, fmt.Errorf("read prices: %w", err)
	}
	return table, nil
}

// adoptFile puts the prices of a file into the fields. What it does not price becomes unknown.
func (p *Pane) adoptFile(table client.PriceTable, err error) {
	switch {
	case err != nil:
		p.refuse(lang.L("Not imported: %s", err))
	case table.Currency != p.draft.Currency:
		p.refuse(lang.L("Not imported: its prices are in another currency, %[1]s, and this profile counts in %[2]s.",
			table.Currency, p.draft.Currency))
	default:
		p.edit(p.draft.Adopt(table))
	}
}

// exportFile writes the price table that is in force.
func (p *Pane) exportFile() {
	if len(p.answer.versions) == 0 {
		p.d.Say(widgets.ToneNeutral, lang.L("No prices are kept yet."), lang.L("Enter some and save them first."))
		return
	}
	kept := p.answer.kept()
	p.d.Nav.SaveFile("prices "+p.answer.profile.Name+".csv", func(path string) {
		p.d.Do(lang.L("Could not write the prices."), func(context.Context) error { return db.WriteFile(path, kept.WriteCSV) })
	})
}
