package automation

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/boards"
)

// board reads the board whose ref begins so, be it named at a version. Those in the trash are not there. Errors: *[Failure].
func (s *Server) board(ctx context.Context, ref string, version int) (boards.View, error) {
	ref, err := s.whole(ctx, ref, "board", func(ctx context.Context, begins string) (refs []string, err error) {
		rows, err := s.Library.BoardRows(ctx)
		for _, row := range rows {
			if strings.HasPrefix(row.Ref, begins) && row.TrashedAt.IsZero() {
				refs = append(refs, row.Ref)
			}
		}
		return refs, err
	})
	if err != nil {
		return boards.View{}, err
	}
	v, err := s.Boards.Read(ctx, ref)
	if err == nil && version != 0 && v.Version != version {
		err = changed(v.Version)
	}
	return v, err
}

func changed(version int) *Failure {
	return &Failure{Code: CodeChanged, Message: fmt.Sprintf("the board was changed elsewhere: it is at version %d", version), Exit: ExitInvalid}
}

func (s *Server) boardShow(ctx context.Context, _ *request, args BoardArgs) (BoardAnswer, error) {
	if args.Ref != "" {
		v, err := s.board(ctx, args.Ref, args.Version)
		if err != nil {
			return BoardAnswer{}, err
		}
		return s.boardOf(v)
	}
	answer := BoardAnswer{Boards: []BoardName{}, Cards: []Card{}}
	list, err := s.Boards.List(ctx)
	for _, b := range list {
		if b.TrashedAt.IsZero() {
			answer.Boards = append(answer.Boards, BoardName{b.Ref, b.Name, b.Version, b.ChangedAt.UTC()})
		}
	}
	return answer, err
}

// boardOf is a board as callers see it.
func (s *Server) boardOf(v boards.View) (answer BoardAnswer, err error) {
	answer = BoardAnswer{Boards: []BoardName{}, Ref: v.Ref, Version: v.Version, Cards: []Card{}}
	seen := map[string]bool{}
	for _, c := range v.Strip() {
		if seen[c.ID] { // a keyframe that stands twice
			continue
		}
		seen[c.ID] = true
		card := Card{ID: c.ID, Is: "shot", State: string(v.State(c.ID, s.Now()).Tag), Amount: amountOf(Charged, new(int64), "")}
		if c.Shot < 0 {
			card.Is = "keyframe"
		}
		if t, ok := v.Chosen(c.ID); ok {
			card.Take = t.Asset.Ref
		}
		for _, cost := range v.Costs[c.ID] {
			card.Amount = spent(cost)
		}
		answer.Cards = append(answer.Cards, card)
	}
	for _, ref := range v.Films {
		if v.There(v.Assets[ref]) {
			answer.Film = ref
		}
	}
	answer.Board, err = v.Document()
	return answer, err
}

// spent is what jobs came to so far, of the kind that comes first: kinds are never added to each other.
func spent(c boards.Cost) Amount {
	for _, kind := range []db.EntryKind{db.Charge, db.UnconfirmedEntry, db.Reserve, boards.Ordered, boards.Planned} {
		if micros, there := c.Micros[kind]; there {
			return amountOf(amountKinds[kind], &micros, c.Currency)
		}
	}
	if c.Unpriced > 0 {
		return amountOf(Unknown, nil, c.Currency)
	}
	return amountOf(Charged, new(int64), c.Currency) // refunded
}

func (s *Server) boardApply(ctx context.Context, q *request, args BoardArgs) (answer BoardAnswer, err error) {
	var p db.Profile
	version := db.AnyVersion
	if args.Ref == "" {
		p, err = q.profile(ctx)
	} else {
		var v boards.View
		v, err = s.board(ctx, args.Ref, args.Version)
		if args.Ref = v.Ref; args.Version != 0 {
			version = args.Version
		} else if q.Client != "" {
			err = usage("version: name the one that you have read, so that nothing of a person is overwritten")
		}
	}
	if err != nil {
		return answer, err
	}
	b, err := s.Boards.Apply(context.WithoutCancel(ctx), args.Ref, version, p.ID, args.Board)
	if elsewhere, ok := errors.AsType[*db.ChangedBoardError](err); ok {
		err = changed(elsewhere.Version)
	} else if refused, ok := errors.AsType[*boards.DocumentError](err); ok {
		err = &Failure{Code: CodeInvalid, Message: refused.Error(), Field: "board", Exit: ExitInvalid}
	}
	if err != nil {
		return answer, err
	}
	s.Around.Changed()
	v, err := s.Boards.Read(ctx, b.Ref)
	if err != nil {
		return answer, err
	}
	return s.boardOf(v)
}

// planned are the orders of a click on a board, and what stands in its way: also a link of a keyframe behind which is no picture.
func (s *Server) planned(ctx context.Context, q *request, p db.Profile, args BoardArgs, sends bool) (orders []jobs.Order, problems []Problem, err error) {
	v, err := s.board(ctx, args.Ref, args.Version)
	switch {
	case err != nil:
		return nil, nil, err
	case sends && args.Version == 0 && q.Client != "":
		return nil, nil, usage("version: name the one whose price was shown")
	case v.ProfileID != p.ID:
		return nil, nil, usage("the board belongs to the profile %q, not to %q: name that one", v.Profile, p.Name)
	}
	if orders, problems, err = s.Around.Plan(ctx, v, args.Stage, args.Cards, sends); err != nil {
		return nil, nil, err
	}
	looked := map[string]error{}
	for _, o := range orders {
		var links []string
		switch r := o.Request.(type) {
		case client.VideoRequest:
			links = r.InputReference
		case client.EditRequest:
			links = r.ImageURLs
		}
		for _, link := range links {
			if link == "" || !slices.ContainsFunc(v.Frames, func(f boards.Frame) bool { return f.Link == link }) {
				continue
			}
			why, known := looked[link]
			if !known {
				_, why = s.Around.LookAt(ctx, p, link)
				looked[link] = why
			}
			if why != nil {
				problems = append(problems, Problem{Card: o.Shot, Kind: "unreachable", Message: client.Redact(why.Error())})
			}
		}
	}
	return orders, problems, ctx.Err()
}

func (s *Server) boardPrice(ctx context.Context, q *request, args BoardArgs) (PriceAnswer, error) {
	return s.priced(ctx, q, click{most: args.MaxCost, hold: args.Hold}, func(p db.Profile) ([]jobs.Order, []Problem, error) {
		return s.planned(ctx, q, p, args, false)
	})
}

func (s *Server) boardMake(ctx context.Context, q *request, args BoardArgs) (JobsAnswer, error) {
	asked := []any{args.Ref, args.Version, args.Stage, args.Cards}
	return s.submit(ctx, q, click{args.RequestID, args.MaxCost, args.Hold, asked}, func(p db.Profile) ([]jobs.Order, []Problem, error) {
		orders, problems, err := s.planned(ctx, q, p, args, true)
		if err == nil && len(problems) > 0 {
			err = &Failure{Code: CodeInvalid, Message: "card " + problems[0].Card + ": " + problems[0].Message, Exit: ExitInvalid}
		} else if err == nil && len(orders) == 0 {
			err = &Failure{Code: CodeInvalid, Message: "nothing is missing that can be made now", Exit: ExitInvalid}
		}
		return orders, nil, err
	})
}
