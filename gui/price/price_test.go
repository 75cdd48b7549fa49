package price

import (
	"encoding/json"
	"testing"

	"viviscope/client"
	"viviscope/db"
)

func TestLater(t *testing.T) {
	table := client.PriceTable{Currency: "CNY", Video: []client.VideoRate{{Model: "clip-2.6", Resolution: "720P", PerSecond: 560_000}},
		Images: []client.ImageRate{{Size: client.Size1024, Quality: "low", PerPicture: 30_000}}, Tokens: &client.TokenPrices{InputTextPerMillion: 5_000_000, InputImagePerMillion: 40_000_000, OutputPerMillion: 40_000_000}}
	table.ModelTokens = []client.ModelTokens{{Model: "paint", TokenPrices: client.TokenPrices{OutputPerMillion: 30_000_000}}}
	paint := db.Job{Kind: db.TextToImage, Request: json.RawMessage(`{"model":"paint","like":"genimage-2.5-flare","quality":"low"}`)}
	clip := db.Job{Kind: db.TextToVideo, Request: json.RawMessage(`{"model":"clip-2.6","seconds":5}`)}
	picture := db.Job{Kind: db.TextToImage, Request: json.RawMessage(`{"model":"x","quality":"low"}`)}
	fine := db.Job{Kind: db.TextToImage, Request: json.RawMessage(`{"model":"x","quality":"high"}`)}
	for name, c := range map[string]struct {
		job  db.Job
		e    db.Entry
		want int64 // -1: it stays without a price
		note string
	}{
		"a clip":              {clip, db.Entry{Quantity: json.RawMessage(`{"seconds":10}`)}, 5_600_000, "priced later at ¥0.56 per second"},
		"by picture":          {picture, db.Entry{}, 30_000, "priced later at ¥0.03 per picture"},
		"by tokens":           {fine, db.Entry{Quantity: json.RawMessage(`{"input_text_tokens":10,"input_image_tokens":0,"output_tokens":3000}`)}, 120_050, "priced later by its tokens"},
		"by its own tokens":   {paint, db.Entry{Quantity: json.RawMessage(`{"input_text_tokens":10,"input_image_tokens":0,"output_tokens":1000}`)}, 30_000, "priced later by its tokens"},
		"nothing was counted": {fine, db.Entry{}, -1, ""},
		"an edit by tokens":   {db.Job{Kind: db.EditImage, Request: json.RawMessage(`{}`)}, db.Entry{Quantity: json.RawMessage(`{"output_tokens":1000}`)}, 40_000, "priced later by its tokens"},
		"another currency":    {clip, db.Entry{Currency: "EUR"}, -1, ""},
		"it has a price":      {clip, db.Entry{AmountMicros: new(int64(1))}, -1, ""},
		"it is no charge":     {clip, db.Entry{Kind: db.Reserve}, -1, ""},
		"no such price":       {db.Job{Kind: db.TextToVideo, Request: json.RawMessage(`{"model":"clip-9"}`)}, db.Entry{}, -1, ""},
	} {
		e := c.e
		e.ID = 7
		if e.Kind == "" {
			e.Kind = db.Charge
		}
		if e.Currency == "" {
			e.Currency = "CNY"
		}
		got, ok := Later(table, c.job, e)
		if ok != (c.want >= 0) || ok && (got.AmountMicros != c.want || got.Note != c.note || got.EntryID != 7) {
			t.Errorf("%s: %+v, %v", name, got, ok)
		}
	}
}
