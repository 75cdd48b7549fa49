package sandbox

import (
	"encoding/json"
	"time"

	"viviscope/client"
)

// The kinds of an [Entry].
const (
	Reserve = "reserve" // a task was accepted
	Charge  = "charge"  // a task was completed (closes its reserve), or a picture was made
	Refund  = "refund"  // a task failed (closes its reserve)
)

// Entry is one row of the service's ledger, which is append-only. Amounts are millionths of a currency unit and never
// negative: the kind determines the sign.
type Entry struct {
	ID           int64           `json:"id"` // 1, 2, 3, …
	Kind         string          `json:"kind"`
	TaskID       string          `json:"task_id,omitempty"`
	PictureID    string          `json:"picture_id,omitempty"`
	Model        string          `json:"model"`
	Quantity     json.RawMessage `json:"quantity"`    // {"seconds":5} or the token counts
	UnitMicros   int64           `json:"unit_micros"` // price of one second; 0 for pictures
	AmountMicros int64           `json:"amount_micros"`
	Currency     string          `json:"currency"`
	At           time.Time       `json:"at"`
}

// LedgerTotals are sums of the ledger in millionths of a currency unit.
type LedgerTotals struct {
	Reserved int64 `json:"reserved_micros"` // reserves of running tasks
	Charged  int64 `json:"charged_micros"`
	Refunded int64 `json:"refunded_micros"`
}

func totals(entries []Entry) LedgerTotals {
	var t LedgerTotals
	for _, e := range entries {
		switch e.Kind {
		case Reserve:
			t.Reserved += e.AmountMicros
		case Charge:
			t.Charged += e.AmountMicros
			if e.TaskID != "" {
				t.Reserved -= e.AmountMicros
			}
		case Refund:
			t.Refunded += e.AmountMicros
			t.Reserved -= e.AmountMicros
		}
	}
	return t
}

// currency is the currency of the sandbox. No real money is charged.
const currency = "CNY"

// Prices returns the prices of the sandbox. They are similar to those of real services, so that estimates and totals
// look realistic. The token prices give the reference figures of interface 8.
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
