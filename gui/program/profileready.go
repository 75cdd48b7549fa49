package program

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"viviscope/client"
	"viviscope/client/keys"
	"viviscope/client/sandbox"
	"viviscope/db"
)

// Sandbox serves the sandbox and returns its profile, which it makes where the library has none.
func (p *profiles) Sandbox(ctx context.Context) (int64, error) {
	baseURL, err := p.box.start(ctx)
	if err != nil {
		return 0, err
	}
	p.rows.Lock() // two at once would make two profiles of it
	defer p.rows.Unlock()
	profile, found, err := p.find(ctx, func(q db.Profile) bool { return q.Sandbox })
	if err != nil {
		return 0, err
	}
	if found && profile.BaseURL == baseURL {
		return profile.ID, p.priceSandbox(ctx, profile.ID)
	}
	if !found {
		profile = newProfile("Sandbox", p.now())
		profile.Sandbox, profile.Currency = true, sandbox.Prices().Currency
	}
	profile.BaseURL, profile.Saved = baseURL, true
	kept, err := p.lib.SaveProfile(ctx, profile)
	if err != nil {
		return 0, fmt.Errorf("save sandbox profile: %w", err)
	}
	p.engine.ProfileChanged(kept.ID)
	return kept.ID, p.priceSandbox(ctx, kept.ID)
}

// priceSandbox gives the sandbox's profile its prices where it has none: it is new, or its library was rebuilt.
func (p *profiles) priceSandbox(ctx context.Context, id int64) error {
	if _, err := p.lib.Prices(ctx, id, p.now()); !errors.Is(err, db.ErrNotFound) {
		return err
	}
	table, err := json.Marshal(sandbox.Prices())
	if err != nil {
		return fmt.Errorf("write sandbox prices: %w", err)
	}
	if _, err := p.lib.AddPrices(ctx, db.Prices{ProfileID: id, ValidFrom: p.now(), Table: table}); err != nil {
		return fmt.Errorf("save sandbox prices: %w", err)
	}
	return nil
}

// resumeSandbox serves the sandbox where the library has a profile of it, so that its jobs go on.
func (p *profiles) resumeSandbox(ctx context.Context) error {
	_, found, err := p.find(ctx, func(q db.Profile) bool { return q.Sandbox })
	if err != nil || !found {
		return err
	}
	_, err = p.Sandbox(ctx)
	return err
}

// Connect tests an address with a key, and where the service answers keeps both as a profile and uses it.
func (p *profiles) Connect(ctx context.Context, baseURL, key string, where keys.Place) (int64, client.Report, error) {
	report, err := p.try(ctx, baseURL, key)
	if err != nil {
		return 0, report, err
	}
	base, err := client.CleanBaseURL(baseURL)
	if err != nil {
		return 0, report, err
	}
	profile, found, err := p.find(ctx, func(q db.Profile) bool { return q.BaseURL == base && !q.Sandbox })
	if err != nil {
		return 0, report, err
	}
	if !found {
		profile = newProfile(hostOf(base), p.now())
	}
	profile.BaseURL, profile.Saved, profile.LastOKAt = base, true, p.now().UTC()
	if profile, err = p.lib.SaveProfile(ctx, profile); err != nil {
		return 0, report, fmt.Errorf("save profile: %w", err)
	}
	if err := p.SaveKey(ctx, profile.ID, key, where); err != nil {
		return 0, report, err
	}
	return profile.ID, report, p.Use(ctx, profile.ID)
}

// fromCommandLine returns a profile for the address that the program was started with: one that is kept for that
// address, or one that is not saved. key, where given, serves it for this run.
func (p *profiles) fromCommandLine(ctx context.Context, baseURL, key string) (int64, error) {
	base, err := client.CleanBaseURL(baseURL)
	if err != nil {
		return 0, fmt.Errorf("-base-url: %w", err)
	}
	profile, found, err := p.find(ctx, func(q db.Profile) bool { return q.BaseURL == base && !q.Sandbox })
	if err != nil {
		return 0, err
	}
	if !found {
		profile = newProfile(hostOf(base), p.now())
		profile.BaseURL = base
		if profile, err = p.lib.SaveProfile(ctx, profile); err != nil {
			return 0, fmt.Errorf("save profile: %w", err)
		}
	}
	if !profile.Saved {
		p.unsaved = profile.ID
	}
	if key != "" {
		if err := p.keys.useEnvironment(key, profile); err != nil {
			return 0, err
		}
	}
	return profile.ID, nil
}

// named returns the profile of a name: one that is kept before one that is not. A name that several have is refused,
// because the key that comes with it would go to one of them.
func (p *profiles) named(ctx context.Context, name string) (db.Profile, error) {
	all, err := p.lib.Profiles(ctx)
	if err != nil {
		return db.Profile{}, fmt.Errorf("read profiles: %w", err)
	}
	for _, saved := range []bool{true, false} {
		found := slices.DeleteFunc(slices.Clone(all), func(q db.Profile) bool { return q.Name != name || q.Saved != saved })
		switch {
		case len(found) == 1:
			return found[0], nil
		case len(found) > 1:
			return db.Profile{}, fmt.Errorf("-profile %q: %d profiles have this name; rename one in Settings", name, len(found))
		}
	}
	return db.Profile{}, fmt.Errorf("-profile %q: %w", name, db.ErrNotFound)
}

func newProfile(name string, now time.Time) db.Profile {
	return db.Profile{Name: name, Currency: "CNY", MaxTasks: 5, MaxImages: 2, PollSeconds: 12, ImageMinutes: 10, CreatedAt: now.UTC()}
}
