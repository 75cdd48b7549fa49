// Package ordertest provides prices and helpers for tests of orders. It is for tests only.
package ordertest

import "viviscope/client"

// Prices returns a price for every model: 0.56 per second of video, and per million tokens 40 for pictures and 5 for
// text.
func Prices() client.PriceTable {
	table := client.PriceTable{Currency: "CNY", Tokens: &client.TokenPrices{
		InputTextPerMillion: 5_000_000, InputImagePerMillion: 40_000_000, OutputPerMillion: 40_000_000}}
	for _, m := range client.VideoModels() {
		for _, tier := range m.Resolutions {
			for _, audio := range []bool{false, true} {
				table.Video = append(table.Video,
					client.VideoRate{Model: m.ID, Resolution: tier, Audio: audio, PerSecond: 560_000})
			}
		}
	}
	return table
}

// Videos returns the requests for clips.
func Videos(all []client.Request) []client.VideoRequest { return filter[client.VideoRequest](all) }

// Images returns the requests for pictures from text.
func Images(all []client.Request) []client.ImageRequest { return filter[client.ImageRequest](all) }

// Edits returns the requests for edits.
func Edits(all []client.Request) []client.EditRequest { return filter[client.EditRequest](all) }

func filter[R client.Request](all []client.Request) (found []R) {
	for _, r := range all {
		if r, ok := r.(R); ok {
			found = append(found, r)
		}
	}
	return found
}
