package boards

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"viviscope/client"
	"viviscope/client/automation"
	"viviscope/client/jobs"
	"viviscope/client/order"
	"viviscope/client/order/upload"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/compose"
)

// readOrderContext reads what orders of a board follow from, except what only the window knows. It must not run on the window's goroutine.
func readOrderContext(ctx context.Context, engine Engine, a compose.Account, v boards.View) (w orderContext, err error) {
	w = orderContext{account: a, times: map[string]time.Duration{}, Env: order.Env{Own: a.BaseURL, Form: client.Form(a.Form), Hosting: v.Hosting}}
	if a.ID == 0 {
		return w, nil
	}
	if w.quote, err = engine.Price(ctx, a.ID, nil); err == nil {
		w.ahead, err = engine.Ahead(ctx, a.ID)
	}
	w.Models, _ = jobs.ModelsOf(a.Profile) // models that cannot be read are not offered
	for _, s := range v.Shots {
		want := v.Want(s.ID)
		w.times[s.ID] = engine.Takes(ctx, a.ID, client.VideoRequest{Model: want.Model, Seconds: want.Seconds, Resolution: want.Resolution})
	}
	return w, err
}

// ErrNoCard says that a board has no such stage, or no card of an ID that anything can be made of.
var ErrNoCard = errors.New("not on the board")

// Plan is what one click on a board orders, worked out without a window: the very orders of its buttons, for what is missing of a stage (keyframes, clips), of
// both with "", or for some cards where they are named. p is the profile of the board. With a problem nothing is to be sent. Where it sends,
// last frames of clips that a person brought are cut out of them, which makes pictures of the library; else the orders can be priced alone.
// Off the window's goroutine. Errors: [ErrNoCard], [*boards.UnreadableError], and those of the library.
func Plan(ctx context.Context, engine Engine, from upload.Reader, p db.Profile, v boards.View, now time.Time, stage string, cards []string,
	sends bool) (orders []jobs.Order, problems []automation.Problem, err error) {
	err = boards.Contain(v.BoardHead, func() (err error) {
		orders, problems, err = plan(ctx, engine, from, p, v, now, stage, cards, sends)
		return err
	})
	return orders, problems, err
}

func plan(ctx context.Context, engine Engine, from upload.Reader, p db.Profile, v boards.View, now time.Time, stage string, cards []string,
	sends bool) ([]jobs.Order, []automation.Problem, error) {
	w, err := readOrderContext(ctx, engine, compose.Account{Profile: p}, v)
	if err != nil {
		return nil, nil, fmt.Errorf("plan board %.8s: %w", v.Ref, err)
	}
	w.Now = now
	stages := map[string][]int{"keyframes": {pictures}, "clips": {clips}, "": {pictures, clips}}[stage]
	for _, card := range cards {
		if stages = nil; v.Want(card).Kind == "" {
			return nil, nil, fmt.Errorf("card %.40q: %w", card, ErrNoCard)
		}
	}
	if len(cards) == 0 && stages == nil {
		return nil, nil, fmt.Errorf("stage %.40q: %w", stage, ErrNoCard)
	}
	for _, stage := range stages {
		cards = append(cards, missing(v, w, stage).cards...)
	}
	c := newClick(v, w, "", cards...)
	if sends && len(c.problems) == 0 {
		err = c.cut(engine.LastFrame)
	}
	var orders []jobs.Order
	if err == nil && !(sends && len(c.problems) > 0) {
		orders, err = c.orders(ctx, from)
	}
	problems := c.problemMessages()
	if len(problems) > 0 && ctx.Err() == nil {
		err = nil // it says why already
	}
	return orders, problems, err
}

// problemMessages are the problems of a click, card by card, in English.
func (c *click) problemMessages() (all []automation.Problem) {
	for _, p := range c.problems {
		frame := "keyframe " + p.frame
		words := map[problemKind]string{unreachable: frame + " has no address at which the service can fetch its picture, and the profile hosts none",
			dying:      fmt.Sprintf("the address of %s dies at %s, before the request would be sent", frame, p.dies.UTC().Format(time.RFC3339)),
			gone:       "the picture of " + frame + " is in the trash, or not in the library",
			otherRatio: frame + " has another ratio than the board", unpriced: "no price is known", broken: p.rule,
			waits: "what it is made from is neither made nor ordered here: " + cmp.Or(p.frame, "the shot before"),
		}[p.kind]
		switch {
		case p.kind == damaged && p.frame != "":
			words = "the picture of " + frame + " cannot be read: " + p.text()
		case p.kind == damaged:
			words = "what it begins with cannot be read: " + p.text()
		}
		if p.kind == gone && p.frame == "" {
			words = "the clip before, with whose last frame it begins, is in the trash, or not in the library"
		}
		for _, card := range p.cards {
			all = append(all, automation.Problem{Card: card, Kind: string(p.kind), Message: words})
		}
	}
	return all
}
