package db

import (
	"context"
	"encoding/json"
)

// samplesLooked is how many of the newest charges are looked through for samples of one size and quality.
const samplesLooked = 400

// PictureCharges returns what the newest picture jobs of a profile and a kind were charged that asked for a size and a
// quality, in micro-units of a currency, newest first, at most limit of them. Charges without an amount do not count. A
// request that names no size or no quality is one for "".
func (l *Library) PictureCharges(ctx context.Context, profileID int64, kind JobKind, size, quality, currency string, limit int) ([]int64, error) {
	type charge struct {
		request string
		micros  int64
	}
	all, err := list(ctx, l.reader, func(row scanner) (c charge, err error) {
		err = row.Scan(&c.micros, &c.request)
		return c, err
	}, `SELECT l.amount_micros, j.request FROM ledger l JOIN jobs j ON j.id = l.job_id
		WHERE l.profile_id = ? AND l.kind = ? AND l.currency = ? AND l.amount_micros IS NOT NULL AND j.kind = ?
		ORDER BY l.id DESC LIMIT ?`, profileID, Charge, currency, kind, samplesLooked)
	if err != nil {
		return nil, wrap(err, "read charges of profile %d", profileID)
	}
	var charges []int64
	for _, c := range all {
		var asked struct{ Size, Quality string }
		if len(charges) < limit && json.Unmarshal([]byte(c.request), &asked) == nil && asked.Size == size && asked.Quality == quality {
			charges = append(charges, c.micros)
		}
	}
	return charges, nil
}

// PictureSample is what one picture call was charged.
type PictureSample struct {
	Kind          JobKind // TextToImage or EditImage
	Model         string
	Size, Quality string // as the request named them; "" where it did not
	ChargedMicros int64
}

// PictureSamples returns what the newest picture calls of a profile were charged in a currency, newest first. Charges without
// an amount do not count.
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
