package boards

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/compose"
	"viviscope/gui/compose/form"
)

// readWorld reads what orders of a board follow from, but for what the window knows. It belongs to a goroutine that is not the window's.
func readWorld(ctx context.Context, engine Engine, a compose.Account, v boards.View) (w world, err error) {
	w = world{account: a, times: map[string]time.Duration{}, Env: form.Env{Own: a.BaseURL, Form: client.Form(a.Form), Hosting: v.Hosting}}
	if a.ID == 0 {
		return w, nil
	}
	if w.quote, err = engine.Price(ctx, a.ID, nil); err == nil {
		w.ahead, err = engine.Ahead(ctx, a.ID)
	}
	if err == nil && len(a.Models) > 0 && json.Unmarshal(a.Models, &w.Models) != nil {
		w.Models = nil // what nobody can read names no model
	}
	for _, s := range v.Shots {
		want := v.Want(s.ID)
		w.times[s.ID] = engine.Takes(ctx, a.ID, client.VideoRequest{Model: want.Model, Seconds: want.Seconds, Resolution: want.Resolution})
	}
	return w, err
}

// Click is what one click on a board orders, worked out without a window: the very orders of its buttons.
type Click struct{ c *click }

// The names of the stages.
const (
	Keyframes = "keyframes"
	Clips     = "clips"
)

// ErrNoCard says that a board has no such stage, or no card of an ID that anything can be made of.
var ErrNoCard = errors.New("not on the board")

// NewClick is the click that makes what is missing of a stage, of both with "", or some cards where they are named. p is the profile of the
// board. Errors: [ErrNoCard], and those of the library.
func NewClick(ctx context.Context, engine Engine, p db.Profile, v boards.View, now time.Time, stage string, cards ...string) (Click, error) {
	w, err := readWorld(ctx, engine, compose.Account{Profile: p}, v)
	if err != nil {
		return Click{}, fmt.Errorf("plan board %.8s: %w", v.Ref, err)
	}
	w.Now = now
	stages := map[string][]int{Keyframes: {pictures}, Clips: {clips}, "": {pictures, clips}}[stage]
	for _, card := range cards {
		if stages = nil; v.Want(card).Kind == "" {
			return Click{}, fmt.Errorf("card %.40q: %w", card, ErrNoCard)
		}
	}
	if len(cards) == 0 && stages == nil {
		return Click{}, fmt.Errorf("stage %.40q: %w", stage, ErrNoCard)
	}
	for _, stage := range stages {
		cards = append(cards, missing(v, w, stage).cards...)
	}
	return Click{newClick(v, w, "", cards...)}, nil
}

// Problem is what stands against one card of a click.
type Problem struct{ Card, Kind, Words string } // Words: English, for programs

// Problems are what stands against a click: with one nothing is to be sent.
func (c Click) Problems() (all []Problem) {
	for _, p := range c.c.problems {
		words := p.rule
		switch frame := "keyframe " + p.frame; p.kind {
		case unreachable:
			words = frame + " has no address at which the service can fetch its picture, and the profile hosts none"
		case dying:
			words = fmt.Sprintf("the address of %s dies at %s, before the request would be sent", frame, p.dies.UTC().Format(time.RFC3339))
		case gone:
			words = "the picture of " + frame + " is in the trash, or not in the library"
		case otherRatio:
			words = frame + " has another ratio than the board"
		case unpriced:
			words = "no price is known"
		case waits:
			if words = "it waits for a picture or clip that is neither made nor ordered here"; p.frame != "" {
				words = frame + " has no picture, and none is ordered"
			}
		}
		for _, card := range p.cards {
			all = append(all, Problem{card, string(p.kind), words})
		}
	}
	return all
}

// Orders are its jobs, with their pictures read. Last frames of clips that a person brought are cut out of them, which makes pictures of the
// library; without cut they are not, and the orders can be priced alone. Off the window's goroutine.
func (c Click) Orders(ctx context.Context, engine Engine, from compose.Pictures, cut bool) ([]jobs.Order, error) {
	if cut {
		c.c.items = slices.Clone(c.c.items)
		if err := c.c.cut(engine.LastFrame); err != nil {
			return nil, err
		}
	}
	return c.c.orders(ctx, from)
}
