package db

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPictureSamples(t *testing.T) {
	l := newLibrary(t)
	ctx := context.Background()
	p := newProfile(t, l)
	charged := func(kind JobKind, request, currency string, micros *int64) {
		t.Helper()
		j := newJob(t, l, Job{ProfileID: p.ID, Kind: kind, State: Sending, Model: "m", Prompt: "p",
			Request: json.RawMessage(request), Currency: "CNY"})
		if _, err := l.Change(ctx, j.ID, func(c *Change) error {
			c.Append(Entry{Kind: Charge, AmountMicros: micros, Currency: currency})
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	large := `{"size":"1200x900","quality":"low"}`
	charged(EditImage, large, "CNY", amount(60))
	charged(EditImage, large, "CNY", nil)
	charged(EditImage, large, "USD", amount(7))
	charged(EditImage, `{"size":"1200x900","quality":"max"}`, "CNY", amount(900))
	charged(EditImage, `{"quality":"low"}`, "CNY", amount(5))
	charged(TextToImage, large, "CNY", amount(40))
	charged(EditImage, large, "CNY", amount(90))
	charged(EditImage, large, "CNY", amount(70))
	want := []PictureSample{{EditImage, "m", "1200x900", "low", 70}, {EditImage, "m", "1200x900", "low", 90},
		{TextToImage, "m", "1200x900", "low", 40},
		{EditImage, "m", "", "low", 5}, {EditImage, "m", "1200x900", "max", 900},
		{EditImage, "m", "1200x900", "low", 60}}
	got, err := l.PictureSamples(ctx, p.ID, "CNY")
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v %s", err, diff)
	}
	if got, err := l.PictureSamples(ctx, p.ID+1, "CNY"); err != nil || len(got) > 0 {
		t.Errorf("of another profile: %v, %v", got, err)
	}
}
