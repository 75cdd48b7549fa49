package db

import (
	"context"
	"database/sql"
	"errors"
	"reflect"
	"time"
)

const assetColumns = `id, ref, job_id, kind, path, mime, sha256, bytes, width, height, seconds, fps, has_audio, prompt,
	model, item_index, link, link_dies, starred, created_at, trashed_at, seed, tags, note, name, parent, recipe,
	cost_micros, cost_currency`

func scanAsset(row scanner) (Asset, error) {
	var a Asset
	err := row.Scan(&a.ID, &a.Ref, id{&a.JobID}, &a.Kind, &a.Path, &a.MIME, &a.SHA256, &a.Bytes, &a.Width, &a.Height,
		&a.Seconds, &a.FPS, &a.HasAudio, &a.Prompt, &a.Model, &a.ItemIndex, &a.Link, moment{&a.LinkDies}, &a.Starred,
		moment{&a.CreatedAt}, moment{&a.TrashedAt}, &a.Seed, names{&a.Tags}, &a.Note, &a.Name, &a.Parent, raw{&a.Recipe},
		&a.CostMicros, &a.CostCurrency)
	return a, err
}

// Same reports whether two assets are equal in every field.
func (a Asset) Same(b Asset) bool { return reflect.DeepEqual(a, b) }

// of fills what an asset takes over from its job.
func (a Asset) of(j Job, now time.Time) Asset {
	a.JobID = j.ID
	if a.Ref == "" {
		a.Ref = AssetRef(j.Ref, a.ItemIndex)
	}
	if a.Prompt == "" {
		a.Prompt = j.Prompt
	}
	if a.Model == "" {
		a.Model = j.Model
	}
	if a.Seed == nil {
		a.Seed = seedOf(j.Request)
	}
	if a.CreatedAt.IsZero() {
		a.CreatedAt = now
	}
	return a
}

func insertAsset(ctx context.Context, tx *sql.Tx, a Asset, profileID int64) (Asset, error) {
	if a.ID != 0 {
		return Asset{}, ErrExists
	}
	if len(a.SHA256) != 64 {
		return Asset{}, errors.New("an asset needs the hash of its file")
	}
	const columns = `ref, job_id, profile_id, kind, path, mime, sha256, bytes, width, height, seconds, fps, has_audio, prompt,
		model, item_index, link, link_dies, starred, created_at, trashed_at, seed, tags, note, name, parent, recipe`
	inserted, err := scanAsset(tx.QueryRowContext(ctx,
		"INSERT INTO assets ("+columns+") VALUES ("+marks(columns)+") RETURNING "+assetColumns,
		a.Ref, idOrNull(a.JobID), idOrNull(profileID), a.Kind, a.Path, a.MIME, a.SHA256, a.Bytes, a.Width, a.Height,
		a.Seconds, a.FPS, a.HasAudio, a.Prompt, a.Model, a.ItemIndex, a.Link, millis(a.LinkDies), a.Starred,
		millis(a.CreatedAt), millis(a.TrashedAt), a.Seed, namesText(a.Tags), a.Note, a.Name, a.Parent, text(a.Recipe)))
	if err != nil || a.JobID == 0 {
		return inserted, err
	}
	return assetByID(ctx, tx, inserted.ID) // a trigger has written what it cost
}

// Asset returns an asset, be it in the trash, or [ErrNotFound].
func (l *Library) Asset(ctx context.Context, id int64) (Asset, error) {
	a, err := assetByID(ctx, l.reader, id)
	return a, wrap(err, "read asset %d", id)
}

// AssetByRef returns an asset by its ref, which stays the same across a rebuild; be it in the trash, or [ErrNotFound].
func (l *Library) AssetByRef(ctx context.Context, ref string) (Asset, error) {
	a, err := assetByRef(ctx, l.reader, ref)
	return a, wrap(err, "read asset %.8s", ref)
}

func assetByID(ctx context.Context, q querier, id int64) (Asset, error) {
	return scanAsset(q.QueryRowContext(ctx, "SELECT "+assetColumns+" FROM assets WHERE id = ?", id))
}

// AssetsOfJob returns what a job made, in the order of its answer, be it in the trash.
func (l *Library) AssetsOfJob(ctx context.Context, jobID int64) ([]Asset, error) {
	assets, err := list(ctx, l.reader, scanAsset,
		"SELECT "+assetColumns+" FROM assets WHERE job_id = ? ORDER BY item_index", jobID)
	return assets, wrap(err, "read assets of job %d", jobID)
}

// one makes [ErrNotFound] of a statement that met no row.
func one(r sql.Result, err error) error {
	if err != nil {
		return err
	}
	if n, err := r.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, sql.ErrNoRows)
	}
	return nil
}
