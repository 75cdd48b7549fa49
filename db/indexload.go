package db

import (
	"context"
	"database/sql"
	"math"
	"strconv"
	"strings"
)

// rowChunk is how many rows are read at a time where a search may give up in between.
const rowChunk = 500

// indexColumns is what an entry is made of. Flags and sizes are put together by SQLite, because every column that crosses
// over to Go costs more than the work.
const indexColumns = `id, created_at, bytes, (width << 20) + height,
	(kind = 'clip') + (has_audio << 1) + (starred << 2) + ((trashed_at IS NOT NULL) << 3) + ((job_id IS NULL) << 4)
		+ ((cost_micros IS NOT NULL) << 5) + ((seed IS NOT NULL) << 6),
	seconds, CASE WHEN link = '' THEN NULL ELSE coalesce(link_dies, -1) END, seed, cost_micros, cost_currency, profile_id, model,
	nullif(tags, '[]')`

// indexRow is what is read of an asset for the index.
type indexRow struct {
	entry
	model, tags, currency string
	prompt, note, name    string
}

func scanIndexRow(row scanner) (r indexRow, err error) {
	var size int64
	var flags, dies, seed, cost, profile sql.NullInt64
	var seconds float64
	var tags sql.NullString
	err = row.Scan(&r.id, &r.created, &r.bytes, &size, &flags, &seconds, &dies, &seed, &cost, &r.currency, &profile, &r.model,
		&tags, &r.prompt, &r.note, &r.name)
	r.set(size, flags.Int64, seconds, dies, seed.Int64, cost.Int64, profile.Int64)
	r.tags = tags.String
	return r, err
}

func (r *indexRow) set(size, flags int64, seconds float64, dies sql.NullInt64, seed, cost, profile int64) {
	r.width, r.height = int32(size>>20), int32(size&(1<<20-1))
	r.flags, r.seconds, r.seed, r.cost, r.profile = entryFlags(flags), float32(seconds), seed, cost, profile
	if dies.Valid {
		r.linkDies = dies.Int64
		if dies.Int64 < 0 {
			r.linkDies = math.MaxInt64
		}
	}
}

// loadRows reads all rows, but for their texts.
func (l *Library) loadRows(ctx context.Context) error {
	var r indexRow
	var size, flags int64
	var seconds float64
	all := make([]entry, 0, 1024)
	var models, tagSets, money interned
	for _, i := range []*interned{&models, &tagSets, &money} {
		i.put("")
	}
	err := eachRow(ctx, l.reader, "SELECT "+indexColumns+" FROM assets ORDER BY id", func(v []any) {
		r = indexRow{}
		r.id, r.created, r.bytes = integer(v[0]), integer(v[1]), integer(v[2])
		size, flags = integer(v[3]), integer(v[4])
		seconds, _ = v[5].(float64)
		r.set(size, flags, seconds, sql.NullInt64{Int64: integer(v[6]), Valid: v[6] != nil}, integer(v[7]), integer(v[8]), integer(v[10]))
		r.entry.money, r.entry.model = uint16(money.put(textual(v[9]))), models.put(textual(v[11]))
		r.entry.tags = tagSets.put(textual(v[12]))
		all = append(all, r.entry)
	})
	if err != nil {
		return err
	}
	l.index.mu.Lock()
	l.index.entries, l.index.models, l.index.tagSets, l.index.money = all, models, tagSets, money
	l.index.tagNames = nil
	for i := range all {
		l.index.count(all[i].flags, 1)
	}
	l.index.sortOrder()
	l.index.mu.Unlock()
	return l.readAlbums(ctx)
}

// loadTexts reads what the rows say, the newest first: those are looked for most.
func (l *Library) loadTexts(ctx context.Context) error {
	if err := l.index.rows.err; err != nil {
		return err
	}
	type said struct {
		id    int64
		texts [3]string
	}
	batch := make([]said, 0, rowChunk)
	var last said // variations stand side by side and say the same
	var number uint32
	put := func() {
		l.index.mu.Lock()
		defer l.index.mu.Unlock()
		for _, s := range batch {
			// What was read again since knows better.
			if at, known := l.index.place(s.id); known && l.index.entries[at].flags&hasText == 0 {
				if s.texts != last.texts {
					last, number = s, l.index.texts.put(s.texts[:]...)
				}
				l.index.entries[at].text = number
				l.index.entries[at].flags |= hasText
			}
		}
		batch = batch[:0]
	}
	err := eachRow(ctx, l.reader, "SELECT id, prompt, nullif(note, ''), nullif(name, '') FROM assets ORDER BY id DESC", func(v []any) {
		batch = append(batch, said{integer(v[0]), [3]string{textual(v[1]), textual(v[2]), textual(v[3])}})
		if len(batch) == rowChunk {
			put()
		}
	})
	put()
	return err
}

func integer(v any) int64 { n, _ := v.(int64); return n }

func textual(v any) string {
	switch s := v.(type) {
	case string:
		return s
	case []byte:
		return string(s)
	}
	return ""
}

// idList is how a list of ids is given to a query, for json_each.
func idList(ids []int64) string {
	var b strings.Builder
	b.WriteByte('[')
	for i, id := range ids {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.FormatInt(id, 10))
	}
	b.WriteByte(']')
	return b.String()
}
