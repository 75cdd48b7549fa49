package jobs_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/client/sandbox/sandboxtest"
	"viviscope/db"
	"viviscope/db/dbtest"
	"viviscope/db/search"
)

// plainAsset is a db.Asset without the method Equal, which cmp would call instead of comparing the fields.
type plainAsset db.Asset

// contents is the content of a library without the IDs, which differ in a new database.
type contents struct {
	Profiles []db.Profile
	Jobs     []db.Job
	Assets   []plainAsset
	Entries  []db.Entry
	Resends  map[string]string // ref of a job to the ref of the one that it repeats
	JobOf    map[string]string // ref of an asset to the ref of its job
	Paid     map[string][]db.EntryKind
}

func (s *studio) contents() contents {
	s.t.Helper()
	ctx := s.t.Context()
	c := contents{Resends: map[string]string{}, JobOf: map[string]string{}, Paid: map[string][]db.EntryKind{}}
	var err error
	c.Profiles, err = s.lib.Profiles(ctx)
	s.must(err)
	c.Jobs, err = s.lib.Jobs(ctx, db.JobFilter{})
	s.must(err)
	refs := map[int64]string{}
	for _, j := range c.Jobs {
		refs[j.ID] = j.Ref
	}
	for _, j := range c.Jobs {
		if j.ResendOf != 0 {
			c.Resends[j.Ref] = refs[j.ResendOf]
		}
	}
	for _, trashed := range []bool{false, true} {
		some, err := dbtest.Assets(ctx, s.lib, search.Filter{Trashed: trashed})
		s.must(err)
		for _, a := range some {
			c.Assets = append(c.Assets, plainAsset(a))
		}
	}
	for _, a := range c.Assets {
		c.JobOf[a.Ref] = refs[a.JobID]
	}
	slices.SortFunc(c.Assets, func(a, b plainAsset) int { return slices.Compare([]byte(a.Ref), []byte(b.Ref)) })
	c.Entries, err = s.lib.Entries(ctx, 0)
	s.must(err)
	slices.SortStableFunc(c.Entries, func(a, b db.Entry) int { return b.At.Compare(a.At) })
	for _, e := range c.Entries {
		c.Paid[refs[e.JobID]] = append(c.Paid[refs[e.JobID]], e.Kind)
	}
	return c
}

// A library that was made by the real program and rebuilt from its folder has the same content.
func TestRebuiltLibraryEqualsOriginal(t *testing.T) {
	s := newStudio(t, sandboxtest.ContentRedirect)
	ctx := t.Context()
	clips, err := s.engine.Submit(ctx, s.profile.ID,
		[]jobs.Order{{Request: videoOf("paper boats <3 & more")},
			{Request: videoOf("paper kites"), Template: "paper {kites|boats}"}}, jobs.Terms{})
	s.must(err)
	picture := s.picture("a lighthouse at dusk")
	edits, err := s.engine.Submit(ctx, s.profile.ID,
		[]jobs.Order{{Request: client.EditRequest{ImageRequest: imageOf("at night"), Image: pngBytes(),
			ImageName: "a.png"}}}, jobs.Terms{})
	s.must(err)
	for _, j := range append(slices.Clone(clips), picture, edits[0]) {
		s.until(j.ID, db.Saved)
	}
	again, err := s.engine.SendAgain(ctx, clips[1].ID, jobs.Terms{})
	s.must(err)
	s.until(again.ID, db.Saved)
	_, err = s.lib.StarAll(ctx, []int64{s.asset(clips[0].ID).ID, s.asset(picture.ID).ID}, true)
	s.must(err)
	_, err = s.lib.StarAll(ctx, []int64{s.asset(picture.ID).ID}, false)
	s.must(err)
	_, err = s.lib.TrashAll(ctx, []int64{s.asset(edits[0].ID).ID})
	s.must(err)
	want := s.contents()
	s.close()

	for _, damage := range []struct {
		name string
		do   func(path string) error
	}{
		{"its header is not one", func(p string) error {
			return os.WriteFile(p, []byte("this is no database at all, but text"), 0o600)
		}},
		{"it is cut short", func(p string) error { return os.Truncate(p, 8192) }},
		{"it is gone", os.Remove},
		{"nothing is wrong with it", func(string) error { return nil }},
	} {
		s.must(damage.do(filepath.Join(s.dir, "viviscope.db")))
		report, err := db.Rebuild(ctx, s.dir, db.Options{Now: s.clock.Now})
		if err != nil || len(report.Problems) > 0 || report.Assets != 5 || report.Jobs != 5 || report.Imported != 0 {
			t.Fatalf("%s: %+v, %v", damage.name, report, err)
		}
		s.open()
		got := s.contents()
		if d := cmp.Diff(want, got,
			cmpopts.IgnoreFields(db.Profile{}, "MaxTasks", "PollSeconds", "LastOKAt", "CreatedAt"),
			// The last raw state and the raw answer are not needed after the files are saved.
			cmpopts.IgnoreFields(db.Job{}, "ID", "ResendOf", "RawStatus", "RawAnswer", "ResultItems", "LastCheckAt",
				"EndedAt"),
			// A sidecar holds no signed link, so a rebuilt asset has none.
			cmpopts.IgnoreFields(plainAsset{}, "ID", "JobID", "CreatedAt", "TrashedAt", "Link", "LinkExpires"),
			cmpopts.IgnoreFields(db.Entry{}, "ID", "JobID"),
			cmp.Comparer(sameJSON),
		); d != "" {
			t.Fatalf("%s: -old +new\n%s", damage.name, d)
		}
		s.settled()
		if damage.name != "nothing is wrong with it" {
			s.close()
		}
	}
}

func sameJSON(a, b json.RawMessage) bool {
	if len(a) == 0 || len(b) == 0 {
		return len(a) == len(b)
	}
	var x, y any
	return json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && cmp.Equal(x, y)
}
