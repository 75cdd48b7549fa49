package db

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"regexp"
	"time"

	"viviscope/db/ledger"
)

// SettingAutomation is the name of the setting that says whether other programs may use the library: an [Automation].
const SettingAutomation = "automation"

// Automation is the switch for clients, all of them. Where it was never set it is off.
type Automation struct {
	On bool `json:"on"`
}

// Client is another program that may ask for jobs. It is never deleted, because its jobs name it for ever.
type Client struct {
	Name      string    // 1 to 32 of a-z, 0-9 and "-"
	Token     string    // SHA-256 of it, hex; "": it was taken away
	CreatedAt time.Time // zero, of one that is saved: now
	SeenAt    time.Time // zero: never
}

// Approve says when a person must approve what a client asks for.
type Approve string

// When a person must approve.
const (
	ApproveAlways Approve = "always"
	ApproveAbove  Approve = "above" // above an amount of one click
	ApproveNever  Approve = "never" // within the caps
)

// Grant is what a client may spend with a profile. Amounts are micro-units; nil: no cap.
type Grant struct {
	Client            string
	ProfileID         int64
	Approve           Approve
	Above             *int64 // with ApproveAbove: a click that costs more must be approved; nil: each
	Click, Day, Total *int64
	Since             time.Time // from when Total counts; zero, of one that is saved: now
	EndsAt            time.Time // zero: it does not end
	Currency          string    // of the amounts: with prices in another one a person is asked
}

// Click is a click that a caller gave an ID: the same ID is never made into jobs twice.
type Click struct {
	ProfileID   int64  // that pays
	ID          string // of the caller's, 1 to 128 characters; unique for a profile
	Click       string // [Job].Click of its jobs
	Fingerprint string // SHA-256 of what was asked, hex
	CreatedAt   time.Time
}

const (
	clientColumns = "name, token, created_at, seen_at"
	grantColumns  = "client, profile_id, approve, above_micros, click_micros, day_micros, total_micros, since, ends_at, currency"
	clickColumns  = "profile_id, id, click, fingerprint, created_at"
)

var (
	safeClient = regexp.MustCompile(`^[a-z0-9-]{1,32}$`)
	safeClick  = regexp.MustCompile(`^[!-~]{1,128}$`)
	safeSum    = regexp.MustCompile(`^[0-9a-f]{64}$`)
)

// IsClientName reports whether a text can be the name of a client.
func IsClientName(name string) bool { return safeClient.MatchString(name) }

// IsClickID reports whether a text can be the ID of a click.
func IsClickID(id string) bool { return safeClick.MatchString(id) }

func (c *Client) fields() []any {
	return []any{&c.Name, &c.Token, moment{&c.CreatedAt}, moment{&c.SeenAt}}
}

func (g *Grant) fields() []any {
	return []any{&g.Client, &g.ProfileID, &g.Approve, &g.Above, &g.Click, &g.Day, &g.Total, moment{&g.Since}, moment{&g.EndsAt}, &g.Currency}
}

func (c *Click) fields() []any {
	return []any{&c.ProfileID, &c.ID, &c.Click, &c.Fingerprint, moment{&c.CreatedAt}}
}

func scanClient(row scanner) (c Client, err error) { return c, row.Scan(c.fields()...) }

func scanGrant(row scanner) (g Grant, err error) { return g, row.Scan(g.fields()...) }

// scanShownGrant reads a grant for a list. Where a value cannot be read, it is shown with the strictest limits: no cap
// is the widest one.
func scanShownGrant(row scanner) (g Grant, err error) {
	err = ledger.ScanLenient(row.(*sql.Rows), g.fields()...)
	if _, ok := errors.AsType[*ledger.UnreadError](err); ok {
		g.Approve, g.Above, g.Click, g.Day, g.Total, err = ApproveAlways, nil, new(int64), new(int64), new(int64), nil
	}
	return g, err
}

func scanClick(row scanner) (c Click, err error) { return c, row.Scan(c.fields()...) }

// Clients returns all clients by name, also those whose token was taken away.
func (l *Library) Clients(ctx context.Context) ([]Client, error) {
	all, err := shown(ctx, l, l.reader, scanClient, "SELECT "+clientColumns+" FROM clients ORDER BY name")
	return all, wrap(err, "read clients")
}

// SaveClient writes a client, new or over the one of its name, with its grants in place of those that it had.
func (l *Library) SaveClient(ctx context.Context, c Client, grants []Grant) error {
	err := l.write(ctx, func(tx *sql.Tx) error {
		c.CreatedAt = cmp.Or(c.CreatedAt, l.now())
		if _, err := tx.ExecContext(ctx, "INSERT INTO clients ("+clientColumns+") VALUES ("+marks(clientColumns)+
			") ON CONFLICT (name) DO UPDATE SET token = excluded.token", c.fields()...); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, "DELETE FROM grants WHERE client = ?", c.Name); err != nil {
			return err
		}
		for _, g := range grants {
			g.Client, g.Since = c.Name, cmp.Or(g.Since, l.now())
			if _, err := tx.ExecContext(ctx, "INSERT INTO grants ("+grantColumns+") VALUES ("+marks(grantColumns)+")", g.fields()...); err != nil {
				return err
			}
		}
		return nil
	})
	return wrap(err, "save client %s", c.Name)
}

// ClientSeen notes that a client was here now. Each call is a write to the disk.
func (l *Library) ClientSeen(ctx context.Context, name string) error {
	err := l.write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE clients SET seen_at = ? WHERE name = ?", millis(l.now()), name)
		return err
	})
	return wrap(err, "note that client %s was seen", name)
}

// Grants returns what a client may spend, by profile; "": all grants.
func (l *Library) Grants(ctx context.Context, client string) ([]Grant, error) {
	all, err := list(ctx, l.reader, scanShownGrant, "SELECT "+grantColumns+" FROM grants WHERE client = ?1 OR ?1 = '' ORDER BY client, profile_id", client)
	return all, wrap(err, "read grants")
}

// ClickOf returns the click that the jobs of one [Job].Click were made for, or [ErrNotFound] where a person made it in the window.
func (l *Library) ClickOf(ctx context.Context, click string) (Click, error) {
	c, err := scanClick(l.reader.QueryRowContext(ctx, "SELECT "+clickColumns+" FROM clicks WHERE click = ?", click))
	return c, wrap(err, "read click")
}

// Client returns a client, or [ErrNotFound]. on is [Automation].On.
func (b Books) Client(ctx context.Context, name string) (c Client, on bool, err error) {
	c, err = scanClient(b.q.QueryRowContext(ctx, "SELECT "+clientColumns+" FROM clients WHERE name = ?", name))
	if err == nil {
		err = b.q.QueryRowContext(ctx, "SELECT coalesce((SELECT value ->> '$.on' FROM settings WHERE name = ?), 0)", SettingAutomation).Scan(&on)
	}
	return c, on, wrap(err, "read client %s", name)
}

// Grant returns what a client may spend with a profile, or [ErrNotFound] where that is nothing.
func (b Books) Grant(ctx context.Context, client string, profileID int64) (Grant, error) {
	g, err := scanGrant(b.q.QueryRowContext(ctx, "SELECT "+grantColumns+" FROM grants WHERE client = ? AND profile_id = ?", client, profileID))
	return g, wrap(err, "read grant of client %s", client)
}

// HeldForApproval counts the jobs of a client that wait for approval, with all profiles.
func (b Books) HeldForApproval(ctx context.Context, client string) (n int, err error) {
	err = b.q.QueryRowContext(ctx, "SELECT count(*) FROM jobs WHERE client = ? AND client <> '' AND state = 'held' AND hold = 'approval'", client).Scan(&n)
	return n, wrap(err, "count what client %s waits for", client)
}

// ClicksOf returns the clicks that have an ID, with all profiles, newest first.
func (b Books) ClicksOf(ctx context.Context, id string) ([]Click, error) {
	all, err := list(ctx, b.q, scanClick, "SELECT "+clickColumns+` FROM clicks
		WHERE profile_id IN (SELECT id FROM profiles) AND id = ? ORDER BY created_at DESC, rowid DESC`, id)
	return all, wrap(err, "read click %s", id)
}

// JobsOfClick returns the jobs of one [Job].Click in their order; none where they were discarded.
func (b Books) JobsOfClick(ctx context.Context, click string) ([]Job, error) {
	all, err := list(ctx, b.q, scanJob, "SELECT "+jobColumns+" FROM jobs WHERE click = ? ORDER BY click_index, id", click)
	return all, wrap(err, "read jobs of click")
}

// ClickUsed sums up what left of the jobs of one [Job].Click, or can leave without a user, in one currency, and whether
// all of it is known in that. Jobs that wait for a key, or in vain for another job, count too: they go on with the key,
// or when that job is saved after all. The jobs with the IDs except do not count, unless they have left.
func (b Books) ClickUsed(ctx context.Context, click, currency string, except ...int64) (micros int64, known bool, err error) {
	skipped, err := json.Marshal(append([]int64{}, except...))
	if err == nil {
		err = b.q.QueryRowContext(ctx, `SELECT coalesce(sum(micros), 0), count(*) = count(micros) FROM (
			SELECT iif(currency = ?2, estimate_micros, NULL) AS micros FROM jobs WHERE click = ?1
				AND (`+goesOut+` OR state = 'held' AND hold IN ('after', 'no_key', 'key_refused'))
				AND id NOT IN (SELECT value FROM json_each(?3))
			UNION ALL SELECT iif(c.currency = ?2, c.micros, NULL) FROM jobs j JOIN job_costs c ON c.job_id = j.id WHERE j.click = ?1)`,
			click, currency, string(skipped)).Scan(&micros, &known)
	}
	return micros, known, wrap(err, "sum up click")
}

// PutClick notes which jobs a click with an ID made. [ErrExists] where there is one of this ID with the profile.
func (t *JobsTx) PutClick(ctx context.Context, profileID int64, c Click) error {
	c.ProfileID, c.CreatedAt = profileID, cmp.Or(c.CreatedAt, t.l.now())
	return wrap(putClick(ctx, t.tx, "INSERT", c), "note click %s", c.ID)
}

func putClick(ctx context.Context, tx *sql.Tx, insert string, c Click) error {
	_, err := tx.ExecContext(ctx, insert+" INTO clicks ("+clickColumns+") VALUES ("+marks(clickColumns)+")", c.fields()...)
	return err
}
