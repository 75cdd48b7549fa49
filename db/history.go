package db

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"time"
)

// Durations returns how long the service of a profile took for clips of a model, length and resolution tier ("720P", "1080P"), from its
// acceptance to the end that was seen, newest first, at most limit of them. Failed tasks do not count: they end early.
func (l *Library) Durations(ctx context.Context, profileID int64, model string, seconds int, resolution string, limit int) ([]time.Duration, error) {
	all, err := list(ctx, l.reader, func(row scanner) (ms time.Duration, err error) {
		err = row.Scan(&ms)
		return ms * time.Millisecond, err
	}, `SELECT finished_at - accepted_at FROM jobs WHERE +profile_id = ? AND model = ? AND seconds = ? AND resolution = ?
		AND finished_at > accepted_at AND state IN ('completed', 'downloading', 'saved', 'expired')
		ORDER BY finished_at DESC LIMIT ?`, profileID, model, seconds, resolution, max(limit, 0))
	return all, wrap(err, "read durations of %s", model)
}

// samplesLooked is how many of the newest charges are looked through.
const samplesLooked = 400

// PictureSample is what one picture call was charged.
type PictureSample struct {
	Kind          JobKind // TextToImage or EditImage
	Model         string
	Size, Quality string // as the request named them; "" where it did not
	ChargedMicros int64
}

// PictureSamples returns what the newest picture calls of a profile were charged in a currency, newest first. Charges without an amount do
// not count.
func (l *Library) PictureSamples(ctx context.Context, profileID int64, currency string) ([]PictureSample, error) {
	all, err := list(ctx, l.reader, func(row scanner) (s PictureSample, err error) {
		err = row.Scan(&s.Kind, &s.Model, &s.Size, &s.Quality, &s.ChargedMicros)
		return s, err
	}, `SELECT j.kind, j.model, coalesce(j.request ->> '$.size', ''), coalesce(j.request ->> '$.quality', ''), l.amount_micros
		FROM ledger l JOIN jobs j ON j.id = l.job_id
		WHERE l.profile_id = ? AND l.kind = ? AND l.currency = ? AND l.amount_micros IS NOT NULL AND j.kind IN (?, ?)
		ORDER BY l.id DESC LIMIT ?`, profileID, Charge, currency, TextToImage, EditImage, samplesLooked)
	return all, wrap(err, "read picture charges of profile %d", profileID)
}

// promptsSearched is how many of the newest jobs the history of prompts looks at: it answers while a person waits for a key.
const promptsSearched = 5000

// Prompt is a prompt of a job. It was typed as Template, where that is not empty, and sent as one of its variations.
type Prompt struct{ Text, Template string }

// Prompts returns the prompts of the newest jobs, newest first, as they were typed each once, at most limit of those that hold all words.
func (l *Library) Prompts(ctx context.Context, words string, limit int) ([]Prompt, error) {
	all, err := shown(ctx, l, l.reader, func(row scanner) (p Prompt, err error) { err = row.Scan(&p.Text, &p.Template); return p, err },
		"SELECT prompt, template FROM jobs ORDER BY id DESC LIMIT ?", promptsSearched)
	wanted := strings.Fields(strings.ToLower(words))
	seen, found := map[string]bool{}, []Prompt(nil)
	for _, p := range all {
		prompt := cmp.Or(p.Template, p.Text)
		lacks := func(word string) bool { return !strings.Contains(strings.ToLower(prompt), word) }
		if len(found) == limit || strings.TrimSpace(prompt) == "" || seen[prompt] || slices.ContainsFunc(wanted, lacks) {
			continue
		}
		seen[prompt] = true
		found = append(found, p)
	}
	return found, wrap(err, "read prompts")
}

// ModelStats is what the requests of a profile to one model came to, in one currency.
type ModelStats struct {
	Model    string
	Currency string // ISO 4217: that in which they were entered into the ledger; amounts in different ones are never added
	Pictures bool   // it makes pictures, otherwise clips
	Sent     int    // requests that left this computer; those that are neither saved nor failed are under way, or nobody knows
	Saved    int
	Failed   int           // also rejected and expired ones
	Median   time.Duration // of saved ones, from the service's yes to its end, a picture's from its sending; 0: not known
	Charged  int64         // micro-units, corrections included
	Made     float64       // seconds of clips, or pictures, of requests that were charged for
}

// PerUnit is what a second of a clip or a picture cost, in micro-units, failures that were charged included; 0 where nothing was made.
func (s ModelStats) PerUnit() int64 {
	if s.Made == 0 {
		return 0
	}
	return int64(math.Round(float64(s.Charged) / s.Made))
}

// ModelStats returns a row for each model that a profile sent something to, and for each currency of these requests, the most used first.
func (l *Library) ModelStats(ctx context.Context, profileID int64) ([]ModelStats, error) {
	all, err := list(ctx, l.reader, func(row scanner) (s ModelStats, err error) {
		var ms float64
		err = row.Scan(&s.Model, &s.Currency, &s.Pictures, &s.Sent, &s.Saved, &s.Failed, &ms, &s.Charged, &s.Made)
		s.Median = time.Duration(ms) * time.Millisecond
		return s, err
	}, `WITH
		sent AS (SELECT id, model, state,
			coalesce((SELECT currency FROM ledger WHERE job_id = jobs.id ORDER BY id DESC LIMIT 1), currency) AS currency,
			kind IN ('text_to_image', 'edit_image') AS pictures,
			finished_at - iif(kind IN ('text_to_image', 'edit_image'), sent_at, accepted_at) AS took
			FROM jobs WHERE profile_id = ?1 AND sent_at IS NOT NULL),
		paid AS (SELECT job_id, currency, sum(amount_micros) AS micros FROM ledger
			WHERE profile_id = ?1 AND (kind = 'charge' OR correction IS NOT NULL) GROUP BY job_id, currency),
		made AS (SELECT job_id, count(*) AS files, sum(seconds) AS seconds FROM assets WHERE job_id IS NOT NULL GROUP BY job_id),
		ordered AS (SELECT model, currency, took, row_number() OVER each AS place, count(*) OVER (PARTITION BY model, currency) AS n
			FROM sent WHERE took > 0 AND state = 'saved' WINDOW each AS (PARTITION BY model, currency ORDER BY took)),
		median AS (SELECT model, currency, avg(took) AS took FROM ordered WHERE place IN ((n + 1) / 2, (n + 2) / 2) GROUP BY model, currency)
		SELECT sent.model, sent.currency, max(pictures), count(*), sum(state = 'saved'), sum(state IN ('failed', 'rejected', 'expired')),
			coalesce(max(median.took), 0), coalesce(sum(paid.micros), 0),
			coalesce(sum(CASE WHEN paid.micros IS NOT NULL THEN iif(pictures, made.files, made.seconds) END), 0.0)
		FROM sent LEFT JOIN made ON made.job_id = sent.id
			LEFT JOIN paid ON paid.job_id = sent.id AND paid.currency = sent.currency
			LEFT JOIN median ON median.model = sent.model AND median.currency = sent.currency
		GROUP BY sent.model, sent.currency ORDER BY count(*) DESC, sent.model, sent.currency`, profileID)
	return all, wrap(err, "sum up models of profile %d", profileID)
}
