package db

import (
	"context"
	"time"
)

// ModelStats is what the requests of a profile to one model came to.
type ModelStats struct {
	Model    string
	Pictures bool // it makes pictures, otherwise clips
	Sent     int  // requests that left this computer; those that are neither saved nor failed are under way, or nobody knows
	Saved    int
	Failed   int           // also rejected and expired ones
	Median   time.Duration // of saved ones, from the service's yes to its end, a picture's from its sending; 0: not known
	Charged  int64         // micro-units of the currency that was asked for, corrections included
	Made     float64       // seconds of clips, or pictures, of requests that were charged for in that currency
}

// PerUnit is what a second of a clip or a picture cost, in micro-units, failures that were charged included; 0 where nothing was made.
func (s ModelStats) PerUnit() int64 {
	if s.Made == 0 {
		return 0
	}
	return int64(float64(s.Charged)/s.Made + 0.5)
}

// ModelStats returns a row for each model that a profile sent something to, the most used first. Amounts are those of one currency (ISO 4217).
func (l *Library) ModelStats(ctx context.Context, profileID int64, currency string) ([]ModelStats, error) {
	all, err := list(ctx, l.reader, func(row scanner) (s ModelStats, err error) {
		var ms float64
		err = row.Scan(&s.Model, &s.Pictures, &s.Sent, &s.Saved, &s.Failed, &ms, &s.Charged, &s.Made)
		s.Median = time.Duration(ms) * time.Millisecond
		return s, err
	}, `WITH
		sent AS (SELECT id, model, state, kind IN ('text_to_image', 'edit_image') AS pictures,
			finished_at - iif(kind IN ('text_to_image', 'edit_image'), sent_at, accepted_at) AS took
			FROM jobs WHERE profile_id = ?1 AND sent_at IS NOT NULL),
		paid AS (SELECT job_id, sum(amount_micros) AS micros FROM ledger
			WHERE profile_id = ?1 AND currency = ?2 AND (kind = 'charge' OR correction IS NOT NULL) GROUP BY job_id),
		made AS (SELECT job_id, count(*) AS files, sum(seconds) AS seconds FROM assets WHERE job_id IS NOT NULL GROUP BY job_id),
		ordered AS (SELECT model, took, row_number() OVER (PARTITION BY model ORDER BY took) AS place, count(*) OVER (PARTITION BY model) AS of_all
			FROM sent WHERE took > 0 AND state = 'saved'),
		median AS (SELECT model, avg(took) AS took FROM ordered WHERE place IN ((of_all + 1) / 2, (of_all + 2) / 2) GROUP BY model)
		SELECT sent.model, max(pictures), count(*), sum(state = 'saved'), sum(state IN ('failed', 'rejected', 'expired')), coalesce(max(median.took), 0),
			coalesce(sum(paid.micros), 0), coalesce(sum(CASE WHEN paid.micros IS NOT NULL THEN iif(pictures, made.files, made.seconds) END), 0.0)
		FROM sent LEFT JOIN paid ON paid.job_id = sent.id LEFT JOIN made ON made.job_id = sent.id LEFT JOIN median ON median.model = sent.model
		GROUP BY sent.model ORDER BY count(*) DESC, sent.model`, profileID, currency)
	return all, wrap(err, "sum up models of profile %d", profileID)
}
