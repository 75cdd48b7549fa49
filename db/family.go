package db

import (
	"context"
	"slices"
	"time"
)

// Relative is a relative of an asset: another asset, or a job without results yet.
type Relative struct {
	Asset *Asset // nil: a job without results, or one with deleted files
	Job   *Job   // nil: the asset was imported
	Place int    // in MadeFrom: the place in the request; in UsedAsFrame: 0 first, 1 last frame
}

// Time returns when the asset was made, or the job was ordered.
func (k Relative) Time() time.Time {
	if k.Asset != nil {
		return k.Asset.CreatedAt
	}
	return k.Job.CreatedAt
}

// Family contains the relatives of an asset, without trashed ones. Lists are sorted newest first, MadeFrom by place.
type Family struct {
	MadeFrom    []Relative // inputs of its job's request, or the assets it was extracted from
	EditedInto  []Relative // edits of it, including running ones
	UsedAsFrame []Relative // clips with it as a frame, including running ones
	Extracted   []Relative // assets extracted from it, such as frames of a clip
	Variations  []Relative // other results of the same click
	Resends     []Relative // results of the same request, when it was sent again or before
}

// families finds relatives of assets.
type families struct{ *database }

// Family returns the relatives of an asset, which may be in the trash, or [ErrNotFound].
func (r families) Family(ctx context.Context, ref string) (f Family, err error) {
	defer wrapTo(&err, "read family of %.8s", ref)
	a, err := assetByRef(ctx, r.reader, ref)
	if err != nil {
		return Family{}, err
	}
	if f.MadeFrom, err = r.madeFrom(ctx, a); err != nil {
		return Family{}, err
	}
	shown := func(all []Relative, err error) ([]Relative, error) {
		return slices.DeleteFunc(all, func(k Relative) bool {
			return k.Asset != nil && (k.Asset.ID == a.ID || !k.Asset.TrashedAt.IsZero())
		}), err
	}
	users, err := shown(r.madeBy(ctx, "id IN (SELECT job_id FROM job_inputs WHERE asset = ?)", a.Ref))
	if err != nil {
		return Family{}, err
	}
	for _, k := range users {
		if !k.Job.Kind.IsVideo() {
			f.EditedInto = append(f.EditedInto, k)
			continue
		}
		if err := r.reader.QueryRowContext(ctx, "SELECT min(place) FROM job_inputs WHERE job_id = ? AND asset = ?",
			k.Job.ID, a.Ref).
			Scan(&k.Place); err != nil {
			return Family{}, err
		}
		f.UsedAsFrame = append(f.UsedAsFrame, k)
	}
	if f.Extracted, err = shown(r.extractedFrom(ctx, a.Ref)); err != nil || a.JobID == 0 {
		return f, err
	}
	if f.Variations, err = shown(r.madeBy(ctx, "click = (SELECT click FROM jobs WHERE id = ?)", a.JobID)); err != nil {
		return Family{}, err
	}
	f.Resends, err = shown(r.madeBy(ctx, "resend_of = ?1 OR id = (SELECT resend_of FROM jobs WHERE id = ?1)", a.JobID))
	return f, err
}

// madeFrom returns the assets from which an asset was extracted, or the inputs of its job.
func (r families) madeFrom(ctx context.Context, a Asset) ([]Relative, error) {
	return listLenient(ctx, r.database, r.reader, func(row scanner) (k Relative, err error) {
		k.Asset = &Asset{}
		err = row.Scan(append(k.Asset.allFields(), &k.Place)...)
		return k, err
	}, "SELECT "+assetColumns+`, stood FROM (SELECT asset, place AS stood, nth FROM job_inputs WHERE job_id = ?1 AND asset <> ?2 AND ?3 = ''
		UNION ALL SELECT value, key, 0 FROM json_each('["' || replace(?3, ' ', '","') || '"]')) JOIN assets ON ref = asset AND trashed_at IS NULL ORDER BY stood, nth`, a.JobID, a.Ref, a.Parent)
}

// madeBy returns the results of the jobs that match a condition, newest first, including trashed assets. A job without
// results is included until it has ended.
func (r families) madeBy(ctx context.Context, condition string, args ...any) ([]Relative, error) {
	jobs, err := listLenient(ctx, r.database, r.reader, scanJob, "SELECT "+jobColumns+" FROM jobs WHERE "+condition+
		" ORDER BY id DESC", args...)
	var kin []Relative
	for _, j := range jobs {
		assets, err := listLenient(ctx, r.database, r.reader, scanAsset,
			"SELECT "+assetColumns+" FROM assets WHERE job_id = ? ORDER BY item_index DESC", j.ID)
		if err != nil {
			return nil, err
		}
		for _, a := range assets {
			kin = append(kin, Relative{Asset: &a, Job: &j})
		}
		if len(assets) == 0 && !j.State.Ended() {
			kin = append(kin, Relative{Job: &j})
		}
	}
	return kin, err
}

// extractedFrom returns the assets that were extracted from an asset, including trashed ones, newest first.
func (r families) extractedFrom(ctx context.Context, ref string) ([]Relative, error) {
	return listLenient(ctx, r.database, r.reader, func(row scanner) (Relative, error) {
		a, err := scanAsset(row)
		return Relative{Asset: &a}, err
	}, "SELECT "+assetColumns+" FROM assets WHERE instr(parent, ?) AND parent <> '' ORDER BY id DESC", ref)
}

// maxVersions is the maximum number of versions of a picture, far more than the user interface can show.
const maxVersions = 2000

// Version is a picture in a tree of edits.
type Version struct {
	Relative
	Parent string // ref of the version from which it was made; "": the original
	Depth  int    // number of edits since the original
}

// Versions returns the whole tree of edits that contains an asset: the original, then everything that was edited or
// extracted from it. Each version comes after its parent, siblings oldest first. Running jobs are included without an
// asset. Trashed assets are left out, but not their descendants, which get the nearest remaining ancestor as their
// parent. The parent of an edit of several pictures is the one in its first place. It returns [ErrNotFound] for an
// unknown asset.
func (r families) Versions(ctx context.Context, ref string) (all []Version, err error) {
	defer wrapTo(&err, "read versions of %.8s", ref)
	root, err := r.original(ctx, ref)
	if err != nil {
		return nil, err
	}
	first := Relative{Asset: &root}
	if root.JobID != 0 {
		j, err := jobByID(ctx, r.reader, root.JobID)
		if err != nil {
			return nil, err
		}
		first.Job = &j
	}
	seen := map[string]bool{}
	var add func(kin []Relative, parent string, depth int) error
	add = func(kin []Relative, parent string, depth int) error {
		for _, k := range kin {
			// Trashed assets count too: a long chain of them would make the recursion as deep.
			if max(len(all), len(seen)) >= maxVersions || k.Asset != nil && seen[k.Asset.Ref] {
				continue
			}
			if k.Asset == nil {
				all = append(all, Version{k, parent, depth})
				continue
			}
			seen[k.Asset.Ref] = true
			under, deeper := parent, depth
			if k.Asset.TrashedAt.IsZero() {
				all = append(all, Version{k, parent, depth})
				under, deeper = k.Asset.Ref, depth+1
			}
			below, err := r.children(ctx, k.Asset.Ref)
			if err != nil {
				return err
			}
			if err := add(below, under, deeper); err != nil {
				return err
			}
		}
		return nil
	}
	err = add([]Relative{first}, "", 0)
	return all, err
}

// original returns the root of an asset's tree of edits. Clips, and frames of clips, are roots.
func (r families) original(ctx context.Context, ref string) (Asset, error) {
	return scanAsset(r.reader.QueryRowContext(ctx, `WITH RECURSIVE up(ref, job_id, parent, steps) AS (
		SELECT ref, job_id, parent, 0 FROM assets WHERE ref = ?1
		UNION ALL SELECT a.ref, a.job_id, a.parent, steps + 1 FROM up JOIN assets a ON a.kind <> 'clip' AND a.ref = CASE WHEN up.parent <> ''
			THEN up.parent ELSE (SELECT asset FROM job_inputs JOIN jobs ON jobs.id = job_inputs.job_id
			WHERE jobs.id = up.job_id AND jobs.kind = 'edit_image' ORDER BY place, nth LIMIT 1) END
		WHERE steps < ?2) -- a foreign file can say that it was made from what was made from it
		SELECT `+assetColumns+" FROM assets WHERE ref = (SELECT ref FROM up ORDER BY steps DESC LIMIT 1)", ref, maxVersions))
}

// children returns the direct derivatives of an asset, oldest first, including trashed ones.
func (r families) children(ctx context.Context, ref string) ([]Relative, error) {
	made, err := r.madeBy(ctx, `kind = 'edit_image' AND ?1 = (SELECT asset FROM job_inputs WHERE job_id = jobs.id ORDER BY place, nth LIMIT 1)
		AND id IN (SELECT job_id FROM job_inputs WHERE asset = ?1)`, ref)
	if err != nil {
		return nil, err
	}
	taken, err := r.extractedFrom(ctx, ref)
	all := append(taken, made...)
	slices.Reverse(all)
	slices.SortStableFunc(all, func(a, b Relative) int { return a.Time().Compare(b.Time()) })
	return all, err
}

// EditsWithoutFile returns the edits of a picture that ended without a file, newest first, at most limit (0: all).
// [Library.Family] contains the other edits. The result is empty for an unknown ref.
func (r families) EditsWithoutFile(ctx context.Context, ref string, limitTo int) ([]Job, error) {
	jobs, err := listLenient(ctx, r.database, r.reader, scanJob, "SELECT "+jobColumns+` FROM jobs WHERE kind = 'edit_image'
		AND id IN (SELECT job_id FROM job_inputs WHERE asset = ?) AND state IN (?, ?, ?)
		AND NOT EXISTS (SELECT 1 FROM assets WHERE job_id = jobs.id) ORDER BY id DESC`+limit(limitTo),
		ref, Failed, Rejected, Expired)
	return jobs, wrap(err, "read lost edits of %.8s", ref)
}
