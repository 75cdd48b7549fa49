package compose

import "viviscope/client"

// testPrices knows a price for every model.
func testPrices() client.PriceTable {
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
