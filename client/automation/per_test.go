package automation

import (
	"slices"
	"testing"

	"viviscope/client"
	"viviscope/client/jobs"
)

// Each price of a model has its unit: a price by clip or by token must not look like a price by second.
func TestModelPricesHaveUnits(t *testing.T) {
	quote := jobs.Quote{Currency: "USD", Table: client.PriceTable{
		Currency: "USD",
		Video: []client.VideoRate{
			{Model: "kling", Resolution: "720P", PerSecond: 350_000, PerClip: true},
			{Model: "clip-3.0", Resolution: "1080P", PerSecond: 70_000},
		},
		ModelTokens: []client.ModelTokens{{Model: "paint",
			TokenPrices: client.TokenPrices{OutputPerMillion: 30_000_000}}},
	}}
	for _, c := range []struct {
		model  client.Alias
		per    []string
		micros []int64
	}{
		{client.Alias{ID: "kling", Like: "clip-3.0"}, []string{PerClip, PerSecond}, []int64{350_000, 70_000}},
		{client.Alias{ID: "clip-3.0"}, []string{PerSecond, PerSecond}, []int64{-1, 70_000}},
		{client.Alias{ID: "paint", Like: "genimage-2.5-flare"}, []string{PerPicture}, []int64{45_000}},
	} {
		m := describeModel(c.model, quote)
		var micros []int64
		for _, p := range m.Prices {
			if p.Micros == nil {
				micros = append(micros, -1)
			} else {
				micros = append(micros, *p.Micros)
			}
		}
		if !slices.Equal(m.Per, c.per) || !slices.Equal(micros, c.micros) {
			t.Errorf("%s: %v per %v, want %v per %v", c.model.ID, micros, m.Per, c.micros, c.per)
		}
	}
}
