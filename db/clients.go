package db

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"time"

	"viviscope/db/ledger"
)

// SettingAutomation is the name of the setting for the access of other programs to the library: an [Automation].
const SettingAutomation = "automation"

// Automation is the switch for all clients. It is off by default.
type Automation struct {
	On bool `json:"on"`
}

// Client is another program that may ask for jobs. It is never deleted, because its jobs name it for ever.
type Client struct {
	Name      string    // see [IsClientName]
	Token     string    // SHA-256 of it, hex; "": it was revoked
	CreatedAt time.Time // zero, of one that is saved: now
	SeenAt    time.Time // zero: never
}

// Approve is when the user must approve a client's jobs.
type Approve string

// When the user must approve.
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
	Currency          string    // of the amounts; prices in another one need the user's approval
}

const (
	clientColumns = "name, token, created_at, seen_at"
	grantColumns  = "client, profile_id, approve, above_micros, click_micros, day_micros, total_micros, since, ends_at, currency"
)

func (c *Client) fields() []any {
	return []any{&c.Name, &c.Token, timeColumn{&c.CreatedAt}, timeColumn{&c.SeenAt}}
}

func (g *Grant) fields() []any {
	return []any{&g.Client, &g.ProfileID, &g.Approve, &g.Above, &g.Click, &g.Day, &g.Total, timeColumn{&g.Since},
		timeColumn{&g.EndsAt}, &g.Currency}
}

func scanClient(row scanner) (c Client, err error) { return c, row.Scan(c.fields()...) }

func scanGrant(row scanner) (g Grant, err error) { return g, row.Scan(g.fields()...) }

// scanShownGrant reads a grant for a list. If a value cannot be read, the strictest limits are shown, because a missing
// cap means no limit.
func scanGrantLenient(row scanner) (g Grant, err error) {
	err = ledger.ScanLenient(row.(*sql.Rows), g.fields()...)
	if _, ok := errors.AsType[*ledger.UnreadError](err); ok {
		g.Approve, g.Above, g.Click, g.Day, g.Total, err = ApproveAlways, nil, new(int64), new(int64), new(int64), nil
	}
	return g, err
}

// clientRows are the clients and what they may spend.
type clientRows struct{ *database }

// Clients returns all clients by name, including those with a revoked token.
func (r clientRows) Clients(ctx context.Context) ([]Client, error) {
	all, err := listLenient(ctx, r.database, r.reader, scanClient, "SELECT "+clientColumns+" FROM clients ORDER BY name")
	return all, wrap(err, "read clients")
}

// SaveClient writes a client, new or over the one of its name, with its grants in place of those that it had.
func (r clientRows) SaveClient(ctx context.Context, c Client, grants []Grant) error {
	err := r.write(ctx, func(tx *sql.Tx) error {
		c.CreatedAt = cmp.Or(c.CreatedAt, r.now())
		if _, err := tx.ExecContext(ctx, "INSERT INTO clients ("+clientColumns+") VALUES ("+placeholders(clientColumns)+
			") ON CONFLICT (name) DO UPDATE SET token = excluded.token", c.fields()...); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, "DELETE FROM grants WHERE client = ?", c.Name); err != nil {
			return err
		}
		for _, g := range grants {
			g.Client, g.Since = c.Name, cmp.Or(g.Since, r.now())
			if _, err := tx.ExecContext(ctx, "INSERT INTO grants ("+grantColumns+") VALUES ("+placeholders(grantColumns)+")",
				g.fields()...); err != nil {
				return err
			}
		}
		return nil
	})
	return wrap(err, "save client %s", c.Name)
}

// RecordClientSeen notes that a client was here now. Each call is a write to the disk.
func (r clientRows) RecordClientSeen(ctx context.Context, name string) error {
	err := r.write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE clients SET seen_at = ? WHERE name = ?", millis(r.now()), name)
		return err
	})
	return wrap(err, "note that client %s was seen", name)
}

// Grants returns what a client may spend, by profile; "": all grants.
func (r clientRows) Grants(ctx context.Context, client string) ([]Grant, error) {
	all, err := list(ctx, r.reader, scanGrantLenient,
		"SELECT "+grantColumns+" FROM grants WHERE client = ?1 OR ?1 = '' ORDER BY client, profile_id", client)
	return all, wrap(err, "read grants")
}
