package client

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A gateway's own name for a model has the rules of the model it stands for, word for word.
func TestAliasFollowsTheRulesOfItsModel(t *testing.T) {
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
		"a name for a model of pictures":       VideoRequest{Model: "x", Like: "genimage-2.5-flare", Prompt: "p"}.Problems(),
		"a picture by a model of clips":        ImageRequest{Model: "x", Like: "clip-3.0", Prompt: "p"}.Problems(),
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
