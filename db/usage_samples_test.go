package db

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPictureCharges(t *testing.T) {
	l := newLibrary(t)
	ctx := context.Background()
	p := newProfile(t, l)
	charged := func(kind JobKind, request, currency string, micros *int64) {
		t.Helper()
		j := newJob(t, l, Job{ProfileID: p.ID, Kind: kind, State: Sending, Model: "m", Prompt: "p", Request: json.RawMessage(request), Currency: "CNY"})
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
	for _, c := range []struct {
		kind          JobKind
		size, quality string
		limit         int
		want          []int64
	}{
		{EditImage, "1200x900", "low", 20, []int64{70, 90, 60}},
		{EditImage, "1200x900", "low", 2, []int64{70, 90}},
		{EditImage, "", "low", 20, []int64{5}},
		{EditImage, "1200x900", "high", 20, nil},
		{TextToImage, "1200x900", "low", 20, []int64{40}},
	} {
		got, err := l.PictureCharges(ctx, p.ID, c.kind, c.size, c.quality, "CNY", c.limit)
		if diff := cmp.Diff(c.want, got); err != nil || diff != "" {
			t.Errorf("%+v: %v %s", c, err, diff)
		}
	}
	if got, err := l.PictureCharges(ctx, p.ID+1, EditImage, "1200x900", "low", "CNY", 20); err != nil || len(got) > 0 {
		t.Errorf("of another profile: %v, %v", got, err)
	}
}
