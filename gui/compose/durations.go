package compose

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"viviscope/client"
	"viviscope/client/order"
	"viviscope/db/ledger"
	"viviscope/gui/form"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// takes is how long the jobs of an order take together, by what earlier ones took; 0 where that is not known of all.
// Off the window's goroutine.
func takes(ctx context.Context, of Times, log *slog.Logger, a form.Account, o order.Order) time.Duration {
	known := map[string]time.Duration{}
	var clips, pictures []time.Duration
	for _, r := range o.Requests {
		clip, isClip := r.(client.VideoRequest)
		key := fmt.Sprint(r.ModelName(), " ", clip.Duration(), " ", clip.Tier())
		if _, read := known[key]; !read {
			var err error
			if known[key], err = Took(ctx, of, a.ID, r); err != nil {
				log.Warn("cannot read how long jobs take", slog.Int64("profile", a.ID), slog.Any("err", err))
			}
		}
		switch took := known[key]; {
		case took == 0:
			return 0
		case isClip:
			clips = append(clips, took)
		default:
			pictures = append(pictures, took)
		}
	}
	return max(wording.TotalTime(clips, a.MaxTasks), wording.TotalTime(pictures, a.MaxImages))
}

// Took is the middle of what jobs like a request took: clips of its model, length and size, pictures of its model; 0:
// there is none. Off the window's goroutine.
func Took(ctx context.Context, of Times, profile int64, r client.Request) (time.Duration, error) {
	if clip, ok := r.(client.VideoRequest); ok {
		const newest = 20
		all, err := of.Durations(ctx, profile, clip.Model, clip.Duration(), clip.Tier(), newest)
		slices.Sort(all)
		if len(all) > 0 {
			return all[len(all)/2], err
		}
		return 0, err
	}
	all, err := of.ModelStats(ctx, ledger.Filter{ProfileID: profile})
	for _, m := range all {
		if m.Model == r.ModelName() {
			return m.Median, err
		}
	}
	return 0, err
}

// takesWords returns how long jobs take together.
func takesWords(took time.Duration) string { return lang.L("takes about %s", wording.Elapsed(took)) }
