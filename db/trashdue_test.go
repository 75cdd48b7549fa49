package db

import (
	"path/filepath"
	"testing"
	"time"
)

// What is in the trash is deleted when its days are over, and not before; what it cost stays known, also to a rebuild.
func TestTheTrashIsDeletedWhenDue(t *testing.T) {
	now := noon
	o := testOptions()
	o.Now = func() time.Time { return now }
	l, err := Open(t.Context(), filepath.Join(t.TempDir(), "library"), o)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	p := newProfile(t, l)
	j := newJob(t, l, videoJob(p.ID, "boats"))
	to := landMade(t, l, mp4Head, madeBy(j, 0))
	made := addAsset(t, l, j, Asset{Path: to.Path, SHA256: to.SHA256, Bytes: to.Bytes})
	brought := imported(t, l, "x.png", onePNG(), ImportMeta{})
	kept := imported(t, l, "y.png", onePNG()+"y", ImportMeta{})
	if _, err := l.TrashAll(t.Context(), []int64{made.ID, brought.ID}); err != nil {
		t.Fatal(err)
	}
	expect := func(want int) {
		t.Helper()
		if n, err := l.DeleteDue(t.Context()); err != nil || n != want {
			t.Errorf("deleted %d, want %d, %v", n, want, err)
		}
	}
	expect(0)
	now = noon.AddDate(0, 0, DefaultTrashDays).Add(-time.Second)
	expect(0)
	if err := l.SetTrashDays(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	now = noon.AddDate(9, 0, 0)
	expect(0)
	if err := l.SetTrashDays(t.Context(), 7); err != nil {
		t.Fatal(err)
	}
	now = noon.AddDate(0, 0, 7)
	expect(2)
	if n, err := l.DeleteForever(t.Context(), []int64{kept.ID}); n != 0 || err != nil {
		t.Errorf("%d were deleted that were not in the trash, %v", n, err)
	}
	if left, err := l.filesIn(t.Context(), trashDir); err != nil || len(left) > 0 {
		t.Errorf("left in the trash: %v, %v", left, err)
	}
	if r, err := l.Sweep(t.Context()); err != nil || len(r.Files)+len(r.Missing) > 0 {
		t.Errorf("%+v, %v", r, err)
	}
	after, report := rebuilt(t, l)
	if len(report.Problems) > 0 || report.Jobs != 1 || report.Assets != 1 {
		t.Errorf("report %+v", report)
	}
	if sums, err := after.Totals(t.Context(), 0, time.Time{}, time.Time{}); err != nil || sums.Charged != 3_500_000 {
		t.Errorf("totals %+v, %v", sums, err)
	}
}
