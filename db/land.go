package db

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"reflect"
	"regexp"
	"strings"
	"time"

	"viviscope/db/folder"
)

// AssetRef returns the ref of the asset that an item of a job's answer becomes; item counts from 0. It is the same at every attempt, so
// that a file that has landed is found again after a crash. The first item has the job's own ref: the four digits in the file name are
// those that people see on the job.
func AssetRef(jobRef string, item int) string {
	if item == 0 {
		return jobRef
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s/%d", jobRef, item))
	return hex.EncodeToString(sum[:16])
}

// IncomingName returns the name in incoming/ for an item of a job, "<ref>-<item>.<ext>". [Library.Sweep] knows by the ref which job a part
// belongs to.
func IncomingName(jobRef string, item int, ext string) string {
	return fmt.Sprintf("%s-%d.%s", jobRef, item, strings.TrimPrefix(ext, "."))
}

// Landing says what a file in incoming/ is to become.
type Landing struct {
	Ref     string    // the asset's ref, 32 hex digits: [AssetRef], the same one at every attempt
	At      time.Time // gives folder and date, in its own location: pass a local time
	Words   string    // the prompt
	Ext     string    // "mp4", "png", "jpg"
	Sidecar any       // what made it, as JSON; see [Sidecar]

	Imported *Imported // of a file that a person brought, instead of Sidecar
	Starred  bool
	Tags     []string
	Note     string
}

// Landed is a file in its place.
type Landed struct {
	Path   string // relative to the library, with slashes
	SHA256 string // hex
	Bytes  int64
}

var validRef, validRefs, validSums = regexp.MustCompile(`^[0-9a-f]{32}$`), regexp.MustCompile(`^([0-9a-f]{32}( |$))+$`), regexp.MustCompile(`^([0-9a-f]{64}( |$))+$`)

// Land moves a whole file out of incoming/ to its place in files/ and writes its sidecar: sync, hash, choice of a free name, sidecar,
// rename, sync of the folder. incoming is its name there. When Land returns, file and sidecar are on the disk; the caller then commits the
// asset's row.
//
// Land is idempotent: the chosen name is noted in the database under the ref before the rename, until the asset's row is there. Called
// again for the same ref, be it with the incoming file gone, it returns the file that has landed; where that one is not there or not as it
// was noted, the incoming file is landed. So after a crash at any point it is right to land again, and right to ask [Library.LandedFile]
// first.
func (l *Library) Land(ctx context.Context, incoming string, m Landing) (to Landed, err error) {
	defer wrapTo(&err, "land %.8s", m.Ref)
	if !validRef.MatchString(m.Ref) {
		return Landed{}, fmt.Errorf("%w: ref %.40q", folder.ErrName, m.Ref)
	}
	ext, err := folder.CheckExt(m.Ext)
	if err != nil {
		return Landed{}, err
	}
	from, err := l.IncomingRel(incoming)
	if err != nil {
		return Landed{}, err
	}
	noted, err := l.notedLanding(ctx, m.Ref)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return Landed{}, err
	}
	if err == nil {
		if whole, err := l.isWhole(ctx, noted); err != nil {
			return Landed{}, err
		} else if whole {
			// The crash may have come before the sidecar of an earlier file was whole, or before this one was cleared.
			there, err := l.Exists(folder.SidecarOf(noted.Path))
			if err == nil && !there {
				err = l.writeSidecar(noted, m)
			}
			if err == nil {
				err = l.Remove(from)
			}
			return noted, err
		}
	}
	if to.SHA256, to.Bytes, err = l.Hash(ctx, from, true); err != nil {
		return Landed{}, err
	}
	if to.Bytes == 0 {
		return Landed{}, errors.New("the file is empty")
	}
	if to.Path, err = l.placeFor(ctx, noted, m, ext); err != nil {
		return Landed{}, err
	}
	if err := l.noteLanding(ctx, m.Ref, to); err != nil {
		return Landed{}, err
	}
	return to, l.moveIn(from, to, m)
}

// placeFor chooses where a file goes: to the place that was noted for it, else to a free one. A file that stands at the noted place and is
// not the noted one is somebody else's and stays.
func (l *Library) placeFor(ctx context.Context, noted Landed, m Landing, ext string) (string, error) {
	if noted.Path == "" {
		dir := path.Join(folder.Files, m.At.Format("2006"), m.At.Format("01"))
		return l.freeName(ctx, dir, folder.Stem(m.At, m.Words, m.Ref), ext)
	}
	if there, err := l.Exists(noted.Path); err != nil || !there {
		return noted.Path, err
	}
	return l.freeName(ctx, path.Dir(noted.Path), strings.TrimSuffix(path.Base(noted.Path), "."+ext), ext)
}

// moveIn puts a noted file in place. The sidecar goes first: where the disk is full, the file is still in incoming/, and a file in its
// place never lacks what made it.
func (l *Library) moveIn(from string, to Landed, m Landing) error {
	if err := l.MakeDir(path.Dir(to.Path)); err != nil {
		return err
	}
	if err := l.writeSidecar(to, m); err != nil {
		return fmt.Errorf("write sidecar: %w", err)
	}
	if err := l.Rename(from, to.Path); err != nil {
		return err
	}
	return errors.Join(l.SyncDir(path.Dir(to.Path)), l.SyncDir(folder.Incoming))
}

// LandedFile returns the file that has landed under a ref, whether its asset's row was committed or not, or [ErrNotFound]. It looks whether
// the file is there with its length, not whether its hash is right.
func (l *Library) LandedFile(ctx context.Context, ref string) (to Landed, err error) {
	defer wrapTo(&err, "find file %.8s", ref)
	if to, err = l.notedLanding(ctx, ref); err != nil {
		return Landed{}, err
	}
	if there, err := l.isThere(to); err != nil || !there {
		return Landed{}, cmp.Or(err, ErrNotFound)
	}
	return to, nil
}

// notedLanding returns where the file of a ref is, or was about to go: from the asset's row, or from the note.
func (l *Library) notedLanding(ctx context.Context, ref string) (Landed, error) {
	var to Landed
	err := l.reader.QueryRowContext(ctx, `SELECT path, sha256, bytes FROM assets WHERE ref = ?1
		UNION ALL SELECT path, sha256, bytes FROM landings WHERE ref = ?1 LIMIT 1`, ref).
		Scan(&to.Path, &to.SHA256, &to.Bytes)
	return to, err
}

func (l *Library) noteLanding(ctx context.Context, ref string, to Landed) error {
	return l.write(ctx, func(tx *sql.Tx) error {
		var asset bool
		if err := tx.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM assets WHERE ref = ?)", ref).Scan(&asset); err != nil {
			return err
		}
		if asset { // a lost file comes back: its row must say what is there now
			return one(tx.ExecContext(ctx, "UPDATE assets SET path = ?, sha256 = ?, bytes = ? WHERE ref = ?",
				to.Path, to.SHA256, to.Bytes, ref))
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO landings (ref, path, sha256, bytes, at) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT (ref) DO UPDATE SET path = excluded.path, sha256 = excluded.sha256, bytes = excluded.bytes, at = excluded.at`,
			ref, to.Path, to.SHA256, to.Bytes, millis(l.now()))
		return err
	})
}

// isThere reports whether the file is there with its length.
func (l *Library) isThere(want Landed) (bool, error) {
	info, err := l.Root.Stat(want.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil && info.Size() == want.Bytes, err
}

// isWhole reports whether the file is there as it was noted.
func (l *Library) isWhole(ctx context.Context, want Landed) (bool, error) {
	if there, err := l.isThere(want); err != nil || !there {
		return false, err
	}
	sum, _, err := l.Hash(ctx, want.Path, false)
	return err == nil && sum == want.SHA256, err
}

// freeName finds a name for a file and its sidecar that nothing has: no file, no row, no landing under way.
func (l *Library) freeName(ctx context.Context, dir, stem, ext string) (string, error) {
	for n := 1; ; n++ {
		name := stem
		if n > 1 {
			name = fmt.Sprintf("%s %d", stem, n)
		}
		rel := path.Join(dir, name+"."+ext)
		free := true
		for _, p := range []string{rel, folder.SidecarOf(rel)} {
			there, err := l.Exists(p)
			if err != nil {
				return "", err
			}
			free = free && !there
		}
		if taken, err := l.hasPath(ctx, rel); err != nil || (free && !taken) {
			return rel, err
		}
	}
}

// hasPath reports whether a row has a path, or a landing under way.
func (l *Library) hasPath(ctx context.Context, rel string) (taken bool, err error) {
	err = l.reader.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM assets WHERE path = ?1)
		OR EXISTS (SELECT 1 FROM landings WHERE path = ?1)`, rel).Scan(&taken)
	return taken, err
}

const (
	assetWritten = `id, ref, job_id, kind, path, mime, sha256, bytes, width, height, seconds, fps, has_audio, prompt, model,
		item_index, link, link_dies, starred, created_at, trashed_at, seed, tags, note, name, parent, recipe`
	assetColumns = assetWritten + `, cost_micros, cost_currency,
		EXISTS (SELECT 1 FROM profiles WHERE id = assets.profile_id AND sandbox)` // triggers write these costs
)

// written are the fields of assetWritten, to read and to write.
func (a *Asset) written() []any {
	return []any{id{&a.ID}, &a.Ref, id{&a.JobID}, &a.Kind, &a.Path, &a.MIME, &a.SHA256, &a.Bytes, &a.Width, &a.Height,
		&a.Seconds, &a.FPS, &a.HasAudio, &a.Prompt, &a.Model, &a.ItemIndex, &a.Link, moment{&a.LinkDies}, &a.Starred,
		moment{&a.CreatedAt}, moment{&a.TrashedAt}, &a.Seed, names{&a.Tags}, &a.Note, &a.Name, &a.Parent, raw{&a.Recipe}}
}

// read are the fields of assetColumns.
func (a *Asset) read() []any { return append(a.written(), &a.CostMicros, &a.CostCurrency, &a.CostPlay) }

func scanAsset(row scanner) (Asset, error) {
	var a Asset
	err := row.Scan(a.read()...)
	return a, err
}

// Same reports whether two assets are equal in every field.
func (a Asset) Same(b Asset) bool { return reflect.DeepEqual(a, b) }

// of fills what an asset takes over from its job.
func (a Asset) of(j Job, now time.Time) Asset {
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
	const columns = assetWritten + ", profile_id"
	inserted, err := scanAsset(tx.QueryRowContext(ctx,
		"INSERT INTO assets ("+columns+") VALUES ("+marks(columns)+") RETURNING "+assetColumns, append(a.written(), idOrNull(profileID))...))
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
	assets, err := shown(ctx, l, l.reader, scanAsset,
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

// Duplicates returns the assets outside the trash whose files have the same bytes, a group each, the oldest of a group first; the groups
// that take up most come first.
func (l *Library) Duplicates(ctx context.Context) ([][]Asset, error) {
	all, err := shown(ctx, l, l.reader, scanAsset, "SELECT "+assetColumns+` FROM assets WHERE trashed_at IS NULL AND sha256 IN
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
