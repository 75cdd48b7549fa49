package program

import (
	"context"
	"io"
	"os"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui"
	"viviscope/gui/costs"
	"viviscope/gui/lang"
	"viviscope/gui/prices"
	"viviscope/gui/wholefile"
	"viviscope/gui/widgets"
)

// costsPlace is the ledger and beside it the price table, which are updated together.
type costsPlace struct {
	*costs.Screen
	prices *prices.Pane
}

func newCostsPlace(p *program, s *gui.Shell, changed func()) *costsPlace {
	var table *prices.Pane
	table = prices.New(prices.Deps{
		Library: p.lib, Profile: p.frontProfile, Post: s.Post, Go: s.Go, Now: time.Now,
		Canvas:   func() fyne.Canvas { return s.Window().Canvas() },
		OnSaved:  func(int64) { changed() },
		OnImport: func() { p.importPrices(s, table) }, OnExport: func() { p.exportPrices(s, table) },
	})
	return &costsPlace{prices: table, Screen: costs.New(costs.Deps{
		Library: p.lib, Engine: p.engine, Post: s.Post, Go: s.Go, Now: time.Now, Current: func() int64 { return s.Profile().ID },
		Canvas:  func() fyne.Canvas { return s.Window().Canvas() },
		Refresh: func() { s.Refresh(gui.Costs) }, Prices: table,
		ChangeProfile: func(ctx context.Context, id int64, change func(*db.Profile)) error {
			if err := p.profiles.ChangeProfile(ctx, id, change); err != nil {
				return err
			}
			changed()
			return nil
		},
		OnJob:      nav{p}.ShowJob,
		OnAsset:    nav{p}.ShowAsset,
		OnNeedsYou: nav{p}.ShowQueue, Keys: s.KeysOf,
		OnSaveFile: nav{p}.SaveFile,
	})}
}

// Update implements [gui.Screen].
func (c *costsPlace) Update(ctx context.Context) {
	c.Screen.Update(ctx)
	c.prices.Update(ctx)
}

// Handle implements [gui.Screen].
func (c *costsPlace) Handle(ev jobs.Event) { c.Screen.Handle(ev) }

// importPrices lets a person choose a price table, whose prices then stand in the fields: nothing is kept before they are
// saved.
func (p *program) importPrices(s *gui.Shell, table *prices.Pane) {
	nav{p}.ChooseFile([]string{".csv"}, func(path string) {
		s.Go(func(context.Context) {
			read, err := readPrices(path)
			s.Post(func() { table.Import(read, err) })
		})
	})
}

// maxPrices bounds the file of a price table, bytes.
const maxPrices = 1 << 20

func readPrices(path string) (client.PriceTable, error) {
	f, err := os.Open(path)
	if err != nil {
		return client.PriceTable{}, err
	}
	defer f.Close() // it was only read
	return prices.Read(io.LimitReader(f, maxPrices))
}

// exportPrices writes the price table that is in force.
func (p *program) exportPrices(s *gui.Shell, table *prices.Pane) {
	kept, there := table.InForce()
	if !there {
		s.Say(widgets.ToneNeutral, lang.L("No prices are kept yet."), lang.L("Enter some and save them first."))
		return
	}
	nav{p}.SaveFile("prices "+table.Profile()+".csv", func(path string) {
		s.Do(lang.L("Could not write the prices."), func(context.Context) error {
			return wholefile.Write(path, func(w io.Writer) error { return prices.Export(w, kept) })
		})
	})
}
