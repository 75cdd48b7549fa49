package program

import (
	"context"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client/jobs"
	"viviscope/gui"
	"viviscope/gui/costs"
	"viviscope/gui/prices"
)

// costsPlace is the ledger and beside it the price table, which are updated together.
type costsPlace struct {
	*costs.Screen
	prices *prices.Pane
}

func newCostsPlace(p *program, s *gui.Shell, changed func()) *costsPlace {
	table := prices.New(prices.Deps{
		Library: p.lib, Profile: accounts{s, p.lib, p.keys}.profile, Post: s.Post, Go: s.Go, Now: time.Now,
		Canvas:  func() fyne.Canvas { return s.Window().Canvas() },
		OnSaved: func(int64) { changed() },
	})
	return &costsPlace{prices: table, Screen: costs.New(costs.Deps{
		Library: p.lib, Post: s.Post, Now: time.Now, Current: func() int64 { return s.Profile().ID },
		Refresh: func() { s.Refresh(gui.Costs) }, Prices: table.Content(),
		OnJob: func(id int64) { p.showJob(s, id) },
	})}
}

// Update implements [gui.Screen].
func (c *costsPlace) Update(ctx context.Context) {
	c.Screen.Update(ctx)
	c.prices.Update(ctx)
}

// Handle implements [gui.Screen].
func (c *costsPlace) Handle(ev jobs.Event) { c.Screen.Handle(ev) }

// enterPrices brings the keyboard to the price table.
func (c *costsPlace) enterPrices() {
	c.ShowPrices()
	c.prices.Focus()
}
