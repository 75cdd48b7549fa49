package price

import (
	"testing"

	"viviscope/client"
	"viviscope/db"
)

func TestARequestIsPricedByItsKind(t *testing.T) {
	table := client.PriceTable{Currency: "CNY", Video: []client.VideoRate{{Model: "clip-2.6", Resolution: "720P", PerSecond: 560_000}}}
	const clip = `{"model":"clip-2.6","prompt":"boats","seconds":5,"resolution":"720P"}`
	for _, c := range []struct {
		kind    db.JobKind
		request string
		known   bool
		amount  client.Micros
	}{
		{db.TextToVideo, clip, true, 2_800_000},
		{db.FramesToVideo, clip, true, 2_800_000},
		{db.TextToVideo, `{"model":"other","seconds":5}`, false, 0},
		{db.TextToVideo, `broken`, false, 0},
		{db.TextToImage, `{"model":"none","prompt":"x"}`, false, 0},
		{db.EditImage, `broken`, false, 0},
		{"", clip, false, 0},
	} {
		got := Of(table, db.Job{Kind: c.kind, Request: []byte(c.request)})
		if got.Known != c.known || got.Known && got.Amount != c.amount {
			t.Errorf("%s %s: %+v", c.kind, c.request, got)
		}
	}
}
