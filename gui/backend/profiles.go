package backend

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"sync"
	"time"

	"viviscope/client"
	"viviscope/client/keys"
	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// engine is what profiles tell the pool of jobs.
type engine interface {
	KeyChanged(ctx context.Context, profileID int64) error
	ProfileChanged(profileID int64)
}

// Profiles keeps profiles, their keys and the choice among them. Its methods wait for the disk, the keychain or the
// network; call them off the window's goroutine.
type Profiles struct {
	lib    *db.Library
	keys   *Keyring
	box    *sandboxHost
	hosts  hosts
	engine engine
	now    func() time.Time
	proxy  func(*http.Request) (*url.URL, error) // which way a test goes; nil: as the environment says

	rows sync.Mutex // held from the reading of a profile's row to its writing; never while a keychain or a network is waited for

	mu      sync.Mutex
	shown   Listener
	unsaved map[int64]bool // profiles of this run that are not kept
}

// Listener is the window that shows profiles. Its methods may be called on any goroutine.
type Listener interface {
	UseProfile(id int64) // brings a profile to the front
	RefreshAll()         // profiles or keys changed
}

// nobody is a [Listener] where there is no window.
type nobody struct{}

func (nobody) UseProfile(int64) {}
func (nobody) RefreshAll()      {}

// Show has l told what changes.
func (p *Profiles) Show(l Listener) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.shown = l
}

func (p *Profiles) listener() Listener {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.shown
}

// Profiles lists the profiles that a person can choose: those that are kept, and the unsaved ones of this run.
func (p *Profiles) Profiles(ctx context.Context) ([]db.Profile, error) {
	all, err := p.lib.Profiles(ctx)
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.DeleteFunc(all, func(q db.Profile) bool { return !q.Saved && !p.unsaved[q.ID] }), nil
}

// ErrStillRunning refuses to move a profile away from under its own tasks.
var ErrStillRunning = wording.Told(lang.Mark("Jobs of this profile are still running at the old address. Add another profile instead."))

// SaveProfile keeps a profile, new or changed; further models, hosting and limits of one that is there stay as they are. A
// profile whose jobs still run keeps its address, because a job is polled and fetched where it was made. A key stays bound
// to the origin for which it was entered.
func (p *Profiles) SaveProfile(ctx context.Context, profile db.Profile) (db.Profile, error) {
	if !profile.Sandbox {
		base, err := client.CleanBaseURL(profile.BaseURL)
		if err != nil {
			return db.Profile{}, fmt.Errorf("save profile: %w", err)
		}
		profile.BaseURL = base
	}
	kept, err := p.writeProfile(ctx, profile)
	if err != nil {
		return db.Profile{}, fmt.Errorf("save profile %d: %w", profile.ID, err)
	}
	p.engine.ProfileChanged(kept.ID)
	p.listener().RefreshAll()
	return kept, nil
}

func (p *Profiles) writeProfile(ctx context.Context, profile db.Profile) (db.Profile, error) {
	p.rows.Lock()
	defer p.rows.Unlock()
	if profile.ID != 0 {
		old, err := p.lib.Profile(ctx, profile.ID)
		if err != nil {
			return db.Profile{}, err
		}
		profile.KeySince, profile.LastOKAt = old.KeySince, old.LastOKAt // a key may have been saved since the form was filled, and tried
		// So may what has forms and ways of its own.
		profile.Models, profile.Hosting, profile.ConfirmMicros, profile.BudgetMicros = old.Models, old.Hosting, old.ConfirmMicros,
			old.BudgetMicros
		profile.DayBudgetMicros, profile.WarnPercent, profile.Form = old.DayBudgetMicros, old.WarnPercent, old.Form
		if old.BaseURL != profile.BaseURL && !profile.Sandbox {
			profile.LastOKAt = time.Time{} // nobody asked there yet
			if err := p.mayMove(ctx, profile.ID); err != nil {
				return db.Profile{}, err
			}
			if !sameOrigin(old, profile) {
				profile.KeySince = time.Time{} // the key belongs to the old origin
			}
		}
	}
	profile.Saved = true
	return p.lib.SaveProfile(ctx, profile)
}

func sameOrigin(a, b db.Profile) bool {
	one, err := client.Origin(a.BaseURL)
	other, err2 := client.Origin(b.BaseURL)
	return err == nil && err2 == nil && one == other
}

func (p *Profiles) mayMove(ctx context.Context, id int64) error {
	counts, err := p.lib.JobCounts(ctx, id)
	if err != nil {
		return err
	}
	for state, n := range counts {
		if n > 0 && !state.Ended() {
			return ErrStillRunning
		}
	}
	return nil
}

// Use makes new jobs go to a profile.
func (p *Profiles) Use(ctx context.Context, id int64) error {
	profile, err := p.lib.Profile(ctx, id)
	if err != nil {
		return fmt.Errorf("use profile %d: %w", id, err)
	}
	if profile.Sandbox {
		if _, err := p.Sandbox(ctx); err != nil {
			return err
		}
	}
	p.listener().UseProfile(profile.ID)
	return nil
}

func (p *Profiles) find(ctx context.Context, is func(db.Profile) bool) (db.Profile, bool, error) {
	all, err := p.lib.Profiles(ctx)
	if err != nil {
		return db.Profile{}, false, fmt.Errorf("read profiles: %w", err)
	}
	for _, q := range all {
		if is(q) {
			return q, true, nil
		}
	}
	return db.Profile{}, false, nil
}

// KeyPlace says where a profile's key is.
func (p *Profiles) KeyPlace(ctx context.Context, profile db.Profile) keys.Place {
	return p.keys.Place(ctx, profile)
}

// SaveKey keeps a profile's key. Errors: keys.ErrUnavailable where the system has no keychain that answers.
func (p *Profiles) SaveKey(ctx context.Context, id int64, key string, where keys.Place) error {
	return p.changeSecret(ctx, id, func(profile db.Profile) error {
		err := p.keys.Save(ctx, profile, key, where)
		if err == nil && where == keys.InKeychain {
			err = p.noteKey(ctx, profile, p.now().UTC())
		}
		if err != nil {
			return err
		}
		return p.engine.KeyChanged(ctx, id)
	})
}

// RemoveKey forgets a profile's key.
func (p *Profiles) RemoveKey(ctx context.Context, id int64) error {
	return p.changeSecret(ctx, id, func(profile db.Profile) error {
		err := p.keys.Remove(ctx, profile)
		if err == nil {
			err = p.noteKey(ctx, profile, time.Time{})
		}
		if err != nil {
			return err
		}
		return p.engine.KeyChanged(ctx, id)
	})
}

// changeSecret changes what is kept of a profile's key, or of the secret of its hosting, and says so.
func (p *Profiles) changeSecret(ctx context.Context, id int64, change func(db.Profile) error) error {
	profile, err := p.lib.Profile(ctx, id)
	if err == nil {
		err = change(profile)
	}
	p.listener().RefreshAll() // also of what was done in part
	if err != nil {
		return fmt.Errorf("change a secret of profile %d: %w", id, err)
	}
	return nil
}

// noteKey writes down since when a key is in the keychain. The profile may have been edited while the keychain was waited
// for, a minute at most: what was edited stays, and a key of another origin is no key of the profile.
func (p *Profiles) noteKey(ctx context.Context, then db.Profile, since time.Time) error {
	return p.alter(ctx, then.ID, func(now *db.Profile) error {
		if sameOrigin(*now, then) {
			now.KeySince = since
		}
		return nil
	})
}

// Test tries a profile's connection. It costs nothing: it asks for a task that does not exist.
func (p *Profiles) Test(ctx context.Context, id int64) (client.Report, error) {
	profile, err := p.lib.Profile(ctx, id)
	if err != nil {
		return client.Report{}, fmt.Errorf("test profile %d: %w", id, err)
	}
	if profile.Sandbox {
		if _, err := p.box.start(ctx); err != nil {
			return client.Report{}, err
		}
	}
	key, err := p.keys.Key(ctx, profile)
	if err != nil {
		return client.Report{}, fmt.Errorf("test profile %d: %w", id, err)
	}
	report, err := p.try(ctx, profile.BaseURL, key)
	if err == nil && report.OK() {
		if err := p.MarkReached(ctx, profile); err != nil {
			return report, err
		}
		p.listener().RefreshAll()
	}
	return report, err
}

// MarkReached writes down that a profile's service answered. One whose address was changed meanwhile was not asked.
func (p *Profiles) MarkReached(ctx context.Context, then db.Profile) error {
	return p.alter(ctx, then.ID, func(now *db.Profile) error {
		if now.BaseURL == then.BaseURL {
			now.LastOKAt = p.now().UTC()
		}
		return nil
	})
}

func (p *Profiles) try(ctx context.Context, baseURL, key string) (client.Report, error) {
	c, err := client.New(client.Config{BaseURL: baseURL, APIKey: key, Proxy: p.proxy})
	if err != nil {
		return client.Report{}, err
	}
	defer c.CloseIdle()
	return c.TestConnection(ctx)
}

// Connect tests an address with a key, and where the service answers keeps both as a further profile; anyway: also where it does not. A
// profile of that address whose key was not kept, because the keychain did not answer, is gone on with.
func (p *Profiles) Connect(ctx context.Context, baseURL, key string, where keys.Place, anyway bool) (int64, client.Report, error) {
	base, err := client.CleanBaseURL(baseURL)
	if err != nil {
		return 0, client.Report{}, err
	}
	report, err := p.try(ctx, base, key)
	if err != nil && !anyway {
		return 0, report, err
	}
	profile, found, err := p.find(ctx, func(q db.Profile) bool {
		return q.BaseURL == base && !q.Sandbox && p.keys.Place(ctx, q) == keys.Nowhere
	})
	if err != nil {
		return 0, report, err
	}
	if !found {
		if profile, err = p.newAt(ctx, base); err != nil {
			return 0, report, err
		}
	}
	if profile.Saved = true; report.OK() {
		profile.LastOKAt = p.now().UTC()
	}
	if profile, err = p.lib.SaveProfile(ctx, profile); err != nil {
		return 0, report, fmt.Errorf("save profile: %w", err)
	}
	if err := p.SaveKey(ctx, profile.ID, key, where); err != nil {
		return profile.ID, client.Report{}, err // the test is not what failed
	}
	return profile.ID, report, nil
}

// newAt is a new profile of an address, with a name that no other has.
func (p *Profiles) newAt(ctx context.Context, base string) (db.Profile, error) {
	all, err := p.lib.Profiles(ctx)
	if err != nil {
		return db.Profile{}, fmt.Errorf("read profiles: %w", err)
	}
	name := hostOf(base)
	for n := 2; slices.ContainsFunc(all, func(q db.Profile) bool { return q.Name == name }); n++ {
		name = hostOf(base) + " " + strconv.Itoa(n)
	}
	profile := NewProfile(name, p.now())
	profile.BaseURL = base
	return profile, nil
}

// FromCommandLine returns a profile for the address that the program was started with: one that is kept for that
// address, or one that is not saved. key, where given, serves it for this run.
func (p *Profiles) FromCommandLine(ctx context.Context, baseURL, key string) (int64, error) {
	base, err := client.CleanBaseURL(baseURL)
	if err != nil {
		return 0, fmt.Errorf("-base-url: %w", err)
	}
	profile, found, err := p.find(ctx, func(q db.Profile) bool { return q.BaseURL == base && !q.Sandbox })
	if err == nil && !found {
		if profile, err = p.newAt(ctx, base); err == nil {
			profile, err = p.lib.SaveProfile(ctx, profile)
		}
	}
	if err != nil {
		return 0, fmt.Errorf("profile of %s: %w", base, err)
	}
	if !profile.Saved {
		p.mu.Lock()
		p.unsaved[profile.ID] = true
		p.mu.Unlock()
	}
	if key != "" {
		if err := p.keys.SetEnvironmentKey(key, profile); err != nil {
			return 0, err
		}
	}
	return profile.ID, nil
}

// errSeveral refuses to guess which profile a name means.
var errSeveral = errors.New("several profiles have this name")

// Named returns the profile of a name: one that is kept before one that is not. A name that several have is refused,
// because the key that comes with it would go to one of them.
func (p *Profiles) Named(ctx context.Context, name string) (db.Profile, error) {
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
			return db.Profile{}, fmt.Errorf("-profile %q: %w; rename one in Settings", name, errSeveral)
		}
	}
	return db.Profile{}, fmt.Errorf("-profile %q: %w", name, db.ErrNotFound)
}

// NewProfile is a profile with the settings that a new one has; it is in no library yet.
func NewProfile(name string, now time.Time) db.Profile {
	return db.Profile{Name: name, Currency: "CNY", MaxTasks: 5, MaxImages: 2, PollSeconds: 12, ImageMinutes: 10, CreatedAt: now.UTC()}
}

// ChangeProfile changes settings of a profile in its row as it stands now: forms for other parts of it may have saved
// since the caller read it. Its address is none of them, because that is bound to its key and to running jobs.
func (p *Profiles) ChangeProfile(ctx context.Context, id int64, change func(*db.Profile)) error {
	err := p.alter(ctx, id, func(profile *db.Profile) error {
		base := profile.BaseURL
		change(profile)
		profile.ID, profile.BaseURL = id, base
		return nil
	})
	p.engine.ProfileChanged(id)
	p.listener().RefreshAll()
	return err
}

// alter changes the row of a profile.
func (p *Profiles) alter(ctx context.Context, id int64, change func(*db.Profile) error) error {
	p.rows.Lock()
	defer p.rows.Unlock()
	profile, err := p.lib.Profile(ctx, id)
	if err == nil {
		err = change(&profile)
	}
	if err == nil {
		_, err = p.lib.SaveProfile(ctx, profile)
	}
	if err != nil {
		return fmt.Errorf("change profile %d: %w", id, err)
	}
	return nil
}

// hostOf is the host of a base URL: the name that a profile gets until a person gives it a better one.
func hostOf(base string) string {
	u, err := url.Parse(base)
	if err != nil || u.Host == "" {
		return "My service"
	}
	return u.Host
}
