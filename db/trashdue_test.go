package db

import (
	"path/filepath"
	"testing"
	"time"

	"viviscope/db/folder"
)

// Assets in the trash are deleted after the retention time, not earlier. Their costs are kept, also by a rebuild.
func TestDeleteDue(t *testing.T) {
	now := noon.AddDate(0, 0, -90)
	o := testOptions()
	o.Now = func() time.Time { return now }
	l, err := Open(t.Context(), filepath.Join(t.TempDir(), "library"), o)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	p := newProfile(t, l)
	j := newJob(t, l, videoJob(p.ID, "boats"))
	to := ingestMade(t, l, mp4Head, madeBy(j, 0))
	made := addAsset(t, l, j, Asset{Path: to.Path, SHA256: to.SHA256, Bytes: to.Bytes})
	brought := imported(t, l, "x.png", onePNG(), ImportMeta{})
	kept := imported(t, l, "y.png", onePNG()+"y", ImportMeta{})
	now = noon
	if _, err := l.TrashAll(t.Context(), []int64{made.ID, brought.ID}); err != nil {
		t.Fatal(err)
	}
	// at calls DeleteDue at a time; through calls it each day until then.
	at := func(then time.Time, proved bool, want int) {
		t.Helper()
		now = then
		if n, err := l.DeleteDue(t.Context(), proved); err != nil || n != want {
			t.Errorf("%v: deleted %d, want %d, %v", now, n, want, err)
		}
	}
	through := func(until time.Time) {
		t.Helper()
		for day := now.AddDate(0, 0, 1); day.Before(until); day = day.AddDate(0, 0, 1) {
			at(day, false, 0)
		}
	}
	at(now, false, 0)
	through(noon.AddDate(0, 0, DefaultTrashDays))
	// The clock shows 2040 for days, and then is right again.
	wrong := time.Date(2040, 1, 1, 12, 0, 0, 0, time.UTC)
	at(wrong, false, 0)
	at(wrong.Add(time.Second), false, 0)
	through(wrong.AddDate(0, 0, DefaultTrashDays-1))
	at(noon.AddDate(0, 0, DefaultTrashDays-1), true, 0)
	at(noon.AddDate(0, 0, DefaultTrashDays+1), true, 0)
	// No call for months, but the clock was verified before and after: due assets are deleted.
	if err := l.SetTrashDays(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	at(noon.AddDate(0, 0, 100), true, 0)
	if err := l.SetTrashDays(t.Context(), 7); err != nil {
		t.Fatal(err)
	}
	at(noon.AddDate(0, 0, 101), true, 2)
	if n, err := l.DeleteForever(t.Context(), []int64{kept.ID}); n != 0 || err != nil {
		t.Errorf("%d assets outside the trash were deleted, %v", n, err)
	}
	if left, err := l.FilesIn(t.Context(), folder.Trash); err != nil || len(left) > 0 {
		t.Errorf("left in the trash: %v, %v", left, err)
	}
	if r, err := l.Sweep(t.Context()); err != nil || len(r.Files)+len(r.Missing) > 0 {
		t.Errorf("%+v, %v", r, err)
	}
	after, report := rebuilt(t, l)
	if len(report.Problems) > 0 || report.Jobs != 1 || report.Assets != 1 {
		t.Errorf("report %+v", report)
	}
	if sums := sumsOf(t, after, 0, time.Time{}, time.Time{}); sums.Charged != 3_500_000 {
		t.Errorf("sums %+v", sums)
	}
}
