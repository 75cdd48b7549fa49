package prices

import (
	"context"
	"sync/atomic"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
)

// Width is the width of the pane, px.
const Width = paneWidth

// Pane is the price table editor in the window.
type Pane struct {
	d     Deps
	reads atomic.Int64 // numbers the calls of Update

	// What follows belongs to the window's goroutine.
	shown  int64 // number of the Update that is shown
	answer answer
	ready  bool            // something was read
	wanted bool            // the keyboard goes to the first field once it is there
	drafts map[int64]Draft // what was typed and not saved, by profile
	draft  Draft
	saving bool
	said   string // what came of the last Save
	failed bool   // said is a failure

	versions  *widgets.Picker
	about     *widgets.Text
	first     fyne.CanvasObject
	reference *widgets.Check
	warn      *widgets.Text
	video     *videoTable
	pictures  *pictureTable
	figures   fyne.CanvasObject
	tokens    *tokenTable
	status    *widgets.Text
	mark      *widgets.Icon
	discard   *widgets.Button
	save      *widgets.Button
	waiting   *widgets.Text
	trouble   *fyne.Container
	why       *widgets.Text
	fields    *fyne.Container
	foot      *fyne.Container
	scroll    *container.Scroll
	follower  *widgets.Follower
	box       *fyne.Container
}

// New makes the pane. Update brings what it shows.
func New(d Deps) *Pane {
	p := &Pane{d: d, drafts: map[int64]Draft{}}
	p.build()
	p.render()
	return p
}

// Content returns the pane, Width wide.
func (p *Pane) Content() fyne.CanvasObject { return p.box }

// Draft returns what the fields hold.
func (p *Pane) Draft() Draft { return p.draft.Clone() }

// Focus brings the keyboard to the first field; where the prices are still being read, once they are there.
func (p *Pane) Focus() {
	if p.wanted = !p.ready; p.wanted {
		return
	}
	for _, r := range p.video.rows {
		for _, f := range r.fields {
			if f != nil {
				f.focus(p.d.Canvas)
				return
			}
		}
	}
}

// Update reads the profile and its prices. It blocks on the library and is called off the window's goroutine; one Post
// shows what it read. What was typed and not saved stays.
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

// take shows an answer.
func (p *Pane) take(a answer) {
	before, had := p.answer, p.ready
	p.answer, p.ready = a, true
	if a.err != nil {
		p.answer = before
		p.answer.err = a.err
		p.ready = had
		p.render()
		return
	}
	if had && before.profile.ID != a.profile.ID {
		p.said, p.failed = "", false
	}
	if had && before.profile.ID != 0 && p.draft.Dirty() {
		p.drafts[before.profile.ID] = p.draft
	} else if had {
		delete(p.drafts, before.profile.ID)
	}
	next := NewDraft(a.kept(), a.profile.Currency, a.models)
	if typed, ok := p.drafts[a.profile.ID]; ok && typed.Currency == next.Currency {
		next = next.Carry(typed)
	}
	delete(p.drafts, a.profile.ID)
	p.rebuild(next)
	p.draft = next
	p.render()
	if p.wanted {
		p.Focus()
	}
}

// rebuild makes the rows anew that another draft has.
func (p *Pane) rebuild(next Draft) {
	if !sameRows(p.draft, next) || len(p.video.rows) == 0 {
		p.video.build(next)
	}
	if !samePictures(p.draft, next) || len(p.pictures.rows) == 0 {
		p.pictures.build(next)
	}
}

// edit changes the draft as a person asked.
func (p *Pane) edit(change func(*Draft)) {
	d := p.draft.Clone()
	change(&d)
	p.rebuild(d)
	p.draft = d
	p.said, p.failed = "", false
	p.render()
}

// Discard shows what is kept again.
func (p *Pane) Discard() { p.edit(func(d *Draft) { *d = d.Reset() }) }

// Save keeps the fields as a version that is valid from now on, unless something is wrong with them.
func (p *Pane) Save() {
	table, problems := p.draft.Table()
	if p.saving || !p.ready || len(problems) > 0 || !p.draft.Dirty() {
		return
	}
	p.saving, p.said = true, ""
	profile := p.answer.profile.ID
	p.render()
	p.d.Go(func(ctx context.Context) {
		v, err := keep(ctx, p.d, profile, table)
		p.d.Post(func() { p.saved(profile, v, err) })
	})
}

func (p *Pane) saved(profile int64, v version, err error) {
	p.saving = false
	if err != nil {
		p.refuse(lang.L("Not saved: %s", wording.Fault(err)))
		return
	}
	if p.answer.profile.ID == profile {
		p.answer.versions = append([]version{v}, p.answer.versions...)
		if p.draft = p.draft.Rebase(v.table); !p.draft.Dirty() {
			p.draft = p.draft.Reset() // as the program writes amounts; what was typed meanwhile stays
		}
		p.said, p.failed = lang.L("Saved. Jobs made from now on have these prices."), false
	}
	p.render()
	if p.d.OnSaved != nil {
		p.d.OnSaved(profile)
	}
}

// adopt puts an older version into the fields; it holds again once it is saved.
func (p *Pane) adopt(i int) {
	if i >= 0 && i < len(p.answer.versions) {
		table := p.answer.versions[i].table
		p.edit(func(d *Draft) { *d = d.Adopt(table) })
	}
}

// again reads once more after a failure.
func (p *Pane) again() {
	p.answer.err = nil
	p.render()
	p.d.Go(p.Update)
}

// render shows everything as it is. What did not change is left alone, because this runs at every key.
func (p *Pane) render() {
	failed := p.answer.err != nil
	height, foot := p.heights()
	widgets.Show(p.waiting, !p.ready && !failed)
	widgets.Show(p.trouble, failed)
	widgets.Show(p.fields, p.ready)
	widgets.Show(p.foot, p.ready)
	widgets.Show(p.versions, p.ready && len(p.answer.versions) > 1)
	if failed {
		p.why.SetText(lang.L("The prices cannot be read: %s", wording.Fault(p.answer.err)))
	}
	if p.ready {
		p.renderFields()
	}
	if h, f := p.heights(); h != height || f != foot {
		p.follower.Follow(p.scroll.Content)
		p.scroll.Refresh()
		p.box.Refresh()
	}
}

// heights returns what the fields and the foot need, px. While neither changes nothing has to be laid out again.
func (p *Pane) heights() (fields, foot float32) {
	return widgets.HeightFor(p.scroll.Content, p.scroll.Size().Width), widgets.HeightFor(p.foot, Width)
}

func (p *Pane) renderFields() {
	d := p.draft
	table, problems := d.Table()
	p.about.SetText(p.aboutWords())
	widgets.Show(p.first, len(p.answer.versions) == 0)
	p.reference.SetOn(d.Reference)
	was := p.answer.kept().Currency
	widgets.Show(p.warn, was != "" && was != d.Currency)
	p.warn.SetText(lang.L("These prices are in %[1]s and hold until you save. Then the same numbers are %[2]s, and budgets count in it: check each of them.", was, d.Currency))
	p.video.show(d, problems)
	p.pictures.show(d, table, p.answer.samples, problems)
	p.tokens.show(d, problems)
	widgets.Show(p.figures, !d.Reference && len(table.Images) == 0 && table.Tokens == nil)
	p.renderVersions()

	changes := d.Changes()
	words, icon, tone := p.statusWords(changes, problems)
	p.status.SetText(words)
	p.status.SetColor(tone)
	p.mark.Set(icon, tone)
	setOn(p.save, !p.saving && len(problems) == 0 && len(changes) > 0)
	setOn(p.discard, !p.saving && (len(changes) > 0 || len(problems) > 0))
}

func (p *Pane) renderVersions() {
	now := p.d.Now()
	var titles []string
	for i, v := range p.answer.versions {
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
}

func setOn(b *widgets.Button, on bool) {
	if on == b.Disabled() {
		if on {
			b.Enable()
		} else {
			b.Disable()
		}
	}
}
