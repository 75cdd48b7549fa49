package db

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"
)

// maxVersions is how many versions of one picture are read: far more than a strip can show.
const maxVersions = 2000

// Version is one step in the history of a picture.
type Version struct {
	Kin
	Parent string // ref of the version that it was made from; "": the original
	Depth  int    // edits between it and the original
}

// At is when the version was made, or asked for.
func (v Version) At() time.Time {
	if v.Asset != nil {
		return v.Asset.CreatedAt
	}
	return v.Job.CreatedAt
}

// Versions returns the whole tree of edits that an asset belongs to: the original, then all that was made from it by edits
// or taken from it, each after what it was made from and the oldest first. Jobs that are under way stand in it without an
// asset. What is in the trash is left out, but for its descendants, which then hang on the nearest version above it. An
// edit of several pictures hangs on the one in its first place. [ErrNotFound] where there is no such asset.
func (l *Library) Versions(ctx context.Context, ref string) ([]Version, error) {
	root, err := l.original(ctx, ref)
	if err != nil {
		return nil, wrap(err, "read versions of %.8s", ref)
	}
	t := versionTree{l: l, seen: map[string]bool{root.Ref: true}}
	if root.TrashedAt.IsZero() {
		t.all = []Version{{Kin: Kin{Asset: &root}}}
		if root.JobID != 0 {
			j, err := jobByID(ctx, l.reader, root.JobID)
			if err != nil {
				return nil, wrap(err, "read versions of %.8s", ref)
			}
			t.all[0].Job = &j
		}
		err = t.descend(ctx, root.Ref, root.Ref, 1)
	} else {
		err = t.descend(ctx, root.Ref, "", 0)
	}
	return t.all, wrap(err, "read versions of %.8s", ref)
}

// original climbs from an asset to the picture that all its versions began with. A clip begins with itself.
func (l *Library) original(ctx context.Context, ref string) (Asset, error) {
	a, err := assetByRef(ctx, l.reader, ref)
	if err != nil {
		return Asset{}, err
	}
	for seen := map[string]bool{a.Ref: true}; ; seen[a.Ref] = true {
		up := a.Parent
		if up == "" && a.JobID != 0 {
			err := l.reader.QueryRowContext(ctx, `SELECT asset FROM job_inputs JOIN jobs ON jobs.id = job_id
				WHERE job_id = ? AND kind = 'edit_image' ORDER BY place, nth LIMIT 1`, a.JobID).Scan(&up)
			if err != nil && !errors.Is(err, sql.ErrNoRows) {
				return Asset{}, err
			}
		}
		if up == "" || seen[up] {
			return a, nil
		}
		above, err := assetByRef(ctx, l.reader, up)
		if errors.Is(err, sql.ErrNoRows) || err == nil && above.Kind == Clip {
			return a, nil // it is gone, or the picture is a frame: it begins there
		}
		if err != nil {
			return Asset{}, err
		}
		a = above
	}
}

// versionTree gathers what was made from a picture, depth first.
type versionTree struct {
	l    *Library
	seen map[string]bool // refs of assets and of jobs
	all  []Version
}

// descend appends what was made from the asset of a ref; parent is the ref that it hangs on.
func (t *versionTree) descend(ctx context.Context, from, parent string, depth int) error {
	below, err := t.below(ctx, from)
	if err != nil {
		return err
	}
	for _, v := range below {
		key := ""
		if v.Asset != nil {
			key = v.Asset.Ref
		} else {
			key = "job " + v.Job.Ref
		}
		if t.seen[key] || len(t.all) >= maxVersions {
			continue
		}
		t.seen[key] = true
		under, deeper := parent, depth
		if v.Asset == nil || v.Asset.TrashedAt.IsZero() {
			v.Parent, v.Depth = parent, depth
			t.all = append(t.all, v)
			deeper++
			if v.Asset != nil {
				under = v.Asset.Ref
			}
		}
		if v.Asset == nil {
			continue
		}
		if err := t.descend(ctx, v.Asset.Ref, under, deeper); err != nil {
			return err
		}
	}
	return nil
}

// below returns what was made from an asset directly, oldest first, be it in the trash.
func (t *versionTree) below(ctx context.Context, ref string) ([]Version, error) {
	jobs, err := list(ctx, t.l.reader, scanJob, "SELECT "+jobColumns+` FROM jobs WHERE kind = 'edit_image' AND ?1 =
		(SELECT asset FROM job_inputs WHERE job_id = jobs.id ORDER BY place, nth LIMIT 1)
		AND id IN (SELECT job_id FROM job_inputs WHERE asset = ?1)`, ref)
	if err != nil {
		return nil, err
	}
	var all []Version
	for _, j := range jobs {
		assets, err := list(ctx, t.l.reader, scanAsset, "SELECT "+assetColumns+" FROM assets WHERE job_id = ? ORDER BY item_index", j.ID)
		if err != nil {
			return nil, err
		}
		for _, a := range assets {
			all = append(all, Version{Kin: Kin{Asset: &a, Job: &j}})
		}
		if len(assets) == 0 && !j.State.Ended() {
			all = append(all, Version{Kin: Kin{Job: &j}})
		}
	}
	taken, err := list(ctx, t.l.reader, scanAsset, "SELECT "+assetColumns+" FROM assets WHERE parent = ? AND parent <> ''", ref)
	if err != nil {
		return nil, err
	}
	for _, a := range taken {
		all = append(all, Version{Kin: Kin{Asset: &a}})
	}
	slices.SortStableFunc(all, func(a, b Version) int { return a.At().Compare(b.At()) })
	return all, nil
}
