package editor

import (
	"context"
	"log/slog"
	"slices"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/wording"
)

// Bounds of a strip: all versions, and the failed edits of each.
const (
	mostVersions = 200
	mostLost     = 10
)

// familyReader reads the versions of a picture. Its methods block on the library and belong to other goroutines than
// the window's.
type familyReader struct {
	host    action.Host
	library Library
}

// read reads the strip of a picture: the original that it comes from and everything that was made of that, with the
// failed edits. Anything but relatives that cannot be read is left out and logged.
func (r *familyReader) read(ctx context.Context, ref string) (family, error) {
	original, err := r.original(ctx, ref)
	if err != nil {
		return family{}, err
	}
	f := family{versions: []version{original}}
	for i := 0; i < len(f.versions) && len(f.versions) < mostVersions; i++ {
		from := f.versions[i].asset
		if from.ID == 0 {
			continue
		}
		made, err := r.madeOf(ctx, from.Ref)
		if err != nil {
			return family{}, err
		}
		for _, v := range made {
			if !f.has(v) {
				f.versions = append(f.versions, v)
			}
		}
	}
	for i := range f.versions {
		r.readJob(ctx, &f.versions[i])
	}
	slices.SortStableFunc(f.versions[1:], func(a, b version) int { return a.at().Compare(b.at()) })
	f.usual = usualTime(f.versions)
	return f, ctx.Err()
}

// original returns the picture at the root of the family.
func (r *familyReader) original(ctx context.Context, ref string) (version, error) {
	a, err := r.library.AssetByRef(ctx, ref)
	isFrame := false
	for range mostVersions {
		if err != nil {
			return version{}, err
		}
		var f db.Family
		if f, err = r.library.Family(ctx, a.Ref); err != nil {
			return version{}, err
		}
		up := slices.IndexFunc(f.MadeFrom, func(k db.Relative) bool {
			return k.Asset != nil && k.Asset.Kind == db.Picture && k.Place == 0
		})
		if up < 0 {
			isFrame = a.JobID == 0 && slices.ContainsFunc(f.MadeFrom, func(k db.Relative) bool {
				return k.Asset != nil && k.Asset.Kind == db.Clip
			})
			break
		}
		a = *f.MadeFrom[up].Asset
	}
	return version{asset: a, frame: isFrame}, err
}

// madeOf returns the versions that were made of a picture, or are being made.
func (r *familyReader) madeOf(ctx context.Context, ref string) (made []version, err error) {
	f, err := r.library.Family(ctx, ref)
	if err != nil {
		return nil, err
	}
	lost, err := r.library.EditsWithoutFile(ctx, ref, mostLost)
	for _, k := range slices.Concat(f.EditedInto, f.Extracted) {
		v := version{parent: ref}
		if k.Asset != nil {
			v.asset = *k.Asset
		}
		if k.Job != nil {
			v.job = *k.Job
		}
		made = append(made, v)
	}
	for _, job := range lost {
		if inputOf(job).Asset == ref {
			made = append(made, version{parent: ref, job: job})
		}
	}
	return made, err
}

// readJob reads the job of the original, and the cost of any version.
func (r *familyReader) readJob(ctx context.Context, v *version) {
	var err error
	if id := v.asset.JobID; v.job.ID == 0 && v.parent == "" && id != 0 {
		v.job, err = r.library.Job(ctx, id)
	}
	if err == nil && v.job.ID != 0 {
		v.entries, err = r.library.Entries(ctx, v.job.ID)
	}
	if err == nil && v.job.ID != 0 {
		var p db.Profile
		p, err = r.library.Profile(ctx, v.job.ProfileID)
		v.money = wording.MoneyOf(p, r.host.Profile())
	}
	if err != nil {
		r.host.Log().Warn("cannot read what belongs to a version", slog.Int64("job", v.job.ID), slog.Any("err", err))
	}
}
