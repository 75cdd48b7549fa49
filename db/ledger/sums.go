package ledger

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"time"

	"viviscope/db/search"
)

// Sums holds the sums of entries in one currency, in micro-units.
type Sums struct {
	Currency  string // ISO 4217
	Charged   int64  // charges and corrections
	Corrected int64  // the part of Charged that is corrections; may be negative
	Reserved  int64  // open reserves
	AtRisk    int64  // open unconfirmed entries
	Refunded  int64  // not part of Used
	Jobs      int    // jobs with a charge
	Unpriced  int    // charges and open entries without an amount
	Entries   int    // of any kind
}

// Used returns the amount that counts against a budget.
func (s Sums) Used() int64 { return s.Charged + s.Reserved + s.AtRisk }

// The classes of entries, which decide what an entry adds to the sums. Classes of one kind are adjacent.
const (
	charged = iota
	chargedUnpriced
	refunded
	void
	corrected
	reserveEnded
	reserved
	unconfirmedEnded
	atRisk
)

// kindOfClass returns the kind of a class.
var kindOfClass = [...]Kind{Charge, Charge, Refund, Void, Void, Reserve, Reserve, Unconfirmed, Unconfirmed}

// classSQL is the SQL expression for the class of an entry.
var classSQL = fmt.Sprintf(`CASE l.kind WHEN 'charge' THEN iif(l.amount_micros IS NULL AND NOT %s, %d, %d)
	WHEN 'refund' THEN %d WHEN 'void' THEN iif(l.correction IS NOT NULL, %d, %d)
	ELSE iif(%s, %d, %d) - iif(l.kind = 'reserve', %d, 0) END`,
	isPriced, chargedUnpriced, charged, refunded, corrected, void, isOpen, atRisk, unconfirmedEnded, atRisk-reserved)

// add adds a number of entries of one class. priced is how many of them have an amount.
func (s *Sums) add(class, entries, priced int, micros int64) {
	s.Entries += entries
	switch class {
	case charged:
		s.Charged, s.Jobs = s.Charged+micros, s.Jobs+entries
	case chargedUnpriced:
		s.Jobs, s.Unpriced = s.Jobs+entries, s.Unpriced+entries
	case corrected:
		s.Charged, s.Corrected = s.Charged+micros, s.Corrected+micros
	case refunded:
		s.Refunded += micros
	case reserved:
		s.Reserved, s.Unpriced = s.Reserved+micros, s.Unpriced+entries-priced
	case atRisk:
		s.AtRisk, s.Unpriced = s.AtRisk+micros, s.Unpriced+entries-priced
	}
}

// Grouping is the property by which the ledger is grouped.
type Grouping string

// The groupings. An entry belongs to one group; without the property, to the group "".
const (
	ByModel    Grouping = "model"
	ByJobKind  Grouping = "kind"
	ByProfile  Grouping = "profile"
	ByDay      Grouping = "day"
	ByBoard    Grouping = "board"                        // the board that the jobs are takes of
	ByClient   Grouping = "client"                       // the client that requested the jobs; "" for the user
	ByDayModel Grouping = "day, model and kind of entry" // a correction is a Void
	ungrouped  Grouping = ""                             // one group
)

// Group holds the sums of one group in one currency.
type Group struct {
	Day     time.Time // midnight in the given location; zero except with ByDay and ByDayModel
	Key     string    // model, kind, client, or the ref of a board; "" for days, profiles and entries without one
	Profile int64     // 0 except with ByProfile
	Entry   Kind      // "" except with ByDayModel
	Sums
}

// The joins that groupings need.
const (
	withJob = " LEFT JOIN jobs j INDEXED BY jobs_models ON j.id = l.job_id"
	// Few jobs belong to a client or a board, and partial indexes contain only those.
	withClient = " LEFT JOIN jobs c ON c.id = l.job_id AND c.client <> ''"
	withBoard  = " LEFT JOIN jobs b ON b.id = l.job_id AND b.board <> ''"
)

// ReadSums sums the entries that match a filter. It returns one sum for each currency, sorted by currency code; none if
// no entry matches. An entry counts in the period in which it was written. Open entries are those that are open now.
// Sums are exact.
func ReadSums(ctx context.Context, db Querier, f Filter) ([]Sums, error) {
	groups, err := ReadGroups(ctx, db, f, ungrouped, nil)
	var all []Sums
	for _, g := range groups {
		all = append(all, g.Sums)
	}
	return all, err
}

// ReadGroups groups the entries that match a filter. Days are sorted by date, then by key, currency and kind. Other
// groups are sorted by currency, then by charged amount, descending. Days are those of loc; nil means UTC. Days without
// entries are left out.
func ReadGroups(ctx context.Context, db Querier, f Filter, by Grouping, loc *time.Location) ([]Group, error) {
	q := f.query()
	day, key, profile := "0", "''", "0"
	switch by {
	case ByModel, ByDayModel:
		key = "ifnull(j.model, '')"
		q.from += withJob
	case ByJobKind:
		key = "ifnull(j.kind, '')"
		q.from += withJob
	case ByClient:
		key = "ifnull(c.client, '')"
		q.from += withClient
	case ByProfile:
		profile = "l.profile_id"
	case ByBoard:
		key = "ifnull(b.board, '')"
		q.from += withBoard
	}
	byDay := by == ByDay || by == ByDayModel
	if byDay {
		var err error
		if loc == nil {
			loc = time.UTC
		}
		if day, err = dayIn(ctx, db, loc); err != nil {
			return nil, err
		}
	}
	order := "l.currency, class"
	for _, c := range [][2]string{{key, "key"}, {profile, "profile"}, {day, "day"}} {
		if strings.Contains(c[0], ".") { // sorting by a constant costs a comparison at every step
			order = c[1] + ", " + order
		}
	}
	query := "SELECT " + day + " AS day, " + key + " AS key, " + profile + " AS profile, l.currency, " + classSQL +
		" AS class" +
		", count(*), count(l.amount_micros), coalesce(sum(l.amount_micros), 0)" + q.from + q.where + " GROUP BY " +
		order + " ORDER BY " + order
	var all []Group
	err := each(ctx, db, query, q.args, func(row *sql.Rows) error {
		var (
			g                     Group
			days                  int
			class, entries, known int
			micros                int64
		)
		err := row.Scan(&days, &g.Key, &g.Profile, &g.Currency, &class, &entries, &known, &micros)
		if by == ByDayModel {
			g.Entry = kindOfClass[class]
		}
		if byDay {
			g.Day = search.StartOfDay(1, 1, 1+days, loc)
		}
		same := func(o Group) bool {
			return o.Key == g.Key && o.Profile == g.Profile && o.Currency == g.Currency && o.Entry == g.Entry &&
				o.Day.Equal(g.Day)
		}
		if len(all) == 0 || !same(all[len(all)-1]) {
			all = append(all, g)
		}
		last := &all[len(all)-1]
		last.add(class, entries, known, micros)
		return err
	})
	slices.SortFunc(all, func(a, b Group) int {
		if byDay {
			return cmp.Or(a.Day.Compare(b.Day), cmp.Compare(a.Key, b.Key), cmp.Compare(a.Currency, b.Currency),
				cmp.Compare(a.Entry, b.Entry))
		}
		return cmp.Or(cmp.Compare(a.Currency, b.Currency), cmp.Compare(b.Charged, a.Charged), cmp.Compare(a.Key, b.Key),
			cmp.Compare(a.Profile, b.Profile))
	})
	return all, err
}

// dayIn returns the SQL expression for the day of an entry in a time zone, as the number of days since 1 January of
// year 1. It contains the zone's offset for each period between clock changes within the ledger's time range.
func dayIn(ctx context.Context, db Querier, loc *time.Location) (string, error) {
	var first, last int64
	const period = "SELECT coalesce((SELECT min(at) FROM ledger), 0), coalesce((SELECT max(at) FROM ledger), 0)"
	if err := db.QueryRowContext(ctx, period).Scan(&first, &last); err != nil {
		return "", err
	}
	var cases strings.Builder
	for at := time.UnixMilli(first).In(loc); ; {
		_, offset := at.Zone()
		_, next := at.ZoneBounds()
		if next.IsZero() || next.UnixMilli() > last {
			return fmt.Sprintf("(l.at + %d + CASE%s WHEN TRUE THEN %d END) / 86400000", -time.Time{}.UnixMilli(),
				cases.String(), offset*1000), nil
		}
		fmt.Fprintf(&cases, " WHEN l.at < %d THEN %d", next.UnixMilli(), offset*1000)
		at = next
	}
}
