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
	sandbox bool
}

// made reports whether there is a picture.
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

// sourceOf is the ref of the picture that a job was asked to change; "" where the row does not say.
func sourceOf(job db.Job) string {
	in, ok := inputOf(job)
	if !ok {
		return ""
	}
	return in.Asset
}

// inputOf is what stood in the first place for pictures of a job's request.
func inputOf(job db.Job) (db.Input, bool) {
	var inputs []db.Input
	if len(job.Inputs) == 0 || json.Unmarshal(job.Inputs, &inputs) != nil {
		return db.Input{}, false
	}
	i := slices.IndexFunc(inputs, func(in db.Input) bool { return in.Place == 0 })
	if i < 0 {
		return db.Input{}, false
	}
	return inputs[i], true
}

// Bounds of a strip: all of its versions, and the edits that came to nothing of each.
const (
	mostVersions = 200
	mostLost     = 10
)

// readFamily reads the strip of a picture: from the original that it comes from, everything that was made of that, with
// the edits that came to nothing. What else than the relatives cannot be read is left out and logged.
func (s *Screen) readFamily(ctx context.Context, ref string) (family, error) {
	r := familyReader{s: s, ctx: ctx, profiles: map[int64]bool{}}
	original, err := r.original(ref)
	if err != nil {
		return family{}, err
	}
	if err := r.descend(original); err != nil {
		return family{}, err
	}
	f := family{versions: r.found}
	slices.SortStableFunc(f.versions, func(a, b version) int {
		if first := rank(a) - rank(b); first != 0 {
			return first
		}
		return a.at().Compare(b.at())
	})
	f.usual = usualTime(f.versions)
	return f, ctx.Err()
}

// rank puts the original before all that was made of it.
func rank(v version) int {
	if v.parent == "" {
		return 0
	}
	return 1
}

type familyReader struct {
	s        *Screen
	ctx      context.Context
	profiles map[int64]bool // whether a profile is a sandbox
	found    []version
}

// original goes up to the picture that was made of no other.
func (r *familyReader) original(ref string) (db.Asset, error) {
	a, err := r.s.d.Library.AssetByRef(r.ctx, ref)
	for range mostVersions {
		if err != nil {
			return db.Asset{}, err
		}
		var f db.Family
		if f, err = r.s.d.Library.Family(r.ctx, a.Ref); err != nil {
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

// descend finds everything that comes from a picture, and that.
func (r *familyReader) descend(a db.Asset) error {
	v := version{asset: a}
	if a.JobID != 0 {
		job, err := r.s.d.Library.Job(r.ctx, a.JobID)
		if err != nil {
			r.missed("job", a.JobID, err)
		}
		v.job = job
	}
	r.add(v)
	for i := 0; i < len(r.found) && len(r.found) < mostVersions; i++ {
		from := r.found[i].asset
		if from.ID == 0 {
			continue
		}
		f, err := r.s.d.Library.Family(r.ctx, from.Ref)
		if err != nil {
			return err
		}
		for _, k := range slices.Concat(f.EditedInto, f.TakenFrom) {
			r.relative(k, from.Ref)
		}
		lost, err := r.s.d.Library.LostEdits(r.ctx, from.Ref, mostLost)
		if err != nil {
			return err
		}
		for _, job := range lost {
			if sourceOf(job) == from.Ref {
				r.relative(db.Kin{Job: &job}, from.Ref)
			}
		}
	}
	return nil
}

// relative adds what was made of a picture, or is to be.
func (r *familyReader) relative(k db.Kin, parent string) {
	v := version{parent: parent}
	if k.Asset != nil {
		v.asset = *k.Asset
	}
	if k.Job != nil {
		v.job = *k.Job
	}
	if v.made() && (v.asset.Kind != db.Picture || family{versions: r.found}.find(v.asset.Ref) >= 0) {
		return
	}
	if !v.made() && slices.ContainsFunc(r.found, func(o version) bool { return !o.made() && o.job.ID == v.job.ID }) {
		return
	}
	r.add(v)
}

// add takes a version in, with what it cost.
func (r *familyReader) add(v version) {
	if v.job.ID != 0 {
		var err error
		if v.entries, err = r.s.d.Library.Entries(r.ctx, db.EntryFilter{JobID: v.job.ID}); err != nil {
			r.missed("ledger", v.job.ID, err)
		}
		v.sandbox = r.sandbox(v.job)
	}
	r.found = append(r.found, v)
}

func (r *familyReader) sandbox(job db.Job) bool {
	sandbox, known := r.profiles[job.ProfileID]
	if !known {
		p, err := r.s.d.Library.Profile(r.ctx, job.ProfileID)
		if err != nil {
			r.missed("profile", job.ID, err)
		}
		sandbox = p.Sandbox
		r.profiles[job.ProfileID] = sandbox
	}
	return sandbox
}

func (r *familyReader) missed(what string, job int64, err error) {
	r.s.d.Log().Warn("cannot read what belongs to a version", slog.String("what", what), slog.Int64("job", job), slog.Any("err", err))
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

// caption is the two lines under a version: what it is, and what it cost. That it is a sandbox's stands on the picture.
func (v version) caption(now time.Time) (what, cost string) {
	if v.job.ID == 0 {
		when := wording.When(v.asset.CreatedAt, now)
		if v.parent != "" {
			return lang.L("Copy, %s", when), ""
		}
		return lang.L("Imported, %s", when), ""
	}
	what = lang.L("“%s”", v.job.Prompt)
	c := wording.CostOf(v.job, v.entries)
	switch {
	case c.Number == "—":
		cost = c.Word
	default:
		cost = c.Number + " " + c.Word
	}
	return what, cost
}
