package client

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// An alias has exactly the rules of its catalogue model.
func TestAliasUsesRulesOfBaseModel(t *testing.T) {
	for name, r := range map[string]VideoRequest{
		"fits":                    {Like: "clip-2.6", Prompt: "p", Seconds: 12, Resolution: "1080P", Audio: true},
		"no sound at 720P":        {Like: "clip-2.6", Prompt: "p", Seconds: 12, Resolution: "720P", Audio: true},
		"no sound":                {Like: "clip-o1", Prompt: "p", Audio: true},
		"fixed durations":         {Like: "clip-2.5", Prompt: "p", Seconds: 7},
		"durations out of range":  {Like: "clip-3.0", Prompt: "p", Seconds: 16},
		"nothing to make it from": {Like: "clip-3.0"},
	} {
		t.Run(name, func(t *testing.T) {
			own := r
			own.Model, own.Like = r.Like, ""
			r.Model = "gateway/their-name"
			if diff := cmp.Diff(own.Problems(), r.Problems()); diff != "" {
				t.Errorf("-the model +its alias\n%s", diff)
			}
		})
	}
	for name, got := range map[string][]ValidationError{
		"a name that stands for nothing":       VideoRequest{Model: "x", Prompt: "p"}.Problems(),
		"a name for a model that is not there": VideoRequest{Model: "x", Like: "y", Prompt: "p"}.Problems(),
		"a name for a model of pictures": VideoRequest{Model: "x", Like: "genimage-2.5-flare",
			Prompt: "p"}.Problems(),
		"a picture by a model of clips": ImageRequest{Model: "x", Like: "clip-3.0", Prompt: "p"}.Problems(),
	} {
		if len(got) != 1 || got[0].Field != "model" {
			t.Errorf("%s: %v", name, got)
		}
	}
	if got := (ImageRequest{Model: "x", Like: "genimage-2.5-flare", Prompt: "p"}).Problems(); len(got) != 0 {
		t.Errorf("a picture model's alias: %v", got)
	}
	if got := (VideoRequest{Model: "clip-2.5", Like: "clip-3.0", Prompt: "p", Seconds: 7}).Problems(); len(got) != 1 {
		t.Errorf("a model of the catalogue keeps its own rules: %v", got)
	}
}

func TestAliasPrice(t *testing.T) {
	table := PriceTable{Currency: "CNY", Video: []VideoRate{
		{Model: "clip-2.6", Resolution: "720P", PerSecond: 560_000},
		{Model: "gw/dear", Resolution: "720P", PerSecond: 700_000},
	}}
	for _, c := range []struct {
		model string
		want  Micros
	}{{"gw/other", 2_800_000}, {"gw/dear", 3_500_000}} {
		e := VideoRequest{Model: c.model, Like: "clip-2.6", Prompt: "p"}.Estimate(table)
		if !e.Known || e.Amount != c.want {
			t.Errorf("%s: %+v, want %d", c.model, e, c.want)
		}
	}
}

// A further model that is charged by token has its own prices in the estimate and in the charge. They go before the
// prices of the model that it works like and of any model, and after its own price per picture.
func TestAliasPriceByToken(t *testing.T) {
	const flare = "genimage-2.5-flare"
	table := PriceTable{
		Currency: "USD", Tokens: &TokenPrices{5_000_000, 40_000_000, 40_000_000},
		Images: []ImageRate{
			{Size: Size1024, Quality: "medium", PerPicture: 60_000},
			{Model: flare, Size: Size2K, Quality: "high", PerPicture: 300_000},
			{Model: "gw/both", PerPicture: 70_000},
		},
		ModelTokens: []ModelTokens{{"gw/paint", TokenPrices{1_000_000, 2_000_000, 10_000_000}},
			{"gw/both", TokenPrices{1, 1, 1}}},
	}
	usage := Usage{InputTokens: 30, InputTextTokens: 10, InputImageTokens: 20, OutputTokens: 1000, Split: true,
		Known: true}
	mixed := Usage{InputTokens: 30, OutputTokens: 1000, Known: true}
	for _, c := range []struct {
		name    string
		r       ImageRequest
		edit    bool
		usage   Usage
		unit    Micros // 0: by tokens
		charged Micros // -1: not known
	}{
		{"own tokens", ImageRequest{Model: "gw/paint", Like: flare, Quality: "medium"}, false, usage, 0, 10_050},
		{"before the model it works like",
			ImageRequest{Model: "gw/paint", Like: flare, Size: "2048x2048", Quality: "high"}, false, usage, 0, 10_050},
		{"an edit", ImageRequest{Model: "gw/paint", Like: flare}, true, usage, 0, 10_050},
		{"two prices of the input", ImageRequest{Model: "gw/paint", Like: flare}, false, mixed, 0, -1},
		{"own picture before own tokens", ImageRequest{Model: "gw/both", Like: flare}, false, usage, 70_000, 70_000},
		{"another model, by picture", ImageRequest{Model: "gw/other", Like: flare, Quality: "medium"}, false, usage,
			60_000, 60_000},
		{"another model, by tokens", ImageRequest{Model: "gw/other", Like: flare, Quality: "max"}, false, usage, 0,
			40_850},
		{"the catalogue", ImageRequest{Model: flare, Quality: "max"}, false, usage, 0, 40_850},
	} {
		c.r.Prompt = "a boat"
		r := Request(c.r)
		if c.edit {
			r = EditRequest{ImageRequest: c.r, ImageURLs: []string{"https://a.net/b.png"}}
		}
		if e := r.Estimate(table); !e.Known || e.Unit != c.unit {
			t.Errorf("%s: estimate %+v, want a unit of %d", c.name, e, c.unit)
		}
		if e := table.Charge(r, 1, c.usage); e.Known != (c.charged >= 0) || e.Known && e.Amount != c.charged {
			t.Errorf("%s: charge %+v, want %d", c.name, e, c.charged)
		}
	}
	if e := (ImageRequest{Model: "gw/paint", Like: flare, Prompt: "boat",
		Quality: "low"}).Estimate(table); e.Amount != 7_501 {
		t.Errorf("750 tokens and a word cost %d", e.Amount)
	}
	if e := table.Charge(nil, 1, usage); e.Known {
		t.Errorf("a call of an unknown model costs %d", e.Amount)
	}
}
