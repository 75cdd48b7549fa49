package ledger

import (
	"encoding/json"
	"math"
	"strings"
	"time"

	"viviscope/db/search"
)

// Filter selects entries. The zero value selects all. All conditions must match.
type Filter struct {
	ProfileID int64     // 0: any
	JobID     int64     // 0: any
	Board     string    // ref of the board that the jobs are takes of; "": any
	Client    string    // the client that requested the jobs; "": any, including the user's own
	From, To  time.Time // From <= At < To; a zero time is no limit
	Kinds     []Kind    // empty: any; a correction is a Void
	Models    []string  // of the job; empty: any
	JobKinds  []string  // as in the table jobs; empty: any
	Tag       string    // of a file of the job, ignoring case; "": any
	Album     string    // ref of an album with a file of the job, manual or saved search; "": any
	Text      string    // each word must be part of prompt, model or note, or equal the task id
	Currency  string    // ISO 4217; "": any

	MinMicros, MaxMicros *int64 // inclusive range of the current amount; an entry without an amount is in no range
	Unpriced             bool   // charges and open entries without an amount, unless a correction priced them
	OpenOnly             bool   // reserves and unconfirmed entries that nothing has closed

	// Files holds the ids of the assets that package db found for Tag and Album: one set each. The job must have made
	// an asset of every set.
	Files [][]int64
}

// query is the FROM and WHERE part of a query, with the ledger as l.
type query struct {
	from, where string
	args        []any
}

// query converts the filter to SQL. The index is named, because SQLite would choose the one by profile, which does not
// contain the summed columns.
func (f Filter) query() query {
	q := query{from: " FROM ledger l INDEXED BY ledger_costs"}
	switch {
	case f.JobID != 0:
		q.from = " FROM ledger l INDEXED BY ledger_by_job"
	case f.OpenOnly:
		q.from = " FROM ledger l NOT INDEXED" // by id: few are open
	}
	q.and(f.JobID != 0, "l.job_id = ?", f.JobID)
	q.and(f.Board != "", "+l.job_id IN (SELECT id FROM jobs WHERE board = ? AND board <> '')", f.Board)
	q.and(f.Client != "", "+l.job_id IN (SELECT id FROM jobs WHERE client = ? AND client <> '')", f.Client)
	q.and(true, "l.at >= ? AND l.at < ?", search.MillisOr(f.From, math.MinInt64), search.MillisOr(f.To, math.MaxInt64))
	q.and(f.ProfileID != 0, "l.profile_id = ?", f.ProfileID)
	q.and(f.Currency != "", "l.currency = ?", f.Currency)
	q.and(f.OpenOnly, isOpen)
	q.and(len(f.Kinds) > 0, "l.kind IN (SELECT value FROM json_each(?))", asJSON(f.Kinds))
	q.and(f.MinMicros != nil, "l.amount_micros >= ?", f.MinMicros)
	q.and(f.MaxMicros != nil, "l.amount_micros <= ?", f.MaxMicros)
	q.and(f.Unpriced, "l.amount_micros IS NULL AND (l.kind = 'charge' AND NOT "+isPriced+" OR "+isOpen+")")
	const job = "EXISTS (SELECT 1 FROM jobs INDEXED BY jobs_models WHERE id = l.job_id AND "
	q.and(len(f.Models) > 0, job+"model IN (SELECT value FROM json_each(?)))", asJSON(f.Models))
	q.and(len(f.JobKinds) > 0, job+"kind IN (SELECT value FROM json_each(?)))", asJSON(f.JobKinds))
	for _, files := range f.Files {
		q.and(true, "+l.job_id IN (SELECT job_id FROM assets WHERE id IN (SELECT value FROM json_each(?)))",
			asJSON(files))
	}
	for _, w := range search.ParseWords(f.Text) {
		like := LikePattern(w.Text)
		has := `(l.note LIKE ? ESCAPE '\' OR ifnull(l.job_id, 0) IN (SELECT id FROM jobs WHERE ` + likeWord + "))"
		if w.Not {
			has = "NOT " + has
		}
		q.and(true, has, like, like, like, w.Text)
	}
	return q
}

// and adds a condition if include is set.
func (q *query) and(include bool, condition string, args ...any) {
	if !include {
		return
	}
	word := " AND "
	if q.where == "" {
		word = " WHERE "
	}
	q.where += word + condition
	q.args = append(q.args, args...)
}

// LikePattern returns the LIKE pattern for a text that may occur anywhere, for use with ESCAPE '\'.
func LikePattern(s string) string {
	return "%" + strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(s) + "%"
}

func asJSON(list any) string {
	data, _ := json.Marshal(list) // strings and numbers cannot fail
	return string(data)
}
