package editor

import (
	"encoding/json"
	"slices"
	"time"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// version is one entry of the strip: a picture, or a job that has made none.
type version struct {
	asset   db.Asset // ID 0: there is no picture (yet)
	job     db.Job   // that made it; ID 0 for an imported picture
	parent  string   // ref of the picture that it was made of; "" for the original
	frame   bool     // the original is a frame of a clip
	entries []db.Entry
	money   wording.MoneyFormat // format of the cost
}

func (v version) made() bool { return v.asset.ID != 0 }

// running reports whether its job is still running.
func (v version) running() bool {
	switch v.job.State {
	case db.Sending, db.Queued, db.InProgress, db.Completed, db.Downloading, db.Saving:
		return !v.made()
	}
	return false
}

// at returns when the version was made or requested.
func (v version) at() time.Time {
	if v.job.ID != 0 {
		return v.job.CreatedAt
	}
	return v.asset.CreatedAt
}

// caption returns the two lines under a version: its description and its cost.
func (v version) caption(now time.Time) (what, cost string) {
	if v.job.ID == 0 {
		when := wording.When(v.asset.CreatedAt, now)
		if v.parent != "" {
			return lang.L("Copy, %s", when), ""
		}
		if v.frame {
			return lang.L("From a clip, %s", when), ""
		}
		return lang.L("Imported, %s", when), ""
	}
	c := wording.CostOf(v.job, v.entries)
	if c.Number != "—" {
		c.Word = v.money.Mark(c.Number + " " + c.Word)
	}
	return lang.L("“%s”", v.job.PromptBody()), c.Word
}

// family is the content of the strip: all versions of one original.
type family struct {
	versions []version     // the original first, then by time
	usual    time.Duration // usual duration of an edit; 0: unknown
}

// find returns the index of an asset; -1 if it is not in the family.
func (f family) find(ref string) int {
	return slices.IndexFunc(f.versions, func(v version) bool { return v.made() && v.asset.Ref == ref })
}

// newest returns the last picture that was made of another; false if there is none.
func (f family) newest(parent string) (version, bool) {
	for _, v := range slices.Backward(f.versions) {
		if v.made() && v.parent == parent && parent != "" {
			return v, true
		}
	}
	return version{}, false
}

// has reports whether a version is in the family, or does not belong into a strip.
func (f family) has(v version) bool {
	if v.made() {
		return v.asset.Kind != db.Picture || f.find(v.asset.Ref) >= 0
	}
	return slices.ContainsFunc(f.versions, func(o version) bool { return !o.made() && o.job.ID == v.job.ID })
}

// inputOf returns the first input picture of a job; the zero value if it has none.
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

// usualTime returns the median duration of the edits of a family; 0 if there are none.
func usualTime(versions []version) time.Duration {
	var took []time.Duration
	for _, v := range versions {
		d := v.job.FinishedAt.Sub(v.job.SentAt)
		if v.made() && v.job.Kind == db.EditImage && !v.job.SentAt.IsZero() && d > 0 {
			took = append(took, d)
		}
	}
	if len(took) == 0 {
		return 0
	}
	slices.Sort(took)
	return took[len(took)/2]
}
