package db

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"time"

	"viviscope/db/ledger"
)

// SettingAutomation is the name of the setting that holds an [Automation].
const SettingAutomation = "automation"

// Automation enables or disables the access of all clients. It is off by default.
type Automation struct {
	On bool `json:"on"`
}

// Client is another program that may request jobs. It is never deleted, because its jobs refer to it.
type Client struct {
	Name      string    // see [IsClientName]
	Token     string    // SHA-256 of the token, hex; "": revoked
	CreatedAt time.Time // zero in SaveClient: now
	SeenAt    time.Time // zero: never
}

// Approve is the policy for the user's approval of a client's jobs.
type Approve string

// The approval policies.
const (
	ApproveAlways Approve = "always"
	ApproveAbove  Approve = "above" // clicks above an amount
	ApproveNever  Approve = "never" // not needed within the caps
)

// Grant is the permission of a client to spend with a profile. Amounts are micro-units; nil: no cap.
type Grant struct {
	Client            string
	ProfileID         int64
	Approve           Approve
	Above             *int64 // with ApproveAbove: a click that costs more needs approval; nil: every click
	Click, Day, Total *int64
	Since             time.Time // start of Total; zero in SaveClient: now
	EndsAt            time.Time // zero: never
	Currency          string    // of the amounts; prices in another currency need approval
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

// scanGrantLenient scans a grant for display. If a value cannot be read, it returns the strictest limits, because a
// missing cap means no limit.
func scanGrantLenient(row scanner) (g Grant, err error) {
	err = ledger.ScanLenient(row.(*sql.Rows), g.fields()...)
	if _, ok := errors.AsType[*ledger.UnreadError](err); ok {
		g.Approve = ApproveAlways
		g.Above = nil
		g.Click = new(int64)
		g.Day = new(int64)
		g.Total = new(int64)
		err = nil
	}
	return g, err
}

// clientRows reads and writes clients and their grants.
type clientRows struct{ *database }

// Clients returns all clients by name, including those with a revoked token.
func (r clientRows) Clients(ctx context.Context) ([]Client, error) {
	all, err := listLenient(ctx, r.database, r.reader, scanClient,
		"SELECT "+clientColumns+" FROM clients ORDER BY name")
	return all, wrap(err, "read clients")
}

// SaveClient inserts or updates a client by name, and replaces its grants.
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
			if _, err := tx.ExecContext(ctx, "INSERT INTO grants ("+grantColumns+") VALUES ("+
				placeholders(grantColumns)+")",
				g.fields()...); err != nil {
				return err
			}
		}
		return nil
	})
	return wrap(err, "save client %s", c.Name)
}

// RecordClientSeen sets the client's SeenAt to now. Each call writes to the disk.
func (r clientRows) RecordClientSeen(ctx context.Context, name string) error {
	err := r.write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE clients SET seen_at = ? WHERE name = ?", millis(r.now()), name)
		return err
	})
	return wrap(err, "record that client %s was seen", name)
}

// Grants returns the grants of a client, sorted by profile; "": all grants.
func (r clientRows) Grants(ctx context.Context, client string) ([]Grant, error) {
	all, err := list(ctx, r.reader, scanGrantLenient,
		"SELECT "+grantColumns+" FROM grants WHERE client = ?1 OR ?1 = '' ORDER BY client, profile_id", client)
	return all, wrap(err, "read grants")
}
