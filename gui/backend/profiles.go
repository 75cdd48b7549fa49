package backend

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"viviscope/client"
	"viviscope/client/keys"
	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// engine is the part of [jobs.Engine] that profiles use.
type engine interface {
	KeyChanged(ctx context.Context, profileID int64) error
	ProfileChanged(profileID int64)
}

// Profiles stores profiles, their keys and their hosting. It implements [jobs.Hosts]. Its methods block on the disk,
// the keychain or the network: do not call them on the window goroutine.
type Profiles struct {
	lib     *db.Library
	keys    *Keyring
	sandbox *sandboxServer
	engine  engine
	proxy   func(*http.Request) (*url.URL, error) // for connection tests and hosting; nil: from the environment
	changed func()                                // called after profiles or keys have changed
	log     *slog.Logger
	now     func() time.Time

	// held from reading a profile's row to writing it; never while waiting for the keychain or the network
	rows    sync.Mutex
	unsaved sync.Map // the IDs of the unsaved profiles of this run
}

// Profiles returns the profiles that the user can choose: the saved ones and the unsaved ones of this run.
func (p *Profiles) Profiles(ctx context.Context) ([]db.Profile, error) {
	all, err := p.lib.Profiles(ctx)
	return slices.DeleteFunc(all, func(q db.Profile) bool {
		_, ofThisRun := p.unsaved.Load(q.ID)
		return !q.Saved && !ofThisRun
	}), err
}

// NewProfile returns a profile with default settings. It is not in the library yet.
func NewProfile(name string, now time.Time) db.Profile {
	return db.Profile{Name: name, Currency: "CNY", MaxTasks: 5, MaxImages: 2, PollSeconds: 12, ImageMinutes: 10,
		CreatedAt: now.UTC()}
}

// ErrStillRunning rejects a change of address while jobs of the profile run.
var ErrStillRunning = wording.MarkedError(lang.Mark("Jobs of this profile are still running at the old address. Add another profile instead."))

// SaveProfile saves the name, address and currency of a profile and keeps its other fields. The address cannot change
// while jobs run, because they are polled and downloaded there. Errors: [ErrStillRunning], client.ErrBadBaseURL.
func (p *Profiles) SaveProfile(ctx context.Context, edited db.Profile) (db.Profile, error) {
	base, err := edited.BaseURL, error(nil)
	if !edited.Sandbox {
		if base, err = client.CleanBaseURL(edited.BaseURL); err != nil {
			return db.Profile{}, fmt.Errorf("save profile: %w", err)
		}
	}
	var before db.Profile
	saved, err := p.updateRow(ctx, edited.ID, func(row *db.Profile) error {
		before = *row
		if row.ID == 0 {
			*row = edited
		}
		if before.ID != 0 && !row.Sandbox && client.SameService(before.BaseURL, base) {
			base = before.BaseURL // the key is bound to the address as it was written
		}
		row.Name, row.BaseURL, row.Currency, row.Saved = edited.Name, base, edited.Currency, true
		if row.ID == 0 || before.BaseURL == base || row.Sandbox {
			return nil
		}
		row.LastOKAt = time.Time{}     // the new address is not tested yet
		if !sameOrigin(before, *row) { // the key belongs to the old origin
			row.KeySince = time.Time{}
		}
		return p.checkMovable(ctx, row.ID)
	})
	if err != nil {
		return db.Profile{}, err
	}
	if before.ID != 0 && !sameOrigin(before, saved) {
		p.keys.DropEnvironmentKey(before) // a restart would bind it to the new origin
	}
	p.profileChanged(saved.ID)
	return saved, nil
}

// ChangeProfile changes settings in the current row of a profile, because another form may have saved since the caller
// read it. It does not change the address, which is bound to the key and to running jobs.
func (p *Profiles) ChangeProfile(ctx context.Context, id int64, change func(*db.Profile)) error {
	_, err := p.updateRow(ctx, id, func(row *db.Profile) error {
		base := row.BaseURL
		change(row)
		row.ID, row.BaseURL = id, base
		return nil
	})
	p.profileChanged(id)
	return err
}

func (p *Profiles) profileChanged(id int64) {
	p.engine.ProfileChanged(id)
	p.changed()
}

// updateRow changes the row of a profile, or creates one if id is 0.
func (p *Profiles) updateRow(
	ctx context.Context, id int64, change func(*db.Profile) error,
) (row db.Profile, err error) {
	p.rows.Lock()
	defer p.rows.Unlock()
	if id != 0 {
		row, err = p.lib.Profile(ctx, id)
	}
	if err == nil {
		err = change(&row)
	}
	if err == nil {
		row, err = p.lib.SaveProfile(ctx, row)
	}
	if err != nil {
		return db.Profile{}, fmt.Errorf("change profile %d: %w", id, err)
	}
	return row, nil
}

func sameOrigin(a, b db.Profile) bool {
	one, err := client.Origin(a.BaseURL)
	other, err2 := client.Origin(b.BaseURL)
	return err == nil && err2 == nil && one == other
}

// checkMovable returns [ErrStillRunning] if jobs of a profile need its address or its key.
func (p *Profiles) checkMovable(ctx context.Context, id int64) error {
	counts, err := p.lib.JobCounts(ctx, id)
	for state, n := range counts {
		if n > 0 && !state.Ended() {
			return ErrStillRunning
		}
	}
	return err
}

// Ready returns a profile before its use. It starts the sandbox if needed, which may change its address.
func (p *Profiles) Ready(ctx context.Context, id int64) (db.Profile, error) {
	profile, err := p.lib.Profile(ctx, id)
	if err == nil && profile.Sandbox && !p.lib.ReadOnly() {
		if _, err = p.Sandbox(ctx); err == nil {
			profile, err = p.lib.Profile(ctx, id)
		}
	}
	return profile, err
}

// find returns the first profile that matches, or one with ID 0.
func (p *Profiles) find(ctx context.Context, matches func(db.Profile) bool) (db.Profile, error) {
	all, err := p.lib.Profiles(ctx)
	if i := slices.IndexFunc(all, matches); i >= 0 {
		return all[i], err
	}
	return db.Profile{}, err
}

// KeyPlace returns where a profile's key is stored.
func (p *Profiles) KeyPlace(ctx context.Context, profile db.Profile) keys.Location {
	return p.keys.Place(ctx, profile)
}

// SaveKey stores a profile's key. Error: keys.ErrUnavailable if no keychain responds.
func (p *Profiles) SaveKey(ctx context.Context, id int64, key string, where keys.Location) error {
	err := p.storeSecret(ctx, id, keyID, key, where, func(row *db.Profile, stored secretID, since time.Time) {
		// the address may have changed meanwhile
		if now, err := keyID(*row); err == nil && now.origin == stored.origin {
			row.KeySince = since
		}
	})
	if err == nil {
		err = p.engine.KeyChanged(ctx, id)
	}
	return err
}

// RemoveKey deletes a profile's key.
func (p *Profiles) RemoveKey(ctx context.Context, id int64) error {
	return p.SaveKey(ctx, id, "", keys.Nowhere)
}

// storeSecret stores a secret of a profile, or deletes it with keys.Nowhere. record writes to the profile's row since
// when the keychain has the secret, or the zero time. It reads the row again before, because a keychain dialog may
// block for a minute.
func (p *Profiles) storeSecret(ctx context.Context, id int64, find func(db.Profile) (secretID, error), secret string,
	where keys.Location,
	record func(row *db.Profile, stored secretID, since time.Time)) error {
	profile, err := p.lib.Profile(ctx, id)
	var stored secretID
	if err == nil {
		stored, err = find(profile)
	}
	if err == nil {
		err = p.keys.store(ctx, stored, secret, where)
	}
	if err == nil && (where == keys.InKeychain || where == keys.Nowhere) {
		since := time.Time{}
		if where == keys.InKeychain {
			since = p.now().UTC()
		}
		_, err = p.updateRow(ctx, id, func(row *db.Profile) error { record(row, stored, since); return nil })
	}
	p.changed() // also after a partial failure
	if err != nil {
		return fmt.Errorf("store secret of profile %d: %w", id, err)
	}
	return nil
}

// Test tests a profile's connection. It is free: it requests a task that does not exist.
func (p *Profiles) Test(ctx context.Context, id int64) (client.Report, error) {
	profile, err := p.Ready(ctx, id)
	key := ""
	if err == nil {
		key, err = p.keys.Key(ctx, profile)
	}
	if err != nil {
		return client.Report{}, fmt.Errorf("test profile %d: %w", id, err)
	}
	report, err := p.testConnection(ctx, profile.BaseURL, key)
	if err == nil && report.OK() {
		if err := p.MarkReached(ctx, profile); err != nil {
			return report, err
		}
		p.changed()
	}
	return report, err
}

// MarkReached records that a profile's service responded, unless the address has changed meanwhile.
func (p *Profiles) MarkReached(ctx context.Context, profile db.Profile) error {
	_, err := p.updateRow(ctx, profile.ID, func(row *db.Profile) error {
		if row.BaseURL == profile.BaseURL {
			row.LastOKAt = p.now().UTC()
		}
		return nil
	})
	return err
}

// Models returns the sorted IDs of the models that the service of a profile offers. The request is free. Errors:
// keys.ErrNone, *client.Error.
func (p *Profiles) Models(ctx context.Context, id int64) ([]string, error) {
	profile, err := p.Ready(ctx, id)
	var key string
	if err == nil {
		key, err = p.keys.Key(ctx, profile)
	}
	if err != nil {
		return nil, fmt.Errorf("list models of profile %d: %w", id, err)
	}
	c, err := client.New(client.Config{BaseURL: profile.BaseURL, APIKey: key, Proxy: p.proxy})
	if err != nil {
		return nil, err
	}
	defer c.CloseIdle()
	return c.ListModels(ctx)
}

func (p *Profiles) testConnection(ctx context.Context, baseURL, key string) (client.Report, error) {
	c, err := client.New(client.Config{BaseURL: baseURL, APIKey: key, Proxy: p.proxy})
	if err != nil {
		return client.Report{}, err
	}
	defer c.CloseIdle()
	return c.TestConnection(ctx)
}

// Connect tests an address with a key and saves both as a new profile if the service responds, or in any case with
// anyway. It reuses a profile of that address without a key, because an earlier attempt may have failed at the
// keychain. A new profile becomes visible once its key is stored.
func (p *Profiles) Connect(
	ctx context.Context, baseURL, key string, where keys.Location, anyway bool,
) (int64, client.Report, error) {
	base, err := client.CleanBaseURL(baseURL)
	if err != nil {
		return 0, client.Report{}, err
	}
	report, err := p.testConnection(ctx, base, key)
	if err != nil && !anyway {
		return 0, report, err
	}
	profile, err := p.find(ctx, func(q db.Profile) bool {
		return client.SameService(q.BaseURL, base) && !q.Sandbox && p.keys.Place(ctx, q) == keys.Nowhere
	})
	if err == nil && profile.ID == 0 {
		profile, err = p.newAt(ctx, base)
	}
	if report.OK() {
		profile.LastOKAt = p.now().UTC()
	}
	if err == nil {
		profile, err = p.lib.SaveProfile(ctx, profile)
	}
	if err != nil {
		return 0, report, fmt.Errorf("save profile of %s: %w", base, err)
	}
	if err := p.SaveKey(ctx, profile.ID, key, where); err != nil {
		return profile.ID, client.Report{}, err // the test succeeded
	}
	return profile.ID, report, p.ChangeProfile(ctx, profile.ID, func(row *db.Profile) { row.Saved = true })
}

// newAt returns a new profile for an address, with a unique name.
func (p *Profiles) newAt(ctx context.Context, base string) (db.Profile, error) {
	all, err := p.lib.Profiles(ctx)
	name := hostOf(base)
	for n := 2; slices.ContainsFunc(all, func(q db.Profile) bool { return q.Name == name }); n++ {
		name = hostOf(base) + " " + strconv.Itoa(n)
	}
	profile := NewProfile(name, p.now())
	profile.BaseURL = base
	return profile, err
}

// hostOf returns the host of a base URL, the default name of a profile.
func hostOf(base string) string {
	u, err := url.Parse(base)
	if err != nil || u.Host == "" {
		return "My service"
	}
	return u.Host
}

// Named returns the profile with a base URL, else with a name. For an unknown base URL it creates an unsaved profile.
// Errors: client.ErrBadBaseURL, [db.ErrNotFound], errAmbiguousName.
func (p *Profiles) Named(ctx context.Context, name, baseURL string) (db.Profile, error) {
	if baseURL == "" {
		return p.withName(ctx, name)
	}
	base, err := client.CleanBaseURL(baseURL)
	if err != nil {
		return db.Profile{}, fmt.Errorf("-base-url: %w", err)
	}
	profile, err := p.atAddress(ctx, baseURL)
	if err == nil && profile.ID == 0 {
		if profile, err = p.newAt(ctx, base); err == nil {
			profile, err = p.lib.SaveProfile(ctx, profile)
		}
	}
	if err != nil {
		return db.Profile{}, fmt.Errorf("profile of %s: %w", base, err)
	}
	if !profile.Saved {
		p.unsaved.Store(profile.ID, true)
	}
	return profile, nil
}

// atAddress returns the profile of an address, in any spelling, or one with ID 0. Older versions created a profile per
// spelling, so it prefers the spelling of baseURL.
func (p *Profiles) atAddress(ctx context.Context, baseURL string) (db.Profile, error) {
	written := strings.ToLower(strings.TrimSpace(baseURL)) + "/"
	exact, err := p.find(ctx, func(q db.Profile) bool {
		return !q.Sandbox && client.SameService(q.BaseURL, baseURL) &&
			strings.HasPrefix(written, strings.ToLower(q.BaseURL)+"/")
	})
	if err != nil || exact.ID != 0 {
		return exact, err
	}
	return p.find(ctx, func(q db.Profile) bool { return !q.Sandbox && client.SameService(q.BaseURL, baseURL) })
}

// errAmbiguousName rejects an ambiguous profile name: the key that comes with it must not go to the wrong service.
var errAmbiguousName = errors.New("several profiles have this name")

// withName returns the profile with a name, preferring a saved one.
func (p *Profiles) withName(ctx context.Context, name string) (db.Profile, error) {
	all, err := p.lib.Profiles(ctx)
	if err != nil {
		return db.Profile{}, err
	}
	found := slices.DeleteFunc(all, func(q db.Profile) bool { return q.Name != name })
	if saved := slices.DeleteFunc(slices.Clone(found), func(q db.Profile) bool { return !q.Saved }); len(saved) > 0 {
		found = saved
	}
	switch len(found) {
	case 0:
		return db.Profile{}, fmt.Errorf("profile %q: %w", name, db.ErrNotFound)
	case 1:
		return found[0], nil
	}
	return db.Profile{}, fmt.Errorf("profile %q: %w; rename one in Settings", name, errAmbiguousName)
}
