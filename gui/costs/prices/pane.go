// Package prices is the price editor, a pane of the costs screen. It shows dated rows of a profile's prices: for a
// second of each video model at each resolution, with and without sound, for a picture, and for a million tokens of
// picture work.
//
// An amount is decimal text to the last digit; no float is used. An empty price is not known, which is not a price of
// zero. The library stores whole tables with the moment from which they apply. Saving adds a table for now and one for
// each later day with a change. Older tables and all ledger entries stay. Charges without a price get theirs when
// prices are saved.
//
// Its layers, from the top:
//
//	pane                   reads, edits, saves, copies, imports and exports prices
//	view                   arranges the pane and shows its status
//	fields                 the table of rows on the screen; reports each edit
//	read, later, files     read the library; price old charges; CSV files
//	hints, plan, rows      the rows as a value: what they show and what saving stores
//	versions, table, item  stored tables, their prices, and what a price is for
package prices

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"sync/atomic"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// Deps are the dependencies of the pane.
type Deps struct {
	action.Host
	Chooser action.Chooser
	Library Library
	Engine  Engine
}

// Engine receives the profiles whose ledgers have new corrections. *jobs.Engine is one.
type Engine interface{ LedgerCorrected(profileID int64) }

// Pane is the price editor of the profile in front. Its methods belong to the window's goroutine, except Update.
type Pane struct {
	d     Deps
	reads atomic.Int64 // numbers the calls of Update

	// What follows belongs to the window's goroutine.
	shown int64 // number of the Update that is shown
	state viewState
	progress
	focusLater bool           // the keyboard goes to the first price after the prices are read
	typed      map[int64]Rows // not saved, of profiles that are not in front
	rows       Rows
	view       *view
}

// New makes the pane. It reads nothing before Update.
func New(d Deps) *Pane {
	p := &Pane{d: d, typed: map[int64]Rows{}}
	p.view = newView(d.Now, viewEvents{onEdit: p.edit, onReference: p.UseReference, onMarked: p.markReference,
		onCopy:   p.copyFrom,
		onImport: p.importFile, onExport: p.exportFile, onSave: p.Save, onDiscard: p.Discard, onReload: p.reload})
	p.render()
	return p
}

// Content returns the pane, Width wide.
func (p *Pane) Content() fyne.CanvasObject { return p.view.content }

// Dirty reports whether something was typed, for any profile, that is not saved.
func (p *Pane) Dirty() bool { return len(p.typed) > 0 || p.rows.Typed(p.d.Now()) }

// Focus moves the keyboard to the first price, as soon as the prices are read.
func (p *Pane) Focus() {
	p.focusLater = !p.ready
	if p.ready {
		p.view.fields.focusFirst()
	}
}

// Update reads the profile in front and its prices, and posts them. It is called off the window's goroutine. Unsaved
// input stays.
func (p *Pane) Update(ctx context.Context) {
	number := p.reads.Add(1)
	a := read(ctx, p.d.Library, p.d.Profile().ID)
	if ctx.Err() != nil {
		return
	}
	p.d.Post(func() {
		if number < p.shown {
			return // a later Update was faster
		}
		p.shown = number
		p.take(a)
	})
}

// take shows the prices that were read, with the unsaved input for the profile.
func (p *Pane) take(v viewState) {
	before, had := p.state, p.ready
	if v.err != nil {
		p.state.err = v.err
		p.render()
		return
	}
	if p.saving && v.profile.ID == before.profile.ID {
		return // the read may include a save in progress; another Update follows
	}
	p.state, p.ready = v, true
	if had {
		if before.profile.ID != v.profile.ID {
			p.result, p.failed = "", false
		}
		delete(p.typed, before.profile.ID)
		if p.rows.Typed(p.d.Now()) {
			p.typed[before.profile.ID] = p.rows
		}
	}
	next := NewRows(v.versions, v.profile.Currency, v.models, p.d.Now())
	typed, ok := p.typed[v.profile.ID]
	if ok {
		next = next.Carry(typed)
	}
	delete(p.typed, v.profile.ID)
	p.rows = next
	p.render()
	if p.focusLater {
		p.Focus()
	}
}

// edit shows rows as the user changed them.
func (p *Pane) edit(r Rows) {
	p.rows, p.result, p.failed = r, "", false
	p.render()
}

// Discard shows the stored prices again.
func (p *Pane) Discard() { p.edit(p.rows.Reset(p.d.Now())) }

// UseReference fills in the reference prices of pictures without a known price.
func (p *Pane) UseReference() { p.edit(p.rows.withReference(p.d.Now())) }

// markReference marks the prices as reference prices, or as the user's own.
func (p *Pane) markReference(on bool) {
	r := p.rows
	r.Reference = on
	p.edit(r)
}

// Save stores the changed prices, unless something is wrong with them.
func (p *Pane) Save() {
	add, problems := p.rows.Plan(p.d.Now())
	if p.saving || !p.ready || len(problems) > 0 || len(add) == 0 {
		return
	}
	was := p.rows.otherCurrency(p.d.Now())
	if was != "" {
		p.askCurrency(was)
		return
	}
	p.store(add)
}

// askCurrency asks before prices are saved in another currency, because the same numbers are other amounts then.
func (p *Pane) askCurrency(was string) {
	c, becomes := p.d.Canvas(), p.rows.Currency
	if c == nil || c.Overlays().Top() != nil {
		return
	}
	kit.Ask(c, lang.L("Save these prices in %s?", becomes), currencyWarning(was, becomes), nil,
		kit.Answer{Word: lang.L("Cancel"), Kind: kit.Plain, Enter: true},
		kit.Answer{Word: lang.X("verb", "Save"), Kind: kit.Primary, Do: func() {
			add, problems := p.rows.Plan(p.d.Now())
			if p.rows.Currency == becomes && len(problems) == 0 && !p.saving {
				p.store(add)
			}
		}})
}

// store saves versions of the prices, and then prices the entries without a price.
func (p *Pane) store(add []version) {
	p.saving, p.result = true, ""
	profile, rows := p.state.profile.ID, p.rows
	p.render()
	p.d.Go(func(ctx context.Context) {
		err := p.write(ctx, profile, rows, add)
		if err != nil {
			p.d.Post(func() {
				p.saving = false
				p.refuse(lang.L("Not saved: %s", wording.Fault(err)))
			})
		}
	})
}

// write stores versions of the rows of a profile, prices its entries without a price, and posts the result. It is
// called off the window's goroutine. After an error no version is stored and nothing is posted.
func (p *Pane) write(ctx context.Context, profile int64, rows Rows, add []version) error {
	err := saveVersions(ctx, p.d.Library, profile, add)
	if err != nil {
		return err
	}
	done, err := priceLater(ctx, p.d.Library, profile, p.d.Now())
	if done.entries > 0 {
		p.d.Engine.LedgerCorrected(profile)
	}
	p.d.Post(func() { p.saved(profile, rows, add, done, err) })
	return nil
}

// SaveAll returns a function that stores what was typed for all profiles, off the window's goroutine. It returns nil if
// a price is wrong, or if saving has to ask about a currency.
func (p *Pane) SaveAll() func(ctx context.Context) error {
	all := maps.Clone(p.typed)
	if p.rows.Typed(p.d.Now()) {
		all[p.state.profile.ID] = p.rows
	}
	plans := map[int64][]version{}
	for profile, rows := range all {
		add, problems := rows.Plan(p.d.Now())
		if len(problems) > 0 || rows.otherCurrency(p.d.Now()) != "" {
			return nil
		}
		plans[profile] = add
	}
	return func(ctx context.Context) (err error) {
		for profile, add := range plans {
			err = errors.Join(err, p.write(ctx, profile, all[profile], add))
		}
		return err
	}
}

// saved shows the result of a save. err is why entries could not be priced. What was typed meanwhile stays.
func (p *Pane) saved(profile int64, rows Rows, add []version, done priced, err error) {
	p.saving = false
	words := lang.L("Saved. New jobs use these prices.")
	if done.entries > 0 {
		sum := wording.Money(done.micros, done.currency)
		also := lang.N("%[1]s entry without a price was priced: %[2]s.",
			"%[1]s entries without a price were priced: %[2]s.",
			done.entries, lang.Number(done.entries), sum)
		p.d.Say(kit.ToneOK, also, "")
		words += " " + also
	}
	if done.left > 0 {
		words += " " + lang.N("%s entry keeps no price: an earlier correction may cover it. Use Correct… for it.",
			"%s entries keep no price: an earlier correction may cover them. Use Correct… for each.", done.left,
			lang.Number(done.left))
	}
	if err != nil {
		words += " " + lang.L("Entries without a price could not be priced: %s", wording.Fault(err))
	}
	if p.state.profile.ID == profile {
		p.rows = p.rows.stored(rows, add, p.d.Now())
		p.state.versions = p.rows.versions
		p.result, p.failed = words, err != nil
	} else if typed, ok := p.typed[profile]; ok {
		p.typed[profile] = typed.stored(rows, add, p.d.Now())
		if p.typed[profile].Edited() == 0 {
			delete(p.typed, profile)
		}
	}
	p.render()
	p.d.RefreshAll()
}

// refuse shows why a command did nothing.
func (p *Pane) refuse(words string) {
	p.result, p.failed = words, true
	p.render()
}

// reload reads again after an error.
func (p *Pane) reload() {
	p.state.err = nil
	p.render()
	p.d.Go(p.Update)
}

// copyFrom fills in the current prices of another profile.
func (p *Pane) copyFrom(i int) {
	other, fill := p.state.others[i], p.fillHere()
	p.d.Go(func(ctx context.Context) {
		kept, err := p.d.Library.Prices(ctx, other.ID, p.d.Now())
		var table client.PriceTable
		if err == nil {
			err = json.Unmarshal(kept.Table, &table)
		}
		p.d.Post(func() {
			if errors.Is(err, db.ErrNotFound) {
				p.refuse(lang.L("%s has no prices yet.", other.Name))
				return
			}
			fill(table, err)
		})
	})
}

// importFile fills in the prices of a file that the user chooses. Nothing is stored before Save.
func (p *Pane) importFile() {
	fill := p.fillHere()
	p.d.Chooser.ChooseFile([]string{".csv"}, func(path string) {
		p.d.Go(func(context.Context) {
			table, err := readFile(path)
			p.d.Post(func() { fill(table, err) })
		})
	})
}

// fillHere returns fill for the profile that is shown now. It refuses if another one is shown when it is called.
func (p *Pane) fillHere() func(table client.PriceTable, err error) {
	profile := p.state.profile.ID
	return func(table client.PriceTable, err error) {
		if p.state.profile.ID != profile {
			p.refuse(lang.L("Not imported: another profile is shown now."))
			return
		}
		p.fill(table, err)
	}
}

// fill fills in a table. Prices that it does not have become unknown.
func (p *Pane) fill(table client.PriceTable, err error) {
	switch {
	case err != nil:
		p.refuse(lang.L("Not imported: %s", wording.Fault(err)))
	case table.Currency != p.rows.Currency:
		p.refuse(lang.L("Not imported: its prices are in %[1]s, but this profile uses %[2]s.", table.Currency,
			p.rows.Currency))
	default:
		p.edit(p.rows.Fill(table, p.d.Now()))
	}
}

// exportFile writes the current prices to a file that the user chooses.
func (p *Pane) exportFile() {
	table := p.rows.inForce(p.d.Now())
	if len(pricesOf(table)) == 0 {
		p.d.Say(kit.ToneNeutral, lang.L("No prices saved yet."), lang.L("Enter and save prices first."))
		return
	}
	action.Save(p.d, p.d.Chooser, "prices "+p.state.profile.Name+".csv", lang.L("The prices could not be saved."),
		func(_ context.Context, path string) error { return writeFile(path, table) })
}

func (p *Pane) render() { p.view.show(p.state, p.rows, p.progress) }
