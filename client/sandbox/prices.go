package sandbox

import "viviscope/client"

// currency is what the sandbox counts in. Nobody pays it.
const currency = "CNY"

// Prices returns what the sandbox "charges": figures of the size that services of this kind ask, so that estimates and
// totals look as they will with a real one. The token prices give the reference figures of interface 8.
func Prices() client.PriceTable {
	rates := []struct {
		model                        string
		hd, fullHD, hdLoud, fullLoud client.Micros // 0: not offered
	}{
		{"clip-3.0", 700_000, 1_100_000, 950_000, 1_450_000},
		{"clip-3.0-omni", 800_000, 1_250_000, 1_050_000, 1_600_000},
		{"clip-2.6", 560_000, 900_000, 0, 1_200_000},
		{"clip-3.0-turbo", 350_000, 550_000, 0, 0},
		{"clip-o1", 600_000, 950_000, 0, 0},
		{"clip-2.5", 400_000, 650_000, 0, 0},
	}
	table := client.PriceTable{
		Currency: currency,
		Tokens: &client.TokenPrices{
			InputTextPerMillion:  5_000_000,
			InputImagePerMillion: 40_000_000,
			OutputPerMillion:     40_000_000,
		},
	}
	for _, r := range rates {
		for _, tier := range []struct {
			resolution string
			audio      bool
			price      client.Micros
		}{
			{client.Resolution720P, false, r.hd},
			{client.Resolution1080P, false, r.fullHD},
			{client.Resolution720P, true, r.hdLoud},
			{client.Resolution1080P, true, r.fullLoud},
		} {
			if tier.price > 0 {
				table.Video = append(table.Video, client.VideoRate{
					Model: r.model, Resolution: tier.resolution, Audio: tier.audio, PerSecond: tier.price,
				})
			}
		}
	}
	return table
}
