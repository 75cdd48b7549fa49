package automation

import (
	"context"
	"encoding/json"
	"slices"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
)

func (s *Server) models(ctx context.Context, q *request, args ModelsArgs) (ModelsAnswer, error) {
	answer := ModelsAnswer{Models: []Model{}}
	p, err := q.profile(ctx)
	if err != nil {
		return answer, err
	}
	answer.Form, answer.Hosting = p.Form, p.HostsPictures()
	quote, err := s.Engine.Price(ctx, p.ID, nil) // for its price table
	if err != nil {
		return answer, err
	}
	own, err := jobs.ModelsOf(p)
	if err != nil {
		return answer, err
	}
	var all []client.Alias
	for _, m := range client.VideoModels() {
		all = append(all, client.Alias{ID: m.ID})
	}
	for _, m := range client.ImageModels() {
		all = append(all, client.Alias{ID: m.ID})
	}
	kind := args.Kind
	if args.Fits != nil {
		kind = args.Fits.Kind
	}
	for _, a := range append(all, own...) {
		m := describeModel(a, quote)
		if kind != "" && !slices.Contains(m.Kinds, kind) {
			continue
		}
		if args.Fits != nil {
			if m.Problems, err = s.fits(ctx, q, p, *args.Fits, m.ID); err != nil {
				return answer, err
			}
		}
		answer.Models = append(answer.Models, m)
	}
	return answer, nil
}

var audioNames = map[client.AudioRule]string{client.AudioNever: "none", client.AudioAlways: "optional",
	client.AudioAt1080P: "1080P"}

// The units of prices.
const (
	PerSecond  = "second"
	PerClip    = "clip" // of any length
	PerPicture = "picture"
)

// perOf returns the unit of the price of a request.
func perOf(r client.Request, table client.PriceTable) string {
	clip, ok := r.(client.VideoRequest)
	if !ok {
		return PerPicture
	}
	if rate, _ := table.RateOf(clip.Model, clip.Rules(), clip.Tier(), clip.Audio); rate.PerClip {
		return PerClip
	}
	return PerSecond
}

func describeModel(a client.Alias, quote jobs.Quote) Model {
	m := Model{ID: a.ID, Like: a.Like, Prices: []Amount{}, Per: []string{}, Problems: []Problem{},
		Kinds: []string{string(client.TextToImage), string(client.EditImage)}}
	requests := []client.Request{client.ImageRequest{Model: a.ID, Like: a.Like}} // one for each price
	if video, ok := client.VideoModelByID(client.VideoRequest{Model: a.ID, Like: a.Like}.Rules()); ok {
		m.Kinds, requests = []string{string(client.TextToVideo), string(client.FramesToVideo)}, nil
		video = video.WithLimits(a.Limits)
		m.Seconds, m.Resolutions, m.Sizes, m.Form = video.Seconds, video.Resolutions, video.Sizes, string(a.Format)
		m.Audio = audioNames[video.Audio]
		for _, resolution := range video.Resolutions {
			requests = append(requests, client.VideoRequest{Model: a.ID, Like: a.Like, Resolution: resolution,
				Seconds: 1})
		}
	}
	for _, r := range requests {
		var micros *int64
		if e := r.Estimate(quote.Table); e.Known {
			micros = new(int64(e.Amount))
		}
		m.Prices = append(m.Prices, amountOf(Estimated, micros, quote.Currency))
		m.Per = append(m.Per, perOf(r, quote.Table))
	}
	return m
}

// fits returns why a model does not support the request of a row. A missing prompt or picture is not a problem of the
// model.
func (s *Server) fits(ctx context.Context, q *request, p db.Profile, row Row, model string) ([]Problem, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(row.Request, &members); err != nil || members == nil {
		return nil, Usage("fits: the request is no object")
	}
	members["model"], _ = json.Marshal(model)
	row.Request, _ = json.Marshal(members) // a string, and values that were decoded
	_, problems, err := s.readRows(ctx, q, p, []Row{row})
	return slices.DeleteFunc(append([]Problem{}, problems...), func(p Problem) bool {
		return p.Field == "prompt" || p.Field == "image"
	}), err
}
