package db

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// ID and creation time of a profile identify its key. A rebuild from the files restores both.
func TestRebuildKeepsProfileIDAndTime(t *testing.T) {
	l := newLibrary(t)
	m := madeBy(clipOf("boats"), 0)
	m.Service.ProfileID, m.Service.Since, m.Service.KeySince = 7, noon.Add(-1000*time.Hour), noon.Add(-999*time.Hour)
	ingestMade(t, l, mp4Head, m)
	l, _ = rebuilt(t, l)
	p, err := l.Profile(t.Context(), 7)
	if err != nil || !p.CreatedAt.Equal(m.Service.Since) || !p.KeySince.Equal(m.Service.KeySince) {
		t.Errorf("%+v, %v", p, err)
	}
}

func TestRestoreProfile(t *testing.T) {
	l := newLibrary(t)
	limit := int64(5)
	want := Profile{ID: 9, Name: "Studio", BaseURL: "https://api.example.com", Saved: true, Currency: "EUR",
		MaxTasks: 3, MaxImages: 2, PollSeconds: 12, WarnPercent: 60, Form: "openai", DayBudgetMicros: amount(9),
		ImageMinutes: 10, KeySince: noon.UTC(), LastOKAt: noon.UTC(), CreatedAt: noon.Add(-time.Hour).UTC(),
		ConfirmMicros: &limit, BudgetMicros: &limit,
		Models: []byte(`[]`), Hosting: []byte(`{"kind":""}`)}
	// first it is inserted, then it replaces the existing one
	for _, name := range []string{"Studio", "Atelier"} {
		want.Name = name
		want.CreatedAt = want.CreatedAt.Add(time.Minute)
		got, err := l.RestoreProfile(t.Context(), want)
		if d := cmp.Diff(want, got); d != "" || err != nil {
			t.Errorf("%v (-want +got)\n%s", err, d)
		}
	}
	if all, err := l.Profiles(t.Context()); err != nil || len(all) != 1 {
		t.Errorf("%d profiles, %v", len(all), err)
	}
}
