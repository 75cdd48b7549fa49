package db

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"
)

// jobHistory reads suggestions for new jobs from past jobs.
type jobHistory struct{ *database }

// Durations returns the generation times of clips with a profile, by model, length and resolution tier ("720P",
// "1080P"). A time is measured from acceptance to the observed end. The result is sorted newest first and has at most
// limit elements. Failed tasks are excluded, because they end early.
func (h jobHistory) Durations(
	ctx context.Context, profileID int64, model string, seconds int, resolution string, limit int,
) ([]time.Duration, error) {
	all, err := list(ctx, h.reader, func(row scanner) (ms time.Duration, err error) {
		err = row.Scan(&ms)
		return ms * time.Millisecond, err
	}, `SELECT finished_at - accepted_at FROM jobs WHERE +profile_id = ? AND model = ? AND seconds = ? AND resolution = ?
		AND finished_at > accepted_at AND state IN ('completed', 'downloading', 'saved', 'expired')
		ORDER BY finished_at DESC LIMIT ?`, profileID, model, seconds, resolution, max(limit, 0))
	return all, wrap(err, "read durations of %s", model)
}

// samplesSearched is the number of newest charges that are searched.
const samplesSearched = 400

// PictureSample is the charge of one picture request.
type PictureSample struct {
	Kind          JobKind // TextToImage or EditImage
	Model         string
	Size, Quality string // as in the request; "" if not given
	ChargedMicros int64
}

// PictureSamples returns the charges of a profile's newest picture requests in a currency, newest first, without
// charges of unknown amount.
func (h jobHistory) PictureSamples(ctx context.Context, profileID int64, currency string) ([]PictureSample, error) {
	all, err := list(ctx, h.reader, func(row scanner) (s PictureSample, err error) {
		err = row.Scan(&s.Kind, &s.Model, &s.Size, &s.Quality, &s.ChargedMicros)
		return s, err
	}, `SELECT j.kind, j.model, coalesce(j.request ->> '$.size', ''), coalesce(j.request ->> '$.quality', ''), l.amount_micros
		FROM ledger l JOIN jobs j ON j.id = l.job_id
		WHERE l.profile_id = ? AND l.kind = ? AND l.currency = ? AND l.amount_micros IS NOT NULL AND j.kind IN (?, ?)
		ORDER BY l.id DESC LIMIT ?`, profileID, Charge, currency, TextToImage, EditImage, samplesSearched)
	return all, wrap(err, "read picture charges of profile %d", profileID)
}

// promptsSearched is the number of newest jobs that Prompts searches. It is limited because the user waits for the
// result while typing.
const promptsSearched = 5000

// Prompt is the prompt of a job. If Template is not empty, the user typed Template, and Text is one of its variations.
type Prompt struct{ Text, Template string }

// Prompts returns the prompts of the newest jobs that contain all words, as they were typed, without duplicates, newest
// first, at most limit.
func (h jobHistory) Prompts(ctx context.Context, words string, limit int) ([]Prompt, error) {
	all, err := listLenient(ctx, h.database, h.reader, func(row scanner) (p Prompt, err error) {
		err = row.Scan(&p.Text, &p.Template)
		return p, err
	},
		"SELECT prompt, template FROM jobs ORDER BY id DESC LIMIT ?", promptsSearched)
	wanted := strings.Fields(strings.ToLower(words))
	seen, found := map[string]bool{}, []Prompt(nil)
	for _, p := range all {
		prompt := cmp.Or(p.Template, p.Text)
		lacks := func(word string) bool { return !strings.Contains(strings.ToLower(prompt), word) }
		if len(found) == limit || strings.TrimSpace(prompt) == "" || seen[prompt] ||
			slices.ContainsFunc(wanted, lacks) {
			continue
		}
		seen[prompt] = true
		found = append(found, p)
	}
	return found, wrap(err, "read prompts")
}
