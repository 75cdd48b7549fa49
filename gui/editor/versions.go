package editor

import (
	"context"
	"encoding/json"
	"log/slog"
	"slices"
	"time"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// version is one place of the strip: a picture that is there, or a job that has made none.
type version struct {
	asset   db.Asset // its ID is 0 while there is none
	job     db.Job   // that made it; its ID is 0 for a picture that was imported
	parent  string   // ref of the picture that it was made of; "" for the original
	entries []db.Entry
	money   wording.MoneyFormat // of what job cost
}

func (v version) made() bool { return v.asset.ID != 0 }

// running reports whether a picture is on its way.
func (v version) running() bool {
	switch v.job.State {
	case db.Sending, db.Queued, db.InProgress, db.Completed, db.Downloading, db.Saving:
		return !v.made()
	}
	return false
}

// at is when the version came to be, or was asked for.
func (v version) at() time.Time {
	if v.job.ID != 0 {
		return v.job.CreatedAt
	}
	return v.asset.CreatedAt
}

// family is the strip: everything that comes from one original.
type family struct {
	versions []version     // the original first, then by time
	usual    time.Duration // what an edit usually took here; 0: not known
}

// find gives the place of an asset; -1 where it is not among them.
func (f family) find(ref string) int {
	return slices.IndexFunc(f.versions, func(v version) bool { return v.made() && v.asset.Ref == ref })
}

// newest is the last picture that was made of one; false where none was.
func (f family) newest(parent string) (version, bool) {
	for _, v := range slices.Backward(f.versions) {
		if v.made() && v.parent == parent && parent != "" {
			return v, true
		}
	}
	return version{}, false
}

// inputOf is what was in the first place for pictures of a job's request; the zero value where the row does not say.
func inputOf(job db.Job) db.Input {
	var inputs []db.Input
	if len(job.Inputs) == 0 || json.Unmarshal(job.Inputs, &inputs) != nil {
		return db.Input{}
	}
	for _, in := range inputs {
		if in.Place == 0 {
			return in
		}
	}
	return db.Input{}
}

// Bounds of a strip: all of its versions, and the edits that came to nothing of each.
const (
	mostVersions = 200
	mostLost     = 10
)

// readFamily reads the strip of a picture: from the original that it comes from, everything that was made of that, with
// the edits that came to nothing. What else than the relatives cannot be read is left out and logged.
func (s *Screen) readFamily(ctx context.Context, ref string) (family, error) {
	original, err := s.readOriginal(ctx, ref)
	if err != nil {
		return family{}, err
	}
	f := family{versions: []version{{asset: original}}}
	for i := 0; i < len(f.versions) && len(f.versions) < mostVersions; i++ {
		from := f.versions[i].asset
		if from.ID == 0 {
			continue
		}
		made, err := s.readMadeOf(ctx, from.Ref)
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
		s.readJob(ctx, &f.versions[i])
	}
	slices.SortStableFunc(f.versions[1:], func(a, b version) int { return a.at().Compare(b.at()) })
	f.usual = usualTime(f.versions)
	return f, ctx.Err()
}

// has reports whether a version is in the strip, or cannot be.
func (f family) has(v version) bool {
	if v.made() {
		return v.asset.Kind != db.Picture || f.find(v.asset.Ref) >= 0
	}
	return slices.ContainsFunc(f.versions, func(o version) bool { return !o.made() && o.job.ID == v.job.ID })
}

// readOriginal goes up to the picture that was made of no other.
func (s *Screen) readOriginal(ctx context.Context, ref string) (db.Asset, error) {
	a, err := s.d.Library.AssetByRef(ctx, ref)
	for range mostVersions {
		if err != nil {
			return db.Asset{}, err
		}
		var f db.Family
		if f, err = s.d.Library.Family(ctx, a.Ref); err != nil {
			return db.Asset{}, err
		}
		up := slices.IndexFunc(f.MadeFrom, func(k db.Kin) bool { return k.Asset != nil && k.Asset.Kind == db.Picture && k.Place == 0 })
		if up < 0 {
			break
		}
		a = *f.MadeFrom[up].Asset
	}
	return a, err
}

// readMadeOf reads what was made of a picture, or is to be.
func (s *Screen) readMadeOf(ctx context.Context, ref string) (made []version, err error) {
	f, err := s.d.Library.Family(ctx, ref)
	if err != nil {
		return nil, err
	}
	lost, err := s.d.Library.LostEdits(ctx, ref, mostLost)
	for _, k := range slices.Concat(f.EditedInto, f.TakenFrom) {
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

// readJob reads the job of the original, and of any version what it cost.
func (s *Screen) readJob(ctx context.Context, v *version) {
	var err error
	if id := v.asset.JobID; v.job.ID == 0 && v.parent == "" && id != 0 {
		v.job, err = s.d.Library.Job(ctx, id)
	}
	if err == nil && v.job.ID != 0 {
		v.entries, err = s.d.Library.Entries(ctx, v.job.ID)
	}
	if err == nil && v.job.ID != 0 {
		var p db.Profile
		p, err = s.d.Library.Profile(ctx, v.job.ProfileID)
		v.money = wording.MoneyOf(p, s.d.Profile())
	}
	if err != nil {
		s.d.Log().Warn("cannot read what belongs to a version", slog.Int64("job", v.job.ID), slog.Any("err", err))
	}
}

// usualTime is the middle of what the edits of a family took.
func usualTime(versions []version) time.Duration {
	var took []time.Duration
	for _, v := range versions {
		if d := v.job.FinishedAt.Sub(v.job.SentAt); v.made() && v.job.Kind == db.EditImage && !v.job.SentAt.IsZero() && d > 0 {
			took = append(took, d)
		}
	}
	if len(took) == 0 {
		return 0
	}
	slices.Sort(took)
	return took[len(took)/2]
}

// caption returns the two lines under a version: what it is, and its cost.
func (v version) caption(now time.Time) (what, cost string) {
	if v.job.ID == 0 {
		when := wording.When(v.asset.CreatedAt, now)
		if v.parent != "" {
			return lang.L("Copy, %s", when), ""
		}
		return lang.L("Imported, %s", when), ""
	}
	c := wording.CostOf(v.job, v.entries)
	if c.Number != "—" {
		c.Word = v.money.Mark(c.Number + " " + c.Word)
	}
	return lang.L("“%s”", v.job.Prompt), c.Word
}
