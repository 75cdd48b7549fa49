package price

import (
	"encoding/json"
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

// The pixels of the picture that is edited stand beside the request. The engine counts them, so the buttons do.
func TestAnEditIsPricedByItsPicture(t *testing.T) {
	table := client.PriceTable{Currency: "CNY", Tokens: &client.TokenPrices{InputTextPerMillion: 5_000_000, InputImagePerMillion: 40_000_000, OutputPerMillion: 40_000_000}}
	edit := client.EditRequest{ImageRequest: client.ImageRequest{Prompt: "boats", Size: client.Size1024, Quality: "low"}, InputWidth: 1536, InputHeight: 640}
	raw, err := json.Marshal(edit)
	if err != nil {
		t.Fatal(err)
	}
	got := Of(table, db.Job{Kind: db.EditImage, Request: raw, Inputs: []byte(`[{"place":0,"part":true},{"place":0,"width":1536,"height":640}]`)})
	if want := edit.Estimate(table); !got.Known || got.Amount != want.Amount {
		t.Errorf("%+v, want %+v", got, want)
	}
}
