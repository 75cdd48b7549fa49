package price

import (
	"context"
	"strings"
	"sync/atomic"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// Width is the width of the pane, px.
const Width = 392

// Pane is the price table editor in the window. Its methods belong to the window's goroutine, except Update.
type Pane struct {
	d     Deps
	reads atomic.Int64 // numbers the calls of Update

	// What follows belongs to the window's goroutine.
	shown  int64 // number of the Update that is shown
	state  viewState
	ready  bool            // something was read
	wanted bool            // the keyboard goes to the first field once it is there
	drafts map[int64]Draft // what was typed and not saved, by profile
	draft  Draft
	saving bool
	said   string // what came of the last Save
	failed bool   // said is a failure

	versions  *widgets.Picker
	others    *widgets.Picker // whose prices can be copied
	copying   *fyne.Container // others in its width
	about     *widgets.Text
	first     *widgets.Banner // shown while there are no prices
	reference *widgets.Toggle
	warn      *widgets.Text
	fields    *fields
	figures   fyne.CanvasObject // offers reference figures
	status    *widgets.Text
	mark      *widgets.Icon
	discard   *widgets.Button
	save      *widgets.Button
	waiting   *widgets.Text
	trouble   *fyne.Container
	why       *widgets.Text
	body      *fyne.Container // the fields and what is said of them
	foot      *fyne.Container
	scroll    *container.Scroll
	box       *fyne.Container
}

// NewPane makes the pane. Update brings what it shows.
func NewPane(d Deps) *Pane {
	p := &Pane{d: d, drafts: map[int64]Draft{}}
	p.build()
	p.render()
	return p
}

// build makes the objects of the pane, in the order that Tab follows.
func (p *Pane) build() {
	p.versions, p.others = widgets.NewSimplePicker(nil, p.adopt), widgets.NewSimplePicker(nil, p.copyFrom)
	p.others.SetPlaceholder(lang.L("Copy from…"))
	p.copying = widgets.NewFixed(140, 0, p.others)
	heading := widgets.NewRow(8, widgets.NewText(lang.L("Prices"), resources.SizeH2, resources.Text1, true), widgets.NewSpring(),
		widgets.NewFixed(116, 0, p.versions))

	p.waiting = note(lang.L("Reading the prices"))
	p.why = widgets.NewText("", resources.SizeSM, resources.Err, false).Wrap(true)
	p.trouble = widgets.NewColumn(8, p.why, widgets.NewRow(8, widgets.NewButton(lang.L("Reload"), nil, widgets.Plain, p.again)))

	p.about = note("")
	p.first = widgets.NewBanner(resources.IconCoin, widgets.ToneWarn, "")
	p.first.SetText(lang.L("No prices yet."), lang.L("Enter what the service charges. Until then, costs cannot be estimated."))
	p.reference = widgets.NewToggle(false, func(on bool) {
		d := p.draft
		d.Reference = on
		p.edit(d)
	})
	p.warn = widgets.NewText("", resources.SizeSM, resources.Warn, false).Wrap(true)
	p.fields = newFields(p)
	p.figures = widgets.NewRow(8, widgets.NewButton(lang.L("Use reference prices"), nil, widgets.Plain, p.UseReference),
		note(lang.L("for pictures, until you know your own prices")))
	reference := widgets.NewText(lang.L("Reference prices, not your own"),
		resources.SizeSM, resources.Text2, false).Ellipsis()
	p.reference.SetName(reference)
	p.body = widgets.NewColumn(8, p.about, p.first, p.warn, p.fields.sections[ofClips],
		note(lang.L("“none”: not offered by the model. Empty: price not known.")),
		widgets.NewRule(), p.fields.sections[ofPictures], p.figures, p.fields.sections[ofTokens], widgets.NewRule(),
		widgets.NewRow(8, p.reference, reference),
		widgets.NewFlow(8, p.copying, widgets.NewButton(lang.L("Paste…"), resources.IconCopy, widgets.Quiet, p.paste),
			widgets.NewButton(lang.L("Import CSV…"), resources.IconDownload, widgets.Quiet, p.importFile),
			widgets.NewButton(lang.L("Export CSV…"), resources.IconExport, widgets.Quiet, p.exportFile)))

	p.mark = widgets.NewIcon(resources.IconInfo, 14, resources.Text2)
	p.status = widgets.NewText("", resources.SizeSM, resources.Text2, false).Wrap(true).MaxLines(3)
	p.discard = widgets.NewButton(lang.L("Discard"), nil, widgets.Plain, p.Discard)
	p.save = widgets.NewButton(lang.L("Save, from today on"), nil, widgets.Primary, p.Save)
	p.foot = widgets.NewColumn(0, widgets.NewRule(), widgets.NewInset(10, inset, 12, inset, widgets.NewColumn(8,
		widgets.NewRow(8, p.mark, p.status),
		widgets.NewFrame(nil, widgets.NewInset(0, 8, 0, 0, p.discard), nil, p.save))))

	p.scroll = container.NewVScroll(widgets.NewInset(0, inset, 12, inset, widgets.NewColumn(0, p.waiting, p.trouble, p.body)))
	head := widgets.NewInset(10, inset, 6, inset, widgets.NewFixed(0, 32, heading))
	p.box = widgets.NewFixed(Width, 0, container.NewStack(widgets.NewGround(resources.BgPanel),
		widgets.NewFrame(nil, widgets.NewVRule(), nil, widgets.NewFilled(0, p.scroll, head, p.scroll, p.foot))))
}

// Content returns the pane, Width wide.
func (p *Pane) Content() fyne.CanvasObject { return p.box }

// Dirty reports whether something was typed and not saved.
func (p *Pane) Dirty() bool { return p.draft.Dirty() }

// Focus brings the keyboard to the first field; where the prices are still being read, once they are there.
func (p *Pane) Focus() {
	if p.wanted = !p.ready; !p.wanted {
		p.d.Canvas().Focus(p.fields.entries[p.draft.Fields[0].Of])
	}
}

// Update reads the profile and its prices. It blocks on the library and is called off the window's goroutine; one Post shows what it read.
// What was typed and not saved stays.
func (p *Pane) Update(ctx context.Context) {
	number := p.reads.Add(1)
	a := read(ctx, p.d)
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
	p.state, p.ready = v, true
	if had {
		if before.profile.ID != v.profile.ID {
			p.said, p.failed = "", false
		}
		delete(p.drafts, before.profile.ID)
		if p.draft.Dirty() {
			p.drafts[before.profile.ID] = p.draft
		}
	}
	next := NewDraft(v.kept(), v.profile.Currency, v.models)
	if typed, ok := p.drafts[v.profile.ID]; ok && typed.Currency == next.Currency {
		next = next.Carry(typed)
	}
	delete(p.drafts, v.profile.ID)
	p.draft = next
	p.render()
	if p.wanted {
		p.Focus()
	}
}

// edit shows a draft as a person changed it.
func (p *Pane) edit(d Draft) {
	p.draft, p.said, p.failed = d, "", false
	p.render()
}

// Discard shows what is kept again.
func (p *Pane) Discard() { p.edit(p.draft.Reset()) }

// UseReference puts the reference figures of pictures into the fields that are empty.
func (p *Pane) UseReference() { p.edit(p.draft.withReference()) }

// adopt puts an older version into the fields; it holds again once it is saved.
func (p *Pane) adopt(i int) {
	if i >= 0 && i < len(p.state.versions) {
		p.edit(p.draft.Adopt(p.state.versions[i].table))
	}
}

// Save keeps the fields as a version that is valid from now on, unless something is wrong with them.
func (p *Pane) Save() {
	table, problems := p.draft.Table()
	if p.saving || !p.ready || len(problems) > 0 || !p.draft.Dirty() {
		return
	}
	if was := p.state.kept().Currency; was != "" && was != table.Currency {
		p.askCurrency(was, table)
		return
	}
	p.store(table)
}

// askCurrency asks before prices are saved in another currency than they were in: the same numbers mean other amounts
// from then on.
func (p *Pane) askCurrency(was string, table client.PriceTable) {
	c := p.d.Canvas()
	if c == nil || c.Overlays().Top() != nil {
		return
	}
	widgets.Ask(c, lang.L("Save these prices in %s?", table.Currency), currencyWarning(was, table.Currency), nil,
		widgets.Answer{Word: lang.L("Cancel"), Kind: widgets.Primary, Enter: true},
		widgets.Answer{Word: lang.X("verb", "Save"), Kind: widgets.Plain, Do: func() {
			if now, problems := p.draft.Table(); now.Currency == table.Currency && len(problems) == 0 && !p.saving {
				p.store(now)
			}
		}})
}

// currencyWarning returns the question before prices are saved in another currency.
func currencyWarning(was, now string) string {
	return lang.L("These prices are in %[1]s until you save. Then the same numbers and budgets are in %[2]s: check each "+
		"one.", was, now)
}

// store saves prices that are valid from now on.
func (p *Pane) store(table client.PriceTable) {
	p.saving, p.said = true, ""
	profile := p.state.profile.ID
	p.render()
	p.d.Go(func(ctx context.Context) {
		v, err := saveVersion(ctx, p.d, profile, table)
		p.d.Post(func() { p.saved(profile, v, err) })
	})
}

func (p *Pane) saved(profile int64, v version, err error) {
	p.saving = false
	if err != nil {
		p.refuse(lang.L("Not saved: %s", wording.Fault(err)))
		return
	}
	if p.state.profile.ID == profile {
		p.state.versions = append([]version{v}, p.state.versions...)
		if p.draft.base = v.table; !p.draft.Dirty() {
			p.draft = p.draft.Reset() // as the program writes amounts; what was typed meanwhile stays
		}
		p.said, p.failed = lang.L("Saved. New jobs use these prices."), false
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

// render shows everything as it is. What did not change is left alone, because this runs at every key.
func (p *Pane) render() {
	failed := p.state.err != nil
	height, foot := p.heights()
	widgets.Show(p.waiting, !p.ready && !failed)
	widgets.Show(p.trouble, failed)
	widgets.Show(p.body, p.ready)
	widgets.Show(p.foot, p.ready)
	widgets.Show(p.versions, p.ready && len(p.state.versions) > 1)
	if failed {
		p.why.SetText(lang.L("The prices cannot be read: %s", wording.Fault(p.state.err)))
	}
	if p.ready {
		p.renderDraft()
		p.renderVersions()
	}
	if h, f := p.heights(); h != height || f != foot {
		widgets.Follow(p.scroll, p.scroll.Content)
		p.scroll.Refresh()
		p.box.Refresh()
	}
}

// heights returns what the fields and the foot need, px. While neither changes nothing has to be laid out again.
func (p *Pane) heights() (fields, foot float32) {
	return widgets.HeightFor(p.scroll.Content, p.scroll.Size().Width), widgets.HeightFor(p.foot, Width)
}

func (p *Pane) renderDraft() {
	d := p.draft
	table, problems := d.Table()
	p.about.SetText(p.aboutWords())
	widgets.Show(p.first, len(p.state.versions) == 0)
	p.reference.SetOn(d.Reference)
	was := p.state.kept().Currency
	widgets.Show(p.warn, was != "" && was != d.Currency)
	p.warn.SetText(currencyWarning(was, d.Currency))
	p.fields.show(d, problems)
	widgets.Show(p.figures, !d.Reference && len(table.Images) == 0 && table.Tokens == nil)

	changes := d.Changes()
	words, icon, tone := p.statusWords(changes, len(problems))
	p.status.SetText(words)
	p.status.SetColor(tone)
	p.mark.Set(icon, tone)
	widgets.Enable(p.save, !p.saving && len(problems) == 0 && len(changes) > 0)
	widgets.Enable(p.discard, !p.saving && (len(changes) > 0 || len(problems) > 0))
}

func (p *Pane) renderVersions() {
	now := p.d.Now()
	var titles []string
	for i, v := range p.state.versions {
		at := wording.Exact(v.from, now)
		if i == 0 {
			titles = append(titles, lang.L("From %s, in force", at))
		} else {
			titles = append(titles, lang.L("From %s", at))
		}
	}
	p.versions.SetPlaceholder(lang.N("Versions %d", "Versions %d", len(titles), len(titles)))
	p.versions.SetOptions(widgets.Titles(titles...))
	p.versions.SetSelected(-1)
	var others []string
	for _, o := range p.state.others {
		others = append(others, o.Name)
	}
	p.others.SetOptions(widgets.Titles(others...))
	p.others.SetSelected(-1)
	widgets.Show(p.copying, len(others) > 0)
}

func (p *Pane) aboutWords() string {
	name, sign := p.state.profile.Name, strings.TrimSpace(wording.CurrencySign(p.draft.Currency))
	words := lang.L("%[1]s, %[2]s per second.", name, sign)
	if len(p.state.versions) > 0 {
		from := lang.Day(p.state.versions[0].from.In(p.d.Now().Location()))
		words = lang.L("%[1]s, %[2]s per second, valid from %[3]s.", name, sign, from)
	}
	return words + " " + lang.L("Earlier jobs keep their prices.")
}

// statusWords says what Save would do, or why it is off.
func (p *Pane) statusWords(changes []string, problems int) (string, fyne.Resource, fyne.ThemeColorName) {
	switch {
	case p.saving:
		return lang.L("Saving…"), resources.IconProgress, resources.Text2
	case p.said != "" && p.failed:
		return p.said, resources.IconErrorCircle, resources.Err
	case problems > 0:
		return lang.N("%d field cannot be read.", "%d fields cannot be read.", problems, problems), resources.IconErrorCircle, resources.Err
	case len(changes) > 2:
		more := len(changes) - 1
		words := lang.N("Changed: %[1]s, and %[2]d more", "Changed: %[1]s, and %[2]d more", more, changes[0], more)
		return words, resources.IconInfo, resources.Text2
	case len(changes) > 0:
		return lang.L("Changed: %s", strings.Join(changes, "; ")), resources.IconInfo, resources.Text2
	case p.said != "":
		return p.said, resources.IconCheckCircle, resources.OK
	}
	return lang.L("No changes."), resources.IconInfo, resources.Text3
}
