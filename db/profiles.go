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

// fields returns the fields of profileColumns, to scan and to write.
func (p *Profile) fields() []any {
	return []any{idColumn{&p.ID}, &p.Name, &p.BaseURL, &p.Sandbox, &p.Saved, &p.Currency, &p.MaxTasks, &p.MaxImages,
		&p.PollSeconds, &p.ImageMinutes, timeColumn{&p.KeySince}, timeColumn{&p.LastOKAt}, timeColumn{&p.CreatedAt},
		jsonColumn{&p.Models}, jsonColumn{&p.Hosting}, &p.ConfirmMicros, &p.BudgetMicros, &p.DayBudgetMicros,
		&p.WarnPercent, &p.Form}
}

func scanProfile(row scanner) (Profile, error) {
	var p Profile
	err := row.Scan(p.fields()...)
	return p, err
}

// HostsPictures reports whether local pictures can be uploaded to a place from which the service can fetch them: an S3
// bucket, or the sandbox. Other kinds of hosting, from older versions or turned off, do not count.
func (p Profile) HostsPictures() bool {
	var at struct{ Kind string }
	return p.Sandbox || json.Unmarshal(p.Hosting, &at) == nil && at.Kind == "s3"
}

// applyDefaults replaces zero numbers by defaults and clamps the others.
func (p *Profile) applyDefaults() {
	within := func(n *int, whenZero, least, most int) { *n = min(max(cmp.Or(*n, whenZero), least), most) }
	within(&p.MaxTasks, DefaultMaxTasks, 1, 1000)
	within(&p.MaxImages, DefaultMaxImages, 1, 1000)
	within(&p.PollSeconds, DefaultPollSeconds, 10, 15)
	within(&p.ImageMinutes, DefaultImageMinutes, 5, 24*60)
	within(&p.WarnPercent, DefaultWarnPercent, 1, 100)
}

// ServiceRef identifies the service and account of a profile in files of the library. It contains nothing secret.
type ServiceRef struct {
	// with Since, identifies the key in the keychain, which is bound to BaseURL
	ProfileID int64     `json:"profile_id,omitempty"`
	Since     time.Time `json:"since,omitzero"` // when the profile was created
	BaseURL   string    `json:"base_url,omitempty"`
	Sandbox   bool      `json:"sandbox,omitempty"`
	Unsaved   bool      `json:"unsaved,omitempty"` // created by the flag -base-url and not saved
	KeySince  time.Time `json:"key_since,omitzero"`
}

// Service returns the reference to the profile for files of the library.
func (p Profile) Service() ServiceRef {
	return ServiceRef{ProfileID: p.ID, Since: p.CreatedAt, BaseURL: p.BaseURL, Sandbox: p.Sandbox, Unsaved: !p.Saved,
		KeySince: p.KeySince}
}

// serves reports whether a profile uses a service.
func (p Profile) serves(s ServiceRef) bool {
	return p.BaseURL == s.BaseURL && p.Sandbox == s.Sandbox || p.Sandbox && s.Sandbox
}

// profileRows reads and writes the profiles.
type profileRows struct{ *database }

// Profiles returns all profiles, oldest first. It includes unsaved ones, because their jobs continue; lists in the user
// interface leave those out. Profiles are never deleted, because jobs and ledger entries refer to them. To hide one,
// save it with Saved false.
func (r profileRows) Profiles(ctx context.Context) ([]Profile, error) {
	all, err := listLenient(ctx, r.database, r.reader, scanProfile,
		"SELECT "+profileColumns+" FROM profiles ORDER BY id")
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

// SaveProfile writes a profile and returns it as stored. With ID 0 it inserts a new one. Zero numbers become the
// defaults. PollSeconds is limited to 10 to 15, and ImageMinutes to at least 5: with smaller values the service refuses
// polls, or paid pictures time out. CreatedAt does not change. It returns [ErrNotFound] for an unknown ID.
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

// RestoreProfile writes a profile from an earlier database of this library, and replaces the profile with the same ID.
// ID and CreatedAt are kept, because they identify the key in the keychain.
func (r profileRows) RestoreProfile(ctx context.Context, p Profile) (Profile, error) {
	name := p.Name
	err := r.write(ctx, func(tx *sql.Tx) (err error) {
		p, err = putProfile(ctx, tx, p)
		return err
	})
	return p, wrap(err, "restore profile %q", name)
}

// putProfile inserts a profile or replaces the one with its ID, and returns it as stored.
func putProfile(ctx context.Context, tx *sql.Tx, p Profile) (Profile, error) {
	p.applyDefaults()
	return scanProfile(tx.QueryRowContext(ctx, "INSERT INTO profiles ("+profileColumns+") VALUES ("+
		placeholders(profileColumns)+
		") ON CONFLICT (id) DO UPDATE SET "+assignments(profileColumns, "%[1]s = excluded.%[1]s")+" RETURNING "+
		profileColumns, p.fields()...))
}

// ProfileOf returns the ID of the profile that a file of the library refers to; 0 if none matches.
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
