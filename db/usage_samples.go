package db

import "context"

// samplesLooked is how many of the newest charges are looked through.
const samplesLooked = 400

// PictureCharges returns what the newest picture jobs of a profile and a kind were charged that asked for a size and a
// quality, in micro-units of a currency, newest first, at most limit of them. Charges without an amount do not count. A
// request that names no size or no quality is one for "".
func (l *Library) PictureCharges(ctx context.Context, profileID int64, kind JobKind, size, quality, currency string, limit int) ([]int64, error) {
	samples, err := l.PictureSamples(ctx, profileID, currency)
	var charges []int64
	for _, s := range samples {
		if len(charges) < limit && s.Kind == kind && s.Size == size && s.Quality == quality {
			charges = append(charges, s.ChargedMicros)
		}
	}
	return charges, err
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
