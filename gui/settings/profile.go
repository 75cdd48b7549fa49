package settings

import (
	"context"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client"
	"viviscope/client/keys"
	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// newProfiles makes the section with a card for each profile, and below them the form of the chosen one.
func (s *Screen) newProfiles() (content fyne.CanvasObject, show func()) {
	s.cards = widgets.NewGrid(cardGap, 3, cardWidth)
	add := widgets.NewButton(lang.L("Add profile"), resources.IconPlus(), widgets.Plain, func() {
		s.adding, s.selected = true, 0
		s.show(s.shown)
		focus(s.form.name) // where a new profile begins
	})
	s.problem = failure("")
	form := container.NewStack()
	content = widgets.NewColumn(12,
		widgets.NewRow(12, heading(lang.L("Profiles")), note(lang.L("A profile is a service to talk to. Each job belongs to the profile that pays for it.")).Wrap(true), add),
		s.problem, s.cards, form)
	return content, func() {
		setVisible(s.problem, s.shown.err != nil)
		if s.shown.err != nil {
			s.problem.SetText(lang.L("Settings cannot be read: %s", wording.Fault(s.shown.err)))
		}
		s.cards.RemoveAll()
		for _, c := range s.shown.cards {
			s.cards.Add(s.newCard(c))
		}
		chosen := s.chosen()
		if chosen.profile.ID != 0 {
			s.adding = false
		}
		putIn(form, s.form.show(chosen))
	}
}

// newCard is one profile to choose from.
func (s *Screen) newCard(c card) fyne.CanvasObject {
	p := c.profile
	icon, iconColor := resources.IconPlug(), resources.Text2
	address, words, color := p.BaseURL, c.keyWords(s.deps.Now()), resources.Text2
	if c.place == keys.Nowhere {
		color = resources.Warn // it cannot send
	}
	mark := widgets.NewTag(widgets.ToneAccent, nil, lang.L("in use"))
	setVisible(mark, p.ID == s.current)
	row := widgets.NewRow(8, widgets.NewText(p.Name, resources.SizeBody, resources.Text1, true).Ellipsis(), widgets.NewSpring(), mark)
	if p.Sandbox {
		icon, address, words, color = resources.IconBox(), lang.L("built in, on this computer only"), lang.L("free, works offline"), resources.Text2
		row.Add(widgets.NewTag(widgets.ToneInverted, nil, lang.L("SANDBOX")))
	}
	if !p.Saved {
		row.Add(widgets.NewTag(widgets.ToneNeutral, nil, lang.L("not saved")))
	}
	if p.ID == s.current {
		iconColor = resources.Accent
	}
	body := widgets.NewColumn(2, row, widgets.NewText(address, resources.SizeSM, resources.Text2, false).Ellipsis(),
		widgets.NewText(words, resources.SizeSM, color, false).Ellipsis())
	picture := widgets.NewInset(0, 8, 0, 2, widgets.NewIcon(icon, 20, iconColor))
	card := widgets.NewChoiceCard(p.Name, container.NewBorder(nil, nil, picture, nil, body), func() {
		s.selected, s.adding = p.ID, false
		s.show(s.shown)
	})
	card.SetChosen(p.ID == s.selected)
	return card
}

// keyWords says where a key is; it never says anything of the key itself.
func (c card) keyWords(now time.Time) string { return placeWords(c.place, c.profile.KeySince, now) }

// currencies that can be chosen; others come with an imported price table.
var currencies = []string{"CNY", "USD", "EUR", "JPY", "GBP", "KRW", "INR"}

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
	key        *secretRow
	test       *widgets.Button
	use        *widgets.Button
	report     *fyne.Container
	reported   subject // what the report is about
	connection fyne.CanvasObject
	content    fyne.CanvasObject
}

// subject is what the report of a connection test is about. When it changes, the report says nothing any more.
type subject struct {
	base  string // as it stands in its field
	place keys.Place
	since int64 // when the key came there, Unix ms
}

func newProfileForm(s *Screen) *profileForm {
	f := &profileForm{s: s}
	f.name, f.base = widgets.NewEntry(), widgets.NewEntry()
	f.base.TextStyle.Monospace = true
	f.base.SetPlaceHolder("https://")
	f.baseNote = note("")
	titles := make([]string, len(currencies))
	for i, c := range currencies {
		titles[i] = wording.CurrencySign(c) + " " + c
	}
	f.currency = widgets.NewSimplePicker(titles, func(int) { f.touch() })
	for _, entry := range []*widgets.Entry{f.name, f.base} {
		entry.OnChanged = func(string) { f.touch() }
		entry.OnSubmitted = func(string) { f.keep() }
	}
	f.save = widgets.NewButton(lang.L("Save profile"), nil, widgets.Plain, f.keep)
	f.fieldNote = note("").Wrap(true)
	f.moneyNote = note("").Wrap(true)
	f.moneyNote.Hide()
	f.key = newSecretRow(s, serviceKey(), f.keyKeeper, func() { f.report.RemoveAll() }, func() {
		id := f.card.profile.ID
		s.deps.Do(lang.L("Could not remove the key."), func(ctx context.Context) error { return s.deps.Profiles.RemoveKey(ctx, id) })
	})
	f.test = widgets.NewButton(lang.L("Test connection"), nil, widgets.Plain, f.try)
	f.use = widgets.NewButton(lang.L("Use this profile"), nil, widgets.Plain, func() {
		id := f.card.profile.ID
		s.deps.Do(lang.L("Could not use the profile."), func(ctx context.Context) error { return s.deps.Profiles.Use(ctx, id) })
	})
	f.report = widgets.NewRow(0)
	f.connection = field(lang.L("Connection"), widgets.NewColumn(8,
		widgets.NewRow(12, f.test, f.use, note(lang.L("the test is free: it asks for a task that does not exist")).Wrap(true)), f.report))
	f.content = widgets.NewColumn(12,
		field(lang.L("Name"), widgets.NewRow(16, widgets.NewFixed(fieldWidth, 0, f.name))),
		field(lang.L("Base URL"), withNote(f.base, f.baseNote)),
		field(lang.L("Currency"), widgets.NewColumn(4, widgets.NewRow(12, f.currency, f.save, f.fieldNote), f.moneyNote)),
		field(lang.L("API key"), f.key.content),
		f.connection,
	)
	return f
}

func (f *profileForm) dirty() bool { return f.touched || f.key.typed() != "" }

// show brings the form up to date. What was typed and not saved stays.
func (f *profileForm) show(c card) fyne.CanvasObject {
	f.card = c
	p := c.profile
	if !f.touched {
		f.name.SetText(p.Name)
		f.base.SetText(p.BaseURL)
		f.currency.SetSelected(slices.Index(currencies, p.Currency))
		f.touched = false // both fields have it now
	}
	words := c.keyWords(f.s.deps.Now())
	if p.ID == 0 {
		words = lang.L("Save the profile first; its key comes then")
	}
	f.key.show(secretView{place: c.place, words: words, closed: p.Sandbox || p.ID == 0})
	setVisible(f.connection, p.ID != 0)
	setVisible(f.key.icon, p.ID != 0)
	setVisible(f.use, p.ID != 0 && p.ID != f.s.current)
	switchOn(f.base, !p.Sandbox)
	f.check()
	f.content.Refresh() // the note may stand below its field now
	return f.content
}

func (f *profileForm) touch() {
	p := f.card.profile
	f.touched = f.name.Text != p.Name || f.base.Text != p.BaseURL || f.chosen() != p.Currency
	f.check()
}

func (f *profileForm) chosen() string {
	if i := f.currency.Selected(); i >= 0 {
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

// problem says why the profile cannot be kept as it stands; nil and "" where it can.
func (f *profileForm) problem() (*widgets.Entry, string) {
	p := f.typed()
	if p.Name == "" {
		return f.name, lang.L("a profile needs a name")
	}
	if _, err := client.CleanBaseURL(p.BaseURL); err != nil && !p.Sandbox {
		return f.base, lang.L("an address such as https://api.example.com is needed")
	}
	return nil, ""
}

// check marks the field that stands in the way and says why, beside the button that is off.
func (f *profileForm) check() {
	where, why := f.problem()
	f.name.SetFailed(f.touched && where == f.name)
	f.base.SetFailed(f.touched && where == f.base)
	f.noteAddress()
	if f.reported != f.subject() {
		f.report.RemoveAll()
	}
	was, to := f.card.profile.Currency, f.chosen()
	f.moneyNote.SetText(lang.L("Enter the prices again in %[2]s after that: as long as those in %[1]s hold, everything goes on in %[1]s. From then on budgets and limits are numbers in %[2]s, and earlier amounts stay in %[1]s and count in none of them.", was, to))
	if other := f.card.profile.ID != 0 && was != to; other != f.moneyNote.Visible() {
		setVisible(f.moneyNote, other)
		f.content.Refresh()
	}
	f.fieldNote.SetText("")
	if f.touched {
		f.fieldNote.SetText(why)
	}
	switchOn(f.save, f.touched && why == "")
}

// noteAddress says beside the address where the key goes, and warns where others can read it.
func (f *profileForm) noteAddress() {
	words, color := lang.L("the key goes to this address only"), resources.Text2
	switch {
	case f.card.profile.Sandbox:
		words = lang.L("built in, on this computer only; free, works offline")
	case inTheClear(f.base.Text):
		words, color = inTheClearWords(), resources.Warn
	}
	if f.baseNote.Text() != words {
		say(f.baseNote, words, color)
		f.content.Refresh() // the note may stand below its field now
	}
}

func (f *profileForm) keep() {
	p := f.typed()
	if f.save.Disabled() {
		return
	}
	f.save.Disable()
	f.save.SetText(lang.L("Saving…"))
	var kept db.Profile
	f.s.run(func(ctx context.Context) (err error) {
		kept, err = f.s.deps.Profiles.SaveProfile(ctx, p)
		return err
	}, func(err error) {
		f.save.SetText(lang.L("Save profile"))
		if err != nil {
			f.check()
			f.fieldNote.SetText(lang.L("Not saved: %s", wording.Fault(err)))
			return
		}
		now := f.typed() // what was typed since stays
		f.touched = now.Name != p.Name || now.BaseURL != p.BaseURL || now.Currency != p.Currency
		if p.ID == 0 {
			f.s.added(f, kept.ID)
		}
		f.s.deps.Refresh()
	})
}

// added makes the forms of the new profile those of the profile that was kept.
func (s *Screen) added(f *profileForm, id int64) {
	if s.form == f {
		s.selected, s.adding = id, false
	}
	s.forms[id] = s.forms[0]
	delete(s.forms, 0)
}

// keyKeeper keeps a key of the profile.
func (f *profileForm) keyKeeper() keeper {
	id := f.card.profile.ID
	return func(ctx context.Context, key string, where keys.Place) error {
		return f.s.deps.Profiles.SaveKey(ctx, id, key, where)
	}
}

// subject is what a test would be about now.
func (f *profileForm) subject() subject {
	return subject{f.base.Text, f.card.place, f.card.profile.KeySince.UnixMilli()}
}

// try tests the connection and shows each step. The test takes what is kept, so it waits for what was only typed.
func (f *profileForm) try() {
	about, id := f.subject(), f.card.profile.ID
	switch {
	case f.base.Text != f.card.profile.BaseURL:
		f.showReport(about, newSteps(nil, nil, lang.L("Not tested: save the profile first. Nothing was sent."), ""))
		return
	case f.key.typed() != "":
		f.showReport(about, newSteps(nil, nil, lang.L("Not tested: save the key first. Nothing was sent."), ""))
		return
	}
	f.test.Disable()
	f.test.SetText(lang.L("Testing…"))
	var report client.Report
	f.s.run(func(ctx context.Context) (err error) {
		report, err = f.s.deps.Profiles.Test(ctx, id)
		return err
	}, func(err error) {
		f.test.SetText(lang.L("Test connection"))
		f.test.Enable()
		f.showReport(about, NewReport(report, err))
	})
}

// showReport shows a report, unless the form has another address or key since it began.
func (f *profileForm) showReport(about subject, report fyne.CanvasObject) {
	if about == f.subject() {
		f.reported = about
		putIn(f.report, widgets.NewFixed(fieldWidth, 0, report))
	}
}

// watchingForm is the pace at which jobs of a profile are watched, and the patience with its pictures.
type watchingForm struct {
	poll     *widgets.Slider
	pollNote *widgets.Text
	patience *widgets.Picker
	form     *widgets.Picker
	content  fyne.CanvasObject
}

// sliderInset is the room that a slider keeps left of its track, px: without it the track begins where other controls do.
const sliderInset = 12

// patienceMinutes are the choices of how long a picture call may take. The service recommends five minutes or more,
// because giving up earlier can pay twice.
var patienceMinutes = []int{5, 10, 15, 20, 30}

// requestForms are the forms in the order of their choice.
var requestForms = []client.Form{client.FormDocumented, client.FormOpenAI}

func newWatchingForm(s *Screen) *watchingForm {
	f := &watchingForm{}
	f.poll = widgets.NewSlider(10, 15)
	f.poll.Step = 1
	f.pollNote = note("").Wrap(true)
	f.poll.OnChanged = func(v float64) { f.pollNote.SetText(pollWords(int(v))) }
	f.poll.OnChangeEnded = func(v float64) { s.change(func(p *db.Profile) { p.PollSeconds = int(v) }) }
	titles := make([]string, len(patienceMinutes))
	for i, m := range patienceMinutes {
		titles[i] = lang.L("%d min", m)
	}
	f.patience = widgets.NewSimplePicker(titles, func(i int) { s.change(func(p *db.Profile) { p.ImageMinutes = patienceMinutes[i] }) })
	f.form = widgets.NewSimplePicker([]string{lang.L("As documented"), lang.L("As OpenAI’s videos")}, func(i int) {
		s.change(func(p *db.Profile) { p.Form = string(requestForms[i]) })
	})
	f.content = widgets.NewColumn(12,
		field(lang.L("Ask for progress every"), widgets.NewRow(12, widgets.NewInset(0, 0, 0, -sliderInset, widgets.NewFixed(200+sliderInset, 32, f.poll)), f.pollNote)),
		field(lang.L("Wait for a picture"), widgets.NewRow(12, f.patience, note(lang.L("5 min or more; after that it is unconfirmed")).Wrap(true))),
		field(lang.L("Form of requests"), widgets.NewRow(12, f.form,
			note(lang.L("some gateways take clips only as OpenAI’s videos: seconds as text, one first frame")).Wrap(true))),
		field(lang.L("Send automatically again"), widgets.NewRow(12, widgets.NewTag(widgets.ToneNeutral, resources.IconLock(), lang.L("Never")),
			note(lang.L("a repeat could be charged twice, so this cannot be switched on")).Wrap(true))))
	return f
}

func (f *watchingForm) show(p db.Profile) fyne.CanvasObject {
	f.poll.Value = float64(max(10, min(15, p.PollSeconds)))
	f.poll.Refresh()
	f.pollNote.SetText(pollWords(int(f.poll.Value)))
	distance := func(minutes int) int { return max(minutes-p.ImageMinutes, p.ImageMinutes-minutes) }
	nearest := slices.MinFunc(patienceMinutes, func(a, b int) int { return distance(a) - distance(b) })
	f.patience.SetSelected(slices.Index(patienceMinutes, nearest))
	f.form.SetSelected(max(0, slices.Index(requestForms, client.Form(p.Form))))
	return f.content
}

func pollWords(seconds int) string { return lang.L("%d s; all tasks share one pace", seconds) }
