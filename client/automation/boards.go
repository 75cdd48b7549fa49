package automation

import (
	"cmp"
	"context"
	"strings"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/boards"
)

// board reads the board whose ref begins so, be it named at a version. Those in the trash are not there. Errors: *[Failure].
func (s *Server) board(ctx context.Context, ref string, version int) (boards.View, error) {
	found, err := named(ctx, "board", []string{ref}, func(ctx context.Context, begins string) (refs []string, err error) {
		rows, err := s.Library.BoardRows(ctx)
		for _, row := range rows {
			if strings.HasPrefix(row.Ref, begins) && row.TrashedAt.IsZero() {
				refs = append(refs, row.Ref)
			}
		}
		return refs, err
	}, s.Boards.Read)
	if err != nil {
		return boards.View{}, err
	}
	v := found[0]
	if version != 0 && v.Version != version {
		err = &db.ChangedBoardError{Ref: v.Ref, Version: v.Version, At: v.ChangedAt}
	}
	return v, err
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

func (s *Server) boardApply(ctx context.Context, q *request, args BoardArgs) (BoardAnswer, error) {
	var p db.Profile
	var v boards.View
	var err error
	if args.Ref == "" {
		p, err = q.profile(ctx)
	} else if v, err = s.board(ctx, args.Ref, args.Version); err == nil && args.Version == 0 && q.Client != "" {
		err = Usage("version: name the one that you have read, so that nothing of a person is overwritten")
	}
	if err != nil {
		return BoardAnswer{}, err
	}
	b, err := s.Boards.Apply(context.WithoutCancel(ctx), q.Client, v.Ref, cmp.Or(args.Version, db.AnyVersion), p.ID, args.Board)
	if err == nil {
		s.Backend.Changed()
		v, err = s.Boards.Read(ctx, b.Ref)
	}
	if err != nil {
		return BoardAnswer{}, err
	}
	answer, err := s.boardOf(v)
	if len(answer.Board) > MaxLine/2 { // it is done: the answer must fit
		answer.Board = nil
	}
	return answer, err
}

// planned has the orders of a click on a board planned, and told what stands in its way: also a link of a keyframe behind which is no picture.
func (s *Server) planned(ctx context.Context, q *request, args BoardArgs, sends bool) plan {
	return func(p db.Profile) ([]jobs.Order, []Problem, error) {
		v, err := s.board(ctx, args.Ref, args.Version)
		switch {
		case err != nil:
			return nil, nil, err
		case sends && args.Version == 0 && q.Client != "":
			return nil, nil, Usage("version: name the one whose price was shown")
		case v.ProfileID != p.ID:
			return nil, nil, Usage("the board belongs to the profile %q, not to %q: name that one", v.Profile, p.Name)
		}
		orders, problems, err := s.Backend.Plan(ctx, v, args.Stage, args.Cards, sends)
		looked := map[string]error{}
		for _, o := range orders {
			w := v.Want(o.Shot)
			for _, at := range []boards.Picture{w.First, w.Last, w.From} {
				if _, known := looked[at.Link]; !known && at.Link != "" {
					_, looked[at.Link] = s.lookAt(ctx, q, p, at.Link)
				}
				if why := looked[at.Link]; why != nil {
					problems = append(problems, Problem{Card: o.Shot, Kind: "unreachable", Message: client.Redact(why.Error())})
				}
			}
		}
		return orders, problems, cmp.Or(err, ctx.Err())
	}
}

func (s *Server) boardPrice(ctx context.Context, q *request, args BoardArgs) (PriceAnswer, error) {
	return s.priced(ctx, q, click{most: args.MaxCost, hold: args.Hold}, s.planned(ctx, q, args, false))
}

func (s *Server) boardMake(ctx context.Context, q *request, args BoardArgs) (JobsAnswer, error) {
	asked := []any{args.Ref, args.Version, args.Stage, args.Cards}
	return s.submit(ctx, q, click{args.RequestID, args.MaxCost, args.Hold, asked}, s.planned(ctx, q, args, true))
}
