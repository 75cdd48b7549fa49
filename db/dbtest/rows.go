package dbtest

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	_ "github.com/mattn/go-sqlite3" // the driver "sqlite3"

	"viviscope/db"
)

// Options configures a generated library. The zero value is usable.
type Options struct {
	Seed    uint64
	Library db.Options // for opening it
}

// Rows generates a library of n assets in dir, which must be empty or absent. It writes only rows, no files. The
// library is closed when it returns.
func Rows(ctx context.Context, dir string, n int, o Options) error {
	if err := makeEmpty(ctx, dir, o); err != nil {
		return fmt.Errorf("generate %d rows: %w", n, err)
	}
	if err := fillRows(ctx, filepath.Join(dir, "viviscope.db"), n, o.Seed); err != nil {
		return fmt.Errorf("generate %d rows: %w", n, err)
	}
	return nil
}

// makeEmpty creates a library with one profile and its albums.
func makeEmpty(ctx context.Context, dir string, o Options) (err error) {
	l, err := db.Open(ctx, dir, o.Library)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.Close()) }()
	return errors.Join(addProfile(ctx, l), addAlbums(ctx, l), markMeasured(ctx, l))
}

// markMeasured marks the clips as measured by the current rules, as in a library of this version. Otherwise the first
// start would measure all of them again.
func markMeasured(ctx context.Context, l *db.Library) error {
	return l.SetSetting(ctx, "clips.measured", 2)
}

func addProfile(ctx context.Context, l *db.Library) error {
	_, err := l.SaveProfile(ctx, db.Profile{Name: "Studio", BaseURL: "https://api.example.com", Saved: true,
		Currency:  "CNY",
		CreatedAt: end.AddDate(-2, 0, -1)})
	return err
}

// ManualAlbums is the number of manual albums in a generated library. The others are saved searches.
const ManualAlbums = 6

func addAlbums(ctx context.Context, l *db.Library) error {
	var errs []error
	for i := range ManualAlbums {
		_, err := l.SaveAlbum(ctx, db.Album{Name: fmt.Sprintf("Project %d", i+1), CreatedAt: end.AddDate(0, -i, 0)})
		errs = append(errs, err)
	}
	for name, query := range map[string]string{"Coast at night": `tag:coast night`} {
		_, err := l.SaveAlbum(ctx, db.Album{Name: name, Query: query, CreatedAt: end})
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// fillRows writes the rows of assets, jobs and ledger. It drops triggers and indexes first and recreates them at the
// end, which is ten times as fast.
func fillRows(ctx context.Context, path string, n int, seed uint64) (err error) {
	pool, err := sql.Open("sqlite3", "file:"+filepath.ToSlash(path)+
		"?_journal_mode=OFF&_synchronous=OFF&_locking_mode=EXCLUSIVE&_cache_size=-400000")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	pool.SetMaxOpenConns(1)
	if _, err := pool.ExecContext(ctx, "PRAGMA temp_store = MEMORY"); err != nil {
		return err
	}
	again, err := dropIndexes(ctx, pool)
	if err != nil {
		return err
	}
	tx, err := pool.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // no-op after Commit
	if err := insertItems(ctx, tx, newMaker(seed, n)); err != nil {
		return err
	}
	for _, query := range append(derivedRows, again...) {
		if _, err := tx.ExecContext(ctx, query); err != nil {
			return fmt.Errorf("%.60s: %w", query, err)
		}
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	_, err = pool.ExecContext(ctx, "PRAGMA journal_mode = DELETE")
	return err
}

// dropIndexes drops all triggers and indexes and returns the statements that recreate them.
func dropIndexes(ctx context.Context, pool *sql.DB) (again []string, err error) {
	rows, err := pool.QueryContext(ctx, `SELECT type, name, sql FROM sqlite_schema
		WHERE type IN ('trigger', 'index') AND sql IS NOT NULL ORDER BY type`)
	if err != nil {
		return nil, err
	}
	var drop []string
	for rows.Next() {
		var kind, name, text string
		if err := rows.Scan(&kind, &name, &text); err != nil {
			return nil, errors.Join(err, rows.Close())
		}
		drop = append(drop, "DROP "+kind+" "+name)
		again = append(again, text)
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return nil, err
	}
	for _, query := range drop {
		if _, err := pool.ExecContext(ctx, query); err != nil {
			return nil, err
		}
	}
	return again, nil
}

const assetColumns = `id, ref, job_id, profile_id, kind, path, mime, sha256, bytes, width, height, seconds, fps, has_audio, prompt,
	model, item_index, link, link_dies, starred, created_at, trashed_at, seed, tags, note, name, cost_micros, cost_currency`

// insertItems writes the assets. A job has the id of its first asset.
func insertItems(ctx context.Context, tx *sql.Tx, m *maker) error {
	if _, err := tx.ExecContext(ctx,
		`CREATE TEMP TABLE generated (id INTEGER PRIMARY KEY, kind TEXT, click TEXT, asked TEXT)`); err != nil {
		return err
	}
	insert, err := tx.PrepareContext(ctx, "INSERT INTO assets ("+assetColumns+") VALUES (?"+
		strings.Repeat(", ?", strings.Count(assetColumns, ","))+")")
	if err != nil {
		return err
	}
	defer insert.Close()
	job, err := tx.PrepareContext(ctx, "INSERT INTO generated VALUES (?, ?, ?, ?)")
	if err != nil {
		return err
	}
	defer job.Close()
	plain := context.WithoutCancel(ctx) // a cancellable statement takes twice as long
	for m.made < m.n {
		if err := ctx.Err(); err != nil {
			return err
		}
		var jobID any
		for _, it := range m.click() {
			if it.kind != "" && it.asset.ItemIndex == 0 {
				jobID = it.asset.ID
				if _, err := job.ExecContext(plain, it.asset.ID, string(it.kind), it.click, inputsOf(it)); err != nil {
					return err
				}
			}
			if _, err := insert.ExecContext(plain, values(it, jobID)...); err != nil {
				return err
			}
		}
	}
	return nil
}

func inputsOf(it item) any {
	if len(it.from) == 0 {
		return nil
	}
	var all []db.Input
	for i, from := range it.from {
		all = append(all, db.Input{Place: i, Asset: from, Width: 1024, Height: 1024})
	}
	data, _ := json.Marshal(all) // strings and numbers cannot fail
	return string(data)
}

func values(it item, jobID any) []any {
	a := it.asset
	var dies, trashed, profile any
	if !a.LinkExpires.IsZero() {
		dies = a.LinkExpires.UnixMilli()
	}
	folder := "files"
	if it.trashed {
		folder, trashed = "trash", a.CreatedAt.UnixMilli()+3_600_000
	}
	if jobID != nil {
		profile = 1
	}
	tags := "[]"
	if len(a.Tags) > 0 {
		data, _ := json.Marshal(a.Tags)
		tags = string(data)
	}
	ext := "png"
	if a.Kind == db.Clip {
		ext = "mp4"
	}
	path := fmt.Sprintf("%s/%s/%s [%s].%s", folder, a.CreatedAt.Format("2006/01"), a.CreatedAt.Format("2006-01-02"),
		a.Ref, ext)
	return []any{a.ID, a.Ref, jobID, profile, string(a.Kind), path, a.MIME, a.SHA256, a.Bytes, a.Width, a.Height,
		a.Seconds, a.FPS, a.HasAudio,
		a.Prompt, a.Model, a.ItemIndex, a.Link, dies, a.Starred, a.CreatedAt.UnixMilli(), trashed, a.Seed, tags, a.Note,
		a.Name,
		a.CostMicros, a.CostCurrency}
}

// derivedRows inserts the rows that follow from the assets: jobs, ledger entries, inputs and album members.
var derivedRows = []string{
	`INSERT INTO jobs (id, ref, profile_id, kind, state, model, prompt, request, input_path, seconds, resolution, task_id, progress,
		raw_status, hold, error_code, error_message, raw_answer, estimate_micros, currency, created_at, sent_at, accepted_at,
		finished_at, ended_at, click, click_index, note, inputs)
	SELECT a.id, a.ref, 1, g.kind, 'saved', a.model, a.prompt,
		json_object('model', a.model, 'prompt', a.prompt, 'seed', a.seed, 'size', a.width || 'x' || a.height), '',
		CASE a.kind WHEN 'clip' THEN CAST(a.seconds AS INTEGER) END, CASE a.kind WHEN 'clip' THEN min(a.width, a.height) || 'P' ELSE '' END,
		CASE a.kind WHEN 'clip' THEN 'task-' || a.id ELSE '' END, 100, '', '', '', '', '', a.cost_micros, 'CNY',
		a.created_at - 90000, a.created_at - 90000, a.created_at - 89000, a.created_at - 2000, a.created_at, g.click, 0, '', g.asked
	FROM generated g JOIN assets a ON a.id = g.id`,
	`INSERT INTO ledger (job_id, profile_id, kind, quantity, unit_micros, amount_micros, currency, at, note)
	SELECT job_id, 1, 'reserve', json_object('seconds', CAST(max(seconds) AS INTEGER)), NULL, sum(cost_micros), 'CNY', min(created_at) - 89000, ''
	FROM assets WHERE job_id IS NOT NULL AND kind = 'clip' GROUP BY job_id`,
	`INSERT INTO ledger (job_id, profile_id, kind, quantity, unit_micros, amount_micros, currency, at, note)
	SELECT job_id, 1, 'charge', NULL, NULL, sum(cost_micros), 'CNY', min(created_at) - 2000, ''
	FROM assets WHERE job_id IS NOT NULL GROUP BY job_id`,
	`INSERT INTO job_inputs SELECT g.id, key, coalesce(value ->> '$.place', 0), value ->> '$.asset' FROM generated g, json_each(g.asked)
	WHERE g.asked IS NOT NULL`,
	fmt.Sprintf(`INSERT INTO album_assets SELECT 1 + (id / 7) %% %d, id, id * 65536 FROM assets
	WHERE id %% 7 = 0 AND id < 70000`, ManualAlbums),
	`UPDATE albums SET version = 1`,
	`DROP TABLE generated`,
}
