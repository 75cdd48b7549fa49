package compose

import (
	"context"
	"log/slog"
	"sync/atomic"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/gui/form"
	"viviscope/gui/wording"
)

// profileReader reads the profile in front, its prices and its budgets. Its methods may be called on any goroutine.
// What it read is stored in the draft, on the window's goroutine.
type profileReader struct {
	Deps
	*draft
	reads   atomic.Int64 // numbers the readings
	pending atomic.Bool  // another reading was asked for by an event
	paused  atomic.Bool  // sending is paused

	// What follows belongs to the window's goroutine.
	budgets *jobs.Quote // without the form; nil: there is no profile, or they cannot be read
	shown   int64       // number of the reading that is shown
}

// read reads everything once and calls then after it is shown. It blocks on the library and is called off the window's
// goroutine.
func (p *profileReader) read(ctx context.Context, then func()) {
	number := p.reads.Add(1)
	account, err := p.Library.Account(ctx)
	if err != nil {
		p.Log().Warn("cannot read the profile", slog.Any("err", err))
		return
	}
	quote := p.quote(ctx, account)
	var table client.PriceTable
	if quote != nil {
		table, account.Currency = quote.Table, quote.Currency
	}
	models, err := jobs.ModelsOf(account.Profile)
	if err != nil {
		p.Log().Warn("cannot read the models of a profile", slog.Any("err", err))
	}
	p.paused.Store(p.Engine.Paused())
	p.Post(func() {
		if number < p.shown {
			return // a later reading came first
		}
		p.shown = number
		p.budgets, p.account, p.models = quote, account, models
		p.tariff = wording.Tariff{Table: table, Currency: account.Currency, Profile: account.Name,
			Play: account.Sandbox}
		p.changed()
		then()
	})
}

// quote reads the prices and budgets of a profile; nil if there is no profile, or they cannot be read. Off the window's
// goroutine.
func (p *profileReader) quote(ctx context.Context, a form.Account) *jobs.Quote {
	if a.ID == 0 {
		return nil
	}
	q, err := p.Engine.Price(ctx, a.ID, nil)
	if err != nil {
		p.Log().Warn("cannot read prices and budgets", slog.Int64("profile", a.ID), slog.Any("err", err))
		return nil
	}
	return &q
}

// spent calls again to read the budgets, if the profile has any. Events that follow before that ask for no further
// reading.
func (p *profileReader) spent(again func(ctx context.Context)) {
	if p.pending.Swap(true) {
		return
	}
	p.Post(func() {
		watched := jobs.LimitsOf(p.account.Profile).HasBudget()
		p.Go(func(ctx context.Context) {
			p.pending.Store(false)
			if watched {
				again(ctx)
			}
		})
	})
}

// setPaused notes whether sending is paused. Any goroutine.
func (p *profileReader) setPaused(paused bool) {
	if p.paused.Swap(paused) != paused {
		p.Post(func() { p.changed() })
	}
}
