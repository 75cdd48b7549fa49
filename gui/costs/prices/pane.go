// Package prices is the price editor, a pane of the costs screen. It shows dated rows of a profile's prices: for a second of each video
// model at each resolution, with and without sound, for a picture, and for a million tokens of picture work.
//
// An amount is decimal text to the last digit; no float is used. An empty price is not known, which is not a price of zero. The library
// stores whole tables with the moment from which they apply. Saving adds a table for now and one for each later day with a change. Older
// tables and all ledger entries stay. Charges without a price get theirs when prices are saved.
//
// Its layers, from the top:
//
//	pane                the editor: reads, edits, saves, copies, imports, exports
//	fields              the table of rows on the screen; reports each edit
//	read, later, files  read the library; price old charges; CSV files
//	hints, plan, rows   the rows as a value: what they show and what saving stores
//	versions, table, item  stored tables, their prices, and what a price is for
package prices

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// Width is the width of the pane, px.
const Width = 392

// Deps are the dependencies of the pane.
type Deps struct {
	action.Host
	Chooser action.Chooser
	Library Library
	Engine  Engine
}

// Engine receives the profiles whose ledgers have new entries without a job. *jobs.Engine is one.
type Engine interface{ LedgerCorrected(profileID int64) }

// Pane is the editable price table of the profile in front. Its methods belong to the window's goroutine, except Update.
type Pane struct {
	d     Deps
	reads atomic.Int64 // numbers the calls of Update

	// What follows belongs to the window's goroutine.
	shown  int64 // number of the Update that is shown
	state  viewState
	ready  bool           // something was read
	wanted bool           // the keyboard goes to the first price once it is there
	typed  map[int64]Rows // not saved, of profiles that are not in front
	rows   Rows
	saving bool
	said   string // result of the last command
	failed bool   // said is a failure

	others    *kit.Picker     // whose prices can be copied
	copying   *fyne.Container // others in its width
	about     *kit.Text
	first     *kit.Banner // shown while there are no prices
	reference *kit.Toggle
	warn      *kit.Text
	fields    *fields
	figures   fyne.CanvasObject // offers reference figures
	status    *kit.Text
	mark      *kit.Icon
	discard   *kit.Button
	save      *kit.Button
	waiting   *kit.Text
	trouble   *fyne.Container
	why       *kit.Text
	body      *fyne.Container
	foot      *fyne.Container
	scroll    *container.Scroll
	box       *fyne.Container
}

// New makes the pane. Update brings what it shows.
func New(d Deps) *Pane {
	p := &Pane{d: d, typed: map[int64]Rows{}}
	p.build()
	p.render()
	return p
}

// build makes the objects of the pane, in the order that Tab follows.
func (p *Pane) build() {
	heading := kit.NewText(lang.L("Prices"), resources.SizeH2, resources.Text1, true)

	p.waiting = note(lang.L("Reading the prices"))
	p.why = kit.NewText("", resources.SizeSM, resources.Err, false).Wrap(true)
	p.trouble = kit.NewColumn(8, p.why, kit.NewRow(8, kit.NewButton(lang.L("Reload"), nil, kit.Plain, p.again)))

	p.about = note("")
	p.first = kit.NewBanner(resources.IconCoin, kit.ToneWarn, "")
	p.first.SetText(lang.L("No prices yet."), lang.L("Enter what the service charges. Until then, costs cannot be estimated."))
	p.warn = kit.NewText("", resources.SizeSM, resources.Warn, false).Wrap(true)
	p.fields = newFields(p.d.Now, p.edit)
	p.figures = kit.NewRow(8, kit.NewButton(lang.L("Use reference prices"), nil, kit.Plain, p.UseReference),
		note(lang.L("for pictures, until you know your own prices")))
	p.reference = kit.NewToggle(false, func(on bool) {
		r := p.rows
		r.Reference = on
		p.edit(r)
	})
	reference := kit.NewText(lang.L("Reference prices, not your own"), resources.SizeSM, resources.Text2, false).Ellipsis()
	p.reference.SetName(reference)
	p.others = kit.NewSimplePicker(nil, p.copyFrom)
	p.others.SetPlaceholder(lang.L("Copy from…"))
	p.copying = kit.NewFixed(140, 0, p.others)
	p.body = kit.NewColumn(8, p.about, p.first, p.warn, p.fields.sections[ofClips], kit.NewRule(), p.fields.sections[ofPictures],
		p.figures, p.fields.sections[ofTokens], kit.NewRule(), kit.NewRow(8, p.reference, reference),
		kit.NewFlow(8, p.copying, kit.NewButton(lang.L("Import CSV…"), resources.IconDownload, kit.Quiet, p.importFile),
			kit.NewButton(lang.L("Export CSV…"), resources.IconExport, kit.Quiet, p.exportFile)))

	p.mark = kit.NewIcon(resources.IconInfo, 14, resources.Text2)
	p.status = kit.NewText("", resources.SizeSM, resources.Text2, false).Wrap(true).MaxLines(3)
	p.discard = kit.NewButton(lang.L("Discard"), nil, kit.Plain, p.Discard)
	p.save = kit.NewButton(lang.L("Save prices"), nil, kit.Primary, p.Save)
	p.foot = kit.NewColumn(0, kit.NewRule(), kit.NewInset(10, inset, 12, inset, kit.NewColumn(8,
		kit.NewRow(8, p.mark, p.status),
		kit.NewFrame(nil, kit.NewInset(0, 8, 0, 0, p.discard), nil, p.save))))

	p.scroll = container.NewVScroll(kit.NewInset(0, inset, 12, inset, kit.NewColumn(0, p.waiting, p.trouble, p.body)))
	head := kit.NewInset(10, inset, 6, inset, kit.NewFixed(0, 32, heading))
	p.box = kit.NewFixed(Width, 0, container.NewStack(kit.NewGround(resources.BgPanel),
		kit.NewFrame(nil, kit.NewVRule(), nil, kit.NewFilled(0, p.scroll, head, p.scroll, p.foot))))
}

// Content returns the pane, Width wide.
func (p *Pane) Content() fyne.CanvasObject { return p.box }

// Dirty reports whether something was typed and not saved.
func (p *Pane) Dirty() bool { return p.rows.Dirty(p.d.Now()) }

// Focus brings the keyboard to the first price; while the prices are still being read, once they are there.
func (p *Pane) Focus() {
	if p.wanted = !p.ready; !p.wanted {
		p.fields.focusFirst()
	}
}

// Update reads the profile and its prices. It blocks on the library and is called off the window's goroutine; one Post shows what it read.
// What was typed and not saved stays.
func (p *Pane) Update(ctx context.Context) {
	number := p.reads.Add(1)
	a := read(ctx, p.d.Library, p.d.Profile().ID)
	if ctx.Err() != nil {
		return
	}
	p.d.Post(func() {
		if number < p.shown {
			return // a later reading came first
		}
		p.shown = number
		p.take(a)
	})
}

// take shows what was read.
func (p *Pane) take(v viewState) {
	before, had := p.state, p.ready
	if v.err != nil {
		p.state.err = v.err
		p.render()
		return
	}
	if p.saving && v.profile.ID == before.profile.ID {
		return // what is saved may be in it already; it is read again afterwards
	}
	p.state, p.ready = v, true
	if had {
		if before.profile.ID != v.profile.ID {
			p.said, p.failed = "", false
		}
		delete(p.typed, before.profile.ID)
		if p.Dirty() {
			p.typed[before.profile.ID] = p.rows
		}
	}
	next := NewRows(v.versions, v.profile.Currency, v.models, p.d.Now())
	typed, ok := p.typed[v.profile.ID]
	if ok && typed.Currency == next.Currency {
		next = next.Carry(typed)
	}
	delete(p.typed, v.profile.ID)
	p.rows = next
	p.render()
	if p.wanted {
		p.Focus()
	}
}

// edit shows rows as the user changed them.
func (p *Pane) edit(r Rows) {
	p.rows, p.said, p.failed = r, "", false
	p.render()
}

// Discard shows what is stored again.
func (p *Pane) Discard() { p.edit(p.rows.Reset(p.d.Now())) }

// UseReference puts the reference figures of pictures into the rows without a price.
func (p *Pane) UseReference() { p.edit(p.rows.withReference(p.d.Now())) }

// Save stores the changed prices, unless something is wrong with them.
func (p *Pane) Save() {
	add, problems := p.rows.Plan(p.d.Now())
	if p.saving || !p.ready || len(problems) > 0 || len(add) == 0 {
		return
	}
	if was := p.rows.otherCurrency(p.d.Now()); was != "" {
		p.askCurrency(was)
		return
	}
	p.store(add)
}

// askCurrency asks before prices are saved in another currency than they were in: the same numbers mean other amounts
// from then on.
func (p *Pane) askCurrency(was string) {
	c, becomes := p.d.Canvas(), p.rows.Currency
	if c == nil || c.Overlays().Top() != nil {
		return
	}
	kit.Ask(c, lang.L("Save these prices in %s?", becomes), currencyWarning(was, becomes), nil,
		kit.Answer{Word: lang.L("Cancel"), Kind: kit.Primary, Enter: true},
		kit.Answer{Word: lang.X("verb", "Save"), Kind: kit.Plain, Do: func() {
			add, problems := p.rows.Plan(p.d.Now())
			if p.rows.Currency == becomes && len(problems) == 0 && !p.saving {
				p.store(add)
			}
		}})
}

// currencyWarning returns the question before prices are saved in another currency.
func currencyWarning(was, now string) string {
	return lang.L("These prices are in %[1]s until you save. Then the same numbers and budgets are in %[2]s: check each "+
		"one.", was, now)
}

// store saves versions of the prices, and gives entries without a price theirs.
func (p *Pane) store(add []version) {
	p.saving, p.said = true, ""
	profile, rows := p.state.profile.ID, p.rows
	p.render()
	p.d.Go(func(ctx context.Context) {
		err := saveVersions(ctx, p.d.Library, profile, add)
		if err != nil {
			p.d.Post(func() {
				p.saving = false
				p.refuse(lang.L("Not saved: %s", wording.Fault(err)))
			})
			return
		}
		done, err := priceLater(ctx, p.d.Library, profile, p.d.Now())
		if done.entries > 0 {
			p.d.Engine.LedgerCorrected(profile)
		}
		p.d.Post(func() { p.saved(profile, rows, add, done, err) })
	})
}

// saved shows what a save stored and priced. err is the reason why entries got no prices. What was typed meanwhile stays.
func (p *Pane) saved(profile int64, rows Rows, add []version, done priced, err error) {
	p.saving = false
	words := lang.L("Saved. New jobs use these prices.")
	if done.entries > 0 {
		sum := wording.Money(done.micros, done.currency)
		also := lang.N("%[1]s entry without a price was priced: %[2]s.", "%[1]s entries without a price were priced: %[2]s.",
			done.entries, lang.Number(done.entries), sum)
		p.d.Say(kit.ToneOK, also, "")
		words += " " + also
	}
	if done.left > 0 {
		words += " " + lang.N("%s entry keeps no price: an earlier correction may cover it. Use Correct… for it.",
			"%s entries keep no price: an earlier correction may cover them. Use Correct… for each.", done.left, lang.Number(done.left))
	}
	if err != nil {
		words += " " + lang.L("Entries without a price could not be priced: %s", wording.Fault(err))
	}
	if p.state.profile.ID == profile {
		p.rows = p.rows.stored(rows, add, p.d.Now())
		p.state.versions = p.rows.versions
		p.said, p.failed = words, err != nil
	} else if typed, ok := p.typed[profile]; ok {
		if p.typed[profile] = typed.stored(rows, add, p.d.Now()); p.typed[profile].Edited() == 0 {
			delete(p.typed, profile)
		}
	}
	p.render()
	p.d.RefreshAll()
}

func (p *Pane) refuse(words string) {
	p.said, p.failed = words, true
	p.render()
}

// again reads once more after a failure.
func (p *Pane) again() {
	p.state.err = nil
	p.render()
	p.d.Go(p.Update)
}

// copyFrom puts the prices that another profile has now into the rows.
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

// importFile lets the user choose a file of prices and puts them into the rows. Nothing is stored before they are saved.
func (p *Pane) importFile() {
	fill := p.fillHere()
	p.d.Chooser.ChooseFile([]string{".csv"}, func(path string) {
		p.d.Go(func(context.Context) {
			table, err := readFile(path)
			p.d.Post(func() { fill(table, err) })
		})
	})
}

// fillHere is fill for the profile that is shown now: another one may be in front when the prices come.
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

// fill puts a table into the rows. What it does not price becomes unknown.
func (p *Pane) fill(table client.PriceTable, err error) {
	switch {
	case err != nil:
		p.refuse(lang.L("Not imported: %s", wording.Fault(err)))
	case table.Currency != p.rows.Currency:
		p.refuse(lang.L("Not imported: its prices are in %[1]s, but this profile uses %[2]s.", table.Currency, p.rows.Currency))
	default:
		p.edit(p.rows.Fill(table, p.d.Now()))
	}
}

// exportFile writes the prices that apply now.
func (p *Pane) exportFile() {
	table := p.rows.inForce(p.d.Now())
	if len(pricesOf(table)) == 0 {
		p.d.Say(kit.ToneNeutral, lang.L("No prices saved yet."), lang.L("Enter and save prices first."))
		return
	}
	action.Save(p.d, p.d.Chooser, "prices "+p.state.profile.Name+".csv", lang.L("The prices could not be saved."),
		func(_ context.Context, path string) error { return writeFile(path, table) })
}

// render shows everything as it is. What did not change is left alone, because this runs at every key.
func (p *Pane) render() {
	failed := p.state.err != nil
	height, foot := p.heights()
	kit.Show(p.waiting, !p.ready && !failed)
	kit.Show(p.trouble, failed)
	kit.Show(p.body, p.ready)
	kit.Show(p.foot, p.ready)
	if failed {
		p.why.SetText(lang.L("The prices cannot be read: %s", wording.Fault(p.state.err)))
	}
	if p.ready {
		p.renderRows(p.d.Now())
	}
	if h, f := p.heights(); h != height || f != foot {
		kit.Follow(p.scroll, p.scroll.Content)
		p.scroll.Refresh()
		p.box.Refresh()
	}
}

// heights returns what the table and the foot need, px. While neither changes nothing has to be laid out again.
func (p *Pane) heights() (table, foot float32) {
	return kit.HeightFor(p.scroll.Content, p.scroll.Size().Width), kit.HeightFor(p.foot, Width)
}

func (p *Pane) renderRows(now time.Time) {
	r := p.rows
	add, problems := r.Plan(now)
	sign := strings.TrimSpace(wording.CurrencySign(r.Currency))
	p.about.SetText(lang.L("%[1]s, in %[2]s. A changed price applies from its day on; earlier jobs keep theirs. Empty: not known.",
		p.state.profile.Name, sign))
	kit.Show(p.first, len(p.state.versions) == 0)
	p.reference.SetOn(r.Reference)
	was := r.inForce(now).Currency
	kit.Show(p.warn, was != "" && was != r.Currency)
	p.warn.SetText(currencyWarning(was, r.Currency))
	p.fields.show(r, problems, p.state.samples)
	pictured := slices.ContainsFunc(r.List, func(row Row) bool { return row.section() != ofClips && row.Price != "" })
	kit.Show(p.figures, !r.Reference && !pictured)
	var others []string
	for _, o := range p.state.others {
		others = append(others, o.Name)
	}
	p.others.SetOptions(kit.Titles(others...))
	p.others.SetSelected(-1)
	kit.Show(p.copying, len(others) > 0)

	words, icon, tone := p.statusWords(len(add) > 0, len(problems))
	p.status.SetText(words)
	p.status.SetColor(tone)
	p.mark.Set(icon, tone)
	kit.Enable(p.save, !p.saving && len(problems) == 0 && len(add) > 0)
	kit.Enable(p.discard, !p.saving && (len(add) > 0 || r.Edited() > 0))
}

// statusWords returns what Save would do, or why it is off.
func (p *Pane) statusWords(changed bool, problems int) (string, fyne.Resource, fyne.ThemeColorName) {
	switch edited := p.rows.Edited(); {
	case p.saving:
		return lang.L("Saving…"), resources.IconProgress, resources.Text2
	case p.said != "" && p.failed:
		return p.said, resources.IconErrorCircle, resources.Err
	case problems > 0:
		return lang.N("%d price cannot be saved.", "%d prices cannot be saved.", problems, problems), resources.IconErrorCircle, resources.Err
	case changed && edited > 0:
		return lang.N("%d price changed, not saved yet.", "%d prices changed, not saved yet.", edited, edited), resources.IconInfo, resources.Text2
	case changed:
		return lang.L("Changed, not saved yet."), resources.IconInfo, resources.Text2
	case p.said != "":
		return p.said, resources.IconCheckCircle, resources.OK
	}
	return lang.L("No changes."), resources.IconInfo, resources.Text3
}
