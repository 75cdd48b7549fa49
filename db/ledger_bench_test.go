package db

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"testing"
	"time"

	"viviscope/db/ledger"
	"viviscope/db/search"
)

// ledgerOfAMillion creates 400,000 jobs of three years with a million entries, 100,000 files, a quarter of them with
// tags, and an album.
func ledgerOfAMillion(b *testing.B) *Library {
	b.Helper()
	l := newLibrary(b)
	newProfile(b, l)
	newProfile(b, l)
	album, err := l.SaveAlbum(b.Context(), Album{Name: "Film"})
	if err != nil {
		b.Fatal(err)
	}
	numbers := fmt.Sprintf("WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < %d) ",
		benchSize(400_000))
	const at = "? + i * 236520" // of three years
	start := noon.AddDate(-3, 0, 0).UnixMilli()
	err = l.write(b.Context(), func(tx *sql.Tx) error {
		for _, q := range []struct {
			query string
			args  []any
		}{
			{"INSERT INTO jobs (id, ref, profile_id, kind, state, model, prompt, request, input_path, resolution, task_id, progress, raw_status, hold, error_code," +
				" error_message, raw_answer, currency, created_at, sent_at, click, click_index, note) " + numbers + `SELECT i, 'ref' || i, 1 + (i % 5 = 0),
				CASE i % 4 WHEN 0 THEN 'text_to_video' WHEN 1 THEN 'frames_to_video' WHEN 2 THEN 'text_to_image' ELSE 'edit_image' END, 'saved',
				CASE i % 7 WHEN 0 THEN 'clip-2.6' WHEN 1 THEN 'clip-3.0' WHEN 2 THEN 'clip-2.5' WHEN 3 THEN 'clip-o1' ELSE 'genimage-2.5-flare' END,
				'slow pan over a quiet harbour at golden hour, paper boats, take ' || i, json_object('prompt', 'slow pan over a quiet harbour'),
				'', '', 't' || i, 100, '', '', '', '', '', 'CNY', ` + at + ", " + at + ", 'c', 0, '' FROM n", []any{start, start}},
			{`INSERT INTO ledger (job_id, profile_id, kind, amount_micros, currency, at, note) ` + numbers + `SELECT i, 1 + (i % 5 = 0), 'reserve',
				i * 7919 % 9000000, 'CNY', ` + at + ", '' FROM n WHERE i % 2 = 0 OR i % 10 IN (1, 3)", []any{start}},
			{`INSERT INTO ledger (job_id, profile_id, kind, amount_micros, currency, at, note) ` + numbers + `SELECT i, 1 + (i % 5 = 0), 'unconfirmed',
				i * 7919 % 9000000, 'CNY', ` + at + ", '' FROM n WHERE NOT (i % 2 = 0 OR i % 10 IN (1, 3))", []any{start}},
			{`INSERT INTO ledger (job_id, profile_id, kind, amount_micros, currency, at, note) ` + numbers + `SELECT i, 1 + (i % 5 = 0),
				CASE WHEN i % 20 = 3 THEN 'refund' ELSE 'charge' END, i * 7919 % 9000000, 'CNY', ` + at + " + 90000, '' FROM n WHERE i % 2000 <> 7", []any{start}},
			{`INSERT INTO ledger (profile_id, kind, amount_micros, currency, at, note, correction) ` + numbers + `SELECT 1 + (i % 5 = 0), 'void',
				i % 1000 - 500, 'CNY', ` + at + ", 'the console says so', 'c' || i FROM n WHERE i <= 200200", []any{start}},
			{`INSERT INTO assets (ref, job_id, profile_id, kind, path, mime, sha256, bytes, width, height, seconds, fps, has_audio, prompt, model, item_index,
				link, starred, created_at, tags) ` + numbers + `SELECT 'a' || i, i, 1, CASE WHEN i % 4 < 2 THEN 'clip' ELSE 'picture' END, 'files/' || i, 'video/mp4',
				'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 9, 4, 3, 5.0, 24.0, 0, '', '', 0, '', i % 3 = 0, ` + at + `,
				CASE i % 16 WHEN 0 THEN '["coast"]' WHEN 4 THEN '["coast","night"]' WHEN 8 THEN '["film ' || (i % 50) || '"]' ELSE '[]' END FROM n WHERE i % 4 = 0`, []any{start}},
			{"INSERT INTO album_assets SELECT ?, id, id FROM assets WHERE id % 9 = 0", []any{album.ID}},
		} {
			if _, err := tx.Exec(q.query, q.args...); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	return l
}

// BenchmarkLedger measures the queries of the Costs screen with a million entries: the month, and any range by any
// grouping.
func BenchmarkLedger(b *testing.B) {
	l := ledgerOfAMillion(b)
	ctx := context.Background()
	loc, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		b.Fatal(err)
	}
	month := ledger.Filter{ProfileID: 1, From: time.Date(2026, 10, 1, 0, 0, 0, 0, loc),
		To: time.Date(2026, 11, 1, 0, 0, 0, 0, loc)}
	timed := func(name string, fn func() error) {
		b.Run(name, func(b *testing.B) {
			var took []time.Duration
			for b.Loop() {
				begun := time.Now()
				if err := fn(); err != nil {
					b.Fatal(err)
				}
				took = append(took, time.Since(begun))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95-ms")
		})
	}
	timed("all", func() error { _, err := l.LedgerSums(ctx, ledger.Filter{}); return err })
	if _, err := countOf(ctx, l, search.Filter{}); err != nil { // load the index once
		b.Fatal(err)
	}
	timed("month", func() error {
		if _, err := l.LedgerSums(ctx, month); err != nil {
			return err
		}
		if _, err := l.Breakdown(ctx, month, ledger.ByDayModel, loc); err != nil {
			return err
		}
		_, _, err := l.Ledger(ctx, month, 0, 60)
		return err
	})
	timed("page of all", func() error { _, _, err := l.Ledger(ctx, ledger.Filter{}, 500_000, 60); return err })
	timed("words", func() error { _, err := l.LedgerSums(ctx, ledger.Filter{Text: "take 4711"}); return err })
	for _, by := range []ledger.Grouping{ledger.ByModel, ledger.ByJobKind, ledger.ByProfile, ledger.ByDay,
		ledger.ByBoard, ledger.ByDayModel} {
		timed("all by "+string(by), func() error { _, err := l.Breakdown(ctx, ledger.Filter{}, by, loc); return err })
	}
	timed("mixed filter by model", func() error {
		least := int64(1000)
		_, err := l.Breakdown(ctx, ledger.Filter{ProfileID: 1, JobKinds: []string{"text_to_video", "edit_image"},
			Tag: "coast", MinMicros: &least}, ledger.ByModel, loc)
		return err
	})
	timed("models", func() error { _, err := l.ModelStats(ctx, ledger.Filter{}); return err })
	timed("models of a month", func() error { _, err := l.ModelStats(ctx, month); return err })
}
