package boards

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"time"

	"viviscope/gui/form"

	planning "viviscope/client/boards"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/lang"
)

// maxAtOnce is the largest number of cards whose figures the window's goroutine computes, in about a millisecond.
// Another goroutine computes those of longer boards.
const maxAtOnce = 100

// spending holds the account of the selected profile with its prices and limits, as they were read.
type spending struct {
	planning.Context
	account form.Account
	owner   string // name of the profile of the board, if it is another one
}

// readSpending reads what the selected profile may order for a board. It must not run on the window's goroutine. An
// error is logged; then ok is false.
func readSpending(ctx context.Context, d *Deps, v boards.View) (s spending, ok bool) {
	a, err := d.Library.Account(ctx)
	s.account = a
	if err == nil {
		s.Context, err = planning.ReadContext(ctx, d.Engine, a.Profile, v)
	}
	if err != nil {
		d.Log().Warn("cannot read what a board may spend", slog.Any("err", err))
		return s, false
	}
	if all, err := d.Library.Profiles(ctx); err == nil && v.ProfileID != a.ID {
		i := slices.IndexFunc(all, func(p db.Profile) bool { return p.ID == v.ProfileID })
		if i >= 0 {
			s.owner = all[i].Name
		}
	}
	return s, true
}

// boardPrices holds the prices of the open board: the spending limits of the profile, and the figures of the missing
// cards. Window's goroutine.
type boardPrices struct {
	doc       *document
	labels    *cardLabels
	known     spending      // as it was read last
	figures   *boardFigures // as they were computed last
	computing bool          // figures are being computed on another goroutine

	accepted map[planning.Accepted]bool // problems of the board that the user accepts
	board    string                     // ref of that board

	onPanic func(err error) // the figures of the open board cannot be computed
}

func newBoardPrices(doc *document, labels *cardLabels) *boardPrices {
	none := computeFigures(boards.View{}, planning.Context{}, -1, time.Time{})
	return &boardPrices{doc: doc, labels: labels, figures: none, accepted: map[planning.Accepted]bool{}}
}

// set takes what was read.
func (p *boardPrices) set(known spending) {
	p.known = known
	p.doc.edition++
}

// context returns what the orders of the board depend on now.
func (p *boardPrices) context() planning.Context {
	w := p.known.Context
	w.Now, w.Hosting, w.Hold, w.Accepted = p.doc.Now(), p.doc.view.Hosting, p.holds(), p.accepted
	return w
}

// holds reports whether jobs are held until the user releases them, because the service cannot be reached.
func (p *boardPrices) holds() bool {
	a := p.known.account
	return !a.NoKey && p.doc.Live.Unreached(a.ID) != ""
}

// isOwner reports whether the board belongs to the profile that was read.
func (p *boardPrices) isOwner() bool {
	a := p.known.account
	return a.ID != 0 && a.ID == p.doc.view.ProfileID
}

// accountFault returns why the profile cannot send anything, as a sentence; "": it can.
func (p *boardPrices) accountFault() string {
	switch a := p.known.account; {
	case a.ReadOnly:
		return lang.L("The library is open read-only because its disk cannot be written. Nothing is sent or saved.")
	case a.NoKey:
		return lang.L("No key for %s, so nothing can be sent. Your library works as usual.", a.Name)
	}
	return ""
}

// accept has a problem not count any more, for all its cards.
func (p *boardPrices) accept(of planning.Problem) {
	for _, card := range of.Cards {
		p.accepted[planning.Accepted{Kind: of.Kind, Card: card}] = true
	}
	p.doc.touch()
}

// pending reports whether the figures belong to an earlier edition of the document. Nothing may be ordered by them.
func (p *boardPrices) pending() bool { return p.figures.edition != p.doc.edition }

// update computes the figures if the document changed. It is called before anything of them is shown.
func (p *boardPrices) update() {
	if p.board != p.doc.view.Ref {
		p.board = p.doc.view.Ref
		clear(p.accepted)
	}
	minute := p.doc.Now().Truncate(time.Minute)
	if !p.pending() && p.figures.minute.Equal(minute) {
		return
	}
	compute := p.computation(minute)
	if len(p.doc.cards) <= maxAtOnce {
		p.take(compute())
		return
	}
	if p.computing { // its result is too old already, and then update is called again
		return
	}
	p.computing = true
	head := p.doc.view.BoardHead
	p.doc.Go(func(context.Context) {
		var g *boardFigures
		err := boards.CatchPanic(head, func() error { g = compute(); return nil })
		p.doc.Post(func() {
			p.computing = false
			if err != nil && p.doc.view.Ref == head.Ref {
				p.onPanic(err)
				return
			}
			if err == nil && g.edition == p.doc.edition { // the document has not changed meanwhile
				p.take(g)
			}
			p.doc.onChange()
		})
	})
}

// computation returns a function that computes the figures of the document as it is now. The function may run on any
// goroutine.
func (p *boardPrices) computation(minute time.Time) func() *boardFigures {
	v, w, edition := p.doc.view, p.context(), p.doc.edition
	w.Accepted = maps.Clone(w.Accepted) // the window changes it in place
	return func() *boardFigures { return computeFigures(v, w, edition, minute) }
}

// take replaces the figures.
func (p *boardPrices) take(g *boardFigures) { p.figures, p.labels.estimates = g, g.prices }

// timeline implements [timelines].
func (p *boardPrices) timeline(m planning.Mode) []planning.Part {
	if m < planning.NewestFilm && !p.pending() {
		return p.figures.parts[m]
	}
	return planning.Timeline(p.doc.view, m)
}

// computed implements [headerTotals].
func (p *boardPrices) computed() int { return p.figures.edition }

// filmIsNext implements [headerTotals].
func (p *boardPrices) filmIsNext() bool {
	left := p.figures.left
	return p.figures.primary() < 0 && len(left[boards.Waiting]) == 0 && len(left[boards.WaitsFor]) == 0
}

// filmLength implements [headerTotals].
func (p *boardPrices) filmLength() time.Duration {
	parts := p.figures.parts[planning.RoughCut]
	if len(parts) == 0 {
		return 0
	}
	return parts[len(parts)-1].To
}

// firstExpiry implements [headerTotals].
func (p *boardPrices) firstExpiry() (frame string, expires time.Time) {
	return p.figures.frame, p.figures.expires
}
