package program

import (
	"context"
	"errors"
	"fmt"
	"time"

	"viviscope/db"
)

// account is what a library that can still be read knows of a profile and no file does: its own settings, where its key is,
// and its prices.
type account struct {
	profile db.Profile
	prices  db.Prices // Table nil: it has none
}

// readAccounts reads what a rebuild is to bring over. Profiles that are not saved belong to this run and are made again by it.
func readAccounts(ctx context.Context, lib *db.Library, now time.Time) ([]account, error) {
	profiles, err := lib.Profiles(ctx)
	if err != nil {
		return nil, fmt.Errorf("read profiles: %w", err)
	}
	var all []account
	for _, p := range profiles {
		prices, err := lib.Prices(ctx, p.ID, now)
		if err != nil && !errors.Is(err, db.ErrNotFound) {
			return nil, fmt.Errorf("read prices of profile %d: %w", p.ID, err)
		}
		all = append(all, account{p, prices})
	}
	return all, nil
}

// bringAccounts writes into a rebuilt library what the old one knew of its profiles. One of the same name that speaks to the
// same place is completed; the others are made.
func bringAccounts(ctx context.Context, dir string, all []account, o db.Options) (err error) {
	lib, err := db.Open(ctx, dir, o)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lib.Close()) }()
	for _, a := range all {
		kept, err := bringProfile(ctx, lib, a.profile)
		if err != nil {
			return err
		}
		if a.prices.Table == nil {
			continue
		}
		if _, err := lib.AddPrices(ctx, db.Prices{ProfileID: kept.ID, ValidFrom: a.prices.ValidFrom, Table: a.prices.Table}); err != nil {
			return fmt.Errorf("bring prices of profile %q over: %w", kept.Name, err)
		}
	}
	return nil
}

// bringProfile writes one profile. Its number and the time at which it was made name its key, so it keeps them. Where the files
// gave that number to another profile it gets a new one, and its key must be entered again.
func bringProfile(ctx context.Context, lib *db.Library, p db.Profile) (db.Profile, error) {
	made, err := lib.Profiles(ctx)
	if err != nil {
		return db.Profile{}, fmt.Errorf("read profiles: %w", err)
	}
	same, taken := int64(0), false
	for _, m := range made {
		taken = taken || m.ID == p.ID
		if m.Name == p.Name && m.Sandbox == p.Sandbox && (p.Sandbox || m.BaseURL == p.BaseURL) {
			same = m.ID
		}
	}
	if same == p.ID || same == 0 && !taken {
		return lib.BringProfile(ctx, p)
	}
	p.ID, p.KeySince = same, time.Time{}
	kept, err := lib.SaveProfile(ctx, p)
	if err != nil {
		return db.Profile{}, fmt.Errorf("bring profile %q over: %w", p.Name, err)
	}
	return kept, nil
}
