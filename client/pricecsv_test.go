package client

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func drawTable(t *rapid.T) PriceTable {
	table := PriceTable{Currency: rapid.SampledFrom([]string{"CNY", "JPY", "BHD", "USD"}).Draw(t, "currency"),
		Reference: rapid.Bool().Draw(t, "reference")}
	price := rapid.Custom(func(t *rapid.T) Micros { return Micros(rapid.Int64Range(0, maxCharge).Draw(t, "price")) })
	for _, m := range VideoModels() {
		for _, tier := range m.Resolutions {
			for _, audio := range []bool{false, true} {
				if rapid.Bool().Draw(t, "given") {
					table.Video = append(table.Video,
						VideoRate{m.ID, tier, audio, price.Draw(t, "second"), rapid.Bool().Draw(t, "per clip")})
				}
			}
		}
	}
	for _, size := range []string{Size1024, Size2K, Size4K} {
		for _, quality := range []string{"low", "medium", "max"} {
			if rapid.Bool().Draw(t, "given") {
				table.Images = append(table.Images,
					ImageRate{rapid.SampledFrom([]string{"", "genimage-2.5-flare"}).Draw(t, "model"), size, quality,
						rapid.Bool().Draw(t, "edit"), price.Draw(t, "picture")})
			}
		}
	}
	if rapid.Bool().Draw(t, "tokens") || len(table.Video)+len(table.Images) == 0 {
		table.Tokens = &TokenPrices{price.Draw(t, "text"), price.Draw(t, "image"), price.Draw(t, "output")}
	}
	for _, model := range []string{"paint-1", "gw/paint:2"} {
		if rapid.Bool().Draw(t, "own tokens") {
			own := TokenPrices{price.Draw(t, "text"), price.Draw(t, "image"), price.Draw(t, "output")}
			table.ModelTokens = append(table.ModelTokens, ModelTokens{model, own})
		}
	}
	return table
}

// A price table is unchanged after writing and reading it as CSV.
func TestPriceCSVRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := drawTable(t)
		var b bytes.Buffer
		if err := table.WriteCSV(&b); err != nil {
			t.Fatal(err)
		}
		if rapid.Bool().Draw(t, "mark") {
			b = *bytes.NewBufferString("\ufeff" + b.String())
		}
		back, err := ReadPriceCSV(&b)
		if d := cmp.Diff(table, back); err != nil || d != "" {
			t.Fatalf("%v (-out +in)\n%s", err, d)
		}
	})
}

func TestReadPriceCSVRefusesErrors(t *testing.T) {
	head := strings.Join(priceColumns, ",") + "\n"
	good := head + "video,clip-2.6,720P,no,,,0.56,CNY,second,no\n"
	for name, c := range map[string]struct {
		text string
		line int
		why  error
	}{
		"empty":             {"", 1, ErrPriceHead},
		"other head":        {"a,b\n", 1, ErrPriceHead},
		"nothing in it":     {head, 1, ErrPriceEmpty},
		"a comma":           {good + "video,clip-3.0,720P,no,,,\"0,56\",CNY,second,no\n", 3, ErrNoDecimal},
		"too fine":          {good + "video,clip-3.0,720P,no,,,0.0000001,CNY,second,no\n", 3, ErrDecimals},
		"too large":         {good + "video,clip-3.0,720P,no,,,99999999999,CNY,second,no\n", 3, ErrAmountTooLarge},
		"negative":          {good + "video,clip-3.0,720P,no,,,-1,CNY,second,no\n", 3, ErrPriceNegative},
		"two currencies":    {good + "video,clip-3.0,720P,no,,,1,EUR,second,no\n", 3, ErrPriceCurrency},
		"small letters":     {head + "video,clip-3.0,720P,no,,,1,cny,second,no\n", 2, ErrPriceCurrency},
		"twice":             {good + "video,clip-2.6,720P,no,,,0.60,CNY,second,no\n", 3, ErrPriceTwice},
		"what":              {good + "sound,clip-2.6,720P,no,,,0.60,CNY,second,no\n", 3, ErrPriceWhat},
		"a kind is missing": {head + "token,paint,,,,,5,CNY,million output tokens,no\n", 2, ErrPriceTokens},
		"a kind twice": {head + "token,paint,,,,,5,CNY,million output tokens,no\n" +
			"token,paint,,,,,6,CNY,million output tokens,no\n", 3, ErrPriceTwice},
		"no kind":           {head + "token,paint,,,,,5,CNY,million tokens,no\n", 2, ErrPriceModel},
		"tokens of no one":  {head + "token,,,,,,5,CNY,million output tokens,no\n", 2, ErrPriceModel},
		"clips by token":    {head + "video,paint,720P,no,,,5,CNY,million output tokens,no\n", 2, ErrPriceUnit},
		"per":               {good + "video,clip-2.6,1080P,no,,,0.60,CNY,minute,no\n", 3, ErrPriceUnit},
		"tier":              {good + "video,clip-2.6,4K,no,,,0.60,CNY,second,no\n", 3, ErrPriceTier},
		"audio":             {good + "video,clip-2.6,720P,maybe,,,0.60,CNY,second,no\n", 3, ErrPriceAudio},
		"size of a clip":    {good + "video,clip-3.0,720P,no,1024,,0.60,CNY,second,no\n", 3, ErrPriceSize},
		"quality":           {good + "picture,,,,1024,best,0.60,CNY,picture,no\n", 3, ErrPriceQuality},
		"formula":           {good + "video,=1+1,720P,no,,,0.60,CNY,second,no\n", 3, ErrPriceModel},
		"no model":          {good + "video,,720P,no,,,0.60,CNY,second,no\n", 3, ErrPriceModel},
		"reference":         {good + "video,clip-3.0,720P,no,,,0.60,CNY,second,yes\n", 3, ErrPriceReference},
		"one of the tokens": {good + "token,output,,,,,40,CNY,million tokens,no\n", 1, ErrPriceTokens},
	} {
		_, err := ReadPriceCSV(strings.NewReader(c.text))
		var row *RowError
		if !errors.As(err, &row) || row.Line != c.line || !errors.Is(err, c.why) {
			t.Errorf("%s: %v, want line %d: %v", name, err, c.line, c.why)
		}
	}
	for name, text := range map[string]string{"a column too few": head + "video,clip\n",
		"an open quote": head + "\"video\n"} {
		if _, err := ReadPriceCSV(strings.NewReader(text)); err == nil {
			t.Errorf("%s was taken", name)
		}
	}
}

func FuzzReadPriceCSV(f *testing.F) {
	var b bytes.Buffer
	if err := ReferenceTable("CNY").WriteCSV(&b); err != nil {
		f.Fatal(err)
	}
	f.Add(b.String())
	f.Add("\ufeff" + b.String())
	f.Fuzz(func(t *testing.T, text string) {
		table, err := ReadPriceCSV(strings.NewReader(text))
		if err != nil {
			return
		}
		var out bytes.Buffer
		if err := table.WriteCSV(&out); err != nil {
			t.Fatal(err)
		}
		back, err := ReadPriceCSV(&out)
		if d := cmp.Diff(table, back); err != nil || d != "" {
			t.Fatalf("%v\n%s", err, d)
		}
	})
}

func TestParseDecimal(t *testing.T) {
	for _, c := range []struct {
		m        Micros
		currency string
		want     string
	}{
		{700_000, "CNY", "0.70"}, {125_000, "CNY", "0.125"}, {12_000_000, "JPY", "12"}, {-12_500_000, "JPY", "-12.5"},
		{1, "USD", "0.000001"},
		{1_500_000, "BHD", "1.500"}, {0, "KRW", "0"}, {0, "EUR", "0.00"}, {-5, "???", "-0.000005"},
		{-1 << 63, "USD", "-9223372036854.775808"},
	} {
		if got := c.m.Decimal(c.currency); got != c.want {
			t.Errorf("%d %s = %q, want %q", c.m, c.currency, got, c.want)
		}
	}
	for code, want := range map[string]int{"JPY": 0, "KRW": 0, "USD": 2, "BHD": 3, "CNY": 2, "EUR": 2, "": 2,
		"nonsense": 2} {
		if got := CurrencyDigits(code); got != want {
			t.Errorf("%s has %d digits, want %d", code, got, want)
		}
	}
	for text, want := range map[string]error{"": ErrNoDecimal, "1,5": ErrNoDecimal, ".5": ErrNoDecimal,
		"5.": ErrNoDecimal, "1e3": ErrNoDecimal, "+1": ErrNoDecimal,
		"--1": ErrNoDecimal, " 1": ErrNoDecimal, "0.0000001": ErrDecimals, "10000000000000": ErrAmountTooLarge} {
		if _, err := ParseDecimal(text); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", text, err, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		m := Micros(rapid.Int64Min(-1<<63+1).Draw(t, "amount"))
		if back, err := ParseDecimal(m.Decimal(rapid.SampledFrom([]string{"CNY", "JPY", "BHD"}).Draw(t,
			"currency"))); err != nil || back != m {
			t.Fatalf("%d came back as %d, %v", m, back, err)
		}
	})
}

func TestPicturePrices(t *testing.T) {
	table := ReferenceTable("CNY")
	table.Images = append(table.Images,
		ImageRate{Model: "genimage-2.5-flare", Size: Size1024, Quality: "low", PerPicture: 25_000},
		ImageRate{Model: "house", Size: Size1024, Quality: "low", PerPicture: 20_000})
	used := Usage{InputTokens: 10, InputTextTokens: 10, OutputTokens: 750, Split: true, Known: true}
	for name, c := range map[string]struct {
		r    ImageRequest
		want Micros
	}{
		"its own model":        {ImageRequest{Model: "genimage-2.5-flare", Quality: "low"}, 25_000},
		"any model":            {ImageRequest{Model: "genimage-2.5-sunburst", Quality: "low"}, 30_000},
		"a gateway's own name": {ImageRequest{Model: "house", Like: "genimage-2.5-flare", Quality: "low"}, 20_000},
		"what that name stands for": {ImageRequest{Model: "lodge", Like: "genimage-2.5-flare", Quality: "low",
			Size: "1536x1024"}, 25_000},
		"quality not given": {ImageRequest{Model: "x"}, 60_000},
		"4K":                {ImageRequest{Model: "x", Quality: "max", Size: "3840x2160"}, 1_900_000},
	} {
		e, charged := c.r.Estimate(table), table.Charge(c.r, 1, used)
		if !e.Known || e.Amount != c.want || e.Unit != c.want || !e.Reference || charged.Amount != c.want ||
			string(charged.Quantity) != string(e.Quantity) {
			t.Errorf("%s: %+v, charged %+v, want %d", name, e, charged, c.want)
		}
	}
	high := ImageRequest{Model: "x", Quality: "high"}
	if e := high.Estimate(table); !e.Known || e.Unit != 0 || e.Amount < 120_000 {
		t.Errorf("no price by picture: %+v", e)
	}
	if e := table.Charge(high, 1, used); e.Amount != 30_050 {
		t.Errorf("by tokens: %+v", e)
	}
	if e := table.Charge(ImageRequest{Quality: "low"}, 3, used); e.Amount != 90_000 {
		t.Errorf("three pictures: %+v", e)
	}
	edit := EditRequest{ImageRequest: ImageRequest{Quality: "low"}}
	edit.SetInputSize(0, 1024, 1024)
	if e := edit.Estimate(table); e.Amount != 70_000 || table.Charge(edit, 1, used).Amount != 70_000 {
		t.Errorf("edit: %+v", e)
	}
	table.Images = []ImageRate{{Size: Size1024, Quality: "low", PerPicture: maxCharge}}
	if e := table.Charge(ImageRequest{Quality: "low"}, 2, used); e.Known {
		t.Errorf("an absurd sum: %+v", e)
	}
	for _, c := range []struct {
		w, h int
		want string
	}{{1024, 1024, Size1024}, {1536, 1024, Size1024}, {1024, 1536, Size1024}, {2048, 2048, Size2K},
		{3840, 2160, Size4K}, {0, -4, Size1024}} {
		if got := SizeClass(c.w, c.h); got != c.want {
			t.Errorf("%d × %d is %s, want %s", c.w, c.h, got, c.want)
		}
	}
}

// With the same prices, the charge of a clip equals its estimate for every request.
func TestClipEstimateEqualsCharge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := drawTable(t)
		m := rapid.SampledFrom(VideoModels()).Draw(t, "model")
		r := VideoRequest{Model: m.ID, Seconds: rapid.IntRange(0, 15).Draw(t, "seconds"),
			Resolution: rapid.SampledFrom(append(m.Resolutions, "")).Draw(t, "tier"),
			Audio:      rapid.Bool().Draw(t, "audio")}
		e := r.Estimate(table)
		rate, known := table.Rate(m.ID, r.Tier(), r.Audio)
		unit, times := rate.PerSecond, Micros(r.Duration())
		if rate.PerClip {
			times = 1
		}
		if e.Known != (known && unit <= maxCharge/times) || e.Known && (e.Amount != unit*times || e.Unit != unit) {
			t.Fatalf("%+v: %+v at %d, %v", r, e, unit, known)
		}
	})
}

func TestRangeOf(t *testing.T) {
	var many []Micros
	for i := range 30 {
		many = append(many, Micros(100+i))
	}
	for _, c := range []struct {
		in     []Micros
		want   PriceRange
		enough bool
	}{
		{nil, PriceRange{}, false},
		{[]Micros{5, 3, 9, 4}, PriceRange{3, 9, 4}, false},
		{[]Micros{5, 3, 9, 4, 4}, PriceRange{3, 9, 5}, true},
		{many, PriceRange{100, 119, 20}, true},
	} {
		if got := RangeOf(c.in); got != c.want || got.HasEnough() != c.enough {
			t.Errorf("%v: %+v", c.in, got)
		}
	}
}
