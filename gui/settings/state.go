package settings

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"viviscope/client/keys"
	"viviscope/db"
	"viviscope/db/search"
)

// state is what the screen shows, read off the window's goroutine.
type state struct {
	cards      []card
	storage    db.Storage
	trashDays  int // how long the trash keeps items; 0: until it is emptied
	automation db.Automation
	clients    []clientInfo
	err        error
}

// card is a profile with the places of its key and of the secret of its image hosting.
type card struct {
	profile     db.Profile
	currency    string // of budgets and limits: that of the price table, which may differ from the profile's
	place       keys.Location
	secretPlace keys.Location
	secretSince time.Time // when it was stored in the keychain
}

// inCurrency returns the profile with the currency of its budgets and limits.
func (c card) inCurrency() db.Profile {
	p := c.profile
	p.Currency = c.currency
	return p
}

// sameKey reports whether both cards have the same key: at the same place, since the same time.
func (c card) sameKey(d card) bool {
	return c.place == d.place && c.profile.KeySince.Equal(d.profile.KeySince)
}

// clientInfo is a client that has a token.
type clientInfo struct {
	db.Client
	held   []db.Job     // that wait for approval, the newest first
	access []accessInfo // one for each profile
}

// accessInfo is the grant of a client on one profile, and the used amounts in micro-units. Without a grant Approve is
// "".
type accessInfo struct {
	profile      db.Profile
	grant        db.Grant
	today, total int64
}

// readState reads the state of the screen. After an error it returns the state that was read until then.
func readState(ctx context.Context, d Deps) (a state) {
	a.err = a.readCards(ctx, d)
	if a.err == nil {
		a.err = a.readLibrary(ctx, d.Library)
	}
	if a.err != nil {
		return a
	}
	err := a.readClients(ctx, d)
	if err != nil {
		a.err = fmt.Errorf("read what programs may do: %w", err)
	}
	return a
}

func (a *state) readCards(ctx context.Context, d Deps) error {
	profiles, err := d.Profiles.Profiles(ctx)
	if err != nil {
		return fmt.Errorf("read profiles: %w", err)
	}
	for _, p := range profiles {
		quote, err := d.Engine.Price(ctx, p.ID, nil)
		if err != nil {
			return fmt.Errorf("read currency of profile %d: %w", p.ID, err)
		}
		c := card{profile: p, currency: quote.Currency, place: d.Profiles.KeyPlace(ctx, p)}
		c.secretPlace, c.secretSince = d.Profiles.HostSecretPlace(ctx, p)
		a.cards = append(a.cards, c)
	}
	return nil
}

func (a *state) readLibrary(ctx context.Context, l Library) (err error) {
	if a.storage, err = l.Storage(ctx); err != nil {
		return fmt.Errorf("measure library: %w", err)
	}
	if a.trashDays, err = l.TrashDays(ctx); err != nil {
		return fmt.Errorf("read how long the trash keeps things: %w", err)
	}
	return nil
}

func (a *state) readClients(ctx context.Context, d Deps) error {
	_, err := d.Clients.Setting(ctx, db.SettingAutomation, &a.automation)
	all, err2 := d.Clients.Clients(ctx)
	if err = cmp.Or(err, err2); err != nil {
		return err
	}
	for _, c := range all {
		if c.Token == "" { // removed: only its costs are left
			continue
		}
		info := clientInfo{Client: c}
		info.held, err = d.Clients.Jobs(ctx,
			db.JobFilter{States: []db.JobState{db.Held}, Hold: db.HeldApproval, Client: c.Name})
		if err == nil {
			info.access, err = readAccess(ctx, d, c.Name, a.cards)
		}
		if err != nil {
			return err
		}
		a.clients = append(a.clients, info)
	}
	return nil
}

// readAccess reads the access of a client to each profile.
func readAccess(ctx context.Context, d Deps, client string, cards []card) (all []accessInfo, err error) {
	grants, err := d.Clients.Grants(ctx, client)
	if err != nil {
		return nil, err
	}
	now := d.Now()
	y, month, day := now.Date()
	midnight := search.StartOfDay(y, month, day, now.Location())
	for _, c := range cards {
		a := accessInfo{profile: c.inCurrency()}
		i := slices.IndexFunc(grants, func(g db.Grant) bool { return g.ProfileID == c.profile.ID })
		if i >= 0 {
			a.grant = grants[i]
			today, total, _, err := d.Clients.Budget().ClientSpent(ctx, client, a.profile.ID, a.profile.Currency,
				midnight, a.grant.Since)
			if err != nil {
				return nil, err
			}
			a.today, a.total = today.Used(), total.Used()
		}
		all = append(all, a)
	}
	return all, nil
}
