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

// Sums are the sums of entries in one currency, in micro-units.
type Sums struct {
	Currency  string // ISO 4217
	Charged   int64  // charges, and the corrections
	Corrected int64  // the part of Charged that is corrections; may be negative
	Reserved  int64  // open reserves
	AtRisk    int64  // open unconfirmed entries
	Refunded  int64  // shown, never added
	Jobs      int    // jobs with a charge
	Unpriced  int    // charges and open entries of an unknown amount
	Entries   int    // of any kind
}

// Used returns the amount that counts against a budget.
func (s Sums) Used() int64 { return s.Charged + s.Reserved + s.AtRisk }

// What counts of an entry depends on what it has become. Those of one kind follow each other.
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

var kindOfClass = [...]Kind{Charge, Charge, Refund, Void, Void, Reserve, Reserve, Unconfirmed, Unconfirmed}

// become is which of these an entry is, as SQL.
var classSQL = fmt.Sprintf(`CASE l.kind WHEN 'charge' THEN iif(l.amount_micros IS NULL AND NOT %s, %d, %d)
	WHEN 'refund' THEN %d WHEN 'void' THEN iif(l.correction IS NOT NULL, %d, %d)
	ELSE iif(%s, %d, %d) - iif(l.kind = 'reserve', %d, 0) END`,
	isPriced, chargedUnpriced, charged, refunded, corrected, void, isOpen, atRisk, unconfirmedEnded, atRisk-reserved)

// add adds entries that became the same.
func (s *Sums) add(became, entries, priced int, micros int64) {
	s.Entries += entries
	switch became {
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

// The groupings. An entry belongs to one group. An entry without the property is in the group "".
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

// Group is the sums of one group in one currency.
type Group struct {
	Day     time.Time // midnight at its beginning, in the given location; zero except with ByDay and ByDayModel
	Key     string    // model, kind, client, or the ref of a board; "" for days, profiles and entries without one
	Profile int64     // 0 except with ByProfile
	Entry   Kind      // "" except with ByDayModel
	Sums
}

// The tables that a grouping reads beside the ledger.
const (
	withJob = " LEFT JOIN jobs j INDEXED BY jobs_models ON j.id = l.job_id"
	// Few jobs are a client's or of a board, and each of these is in an index of its own.
	withClient = " LEFT JOIN jobs c ON c.id = l.job_id AND c.client <> ''"
	withBoard  = " LEFT JOIN jobs b ON b.id = l.job_id AND b.board <> ''"
)

// ReadSums sums the entries that a filter selects. It returns one sum for each currency, in the order of their codes;
// none if nothing is selected. An entry counts in the period in which it was written; open entries are those open now.
// Sums are exact, nothing is rounded.
func ReadSums(ctx context.Context, db Querier, f Filter) ([]Sums, error) {
	groups, err := ReadGroups(ctx, db, f, ungrouped, nil)
	var all []Sums
	for _, g := range groups {
		all = append(all, g.Sums)
	}
	return all, err
}

// ReadGroups groups the entries that a filter chooses: days in their order and within a day by key, currency and
// kind, everything else by currency and then the dearest first. Days are those of loc; nil means UTC. Days without
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
	order := "l.currency, became"
	for _, c := range [][2]string{{key, "key"}, {profile, "profile"}, {day, "day"}} {
		if strings.Contains(c[0], ".") { // a constant would be compared at every step of the sort
			order = c[1] + ", " + order
		}
	}
	query := "SELECT " + day + " AS day, " + key + " AS key, " + profile + " AS profile, l.currency, " + classSQL +
		" AS became" +
		", count(*), count(l.amount_micros), coalesce(sum(l.amount_micros), 0)" + q.from + q.where + " GROUP BY " +
		order + " ORDER BY " + order
	var all []Group
	err := each(ctx, db, query, q.args, func(row *sql.Rows) error {
		var (
			g                      Group
			days                   int
			became, entries, known int
			micros                 int64
		)
		err := row.Scan(&days, &g.Key, &g.Profile, &g.Currency, &became, &entries, &known, &micros)
		if by == ByDayModel {
			g.Entry = kindOfClass[became]
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
		last.add(became, entries, known, micros)
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

// dayIn returns the SQL for the day of an entry in a time zone, counted from the first of January of the year 1. It
// contains the zone's offset for each period between the clock changes within the ledger's time range.
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
