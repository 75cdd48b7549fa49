// Package formtest holds the prices that the tests of the form and of the composer reckon with. It is for tests only.
package formtest

import "viviscope/client"

// Prices knows a price for every model: 0.56 a second of video, 40 for a million tokens of pictures and 5 for one of words.
func Prices() client.PriceTable {
	table := client.PriceTable{Currency: "CNY", Tokens: &client.TokenPrices{
		InputTextPerMillion: 5_000_000, InputImagePerMillion: 40_000_000, OutputPerMillion: 40_000_000}}
	for _, m := range client.VideoModels() {
		for _, tier := range m.Resolutions {
			for _, audio := range []bool{false, true} {
				table.Video = append(table.Video, client.VideoRate{Model: m.ID, Resolution: tier, Audio: audio, PerSecond: 560_000})
			}
		}
	}
	return table
}
