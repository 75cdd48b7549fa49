package db

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"
)

// What a profile gets where it says nothing.
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
	return []any{id{&p.ID}, &p.Name, &p.BaseURL, &p.Sandbox, &p.Saved, &p.Currency, &p.MaxTasks, &p.MaxImages,
		&p.PollSeconds, &p.ImageMinutes, moment{&p.KeySince}, moment{&p.LastOKAt}, moment{&p.CreatedAt},
		raw{&p.Models}, raw{&p.Hosting}, &p.ConfirmMicros, &p.BudgetMicros, &p.DayBudgetMicros, &p.WarnPercent, &p.Form}
}

func scanProfile(row scanner) (Profile, error) {
	var p Profile
	err := row.Scan(p.fields()...)
	return p, err
}

// HostsPictures reports whether local pictures can be put where the service can fetch them: in a bucket, or by the sandbox itself. What
// was set up stays in the row when it is turned off. Kinds of hosting of older versions do not count.
func (p Profile) HostsPictures() bool {
	var at struct{ Kind string }
	return p.Sandbox || json.Unmarshal(p.Hosting, &at) == nil && at.Kind == "s3"
}

// Profiles returns all profiles, oldest first, also those that are not Saved: their jobs go on. Lists for a person leave those out. A
// profile is never deleted, because its jobs and its ledger belong to it for ever; to take it from the lists, save it with Saved false.
func (l *Library) Profiles(ctx context.Context) ([]Profile, error) {
	all, err := shown(ctx, l, l.reader, scanProfile, "SELECT "+profileColumns+" FROM profiles ORDER BY id")
	return all, wrap(err, "read profiles")
}

// Profile returns a profile, or [ErrNotFound].
func (l *Library) Profile(ctx context.Context, id int64) (Profile, error) {
	return l.Books().Profile(ctx, id)
}

// SaveProfile writes a profile and returns it as it stands in the database. With ID 0 it is a new one. Numbers that are zero become the
// defaults; PollSeconds is kept within 10 to 15 and ImageMinutes at 5 or more, because less would be refused by the service or cut off
// pictures that are paid for. CreatedAt is written once. [ErrNotFound] where no profile has the ID.
func (l *Library) SaveProfile(ctx context.Context, p Profile) (Profile, error) {
	name := p.Name
	err := l.write(ctx, func(tx *sql.Tx) (err error) {
		if p.ID != 0 {
			old, err := Books{tx}.Profile(ctx, p.ID)
			if err != nil {
				return err
			}
			p.CreatedAt = old.CreatedAt
		} else if p.CreatedAt.IsZero() {
			p.CreatedAt = l.now()
		}
		p, err = putProfile(ctx, tx, p)
		return err
	})
	return p, wrap(err, "save profile %q", name)
}

// BringProfile writes a profile as an earlier database of this library knew it, over the one that has its ID where there is one. ID and
// CreatedAt stay as they are, because they name its key in the keychain.
func (l *Library) BringProfile(ctx context.Context, p Profile) (Profile, error) {
	name := p.Name
	err := l.write(ctx, func(tx *sql.Tx) (err error) {
		p, err = putProfile(ctx, tx, p)
		return err
	})
	return p, wrap(err, "bring profile %q over", name)
}

// putProfile writes a profile, new or over the one that has its ID, and returns it as it stands in the database.
func putProfile(ctx context.Context, tx *sql.Tx, p Profile) (Profile, error) {
	p.settle()
	return scanProfile(tx.QueryRowContext(ctx, "INSERT INTO profiles ("+profileColumns+") VALUES ("+marks(profileColumns)+
		") ON CONFLICT (id) DO UPDATE SET "+assignments(profileColumns, "%[1]s = excluded.%[1]s")+" RETURNING "+profileColumns, p.fields()...))
}

func (p *Profile) settle() {
	within := func(n *int, whenZero, least, most int) { *n = min(max(cmp.Or(*n, whenZero), least), most) }
	within(&p.MaxTasks, DefaultMaxTasks, 1, 1000)
	within(&p.MaxImages, DefaultMaxImages, 1, 1000)
	within(&p.PollSeconds, DefaultPollSeconds, 10, 15)
	within(&p.ImageMinutes, DefaultImageMinutes, 5, 24*60)
	within(&p.WarnPercent, DefaultWarnPercent, 1, 100)
}

// Prices returns the price table of a profile that is in force at a moment, or [ErrNotFound] where there is none yet.
func (l *Library) Prices(ctx context.Context, profileID int64, at time.Time) (Prices, error) {
	return l.Books().Prices(ctx, profileID, at)
}

// AddPrices adds versions of price tables, all or none, and returns them as stored. An empty ValidFrom means now. Older versions stay, and
// so does every entry that was made with them.
func (l *Library) AddPrices(ctx context.Context, versions ...Prices) (stored []Prices, err error) {
	err = l.write(ctx, func(tx *sql.Tx) error {
		stored = nil
		for _, p := range versions {
			if p.ValidFrom.IsZero() {
				p.ValidFrom = l.now()
			}
			p, err := scanPrices(tx.QueryRowContext(ctx, `INSERT INTO prices (profile_id, valid_from, "table") VALUES (?, ?, ?)
				RETURNING `+pricesColumns, p.ProfileID, millis(p.ValidFrom), string(p.Table)))
			if err != nil {
				return err
			}
			stored = append(stored, p)
		}
		return nil
	})
	return stored, wrap(err, "add prices")
}

// PriceVersions returns the versions of a profile's price table, oldest first, planned ones included: the last one of each moment.
func (l *Library) PriceVersions(ctx context.Context, profileID int64) ([]Prices, error) {
	all, err := list(ctx, l.reader, scanPrices, "SELECT "+pricesColumns+` FROM prices
		WHERE id IN (SELECT max(id) FROM prices WHERE profile_id = ? GROUP BY valid_from) ORDER BY valid_from`, profileID)
	return all, wrap(err, "read price versions of profile %d", profileID)
}

const pricesColumns = `id, profile_id, valid_from, "table"`

func scanPrices(row scanner) (Prices, error) {
	var p Prices
	err := row.Scan(&p.ID, &p.ProfileID, moment{&p.ValidFrom}, raw{&p.Table})
	return p, err
}

// SettingProfile is the name of the setting that holds the ID of the profile in front: the one that new jobs go to.
const SettingProfile = "profile"

// Setting reads a setting into a pointer, as JSON does, and reports whether there is one; where there is none, into is left as it was.
// Drafts and the state of the window are settings too.
func (l *Library) Setting(ctx context.Context, name string, into any) (bool, error) {
	var value string
	err := l.reader.QueryRowContext(ctx, "SELECT value FROM settings WHERE name = ?", name).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err == nil {
		err = json.Unmarshal([]byte(value), into)
	}
	return err == nil, wrap(err, "read setting %s", name)
}

// SettingNames returns the names of the settings that begin with a prefix, in their order.
func (l *Library) SettingNames(ctx context.Context, prefix string) ([]string, error) {
	names, err := list(ctx, l.reader, func(row scanner) (name string, err error) {
		err = row.Scan(&name)
		return name, err
	}, "SELECT name FROM settings WHERE substr(name, 1, length(?1)) = ?1 ORDER BY name", prefix)
	return names, wrap(err, "list settings %s", prefix)
}

// SetSetting writes a setting as JSON, in place of the one that was there. A nil value deletes it.
func (l *Library) SetSetting(ctx context.Context, name string, value any) error {
	if value == nil {
		err := l.write(ctx, func(tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, "DELETE FROM settings WHERE name = ?", name)
			return err
		})
		return wrap(err, "delete setting %s", name)
	}
	data, err := json.Marshal(value)
	if err != nil {
		return wrap(err, "write setting %s", name)
	}
	err = l.write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO settings (name, value) VALUES (?, ?)
			ON CONFLICT (name) DO UPDATE SET value = excluded.value`, name, string(data))
		return err
	})
	return wrap(err, "write setting %s", name)
}
