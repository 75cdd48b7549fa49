package db

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"
)

// Kin is one relative of an asset: what is in the library, or the job that makes it.
type Kin struct {
	Asset *Asset // nil: a job that has made nothing, or whose files were deleted
	Job   *Job   // nil: the asset was imported
	Place int    // of MadeFrom: the place in the request; of FrameIn: 0 the first frame, 1 the last
}

// Family is what is known of an asset's relatives, each list newest first and without what is in the trash. MadeFrom is in
// the order of the places.
type Family struct {
	MadeFrom   []Kin // the pictures that stood in its job's request, or what it was taken from
	EditedInto []Kin // edits that it stood in, also those under way
	FrameIn    []Kin // clips that it is a frame of, also those under way
	TakenFrom  []Kin // what was saved out of it: frames of a clip
	Variations []Kin // what else the same click made
	Resends    []Kin // what the same request made when it was sent again, or before
}

// Family returns the nearest relatives of an asset, be that in the trash, or [ErrNotFound].
func (l *Library) Family(ctx context.Context, ref string) (Family, error) {
	f, err := l.family(ctx, ref)
	return f, wrap(err, "read family of %.8s", ref)
}

func (l *Library) family(ctx context.Context, ref string) (f Family, err error) {
	a, err := assetByRef(ctx, l.reader, ref)
	if err != nil {
		return Family{}, err
	}
	if f.MadeFrom, err = l.madeFrom(ctx, a); err != nil {
		return Family{}, err
	}
	users, err := l.kinOf(ctx, a, "jobs.id IN (SELECT job_id FROM job_inputs WHERE asset = ?)", a.Ref)
	if err != nil {
		return Family{}, err
	}
	for _, k := range users {
		if k.Job.Kind.IsVideo() {
			k.Place, err = l.placeOf(ctx, k.Job.ID, a.Ref)
			f.FrameIn = append(f.FrameIn, k)
		} else {
			f.EditedInto = append(f.EditedInto, k)
		}
		if err != nil {
			return Family{}, err
		}
	}
	taken, err := list(ctx, l.reader, scanAsset,
		"SELECT "+assetColumns+" FROM assets WHERE parent = ? AND parent <> '' AND trashed_at IS NULL ORDER BY id DESC", a.Ref)
	if err != nil {
		return Family{}, err
	}
	for _, t := range taken {
		f.TakenFrom = append(f.TakenFrom, Kin{Asset: &t})
	}
	if a.JobID == 0 {
		return f, nil
	}
	if f.Variations, err = l.kinOf(ctx, a, "jobs.click = (SELECT click FROM jobs WHERE id = ?)", a.JobID); err != nil {
		return Family{}, err
	}
	f.Resends, err = l.kinOf(ctx, a,
		"jobs.resend_of = ?1 OR jobs.id = (SELECT resend_of FROM jobs WHERE id = ?1)", a.JobID)
	return f, err
}

// madeFrom returns what stood in the places of an asset's request.
func (l *Library) madeFrom(ctx context.Context, a Asset) ([]Kin, error) {
	if a.Parent != "" {
		p, err := assetByRef(ctx, l.reader, a.Parent)
		if errors.Is(err, sql.ErrNoRows) || err == nil && !p.TrashedAt.IsZero() {
			return nil, nil
		}
		return []Kin{{Asset: &p}}, err
	}
	type stood struct {
		ref   string
		place int
	}
	places, err := list(ctx, l.reader, func(row scanner) (s stood, err error) {
		err = row.Scan(&s.ref, &s.place)
		return s, err
	}, `SELECT asset, place FROM job_inputs JOIN assets ON ref = asset AND trashed_at IS NULL
		WHERE job_inputs.job_id = ? AND asset <> ? ORDER BY place, nth`, a.JobID, a.Ref)
	if err != nil {
		return nil, err
	}
	var from []Kin
	for _, s := range places {
		above, err := assetByRef(ctx, l.reader, s.ref)
		if err != nil {
			return nil, err
		}
		from = append(from, Kin{Asset: &above, Place: s.place})
	}
	return from, nil
}

func (l *Library) placeOf(ctx context.Context, jobID int64, ref string) (place int, err error) {
	err = l.reader.QueryRowContext(ctx,
		"SELECT min(place) FROM job_inputs WHERE job_id = ? AND asset = ?", jobID, ref).Scan(&place)
	return place, err
}

// kinOf returns what some jobs made, newest first, and those that are still to make something; never the asset itself.
func (l *Library) kinOf(ctx context.Context, a Asset, condition string, args ...any) ([]Kin, error) {
	jobs, err := list(ctx, l.reader, scanJob, "SELECT "+jobColumns+" FROM jobs WHERE "+condition+" ORDER BY id DESC", args...)
	if err != nil {
		return nil, err
	}
	var kin []Kin
	for _, j := range jobs {
		made, err := l.madeBy(ctx, j)
		if err != nil {
			return nil, err
		}
		for _, k := range made {
			if k.Asset == nil || k.Asset.ID != a.ID {
				kin = append(kin, k)
			}
		}
	}
	return kin, nil
}

// madeBy returns what a job made and is not in the trash; the job alone where it is still to make something.
func (l *Library) madeBy(ctx context.Context, j Job) ([]Kin, error) {
	assets, err := list(ctx, l.reader, scanAsset,
		"SELECT "+assetColumns+" FROM assets WHERE job_id = ? ORDER BY item_index DESC", j.ID)
	if err != nil {
		return nil, err
	}
	var made []Kin
	for _, a := range assets {
		if a.TrashedAt.IsZero() {
			made = append(made, Kin{Asset: &a, Job: &j})
		}
	}
	if len(assets) == 0 && !j.State.Ended() {
		made = append(made, Kin{Job: &j})
	}
	return made, nil
}

func assetByRef(ctx context.Context, q querier, ref string) (Asset, error) {
	return scanAsset(q.QueryRowContext(ctx, "SELECT "+assetColumns+" FROM assets WHERE ref = ?", ref))
}

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

// LostEdits returns the edits of a picture that ended without a file, newest first and at most limit (0: all). What made
// something, or still may, is in [Library.Family]. There are none where there is no such asset.
func (l *Library) LostEdits(ctx context.Context, ref string, limitTo int) ([]Job, error) {
	jobs, err := list(ctx, l.reader, scanJob, "SELECT "+jobColumns+` FROM jobs WHERE kind = 'edit_image'
		AND id IN (SELECT job_id FROM job_inputs WHERE asset = ?) AND state IN (?, ?, ?)
		AND NOT EXISTS (SELECT 1 FROM assets WHERE job_id = jobs.id) ORDER BY id DESC`+limit(limitTo),
		ref, Failed, Rejected, Expired)
	return jobs, wrap(err, "read lost edits of %.8s", ref)
}
