package db

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"slices"
	"time"
)

// The defaults of a profile's settings.
const (
	DefaultMaxTasks     = 5
	DefaultMaxImages    = 2
	DefaultPollSeconds  = 12
	DefaultImageMinutes = 10
	DefaultWarnPercent  = 80
)

const profileColumns = `id, name, base_url, sandbox, saved, currency, max_tasks, max_images, poll_seconds, image_minutes,
	key_since, last_ok_at, created_at, models, hosting, confirm_micros, budget_micros, day_budget_micros, warn_percent, form`

// fields are those of profileColumns, to read and to write.
func (p *Profile) fields() []any {
	return []any{idColumn{&p.ID}, &p.Name, &p.BaseURL, &p.Sandbox, &p.Saved, &p.Currency, &p.MaxTasks, &p.MaxImages,
		&p.PollSeconds, &p.ImageMinutes, timeColumn{&p.KeySince}, timeColumn{&p.LastOKAt}, timeColumn{&p.CreatedAt},
		jsonColumn{&p.Models}, jsonColumn{&p.Hosting}, &p.ConfirmMicros, &p.BudgetMicros, &p.DayBudgetMicros, &p.WarnPercent, &p.Form}
}

func scanProfile(row scanner) (Profile, error) {
	var p Profile
	err := row.Scan(p.fields()...)
	return p, err
}

// HostsPictures reports whether local pictures can be uploaded to a place where the service can fetch them: a bucket,
// or the sandbox itself. The setup stays in the row when hosting is turned off. Hosting kinds of older versions do not
// count.
func (p Profile) HostsPictures() bool {
	var at struct{ Kind string }
	return p.Sandbox || json.Unmarshal(p.Hosting, &at) == nil && at.Kind == "s3"
}

func (p *Profile) applyDefaults() {
	within := func(n *int, whenZero, least, most int) { *n = min(max(cmp.Or(*n, whenZero), least), most) }
	within(&p.MaxTasks, DefaultMaxTasks, 1, 1000)
	within(&p.MaxImages, DefaultMaxImages, 1, 1000)
	within(&p.PollSeconds, DefaultPollSeconds, 10, 15)
	within(&p.ImageMinutes, DefaultImageMinutes, 5, 24*60)
	within(&p.WarnPercent, DefaultWarnPercent, 1, 100)
}

// ServiceRef contains the public part of the profile that a job was sent with.
type ServiceRef struct {
	// names its key in the keychain, with Since, for the same address only
	ProfileID int64     `json:"profile_id,omitempty"`
	Since     time.Time `json:"since,omitzero"` // when the profile was made
	BaseURL   string    `json:"base_url,omitempty"`
	Sandbox   bool      `json:"sandbox,omitempty"`
	Unsaved   bool      `json:"unsaved,omitempty"` // made by -base-url, not kept
	KeySince  time.Time `json:"key_since,omitzero"`
}

// Service is the service that a profile talks to, as files of the library name it.
func (p Profile) Service() ServiceRef {
	return ServiceRef{ProfileID: p.ID, Since: p.CreatedAt, BaseURL: p.BaseURL, Sandbox: p.Sandbox, Unsaved: !p.Saved,
		KeySince: p.KeySince}
}

// serves reports whether a profile talks to a service.
func (p Profile) serves(s ServiceRef) bool {
	return p.BaseURL == s.BaseURL && p.Sandbox == s.Sandbox || p.Sandbox && s.Sandbox
}

// profileRows are the profiles.
type profileRows struct{ *database }

// Profiles returns all profiles, oldest first, including those that are not Saved, because their jobs continue. Lists
// in the user interface leave those out. A profile is never deleted, because its jobs and its ledger belong to it for
// ever; to remove it from the lists, save it with Saved false.
func (r profileRows) Profiles(ctx context.Context) ([]Profile, error) {
	all, err := listLenient(ctx, r.database, r.reader, scanProfile, "SELECT "+profileColumns+" FROM profiles ORDER BY id")
	return all, wrap(err, "read profiles")
}

// Profile returns a profile, or [ErrNotFound].
func (r profileRows) Profile(ctx context.Context, id int64) (Profile, error) {
	return profileByID(ctx, r.reader, id)
}

func profileByID(ctx context.Context, q querier, id int64) (Profile, error) {
	p, err := scanProfile(q.QueryRowContext(ctx, "SELECT "+profileColumns+" FROM profiles WHERE id = ?", id))
	return p, wrap(err, "read profile %d", id)
}

// SaveProfile writes a profile and returns it as stored. With ID 0 it is a new one. Zero numbers become the defaults.
// PollSeconds is limited to 10 to 15 and ImageMinutes to 5 or more: smaller values would be refused by the service, or
// time out pictures that are paid for. CreatedAt is written once. It returns [ErrNotFound] if no profile has the ID.
func (r profileRows) SaveProfile(ctx context.Context, p Profile) (Profile, error) {
	name := p.Name
	err := r.write(ctx, func(tx *sql.Tx) (err error) {
		if p.ID != 0 {
			old, err := profileByID(ctx, tx, p.ID)
			if err != nil {
				return err
			}
			p.CreatedAt = old.CreatedAt
		} else if p.CreatedAt.IsZero() {
			p.CreatedAt = r.now()
		}
		p, err = putProfile(ctx, tx, p)
		return err
	})
	return p, wrap(err, "save profile %q", name)
}

// RestoreProfile writes a profile as an earlier database of this library knew it, over the one that has its ID where
// there is one. ID and CreatedAt stay as they are, because they name its key in the keychain.
func (r profileRows) RestoreProfile(ctx context.Context, p Profile) (Profile, error) {
	name := p.Name
	err := r.write(ctx, func(tx *sql.Tx) (err error) {
		p, err = putProfile(ctx, tx, p)
		return err
	})
	return p, wrap(err, "bring profile %q over", name)
}

// putProfile inserts a profile or replaces the one with its ID, and returns it as stored.
func putProfile(ctx context.Context, tx *sql.Tx, p Profile) (Profile, error) {
	p.applyDefaults()
	return scanProfile(tx.QueryRowContext(ctx, "INSERT INTO profiles ("+profileColumns+") VALUES ("+
		placeholders(profileColumns)+
		") ON CONFLICT (id) DO UPDATE SET "+assignments(profileColumns, "%[1]s = excluded.%[1]s")+" RETURNING "+
		profileColumns, p.fields()...))
}

// ProfileOf returns the profile that a file of the library was written for; 0 if none matches.
func (r profileRows) ProfileOf(ctx context.Context, name string, service ServiceRef) (int64, error) {
	all, err := r.Profiles(ctx)
	i := slices.IndexFunc(all, func(p Profile) bool {
		return p.serves(service) && (p.ID == service.ProfileID || p.Name == name)
	})
	if err != nil || i < 0 {
		return 0, err
	}
	return all[i].ID, nil
}
