package facts

import (
	"context"
	"encoding/json"
	"slices"
	"testing"
	"time"

	"viviscope/db"
	"viviscope/gui/wording"
)

func now() time.Time { return time.Date(2026, 11, 21, 14, 30, 0, 0, time.FixedZone("CET", 3600)) }

func request(s string) db.Job {
	return db.Job{ID: 1, Kind: db.TextToVideo, Request: json.RawMessage(s)}
}

func TestMismatch(t *testing.T) {
	charge := []db.Entry{{Kind: db.Charge, Quantity: json.RawMessage(`{"seconds":10}`)}}
	clip := db.Asset{Kind: db.Clip, Seconds: 10.04, Width: 1280, Height: 720, HasAudio: true}
	short, small, silent := clip, clip, clip
	short.Seconds = 8
	small.Width, small.Height = 1280, 720
	silent.HasAudio = false
	picture := db.Asset{Kind: db.Picture, Width: 1024, Height: 1024}
	for _, c := range []struct {
		name string
		a    db.Asset
		b    Background
		want string
	}{
		{"as asked", clip, Background{Job: request(`{"seconds":10,"resolution":"720P","audio":true}`)}, ""},
		{"shorter", short, Background{request(`{"seconds":10}`), charge, wording.MoneyFormat{}},
			"Requested 10 s, delivered 8 s. Charged for 10 s."},
		{"shorter, charge not known", short, Background{Job: request(`{"seconds":10}`)},
			"Requested 10 s, delivered 8 s."},
		{"lower resolution", small, Background{Job: request(`{"seconds":10,"resolution":"1080P"}`)},
			"Requested 1080P, delivered 1280 × 720."},
		{"another size", clip, Background{Job: request(`{"seconds":10,"size":"1920x1080"}`)},
			"Requested 1920 × 1080, delivered 1280 × 720."},
		{"no sound", silent, Background{Job: request(`{"seconds":10,"audio":true}`)},
			"Requested audio, delivered without."},
		{"picture as asked", picture, Background{Job: request(`{"size":"1024x1024"}`)}, ""},
		{"picture of any size", picture, Background{Job: request(`{"size":"auto"}`)}, ""},
		{"picture of another size", picture, Background{Job: request(`{"size":"1536x1024"}`)},
			"Requested 1536 × 1024, delivered 1024 × 1024."},
		{"request cannot be read", clip, Background{Job: request(`?`)}, ""},
		{"imported", short, Background{}, ""},
	} {
		if got := mismatch(c.a, c.b); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestDelivered(t *testing.T) {
	for _, c := range []struct {
		a    db.Asset
		want string
	}{
		{db.Asset{Kind: db.Clip, Seconds: 10.0417, Width: 1280, Height: 720, FPS: 24, HasAudio: true},
			"10.04 s · 1280 × 720 · 24 fps · sound"},
		{db.Asset{Kind: db.Clip, Seconds: 5, Width: 1920, Height: 1080, FPS: 29.97}, "5 s · 1920 × 1080 · 29.97 fps"},
		{db.Asset{Kind: db.Picture, Width: 1024, Height: 1536, MIME: "image/jpeg"}, "1024 × 1536 · JPEG"},
		{db.Asset{}, ""},
	} {
		if got := Delivered(c.a); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestCostWords(t *testing.T) {
	m := func(v int64) *int64 { return &v }
	entry := func(k db.EntryKind, micros *int64) db.Entry {
		return db.Entry{Kind: k, AmountMicros: micros, Currency: "CNY"}
	}
	for _, c := range []struct {
		name    string
		entries []db.Entry
		sandbox bool
		want    []string
	}{
		{"none", nil, false, nil},
		{"reserved", []db.Entry{entry(db.Reserve, m(5_600_000))}, false, []string{"¥5.60 reserved"}},
		{"charged closes the reserve", []db.Entry{entry(db.Charge, m(5_600_000)), entry(db.Reserve, m(5_600_000))},
			false, []string{"¥5.60 charged"}},
		{"refunded", []db.Entry{entry(db.Reserve, m(1e6)), entry(db.Refund, m(1e6))}, false,
			[]string{"¥1.00 refunded"}},
		{"unconfirmed says up to", []db.Entry{entry(db.UnconfirmedEntry, m(4_500_000))}, false,
			[]string{"up to ¥4.50 unconfirmed"}},
		{"a void tells nothing", []db.Entry{entry(db.UnconfirmedEntry, m(4_500_000)), entry(db.Void, m(4_500_000))},
			false, nil},
		{"sandbox", []db.Entry{entry(db.Charge, m(2e6))}, true, []string{"¥2.00 charged (play money)"}},
		{"no price", []db.Entry{entry(db.Charge, nil)}, false, []string{"charged, price not known"}},
	} {
		var got []string
		for _, f := range cost(Background{Entries: c.entries, Money: wording.MoneyFormat{Play: c.sandbox}}) {
			words := f.Value
			if f.Bold != "" {
				words = f.Bold + " " + words
			}
			got = append(got, words)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestFactsOfAClip(t *testing.T) {
	at := now().Add(-time.Hour)
	job := request(`{"seconds":10,"resolution":"720P","seed":48210770}`)
	job.Model, job.TaskID, job.Client = "clip-2.6", "video_1", "editor"
	job.CreatedAt, job.AcceptedAt, job.FinishedAt = at, at.Add(time.Second), at.Add(187*time.Second)
	job.ExpiresAt = now().Add(6*24*time.Hour + 23*time.Hour)
	a := db.Asset{ID: 1, JobID: 1, Kind: db.Clip, Path: "files/2026/11/boats [7f3a].mp4", Seconds: 10, Width: 1280,
		Height: 720, FPS: 24, Bytes: 18_200_000, CreatedAt: job.FinishedAt.Add(time.Second)}
	amount := int64(5_600_000)
	b := Background{Job: job, Entries: []db.Entry{{Kind: db.Charge, AmountMicros: &amount, Currency: "CNY"}}}
	got := map[string]string{}
	for _, f := range slices.Concat(made(a, b, now()), file(a, Whole, nil), money(a, b, now())) {
		got[f.Label] = f.Bold + f.Value
	}
	for label, want := range map[string]string{
		"Model":          "clip-2.6",
		"Made":           "21 Nov 2026, 13:33, took 3:06",
		"Program":        "editor",
		"Requested":      "10 s · 720P · no audio",
		"Delivered":      "10 s · 1280 × 720 · 24 fps",
		"Seed":           "48\u00a0210\u00a0770",
		"File":           "boats [7f3a].mp4",
		"Size":           "18.2 MB, intact",
		"Cost":           "¥5.60charged",
		"On the service": "6 d 23 h left",
		"Task ID":        "video_1",
	} {
		if got[label] != want {
			t.Errorf("%s: %q, want %q", label, got[label], want)
		}
	}
}

func TestFactsOfImport(t *testing.T) {
	a := db.Asset{ID: 1, Kind: db.Picture, Path: "files/x.png", Width: 10, Height: 10, MIME: "image/png", Bytes: 1,
		CreatedAt: now()}
	for _, f := range slices.Concat(made(a, Background{}, now()), file(a, Whole, nil), money(a, Background{}, now())) {
		switch f.Label {
		case "Made", "Format", "File", "Size":
		default:
			t.Errorf("says %q: %q", f.Label, f.Value)
		}
	}
}

func TestReadOfImportAndDeletedJobIsEmpty(t *testing.T) {
	for _, a := range []db.Asset{{ID: 1}, {ID: 2, JobID: 9}} {
		b, err := Read(t.Context(), nothing{t: t}, db.Profile{}, a)
		if err != nil || b.Job.ID != 0 {
			t.Errorf("asset %d: %v, %v", a.ID, b, err)
		}
	}
}

// nothing is a library without jobs.
type nothing struct {
	Library
	t *testing.T
}

func (nothing) Job(context.Context, int64) (db.Job, error) { return db.Job{}, db.ErrNotFound }

func (n nothing) Entries(context.Context, int64) ([]db.Entry, error) {
	n.t.Error("the ledger of no job was read")
	return nil, nil
}

func (n nothing) Profile(context.Context, int64) (db.Profile, error) {
	n.t.Error("the profile of no job was read")
	return db.Profile{}, nil
}
