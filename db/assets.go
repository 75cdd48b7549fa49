package db

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"time"
)

// AssetRef returns the ref of the asset for an item of a job's answer, counted from 0. It is the same at every attempt,
// so that a stored file is found again after a crash. The first item has the job's own ref, so that the file name shows
// the same four digits as the job.
func AssetRef(jobRef string, item int) string {
	if item == 0 {
		return jobRef
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s/%d", jobRef, item))
	return hex.EncodeToString(sum[:16])
}

const (
	assetInsertColumns = `id, ref, job_id, kind, path, mime, sha256, bytes, width, height, seconds, fps, has_audio,
		prompt, model, item_index, link, link_dies, starred, created_at, trashed_at, seed,
		tags, note, name, parent, recipe, checks`
	assetColumns = assetInsertColumns + `, cost_micros, cost_currency,
		EXISTS (SELECT 1 FROM profiles WHERE id = assets.profile_id AND sandbox),
		(SELECT used_cast FROM jobs WHERE id = assets.job_id)` // costs are written by triggers
)

// insertFields returns the fields of assetInsertColumns, to scan and to write.
func (a *Asset) insertFields() []any {
	return []any{idColumn{&a.ID}, &a.Ref, idColumn{&a.JobID}, &a.Kind, &a.Path, &a.MIME, &a.SHA256, &a.Bytes, &a.Width,
		&a.Height,
		&a.Seconds, &a.FPS, &a.HasAudio, &a.Prompt, &a.Model, &a.ItemIndex, &a.Link, timeColumn{&a.LinkExpires},
		&a.Starred,
		timeColumn{&a.CreatedAt}, timeColumn{&a.TrashedAt}, &a.Seed, namesColumn{&a.Tags}, &a.Note, &a.Name, &a.Parent,
		jsonColumn{&a.Recipe}, checksColumn{&a.Checks}}
}

// allFields returns the fields of assetColumns, to scan.
func (a *Asset) allFields() []any {
	return append(a.insertFields(), &a.CostMicros, &a.CostCurrency, &a.CostSandbox, jsonColumn{&a.Cast})
}

func scanAsset(row scanner) (Asset, error) {
	var a Asset
	err := row.Scan(a.allFields()...)
	return a, err
}

// withJob fills empty fields from the asset's job.
func (a Asset) withJob(j Job, now time.Time) Asset {
	a.JobID = j.ID
	a.Ref = cmp.Or(a.Ref, AssetRef(j.Ref, a.ItemIndex))
	a.Prompt, a.Model, a.Seed = cmp.Or(a.Prompt, j.Prompt), cmp.Or(a.Model, j.Model), cmp.Or(a.Seed, seedOf(j.Request))
	a.CreatedAt = cmp.Or(a.CreatedAt, now)
	return a
}

func insertAsset(ctx context.Context, tx *sql.Tx, a Asset, profileID int64) (Asset, error) {
	if a.ID != 0 {
		return Asset{}, ErrExists
	}
	if len(a.SHA256) != 64 {
		return Asset{}, errors.New("an asset needs the hash of its file")
	}
	const columns = assetInsertColumns + ", profile_id"
	inserted, err := scanAsset(tx.QueryRowContext(ctx,
		"INSERT INTO assets ("+columns+") VALUES ("+placeholders(columns)+") RETURNING "+assetColumns,
		append(a.insertFields(), idOrNull(profileID))...))
	if err != nil || a.JobID == 0 {
		return inserted, err
	}
	return assetByID(ctx, tx, inserted.ID) // read again: a trigger has written the cost
}

// assetRows reads the assets.
type assetRows struct{ *database }

// Asset returns an asset, including a trashed one, or [ErrNotFound].
func (r assetRows) Asset(ctx context.Context, id int64) (Asset, error) {
	a, err := assetByID(ctx, r.reader, id)
	return a, wrap(err, "read asset %d", id)
}

// AssetByRef returns an asset by its ref, which is stable across a rebuild, including a trashed one, or [ErrNotFound].
func (r assetRows) AssetByRef(ctx context.Context, ref string) (Asset, error) {
	a, err := assetByRef(ctx, r.reader, ref)
	return a, wrap(err, "read asset %.8s", ref)
}

func assetByID(ctx context.Context, q querier, id int64) (Asset, error) {
	return scanAsset(q.QueryRowContext(ctx, "SELECT "+assetColumns+" FROM assets WHERE id = ?", id))
}

func assetByRef(ctx context.Context, q querier, ref string) (Asset, error) {
	return scanAsset(q.QueryRowContext(ctx, "SELECT "+assetColumns+" FROM assets WHERE ref = ?", ref))
}

func (r assetRows) assetByHash(ctx context.Context, sum string) (Asset, error) {
	return scanAsset(r.reader.QueryRowContext(ctx,
		"SELECT "+assetColumns+" FROM assets WHERE sha256 = ? ORDER BY trashed_at IS NOT NULL, id LIMIT 1", sum))
}

// AssetsOfJob returns the assets that a job made, in the order of its answer, including trashed ones.
func (r assetRows) AssetsOfJob(ctx context.Context, jobID int64) ([]Asset, error) {
	assets, err := listLenient(ctx, r.database, r.reader, scanAsset,
		"SELECT "+assetColumns+" FROM assets WHERE job_id = ? ORDER BY item_index", jobID)
	return assets, wrap(err, "read assets of job %d", jobID)
}

// AssetsOfJobs returns the assets that several jobs made, by job ID, in the order of each answer, including trashed
// ones.
func (r assetRows) AssetsOfJobs(ctx context.Context, jobIDs []int64) (map[int64][]Asset, error) {
	assets, err := listLenient(ctx, r.database, r.reader, scanAsset, "SELECT "+assetColumns+
		" FROM assets WHERE job_id IN (SELECT value FROM json_each(?)) ORDER BY item_index", idList(jobIDs))
	byJob := map[int64][]Asset{}
	for _, a := range assets {
		byJob[a.JobID] = append(byJob[a.JobID], a)
	}
	return byJob, wrap(err, "read assets of %d jobs", len(jobIDs))
}

// AssetRefs is [Library.JobRefs] for assets outside the trash.
func (r assetRows) AssetRefs(ctx context.Context, digits string) ([]string, error) {
	return r.refs(ctx, "assets WHERE trashed_at IS NULL AND", digits)
}

// Duplicates returns groups of assets outside the trash with identical files, the group with the largest file first.
// Within a group the oldest asset is first.
func (r assetRows) Duplicates(ctx context.Context) ([][]Asset, error) {
	all, err := listLenient(ctx, r.database, r.reader, scanAsset, "SELECT "+assetColumns+` FROM assets WHERE trashed_at IS NULL AND sha256 IN
		(SELECT sha256 FROM assets WHERE trashed_at IS NULL GROUP BY sha256 HAVING count(*) > 1)
		ORDER BY bytes DESC, sha256, id`)
	if err != nil {
		return nil, wrap(err, "find duplicates")
	}
	var groups [][]Asset
	for i, a := range all {
		if i == 0 || all[i-1].SHA256 != a.SHA256 {
			groups = append(groups, nil)
		}
		last := len(groups) - 1
		groups[last] = append(groups[last], a)
	}
	return groups, nil
}

// NewestAssets returns the newest assets outside the trash, at most limit. It queries SQLite instead of the index, so
// that it works while [Library.Loading] reports true.
func (r assetRows) NewestAssets(ctx context.Context, limit int) ([]Asset, error) {
	assets, err := listLenient(ctx, r.database, r.reader, scanAsset, firstPage, limit)
	return assets, wrap(err, "read the newest assets")
}

// firstPage selects the first page of the gallery, in the order of the index.
const firstPage = "SELECT " + assetColumns +
	" FROM assets WHERE trashed_at IS NULL ORDER BY created_at DESC, id DESC LIMIT ?"

// AssetsByID returns assets in the order of ids, including trashed ones. Unknown ids are ignored.
func (r assetRows) AssetsByID(ctx context.Context, ids []int64) ([]Asset, error) {
	some, err := listLenient(ctx, r.database, r.reader, scanAsset,
		"SELECT "+assetColumns+" FROM assets WHERE id IN (SELECT value FROM json_each(?))", idList(ids))
	byID := make(map[int64]Asset, len(some))
	for _, a := range some {
		byID[a.ID] = a
	}
	var found []Asset
	for _, id := range ids {
		if a, there := byID[id]; there {
			found = append(found, a)
		}
	}
	return found, wrap(err, "read assets")
}
