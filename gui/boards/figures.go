package boards

import (
	"maps"
	"slices"
	"time"

	planning "viviscope/client/boards"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/boards"
)

// mostAtOnce is the largest number of cards whose figures the window's goroutine computes, in about a millisecond.
// Another goroutine computes those of longer boards.
const mostAtOnce = 100

// figures are the totals over all cards of a board: missing pictures and clips, their price, and the length of the
// film. They are immutable.
type figures struct {
	edition int       // of the board that they belong to
	minute  time.Time // for which they hold: addresses die by the minute

	stages   [2]offer                             // what is missing: the pictures, and the clips
	both     offer                                // what both buttons order
	prices   map[string]int64                     // of the cards in them, in micro-units; absent is what nobody knows
	left     map[boards.Tag][]string              // cards that a board without anything to order names, by why
	made     bool                                 // some card has a take
	rest     string                               // says so where nothing is left to order
	unhosted []cardJob                            // jobs whose pictures the image host did not take
	parts    [planning.NewestFilm][]planning.Part // the timelines of the animatic and the rough cut
	frame    string                               // the keyframe whose address dies first among those that are needed; "": none
	dies     time.Time                            // when it does
}

// cardJob is a job of a card.
type cardJob struct {
	card string
	job  db.Job
}

// work returns the function that works the figures out, for the board as it is now. The function may run on any
// goroutine: it uses copies alone of what the window changes in place.
func (f *foot) work(minute time.Time) func() figures {
	v, w, edition, now := f.b.view, f.orderContext(), f.b.edition, f.b.Now()
	w.Accepted = maps.Clone(w.Accepted)
	return func() figures {
		g := figures{edition: edition, minute: minute, prices: map[string]int64{}}
		for stage := range g.stages {
			c := stageOffer(v, w, stage)
			for _, it := range c.Items {
				if it.Price != nil {
					g.prices[it.Card] = db.Sum(g.prices[it.Card], *it.Price)
				}
			}
			for _, card := range c.Unpriced() { // what is known of it is not what it costs
				delete(g.prices, card)
			}
			g.stages[stage] = c
		}
		g.both.Click = planning.Together(g.stages[pictures].Click, g.stages[clips].Click)
		strip := v.Strip()
		for _, c := range strip {
			g.made = g.made || len(v.Takes(c.ID)) > 0
			for _, j := range v.Jobs[c.ID] {
				if _, ok := jobs.HostFault(j.ErrorCode); ok {
					g.unhosted = append(g.unhosted, cardJob{c.ID, j})
				}
			}
		}
		if len(g.both.Items) == 0 {
			g.left = planning.Unmade(v, now, slices.DeleteFunc(strip, func(c boards.Card) bool {
				return c.Shot < 0 && len(v.Jobs[c.ID]) == 0
			}))
			delete(g.left, boards.Saved)
			delete(g.left, boards.Skipped)
		}
		for m := range g.parts {
			g.parts[m] = planning.Timeline(v, planning.Mode(m))
		}
		g.frame, g.dies = v.Clock(now)
		return g
	}
}

// timeline returns the parts of the shown board in the order of playing. The caller must not change them.
func (f *foot) timeline(m planning.Mode) []planning.Part {
	if m < planning.NewestFilm && !f.pending() {
		return f.parts[m]
	}
	return planning.Timeline(f.b.view, m)
}
