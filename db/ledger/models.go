package ledger

import (
	"context"
	"database/sql"
	"math"
	"time"

	"viviscope/db/search"
)

// ModelStats holds the requests to one model and their charges in one currency.
type ModelStats struct {
	Model    string // "" for corrections that belong to no job
	Currency string // ISO 4217, of the ledger entries; amounts in different currencies are never added
	Pictures bool   // the model makes pictures, otherwise clips
	Sent     int    // sent requests; those neither saved nor failed are running or unconfirmed
	Saved    int
	Failed   int           // also rejected and expired requests
	Median   time.Duration // duration of saved requests, from acceptance (pictures: from sending); 0: not known
	Charged  int64         // micro-units, with corrections
	Made     float64       // seconds of clips, or number of pictures, of charged requests
}

// PerUnit returns the cost of a second of a clip, or of a picture, in micro-units. Charged failures are included. It
// returns 0 if nothing was made.
func (s ModelStats) PerUnit() int64 {
	if s.Made == 0 {
		return 0
	}
	return int64(math.Round(float64(s.Charged) / s.Made))
}

// ReadModels returns a row for each model and currency, the most used model first. Requests count in the period in
// which they were sent, charges in the period of their entry. Charged adds up to the charged sum of the same filter.
func ReadModels(ctx context.Context, db Querier, f Filter) ([]ModelStats, error) {
	sent := f.sentJobs()
	paid := f.query()
	paid.and(true, isCharged)
	const isPicture = "kind IN ('text_to_image', 'edit_image')"
	query := `WITH
		sent AS (SELECT model, state, ` + isPicture + ` AS pictures, finished_at - iif(` + isPicture + `, sent_at, accepted_at) AS took,
			coalesce((SELECT currency FROM ledger WHERE job_id = jobs.id ORDER BY id DESC LIMIT 1), currency) AS currency` +
		sent.from + sent.where + `),
		counted AS (SELECT model, currency, max(pictures) AS pictures, count(*) AS n, sum(state = 'saved') AS saved,
			sum(state IN ('failed', 'rejected', 'expired')) AS failed FROM sent GROUP BY model, currency),
		ordered AS (SELECT model, currency, took, row_number() OVER each AS place, count(*) OVER (PARTITION BY model, currency) AS n
			FROM sent WHERE took > 0 AND state = 'saved' WINDOW each AS (PARTITION BY model, currency ORDER BY took)),
		median AS (SELECT model, currency, avg(took) AS took FROM ordered WHERE place IN ((n + 1) / 2, (n + 2) / 2)
			GROUP BY model, currency),
		paid AS (SELECT l.job_id, l.currency, coalesce(sum(l.amount_micros), 0) AS micros,
			count(l.amount_micros) AS priced` + paid.from + paid.where + `
			GROUP BY l.job_id, l.currency),
		costs AS (SELECT coalesce(j.model, '') AS model, paid.currency, max(coalesce(j.` + isPicture + `, 0)) AS pictures, sum(paid.micros) AS micros,
			sum(iif(priced, (SELECT coalesce(sum(iif(j.` + isPicture + `, 1, a.seconds)), 0.0) FROM assets a
				WHERE a.job_id = j.id), 0.0)) AS made
			FROM paid LEFT JOIN jobs j ON j.id = paid.job_id GROUP BY 1, 2)
		SELECT coalesce(counted.model, costs.model) AS name, coalesce(counted.currency, costs.currency) AS coin,
			max(coalesce(counted.pictures, 0), coalesce(costs.pictures, 0)), coalesce(counted.n, 0) AS requests, coalesce(counted.saved, 0),
			coalesce(counted.failed, 0), coalesce(median.took, 0), coalesce(costs.micros, 0), coalesce(costs.made, 0.0)
		FROM counted FULL JOIN costs ON costs.model = counted.model AND costs.currency = counted.currency
			LEFT JOIN median ON median.model = counted.model AND median.currency = counted.currency
		ORDER BY requests DESC, name, coin`
	var all []ModelStats
	err := each(ctx, db, query, append(sent.args, paid.args...), func(row *sql.Rows) error {
		var s ModelStats
		var ms float64
		err := row.Scan(&s.Model, &s.Currency, &s.Pictures, &s.Sent, &s.Saved, &s.Failed, &ms, &s.Charged, &s.Made)
		s.Median = time.Duration(ms) * time.Millisecond
		all = append(all, s)
		return err
	})
	return all, err
}

// sentJobs selects the jobs that were sent in the filter's period and meet its other conditions. A condition on entries
// selects the jobs with such an entry. Kinds is ignored.
func (f Filter) sentJobs() query {
	q := query{from: " FROM jobs"}
	q.and(true, "sent_at >= ? AND sent_at < ?", search.MillisOr(f.From, math.MinInt64),
		search.MillisOr(f.To, math.MaxInt64))
	q.and(f.ProfileID != 0, "profile_id = ?", f.ProfileID)
	q.and(f.JobID != 0, "id = ?", f.JobID)
	q.and(f.Board != "", "board = ?", f.Board)
	q.and(f.Client != "", "client = ?", f.Client)
	q.and(len(f.Models) > 0, "model IN (SELECT value FROM json_each(?))", asJSON(f.Models))
	q.and(len(f.JobKinds) > 0, "kind IN (SELECT value FROM json_each(?))", asJSON(f.JobKinds))
	for _, files := range f.Files {
		q.and(true, "id IN (SELECT job_id FROM assets WHERE id IN (SELECT value FROM json_each(?)))", asJSON(files))
	}
	for _, w := range search.ParseWords(f.Text) {
		like := LikePattern(w.Text)
		has := "(" + likeWord + ` OR id IN (SELECT job_id FROM ledger WHERE job_id IS NOT NULL AND note LIKE ? ESCAPE '\'))`
		if w.Not {
			has = "NOT " + has
		}
		q.and(true, has, like, like, w.Text, like)
	}
	if f.Currency != "" || f.MinMicros != nil || f.MaxMicros != nil || f.Unpriced || f.OpenOnly {
		f.Kinds, f.From, f.To = nil, time.Time{}, time.Time{}
		entries := f.query()
		q.and(true, "id IN (SELECT l.job_id"+entries.from+entries.where+" AND l.job_id IS NOT NULL)", entries.args...)
	}
	return q
}
