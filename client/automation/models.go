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
	own, err := jobs.ModelsOf(p)
	if err != nil {
		return answer, err
	}
	price, err := s.Engine.Price(ctx, p.ID, nil)
	if err != nil {
		return answer, err
	}
	all := make([]client.Alias, 0, 8+len(own))
	for _, m := range client.VideoModels() {
		all = append(all, client.Alias{ID: m.ID})
	}
	for _, m := range client.ImageModels() {
		all = append(all, client.Alias{ID: m.ID})
	}
	for _, a := range append(all, own...) {
		m := modelOf(a, price)
		kind := args.Kind
		if args.Fits != nil {
			kind = args.Fits.Kind
		}
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

// modelOf says what a model makes and costs.
func modelOf(a client.Alias, price jobs.Quote) Model {
	m := Model{ID: a.ID, Like: a.Like, Prices: []Amount{}, Problems: []Problem{}, Kinds: []string{string(client.TextToImage), string(client.EditImage)}}
	requests := []client.Request{client.ImageRequest{Model: a.ID, Like: a.Like}}
	if video, ok := client.VideoModelByID(client.VideoRequest{Model: a.ID, Like: a.Like}.Rules()); ok {
		m.Kinds, requests = []string{string(client.TextToVideo), string(client.FramesToVideo)}, nil
		m.Seconds, m.Resolutions = video.Seconds, video.Resolutions
		m.Audio = map[client.AudioRule]string{client.AudioNever: "none", client.AudioAlways: "optional", client.AudioAt1080P: "1080P"}[video.Audio]
		for _, tier := range video.Resolutions {
			requests = append(requests, client.VideoRequest{Model: a.ID, Like: a.Like, Resolution: tier, Seconds: 1})
		}
	}
	for _, r := range requests {
		micros := (*int64)(nil)
		if e := r.Estimate(price.Table); e.Known {
			micros = new(int64(e.Amount))
		}
		m.Prices = append(m.Prices, amountOf(Estimated, micros, price.Currency))
	}
	return m
}

// fits says why a model cannot do what a row asks for. What is missing says nothing of the model.
func (s *Server) fits(ctx context.Context, q *request, p db.Profile, row Row, model string) ([]Problem, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(row.Request, &members); err != nil || members == nil {
		return nil, Usage("fits: the request is no object")
	}
	members["model"], _ = json.Marshal(model) // a string, and what was read out of JSON
	row.Request, _ = json.Marshal(members)
	_, problems, err := s.orders(ctx, q, p, []Row{row})
	problems = slices.DeleteFunc(append([]Problem{}, problems...), func(p Problem) bool { return p.Field == "prompt" || p.Field == "image" })
	return problems, err
}
