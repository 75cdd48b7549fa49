// Package boards plans the orders of a board and its films. A board is a plan of keyframes and shots ([boards.Board] in
// package db/boards). A [Click] is the order of one press of a button: its jobs, their prices, and the problems that
// prevent them. [Plan] makes the same orders for other programs. [FilmOf] and [Timeline] describe what is played.
//
// The package knows nothing about windows: it returns codes and English messages, and its callers translate them. It
// submits nothing: the caller passes the orders to [jobs.Engine].
//
// From top to bottom:
//
//	plan.go                    the orders of other programs: one click, with its jobs and its problems
//	orders.go                  the total of a click; its jobs, with their pictures
//	stage.go                   the cards that lack a picture or a clip
//	finals.go, remakes.go      the takes that can be made final; those that no longer match the board
//	click.go                   the items of a click, with prices and problems
//	context.go, problem.go     what a click depends on besides the board; its problems
//	form.go                    order forms with the settings of a board
//	film.go, timeline.go       the film of a board; the shots and their times during playback
//	likeness.go                the similarity of two pictures
package boards

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"viviscope/client/jobs"
	"viviscope/client/order/upload"
	"viviscope/db"
	"viviscope/db/boards"
)

// ErrNoCard reports that a board has no such stage, or that it has no such card or the card cannot be made.
var ErrNoCard = errors.New("not on the board")

// Request is another program's request to a board.
type Request struct {
	// "keyframes", "clips", or "" for both: make the missing ones; "final": make the chosen takes final; "remake": make
	// those again that no longer match
	Stage string
	Cards []string  // the cards to make; they replace the stage, except that of "final" and "remake"
	Send  bool      // submit the orders; otherwise only price them
	Now   time.Time // the time of the click
}

// Plan returns the orders of one click on a board, as its buttons would make them, and the problems that prevent them.
// p is the profile of the board. The caller must not submit orders that have problems. If the orders will be sent, Plan
// extracts the last frames of clips that the user added, as pictures of the library. It must not run on a window's
// goroutine. Errors: [ErrNoCard], [*boards.UnreadableError], and those of the library.
func Plan(ctx context.Context, engine Engine, from upload.Reader, p db.Profile, v boards.View,
	r Request) (orders []jobs.Order, problems []Problem, err error) {
	err = boards.CatchPanic(v.BoardHead, func() (err error) {
		orders, problems, err = plan(ctx, engine, from, p, v, r)
		return err
	})
	return orders, problems, err
}

func plan(ctx context.Context, engine Engine, from upload.Reader, p db.Profile, v boards.View,
	r Request) ([]jobs.Order, []Problem, error) {
	w, err := ReadContext(ctx, engine, p, v)
	if err != nil {
		return nil, nil, fmt.Errorf("plan board %.8s: %w", v.Ref, err)
	}
	w.Now = r.Now
	c, err := r.click(v, w)
	if err != nil {
		return nil, nil, err
	}
	if r.Send && len(c.Problems) == 0 {
		err = c.ExtractFrames(engine.LastFrame)
	}
	var orders []jobs.Order
	if err == nil && !(r.Send && len(c.Problems) > 0) {
		orders, err = c.Orders(ctx, from)
	}
	if len(c.Problems) > 0 && ctx.Err() == nil {
		err = nil // one of the problems contains it
	}
	return orders, c.Problems, err
}

// click returns the click of a request. Error: [ErrNoCard].
func (r Request) click(v boards.View, w Context) (c *Click, err error) {
	for _, card := range r.Cards {
		if v.Want(card).Kind == "" {
			return nil, fmt.Errorf("card %.40q: %w", card, ErrNoCard)
		}
	}
	switch r.Stage {
	case "final", "remake":
		if c = Finals(v, w, r.Cards...); r.Stage == "remake" {
			c = Remakes(v, w, r.Cards...)
		}
		for _, card := range r.Cards {
			if !slices.Contains(c.Cards, card) {
				return nil, fmt.Errorf("card %.40q: stage %s does not make it: %w", card, r.Stage, ErrNoCard)
			}
		}
		return c, nil
	}
	if len(r.Cards) > 0 {
		return NewClick(v, w, r.Cards...), nil
	}
	stages, ok := map[string][]int{"keyframes": {Keyframes}, "clips": {Clips}, "": {Keyframes, Clips}}[r.Stage]
	if !ok {
		return nil, fmt.Errorf("stage %.40q: %w", r.Stage, ErrNoCard)
	}
	var cards []string
	for _, stage := range stages {
		cards = append(cards, Missing(v, w, stage).Cards...)
	}
	return NewClick(v, w, cards...), nil
}
