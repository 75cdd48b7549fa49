package client

import (
	"encoding/json"
	"math"
	"testing"
)

func referenceTable() PriceTable {
	return PriceTable{
		Currency:  "CNY",
		Reference: true,
		Video: []VideoRate{
			{"clip-3.0", "720P", false, 700_000, false}, {"clip-3.0", "720P", true, 950_000, false},
			{"clip-2.6", "1080P", true, 1_200_000, false}, {"clip-huge", "720P", false, math.MaxInt64 / 2, false},
		},
		Tokens: &TokenPrices{InputTextPerMillion: 5_000_000, InputImagePerMillion: 40_000_000,
			OutputPerMillion: 40_000_000},
	}
}

func TestEstimateVideo(t *testing.T) {
	for _, tc := range []struct {
		name   string
		r      VideoRequest
		amount Micros
		known  bool
		qty    string
	}{
		{"default 5 s", VideoRequest{Model: "clip-3.0"}, 3_500_000, true, `{"seconds":5}`},
		{"15 s with sound", VideoRequest{Model: "clip-3.0", Seconds: 15, Audio: true}, 14_250_000, true,
			`{"seconds":15}`},
		{"by size", VideoRequest{Model: "clip-2.6", Seconds: 10, Audio: true, Size: "1920x1080"}, 12_000_000, true,
			`{"seconds":10}`},
		{"sound is never priced as silence", VideoRequest{Model: "clip-3.0", Audio: true, Resolution: "1080P"}, 0,
			false, `{"seconds":5}`},
		{"unknown model", VideoRequest{Model: "clip-9"}, 0, false, `{"seconds":5}`},
		{"overflow", VideoRequest{Model: "clip-huge", Seconds: 3}, 0, false, `{"seconds":3}`},
		{"negative", VideoRequest{Model: "clip-3.0", Seconds: -1}, 0, false, `{"seconds":-1}`},
	} {
		e := tc.r.Estimate(referenceTable())
		if e.Amount != tc.amount || e.Known != tc.known || string(e.Quantity) != tc.qty || !e.Reference {
			t.Errorf("%s: %+v (%s)", tc.name, e, e.Quantity)
		}
		if e.Known && int64(e.Unit)*int64(tc.r.Duration()) != int64(e.Amount) {
			t.Errorf("%s: unit %d", tc.name, e.Unit)
		}
	}
}

// TestReferenceFigures are the figures of interface 8: about 0.03, 0.06, 1.9 and 0.07.
func TestReferenceFigures(t *testing.T) {
	table := referenceTable()
	prompt := "a quiet harbour"
	for _, tc := range []struct {
		name     string
		e        Estimate
		from, to Micros
	}{
		{"1024 low", ImageRequest{Prompt: prompt, Quality: "low", Size: "1024x1024"}.Estimate(table), 29_000, 31_000},
		{"1024 medium", ImageRequest{Prompt: prompt, Quality: "medium"}.Estimate(table), 59_000, 61_000},
		{"4K max", ImageRequest{Prompt: prompt, Quality: "max", Size: "3840x2160"}.Estimate(table), 1_890_000,
			1_910_000},
		{"edit 1024 low", EditRequest{ImageRequest: ImageRequest{Prompt: prompt, Quality: "low"}, Image: []byte{1},
			InputSizes: [][2]int{{1024, 1024}}}.Estimate(table), 69_000, 71_000},
	} {
		if !tc.e.Known || tc.e.Amount < tc.from || tc.e.Amount > tc.to {
			t.Errorf("%s: %+v, want between %d and %d", tc.name, tc.e, tc.from, tc.to)
		}
	}
	if (ImageRequest{}).Estimate(PriceTable{}).Known {
		t.Error("an empty table knows a price")
	}
}

func TestChargeImage(t *testing.T) {
	table := referenceTable()
	for _, tc := range []struct {
		name   string
		u      Usage
		amount Micros
		known  bool
	}{
		{"split", Usage{InputTokens: 1010, InputTextTokens: 10, InputImageTokens: 1000, OutputTokens: 750, Split: true,
			Known: true}, 50 + 40_000 + 30_000, true},
		{"not split", Usage{InputTokens: 1010, OutputTokens: 750, Known: true}, 0, false},
		{"output alone", Usage{OutputTokens: 750, Known: true}, 30_000, true},
		{"nothing counted", Usage{}, 0, false},
		{"absurd", Usage{OutputTokens: math.MaxInt64, Split: true, Known: true}, 0, false},
		{"negative", Usage{OutputTokens: -5, Split: true, Known: true}, 0, false},
	} {
		e := table.ChargeImage(tc.u)
		if e.Known != tc.known || e.Known && e.Amount != tc.amount {
			t.Errorf("%s: %+v", tc.name, e)
		}
	}
	one := PriceTable{Tokens: &TokenPrices{7, 7, 40}}
	if e := one.ChargeImage(Usage{InputTokens: 1_000_000, Known: true}); !e.Known || e.Amount != 7 {
		t.Errorf("one price for all input needs no split: %+v", e)
	}
}

func TestSumPerMillionRoundsOnce(t *testing.T) {
	for _, tc := range []struct {
		counts [3]int64
		prices [3]Micros
		want   Micros
	}{
		{[3]int64{1, 1, 1}, [3]Micros{400_000, 400_000, 400_000}, 1}, // 1.2; each alone would be 0
		{[3]int64{1, 0, 0}, [3]Micros{500_000, 0, 0}, 1},
		{[3]int64{1, 0, 0}, [3]Micros{499_999, 0, 0}, 0},
		{[3]int64{1 << 40, 0, 0}, [3]Micros{1 << 40, 0, 0}, 1208925819614629175 /* 2^80/10^6 */},
	} {
		if got, ok := sumPerMillion(tc.counts, tc.prices); !ok || got != tc.want {
			t.Errorf("%v × %v = %d, %v, want %d", tc.counts, tc.prices, got, ok, tc.want)
		}
	}
}

func TestReferenceTokens(t *testing.T) {
	for _, tc := range []struct {
		w, h    int
		quality string
		want    int64
	}{
		{1024, 1024, "low", 750}, {1024, 1024, "medium", 1500}, {1024, 1024, "", 1500}, {1024, 1024, "high", 3000},
		{1024, 1024, "xhigh", 4500}, {1024, 1024, "max", 6000}, {1, 1, "low", 1}, {0, 0, "low", 0}, {-5, 5, "low", 0},
	} {
		if got := ReferenceImageTokens(tc.w, tc.h, tc.quality); got != tc.want {
			t.Errorf("%dx%d %q = %d, want %d", tc.w, tc.h, tc.quality, got, tc.want)
		}
	}
	if got := ReferenceTextTokens("héllo"); got != 2 {
		t.Errorf("text tokens = %d, want 2", got)
	}
}

// Each picture of an edit is priced by its own size: a small one in front makes the others no cheaper.
func TestEstimateCountsAllInputPictures(t *testing.T) {
	table := PriceTable{Currency: "CNY", Tokens: &TokenPrices{InputImagePerMillion: 40_000_000}}
	edit := EditRequest{ImageURLs: []string{"a", "b", "c"}, InputSizes: [][2]int{{64, 64}}}
	of := func(sides ...int) (tokens int64) {
		for _, s := range sides {
			tokens += ReferenceInputImageTokens(s, s)
		}
		return 40 * tokens
	}
	// what nobody has measured is taken to be like the first
	if e := edit.Estimate(table); int64(e.Amount) != of(64, 64, 64) {
		t.Errorf("%+v", e)
	}
	measured := edit
	measured.SetInputSize(2, 5000, 5000)
	measured.SetInputSize(1, 0, 7)
	measured.SetInputSize(3, 9, 9)
	measured.SetInputSize(-1, 9, 9)
	if e := measured.Estimate(table); int64(e.Amount) != of(64, 64, 5000) || len(edit.InputSizes) != 1 {
		t.Errorf("%+v", e)
	}
}

// Some gateways charge a clip whatever its length. The price of the gateway's own name goes before that of the other
// model.
func TestEstimatePerClip(t *testing.T) {
	table := PriceTable{Currency: "USD", Video: []VideoRate{
		{Model: "clip-3.0", Resolution: "720P", PerSecond: 100_000},
		{Model: "kling-v2-6", Resolution: "720P", PerSecond: 350_000, PerClip: true},
	}}
	for seconds, want := range map[int]Micros{0: 350_000, 5: 350_000, 10: 350_000} {
		r := VideoRequest{Model: "kling-v2-6", Like: "clip-3.0", Seconds: seconds}
		e := r.Estimate(table)
		var q SecondsQuantity
		if err := json.Unmarshal(e.Quantity, &q); err != nil || !e.Known || e.Amount != want || e.Unit != want ||
			q.Clips != 1 || q.Seconds != r.Duration() {
			t.Errorf("%d s: %+v %s", seconds, e, e.Quantity)
		}
	}
	if e := (VideoRequest{Model: "other", Like: "clip-3.0", Seconds: 10}).Estimate(table); e.Amount != 1_000_000 {
		t.Errorf("by second: %+v", e)
	}
}
