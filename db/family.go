package db

import (
	"context"
	"database/sql"
	"errors"
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
