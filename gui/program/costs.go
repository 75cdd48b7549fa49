package program

import (
	"context"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui"
	"viviscope/gui/costs"
	"viviscope/gui/prices"
)

// costsPlace is the ledger and beside it the price table, which are updated together.
type costsPlace struct {
	*costs.Screen
	prices *prices.Pane
}

func newCostsPlace(p *program, s *gui.Shell) *costsPlace {
	table := prices.New(prices.Deps{Host: s, Nav: nav{p}, Library: p.lib})
	return &costsPlace{prices: table, Screen: costs.New(costs.Deps{Host: s, Window: costsWindow{nav{p}}, Library: p.lib, Engine: p.engine, Prices: table})}
}

// Update implements [gui.Screen].
func (c *costsPlace) Update(ctx context.Context) {
	c.Screen.Update(ctx)
	c.prices.Update(ctx)
}

// Handle implements [gui.Screen].
func (c *costsPlace) Handle(ev jobs.Event) { c.Screen.Handle(ev) }

// costsWindow is the window around the ledger. It implements [costs.Window].
type costsWindow struct{ nav }

func (w costsWindow) Refresh() { w.shell.Refresh(gui.Costs) }

func (w costsWindow) ChangeProfile(ctx context.Context, id int64, change func(*db.Profile)) error {
	err := w.profiles.ChangeProfile(ctx, id, change)
	if err == nil {
		w.shell.RefreshAll()
	}
	return err
}
