package db

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"viviscope/db/ledger"
)

func TestModelStats(t *testing.T) {
	l := newLibrary(t)
	p := newProfile(t, l)
	sent := func(model string, kind JobKind, state JobState, took time.Duration) Job {
		t.Helper()
		j := videoJob(p.ID, "boats")
		j.Model, j.Kind, j.State, j.SentAt = model, kind, state, noon
		if took > 0 {
			j.AcceptedAt, j.FinishedAt = noon, noon.Add(took)
		}
		return newJob(t, l, j)
	}
	paid := func(j Job, kind EntryKind, micros int64, currency string) {
		t.Helper()
		if err := appendEntry(l, j.ID,
			Entry{Kind: kind, AmountMicros: amount(micros), Currency: currency}); err != nil {
			t.Fatal(err)
		}
	}
	for i, took := range []time.Duration{50, 90, 40, 70} {
		j := sent("clips", TextToVideo, Saved, took*time.Second)
		paid(j, Reserve, 100, "CNY")
		paid(j, Charge, int64(100+i), "CNY")
		addAsset(t, l, j, Asset{Seconds: 5})
	}
	dollars := sent("clips", TextToVideo, Saved, time.Hour)
	paid(dollars, Charge, 9000, "USD")
	addAsset(t, l, dollars, Asset{Seconds: 10})
	failed := sent("clips", FramesToVideo, Failed, time.Second)
	paid(failed, Charge, 30, "CNY")
	if _, err := l.Correct(t.Context(),
		Correction{ProfileID: p.ID, JobID: failed.ID, AmountMicros: -30, At: noon, Note: "given back"}); err != nil {
		t.Fatal(err)
	}
	sent("clips", TextToVideo, Expired, 0)
	sent("clips", TextToVideo, InProgress, 0)
	newJob(t, l, videoJob(p.ID, "not sent yet"))
	picture := sent("pictures", EditImage, Saved, 8*time.Second)
	paid(picture, Charge, 70, "CNY")
	for i := range 2 {
		addAsset(t, l, picture, Asset{Kind: Picture, ItemIndex: i})
	}
	got, err := l.ModelStats(t.Context(), ledger.Filter{ProfileID: p.ID})
	want := []ledger.ModelStats{
		{Model: "clips", Currency: "CNY", Sent: 7, Saved: 4, Failed: 2, Median: 60 * time.Second, Charged: 406,
			Made: 20},
		{Model: "clips", Currency: "USD", Sent: 1, Saved: 1, Median: time.Hour, Charged: 9000, Made: 10},
		{Model: "pictures", Currency: "CNY", Pictures: true, Sent: 1, Saved: 1, Median: 8 * time.Second, Charged: 70,
			Made: 2},
	}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Fatal(err, diff)
	}
	if a, b, none := got[0].PerUnit(), got[2].PerUnit(), (ledger.ModelStats{Charged: 7}).PerUnit(); a != 20 ||
		b != 35 || none != 0 {
		t.Errorf("per unit: %d, %d, %d", a, b, none)
	}
	earlier := ledger.Filter{ProfileID: p.ID, To: noon}
	if none, err := l.ModelStats(t.Context(), earlier); err != nil || len(none) > 0 {
		t.Errorf("before anything was sent: %v, %v", none, err)
	}
	of := ledger.Filter{ProfileID: p.ID, Models: []string{"clips"}, Currency: "USD"}
	if one, err := l.ModelStats(t.Context(), of); err != nil || len(one) != 1 || one[0] != want[1] {
		t.Errorf("clips in dollars: %+v, %v", one, err)
	}
	if other, err := l.ModelStats(t.Context(), ledger.Filter{ProfileID: p.ID + 1}); err != nil || len(other) > 0 {
		t.Errorf("of another profile: %v, %v", other, err)
	}
}

// A charge without an amount does not count as a free clip.
func TestPerUnitIgnoresUnpricedClips(t *testing.T) {
	l := newLibrary(t)
	p := newProfile(t, l)
	for _, micros := range []*int64{amount(5_000_000), nil} {
		j := videoJob(p.ID, "boats")
		j.Model, j.State, j.SentAt = "clips", Saved, noon
		j.AcceptedAt, j.FinishedAt = noon, noon.Add(time.Minute)
		j = newJob(t, l, j)
		if err := appendEntry(l, j.ID, Entry{Kind: Charge, AmountMicros: micros, Currency: "CNY"}); err != nil {
			t.Fatal(err)
		}
		addAsset(t, l, j, Asset{Seconds: 5})
	}
	got, err := l.ModelStats(t.Context(), ledger.Filter{ProfileID: p.ID})
	if err != nil || len(got) != 1 || got[0].PerUnit() != 1_000_000 {
		t.Errorf("%+v, %v", got, err)
	}
}
