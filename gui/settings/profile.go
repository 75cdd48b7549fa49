package settings

import (
	"context"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client/keys"
	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
)

// profileForm shows and changes one profile.
type profileForm struct {
	s       *Screen
	card    card
	touched bool // name, address or currency differ from what is kept

	name, base *widgets.Entry
	baseNote   *widgets.Text
	currency   *widgets.Picker
	save       *widgets.Button
	fieldNote  *widgets.Text
	moneyNote  *widgets.Text // what another currency means

	key    *secretRow
	drafts map[int64]profileDraft // of profiles that are not shown

	test       *widgets.Button
	use        *widgets.Button
	report     *fyne.Container
	reported   subject // what the report is about
	content    fyne.CanvasObject
	connection fyne.CanvasObject
}

// fieldWidth is the width of the text fields, px: long enough for an address, and no line across the whole window.
const fieldWidth = 460

func newProfileForm(s *Screen) *profileForm {
	f := &profileForm{s: s, drafts: map[int64]profileDraft{}}
	f.name = widgets.NewEntry()
	f.base = widgets.NewEntry()
	f.base.TextStyle.Monospace = true
	f.base.SetPlaceHolder("https://")
	f.baseNote = note(lang.L("paths start with /v1"))
	f.currency = widgets.NewSimplePicker(currencyTitles(), func(int) { f.touch() })
	f.name.OnChanged = func(string) { f.touch() }
	f.base.OnChanged = func(string) { f.touch() }
	f.name.OnSubmitted = func(string) { f.keep() }
	f.base.OnSubmitted = func(string) { f.keep() }
	f.save = widgets.NewButton(lang.L("Save profile"), nil, widgets.Plain, f.keep)
	f.fieldNote = note("").Wrap(true)
	f.moneyNote = note("").Wrap(true)
	f.moneyNote.Hide()

	f.key = newSecretRow(s, serviceKey, f.keyKeeper, f.forgetKey)
	f.key.changed = f.dropReport

	f.test = widgets.NewButton(lang.L("Test connection"), nil, widgets.Plain, f.try)
	f.use = widgets.NewButton(lang.L("Use this profile"), nil, widgets.Plain, func() {
		id := f.card.profile.ID
		s.deps.Do(lang.L("Could not use the profile."), func(ctx context.Context) error { return s.deps.Profiles.Use(ctx, id) })
	})
	f.report = container.New(&reportLayout{fieldWidth})

	f.connection = field(lang.L("Connection"), widgets.NewColumn(8, widgets.NewRow(12, f.test, f.use, note(lang.L("the test is free: it asks for a task that does not exist")).Wrap(true)), f.report))
	f.content = widgets.NewColumn(12,
		field(lang.L("Name"), widgets.NewRow(16, widgets.NewFixed(fieldWidth, 0, f.name))),
		field(lang.L("Base URL"), withNote(f.base, f.baseNote)),
		field(lang.L("Currency"), widgets.NewColumn(4, widgets.NewRow(12, f.currency, f.save, f.fieldNote), f.moneyNote)),
		field(lang.L("API key"), f.key.content),
		f.connection,
	)
	return f
}

// withNote lays a field beside what there is to say about it, or above it where the room is too narrow for both.
func withNote(entry fyne.CanvasObject, words *widgets.Text) fyne.CanvasObject {
	return widgets.NewFlow(16, widgets.NewFixed(fieldWidth, 0, entry), widgets.NewFixed(0, firstLine, words))
}

// focus brings the keyboard to the name, where a new profile begins.
func (f *profileForm) focus() {
	if c := fyne.CurrentApp().Driver().CanvasForObject(f.name); c != nil {
		c.Focus(f.name)
	}
}

// profileDraft is what was typed and not saved.
type profileDraft struct{ name, base, currency string }

// show turns the form to a profile. What was typed for a profile and not saved stays with it.
func (f *profileForm) show(c card) {
	same := f.card.profile.ID == c.profile.ID
	if !same {
		f.stash()
	}
	f.card = c
	p := c.profile
	if !same || !f.touched {
		fill := profileDraft{p.Name, p.BaseURL, p.Currency}
		if typed, ok := f.drafts[p.ID]; ok {
			fill = typed
			delete(f.drafts, p.ID)
		}
		f.name.SetText(fill.name)
		f.base.SetText(fill.base)
		f.currency.SetSelected(indexOf(currencies, fill.currency))
		f.touch()
	}
	if !same {
		f.report.RemoveAll()
	}
	words := keyWords(c, f.s.deps.Now())
	if p.ID == 0 {
		words = lang.L("Save the profile first; its key comes then")
	}
	f.key.show(secretView{owner: p.ID, place: c.place, words: words, closed: p.Sandbox || p.ID == 0})
	setVisible(f.connection, p.ID != 0)
	setVisible(f.key.icon, p.ID != 0)
	setVisible(f.use, p.ID != 0 && p.ID != f.s.current)
	if p.Sandbox {
		f.base.Disable()
	} else {
		f.base.Enable()
	}
	f.check()
	f.content.Refresh() // the note may stand below its field now
}

// stash keeps what was typed for the profile that is shown.
func (f *profileForm) stash() {
	if f.touched {
		f.drafts[f.card.profile.ID] = profileDraft{f.name.Text, f.base.Text, f.chosen()}
	}
}

func (f *profileForm) dirty() bool { return f.touched || len(f.drafts) > 0 || f.key.dirty() }

// differs reports whether the form has something else than a profile.
func (f *profileForm) differs(p db.Profile) bool {
	return f.name.Text != p.Name || f.base.Text != p.BaseURL || f.chosen() != p.Currency
}

func (f *profileForm) touch() {
	f.touched = f.differs(f.card.profile)
	f.check()
}

func (f *profileForm) chosen() string {
	if i := f.currency.Selected(); i >= 0 && i < len(currencies) {
		return currencies[i]
	}
	return f.card.profile.Currency
}

// typed is the profile as the form has it.
func (f *profileForm) typed() db.Profile {
	p := f.card.profile
	p.Name, p.BaseURL, p.Currency = strings.TrimSpace(f.name.Text), strings.TrimSpace(f.base.Text), f.chosen()
	return p
}

// check marks the field that stands in the way and says why, beside the button that is off.
func (f *profileForm) check() {
	where, why := problem(f.typed())
	f.name.SetFailed(f.touched && where == "name")
	f.base.SetFailed(f.touched && where == "base_url")
	f.noteAddress()
	if f.reported != f.subject() {
		f.dropReport()
	}
	was, to := f.card.profile.Currency, f.chosen()
	f.moneyNote.SetText(lang.L("Enter the prices again in %[2]s after that: as long as those in %[1]s hold, everything goes on in %[1]s. From then on budgets and limits are numbers in %[2]s, and earlier amounts stay in %[1]s and count in none of them.", was, to))
	if other := f.card.profile.ID != 0 && was != to; other != f.moneyNote.Visible() {
		setVisible(f.moneyNote, other)
		f.content.Refresh()
	}
	f.fieldNote.SetText("")
	if f.touched && why != "" {
		f.fieldNote.SetText(why)
	}
	if f.touched && why == "" {
		f.save.Enable()
	} else {
		f.save.Disable()
	}
}

func (f *profileForm) keep() {
	p := f.typed()
	if _, why := problem(p); why != "" || !f.touched {
		return
	}
	s := f.s
	f.save.Disable()
	f.save.SetText(lang.L("Saving…"))
	s.deps.Go(func(ctx context.Context) {
		kept, err := s.deps.Profiles.SaveProfile(ctx, p)
		s.deps.Post(func() {
			f.save.SetText(lang.L("Save profile"))
			if err != nil {
				f.check()
				f.fieldNote.SetText(lang.L("Not saved: %s", wording.Fault(err)))
				return
			}
			if f.card.profile.ID == p.ID { // else another is shown by now
				f.saved(p, kept)
			} else {
				delete(f.drafts, p.ID)
			}
			s.deps.Refresh()
		})
	})
}

// saved turns the form to what was kept of asked. What was typed since stays.
func (f *profileForm) saved(asked, kept db.Profile) {
	delete(f.drafts, asked.ID)
	now := f.typed()
	if now.Name != asked.Name || now.BaseURL != asked.BaseURL || now.Currency != asked.Currency {
		f.drafts[kept.ID] = profileDraft{f.name.Text, f.base.Text, f.chosen()}
	}
	f.touched = false
	f.s.selected, f.s.adding = kept.ID, false
}

// keyKeeper keeps a key of the profile that is shown now.
func (f *profileForm) keyKeeper() keeper {
	id := f.card.profile.ID
	return func(ctx context.Context, key string, where keys.Place) error {
		return f.s.deps.Profiles.SaveKey(ctx, id, key, where)
	}
}

func (f *profileForm) forgetKey() {
	id := f.card.profile.ID
	f.s.deps.Do(lang.L("Could not remove the key."), func(ctx context.Context) error { return f.s.deps.Profiles.RemoveKey(ctx, id) })
}

// try tests the connection and shows each step. The test takes what is kept, so it waits for what was only typed.
func (f *profileForm) try() {
	s, about := f.s, f.subject()
	if why := f.unsaved(); why != "" {
		f.showReport(about, newSteps(nil, nil, nil, why))
		return
	}
	id := about.profile
	f.test.Disable()
	f.test.SetText(lang.L("Testing…"))
	s.deps.Go(func(ctx context.Context) {
		report, err := s.deps.Profiles.Test(ctx, id)
		s.deps.Post(func() {
			f.test.SetText(lang.L("Test connection"))
			f.test.Enable()
			f.showReport(about, NewReport(report, err))
		})
	})
}

func setVisible(o fyne.CanvasObject, on bool) {
	if on {
		o.Show()
	} else {
		o.Hide()
	}
}

func indexOf(list []string, v string) int {
	for i, s := range list {
		if s == v {
			return i
		}
	}
	return -1
}
