package automation

import (
	"cmp"
	"context"
	"errors"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/boards"
)

func (s *Server) boardShow(ctx context.Context, _ *request, args BoardArgs) (BoardAnswer, error) {
	if args.Ref != "" {
		v, err := s.board(ctx, args.Ref, args.Version)
		if err != nil {
			return BoardAnswer{}, err
		}
		return s.describeBoard(v)
	}
	answer := BoardAnswer{Boards: []BoardName{}, Cards: []Card{}}
	list, err := s.Boards.List(ctx)
	for _, b := range list {
		if !b.TrashedAt.IsZero() {
			continue
		}
		name := BoardName{Ref: b.Ref, Name: b.Name, Version: b.Version, Changed: b.ChangedAt.UTC()}
		if b.Unreadable != nil {
			name.Problem = client.Redact(b.Unreadable.Error())
		}
		answer.Boards = append(answer.Boards, name)
	}
	return answer, err
}

func (s *Server) describeBoard(v boards.View) (answer BoardAnswer, err error) {
	answer = BoardAnswer{Boards: []BoardName{}, Ref: v.Ref, Version: v.Version, Cards: []Card{}}
	seen := map[string]bool{} // the strip has a keyframe once for each shot that uses it
	for _, c := range v.Strip() {
		if seen[c.ID] {
			continue
		}
		seen[c.ID] = true
		card := Card{ID: c.ID, Is: "shot", State: string(v.State(c.ID, s.Now()).Tag),
			Amount: amountOf(Charged, new(int64), "")}
		if c.Shot < 0 {
			card.Is = "keyframe"
		}
		if t, ok := v.Chosen(c.ID); ok {
			card.Take, card.Final = t.Asset.Ref, t.Job.FinalOf != 0
		}
		for _, cost := range v.Costs[c.ID] {
			card.Amount = cardAmount(cost)
		}
		answer.Cards = append(answer.Cards, card)
	}
	for _, ref := range v.Films {
		if v.Available(v.Assets[ref]) {
			answer.Film = ref
		}
	}
	mentioned := mentioningCards(v.Board, v.Cast)
	for i, e := range v.Cast {
		if len(mentioned[i]) > 0 {
			answer.Cast = append(answer.Cast, castEntry(e))
		}
	}
	answer.Board, err = v.Document()
	return answer, err
}

// cardAmount returns the amount of a card's jobs for the first kind that they have. Amounts of different kinds are
// never added.
func cardAmount(c boards.Cost) Amount {
	for _, kind := range []db.EntryKind{db.Charge, db.UnconfirmedEntry, db.Reserve, boards.Ordered, boards.Planned} {
		if micros, has := c.Micros[kind]; has {
			return amountOf(amountKinds[kind], &micros, c.Currency)
		}
	}
	if c.Unpriced > 0 {
		return amountOf(Unknown, nil, c.Currency)
	}
	return amountOf(Charged, new(int64), c.Currency) // all was refunded
}

func (s *Server) boardApply(ctx context.Context, q *request, args BoardArgs) (answer BoardAnswer, err error) {
	var p db.Profile
	var v boards.View
	if args.Ref == "" { // the document may be a board of this library, as board_show returned it
		ref, version := boards.Head(args.Board)
		if _, err := s.Library.BoardRow(ctx, ref); err == nil {
			args.Ref, args.Version = ref, cmp.Or(args.Version, version)
		} else if !errors.Is(err, db.ErrNotFound) {
			return answer, err
		}
	}
	if args.Ref == "" {
		p, err = q.profile(ctx)
	} else if v, err = s.board(ctx, args.Ref, args.Version); err == nil && args.Version == 0 && q.Client != "" {
		err = Usage("version: name the one that you have read, so that nothing of a person is overwritten; for a new board, leave out ref")
	}
	if err != nil {
		return answer, err
	}
	stated, err := s.statedCast(ctx, args.Board)
	if err != nil {
		return answer, err
	}
	b, err := s.Boards.Apply(context.WithoutCancel(ctx), q.Client, v.Ref, cmp.Or(args.Version, db.AnyVersion), p.ID,
		args.Board)
	if err != nil {
		return answer, err
	}
	defer s.Backend.Changed()
	added, updated, err := s.saveCast(context.WithoutCancel(ctx), stated)
	if err != nil {
		return answer, err
	}
	if v, err = s.Boards.Read(ctx, b.Ref); err != nil {
		return answer, err
	}
	answer, err = s.describeBoard(v)
	answer.CastAdded, answer.CastUpdated = added, updated
	answer.shorten()
	return answer, err
}

// boardUndo undoes the last step of a board in this run of the program, or redoes it. It also works on an unreadable
// board, because that step may be the cause.
func (s *Server) boardUndo(ctx context.Context, _ *request, args BoardArgs) (answer BoardAnswer, err error) {
	found, err := resolveRefs(ctx, "board", []string{args.Ref}, s.Library.BoardRefs, s.Library.BoardRow)
	if err != nil {
		return answer, err
	}
	back := s.Boards.Undo
	if args.Redo {
		back = s.Boards.Redo
	}
	b, step, err := back(context.WithoutCancel(ctx), found[0].Ref, cmp.Or(args.Version, db.AnyVersion))
	if errors.Is(err, db.ErrNotFound) {
		err = NewFailure(CodeInvalid, "the board has no step of this run of the program that can be undone, or redone with -redo")
	}
	if err != nil {
		return answer, err
	}
	s.Backend.Changed()
	v, err := s.Boards.Read(ctx, b.Ref)
	if err != nil {
		return answer, err
	}
	answer, err = s.describeBoard(v)
	answer.Step = step
	answer.shorten()
	return answer, err
}

// shorten removes a document that is too long for a line: an answer that does not fit would look like a failure.
func (a *BoardAnswer) shorten() {
	if len(a.Board) > MaxLine/2 {
		a.Board = nil
	}
}

// boardClick returns a click on a board. Pricing (sends is false) changes nothing, while a click stores last frames as
// pictures.
func (s *Server) boardClick(ctx context.Context, q *request, args BoardArgs, sends bool) click {
	order := []any{args.Ref, args.Version, args.Stage, args.Cards}
	plan := func(p db.Profile) ([]jobs.Order, []Problem, error) {
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
		checked := map[string]error{} // by link
		for _, o := range orders {
			if o.FinalOf != 0 {
				continue // its links were sent before
			}
			w := v.Want(o.Shot)
			for _, picture := range []boards.Picture{w.First, w.Last, w.From} {
				if _, known := checked[picture.Link]; !known && picture.Link != "" {
					_, checked[picture.Link] = s.lookAt(ctx, q, p, picture.Link)
				}
				if err := checked[picture.Link]; err != nil {
					problems = append(problems, Problem{Card: o.Shot, Kind: "unreachable",
						Message: client.Redact(err.Error())})
				}
			}
		}
		return orders, problems, cmp.Or(err, ctx.Err())
	}
	return click{id: args.RequestID, maxCost: args.MaxCost, hold: args.Hold, order: order, plan: plan}
}

func (s *Server) boardPrice(ctx context.Context, q *request, args BoardArgs) (PriceAnswer, error) {
	return s.priceClick(ctx, q, s.boardClick(ctx, q, args, false))
}

func (s *Server) boardMake(ctx context.Context, q *request, args BoardArgs) (JobsAnswer, error) {
	c := s.boardClick(ctx, q, args, true)
	c.made = func(made []db.Job) {
		err := s.Boards.AwaitTakes(context.WithoutCancel(ctx), made)
		if err != nil { // the jobs are ordered; only the choice of the user stays
			s.Log.Warn("await takes of a board", "err", err)
		}
		s.Backend.Changed()
	}
	return s.makeClick(ctx, q, c)
}
