package db

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// AssetFilter chooses assets. The zero value means all that are not in the trash.
type AssetFilter struct {
	Kind      AssetKind // "": any
	Text      string    // words of the prompt, see [Library.Assets]
	Starred   bool      // only those with a star
	ProfileID int64     // 0: any profile, and imported files
	Trashed   bool      // those in the trash instead
	Limit     int       // 0: no limit
	BeforeID  int64     // the last id of the page before; 0: from the newest
}

const assetColumns = `id, ref, job_id, kind, path, mime, sha256, bytes, width, height, seconds, fps, has_audio, prompt,
	model, item_index, link, link_dies, starred, created_at, trashed_at`

func scanAsset(row scanner) (Asset, error) {
	var a Asset
	err := row.Scan(&a.ID, &a.Ref, id{&a.JobID}, &a.Kind, &a.Path, &a.MIME, &a.SHA256, &a.Bytes, &a.Width, &a.Height,
		&a.Seconds, &a.FPS, &a.HasAudio, &a.Prompt, &a.Model, &a.ItemIndex, &a.Link, moment{&a.LinkDies}, &a.Starred,
		moment{&a.CreatedAt}, moment{&a.TrashedAt})
	return a, err
}

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
		model, item_index, link, link_dies, starred, created_at, trashed_at`
	return scanAsset(tx.QueryRowContext(ctx,
		"INSERT INTO assets ("+columns+") VALUES ("+marks(columns)+") RETURNING "+assetColumns,
		a.Ref, idOrNull(a.JobID), idOrNull(profileID), a.Kind, a.Path, a.MIME, a.SHA256, a.Bytes, a.Width, a.Height,
		a.Seconds, a.FPS, a.HasAudio, a.Prompt, a.Model, a.ItemIndex, a.Link, millis(a.LinkDies), a.Starred,
		millis(a.CreatedAt), millis(a.TrashedAt)))
}

// Asset returns an asset, be it in the trash, or [ErrNotFound].
func (l *Library) Asset(ctx context.Context, id int64) (Asset, error) {
	a, err := assetByID(ctx, l.reader, id)
	return a, wrap(err, "read asset %d", id)
}

// AssetByRef returns an asset by its ref, which stays the same across a rebuild; be it in the trash, or [ErrNotFound].
func (l *Library) AssetByRef(ctx context.Context, ref string) (Asset, error) {
	a, err := scanAsset(l.reader.QueryRowContext(ctx, "SELECT "+assetColumns+" FROM assets WHERE ref = ?", ref))
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

// Assets returns the assets that a filter chooses, newest first.
//
// Text is words of the prompt: all of them must be there, each as a word or the beginning of one, in any order and without
// regard to case and accents. "Quoted words" must stand side by side, and a word with a hyphen before it must not be
// there. Words in a script that is written without spaces are looked for anywhere in the prompt, and so are all words
// where no prompt of the library has them as words.
func (l *Library) Assets(ctx context.Context, f AssetFilter) ([]Asset, error) {
	query, args, err := l.assetPage(ctx, f)
	if err != nil {
		return nil, wrap(err, "read assets")
	}
	assets, err := list(ctx, l.reader, scanAsset, query, args...)
	return assets, wrap(err, "read assets")
}

func (l *Library) assetPage(ctx context.Context, f AssetFilter) (query string, args []any, err error) {
	from, c, err := l.assetQuery(ctx, f)
	if f.BeforeID != 0 {
		c.add(from.id+" < ?", f.BeforeID)
	}
	return "SELECT " + assetColumns + " FROM " + from.tables + c.where() + " ORDER BY " + from.id + " DESC" + limit(f.Limit), c.args, err
}

// CountAssets counts the assets that a filter chooses, without regard to its Limit and BeforeID.
func (l *Library) CountAssets(ctx context.Context, f AssetFilter) (int, error) {
	from, c, err := l.assetQuery(ctx, f)
	if err != nil {
		return 0, wrap(err, "count assets")
	}
	var n int
	err = l.reader.QueryRowContext(ctx, "SELECT count(*) FROM "+from.tables+c.where(), c.args...).Scan(&n)
	return n, wrap(err, "count assets")
}

// source is where a query for assets begins: at the table, or at the words.
type source struct{ tables, id string }

// assetQuery turns a filter into conditions. A search by words walks the index of words, which gives the newest first
// without a sort; CROSS JOIN keeps SQLite from beginning at the other end.
func (l *Library) assetQuery(ctx context.Context, f AssetFilter) (source, conditions, error) {
	var c conditions
	from := source{"assets", "id"}
	indexed, plain, err := l.searchTerms(ctx, f.Text)
	if err != nil {
		return source{}, c, err
	}
	if match := matchExpression(indexed); match != "" {
		from = source{"(SELECT docid FROM asset_words WHERE asset_words MATCH ?) CROSS JOIN assets ON id = docid", "docid"}
		c.args = append(c.args, match)
	}
	for _, t := range indexed {
		if t.not {
			c.add("id NOT IN (SELECT docid FROM asset_words WHERE asset_words MATCH ?)", t.phrase())
		}
	}
	for _, t := range plain {
		c.addNot(t.not, `prompt LIKE ? ESCAPE '\'`, likePattern(t.text))
	}
	if f.Trashed {
		c.add("trashed_at IS NOT NULL")
	} else {
		c.add("trashed_at IS NULL")
	}
	if f.Kind != "" {
		c.add("kind = ?", f.Kind)
	}
	if f.Starred {
		c.add("starred = 1")
	}
	if f.ProfileID != 0 {
		c.add("profile_id = ?", f.ProfileID)
	}
	return from, c, nil
}

// SetStarred gives an asset a star or takes it away, in the database and in the sidecar beside its file. Where the sidecar
// cannot be written the star is in the database only, which is logged: a rebuild would not bring it back.
func (l *Library) SetStarred(ctx context.Context, id int64, on bool) error {
	err := l.write(ctx, func(tx *sql.Tx) error {
		a, err := scanAsset(tx.QueryRowContext(ctx, "UPDATE assets SET starred = ? WHERE id = ? RETURNING "+assetColumns, on, id))
		if err != nil {
			return err
		}
		// Inside the transaction, so that no move to the trash comes in between.
		if err := l.starSidecar(a); err != nil {
			l.log.Warn("star beside the file", "asset", id, "err", err)
		}
		return nil
	})
	return wrap(err, "star asset %d", id)
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
