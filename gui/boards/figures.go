package boards

import (
	"slices"
	"time"

	planning "viviscope/client/boards"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/boards"
)

// boardFigures are the totals over all cards of a board: missing pictures and clips, their price, and the length of the
// film. They are immutable.
type boardFigures struct {
	edition int       // of the document that they belong to
	minute  time.Time // for which they hold, because addresses expire

	stages [planning.Stages]offer
	shown  []int // the stages that have a button, at most two
	both   offer // what these buttons order
	// of these cards, in micro-units; those without a known price are absent
	prices   map[string]int64
	left     map[boards.Tag][]string              // if nothing is missing: the cards that may need attention, by why
	made     bool                                 // some card has a take
	unhosted []cardJob                            // jobs whose pictures the image host did not take
	parts    [planning.NewestFilm][]planning.Part // the timelines of the animatic and the rough cut
	with     []string                             // shots that a remake makes again because they are made from others
	later    []string                             // shots that it leaves for a second click
	frame    string                               // the needed keyframe whose address expires first; "": none
	expires  time.Time                            // when it does
}

// cardJob is a job of a card.
type cardJob struct {
	card string
	job  db.Job
}

// computeFigures computes the figures of a board at a time. It may run on any goroutine.
func computeFigures(v boards.View, w planning.Context, edition int, minute time.Time) *boardFigures {
	g := &boardFigures{edition: edition, minute: minute, prices: map[string]int64{}}
	for stage := range g.stages {
		g.stages[stage] = stageOffer(v, w, stage)
	}
	g.addPrices(g.stages[planning.Keyframes])
	g.addPrices(g.stages[planning.Clips])
	g.both.Click = &planning.Click{Context: w}
	if primary := g.primary(); primary >= 0 {
		g.shown = append(g.shown, primary)
		g.both.Click = planning.Combined(g.both.Click, g.stages[primary].Click)
	}
	for _, stage := range []int{planning.Keyframes, planning.Outdated} {
		if len(g.shown) < 2 && g.offers(stage) && !slices.Contains(g.shown, stage) {
			g.shown = append(g.shown, stage)
			g.both.Click = planning.Combined(g.both.Click, g.stages[stage].Click)
		}
	}
	if g.offers(planning.Outdated) {
		g.with, g.later = planning.Followers(v, g.stages[planning.Outdated].Click)
	}
	strip := v.Strip()
	for _, c := range strip {
		g.made = g.made || len(v.Takes(c.ID)) > 0
		for _, j := range v.Jobs[c.ID] {
			if _, ok := jobs.HostFault(j.ErrorCode); ok {
				g.unhosted = append(g.unhosted, cardJob{c.ID, j})
			}
		}
	}
	if !g.offers(planning.Keyframes) && !g.offers(planning.Clips) {
		g.left = planning.GroupUnmade(v, w.Now, slices.DeleteFunc(strip, func(c boards.Card) bool {
			return c.Shot < 0 && len(v.Jobs[c.ID]) == 0
		}))
		delete(g.left, boards.Saved)
		delete(g.left, boards.Skipped)
	}
	for m := range g.parts {
		g.parts[m] = planning.Timeline(v, planning.Mode(m))
	}
	g.frame, g.expires = v.NextExpiry(w.Now)
	return g
}

// offers reports whether a stage has something to order.
func (g *boardFigures) offers(stage int) bool { return len(g.stages[stage].Items) > 0 }

// primary returns the next stage; -1 if nothing is missing and no take can be made final.
func (g *boardFigures) primary() int {
	for _, stage := range []int{planning.Clips, planning.Keyframes, planning.Final} {
		if g.offers(stage) {
			return stage
		}
	}
	return -1
}

// addPrices adds the prices of the cards of an offer. A card is left out if the price of one of its jobs is not known.
func (g *boardFigures) addPrices(o offer) {
	for _, it := range o.Items {
		if it.Price != nil {
			g.prices[it.Card] = db.Sum(g.prices[it.Card], *it.Price)
		}
	}
	for _, card := range o.Unpriced() {
		delete(g.prices, card)
	}
}
