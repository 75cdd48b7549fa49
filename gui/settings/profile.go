package settings

import (
	"context"
	"fmt"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client"
	"viviscope/client/keys"
	"viviscope/db"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// newProfiles makes the page of profiles: a card for each, to choose one, and below them the sections with its forms.
func (s *Screen) newProfiles() fyne.CanvasObject {
	s.cards, s.problem = kit.NewGrid(12, 3, cardWidth), failure("")
	rows := kit.NewColumn(0, kit.NewInset(16, 24, 16, 24, kit.NewColumn(12,
		kit.NewRow(12, heading(lang.L("Profiles")),
			note(lang.L("A profile is a connection to a service. Each job belongs to the profile that pays for it.")).Wrap(true),
			kit.NewButton(lang.L("Add profile…"), resources.IconPlus, kit.Plain, s.addProfile)),
		s.problem, s.cards)))
	s.sections = []*section{
		{form: func(c card) fyne.CanvasObject { return s.form.show(c) }, first: func() focusable { return s.form.key.first() }},
		{form: func(c card) fyne.CanvasObject { return s.watching.show(c.profile) }, first: func() focusable { return s.watching.poll }},
		{form: func(c card) fyne.CanvasObject { return s.limits.show(c.inCurrency()) }, first: func() focusable { return s.limits.day.entry }},
		{form: func(c card) fyne.CanvasObject { return s.models.show(c.profile) }, first: func() focusable { return s.models.first() }},
		{form: func(c card) fyne.CanvasObject { return s.hosting.show(c) }, first: func() focusable { return s.hosting.first() }},
	}
	for i, p := range sectionPlaces() {
		part := s.sections[i]
		part.name, part.title, part.body = p.name, kit.NewText("", resources.SizeH2, resources.Text1, true), container.NewStack()
		part.content = kit.NewColumn(0, kit.NewRule(), inPage(kit.NewColumn(12, part.title, part.body)))
		rows.Add(part.content)
	}
	return rows
}

func (s *Screen) showProfiles() {
	kit.Show(s.problem, s.shown.err != nil)
	if s.shown.err != nil {
		s.problem.SetText(lang.L("Settings cannot be read: %s", wording.Fault(s.shown.err)))
	}
	s.cards.RemoveAll()
	for _, c := range s.shown.cards {
		s.cards.Add(s.newCard(c))
	}
	c := s.chosen()
	for _, part := range s.sections {
		part.title.SetText(part.name + " · " + c.profile.Name)
		putIn(part.body, part.form(c))
	}
}

// addProfile asks for another service on a sheet.
func (s *Screen) addProfile() {
	if s.deps.Canvas().Overlays().Top() != nil {
		return
	}
	var sheet *kit.Sheet
	cancel := kit.NewButton(lang.L("Cancel"), nil, kit.Quiet, func() { sheet.Hide() })
	form := NewConnectForm(s.deps, s.deps.Profiles.Connect, func(profile int64) {
		sheet.Hide()
		s.choose(profile)
		s.goTo(profilesPage)
		s.deps.RefreshAll()
	}, cancel)
	sheet = kit.ShowWideSheet(s.deps.Canvas(), fieldWidth+100, kit.NewColumn(12,
		kit.NewText(lang.L("Add profile"), resources.SizeH1, resources.Text1, true), form.Content), nil)
	s.deps.Canvas().Focus(form.Base)
}

// newCard is one profile to choose from.
func (s *Screen) newCard(c card) fyne.CanvasObject {
	p := c.profile
	icon, iconColor := resources.IconPlug, resources.Text2
	address, words, color := p.BaseURL, c.keyWords(s.deps.Now()), resources.Text2
	if c.place == keys.Nowhere {
		color = resources.Warn // it cannot send
	}
	mark := kit.NewTag(kit.ToneAccent, nil, lang.L("in use"))
	kit.Show(mark, p.ID == s.current)
	row := kit.NewRow(8, kit.NewText(p.Name, resources.SizeBody, resources.Text1, true).Ellipsis(), kit.NewSpring(), mark)
	if p.Sandbox {
		icon, color = resources.IconBox, resources.Text2
		address, words = lang.L("built in, on this computer only"), lang.L("free, works offline")
		row.Add(kit.NewTag(kit.ToneInverted, nil, lang.L("SANDBOX")))
	}
	if !p.Saved {
		row.Add(kit.NewTag(kit.ToneNeutral, nil, lang.L("not saved")))
	}
	if p.ID == s.current {
		iconColor = resources.Accent
	}
	body := kit.NewColumn(2, row, kit.NewText(address, resources.SizeSM, resources.Text2, false).Ellipsis(),
		kit.NewText(words, resources.SizeSM, color, false).Ellipsis())
	picture := kit.NewInset(0, 8, 0, 2, kit.NewIcon(icon, 20, iconColor))
	card := kit.NewChoiceCard(p.Name, container.NewBorder(nil, nil, picture, nil, body), func() { s.choose(p.ID) })
	card.SetChosen(p.ID == s.selected)
	return card
}

// keyWords says where a key is; it never says anything of the key itself.
func (c card) keyWords(now time.Time) string { return placeWords(c.place, c.profile.KeySince, now) }

// profileForm shows and changes one profile.
type profileForm struct {
	s       *Screen
	card    card
	touched bool // name, address or currency differ from what is kept

	name, base *textField
	baseNote   *kit.Text
	currency   *options[string]
	chosen     string // the currency
	save       *command
	fieldNote  *kit.Text
	moneyNote  *kit.Text // what another currency means
	key        *secretRow
	test       *command
	prices     *kit.Link // those of the profile in use
	use        *kit.Button
	report     *fyne.Container
	connection fyne.CanvasObject
	content    fyne.CanvasObject
}

func newProfileForm(s *Screen) *profileForm {
	f := &profileForm{s: s, baseNote: note(""), fieldNote: note("").Wrap(true), moneyNote: note("").Wrap(true), report: kit.NewRow(0)}
	touch := func(string) { f.touch() }
	f.name = newTextField("", note(""), touch, f.keep)
	f.base = newTextField("https://", f.baseNote, touch, f.keep).mono()
	word := func(currency string) string { return wording.CurrencySign(currency) + " " + currency }
	// Others come with an imported price table.
	f.currency = newOptions(word, func(c string) { f.chosen = c; f.touch() }, "CNY", "USD", "EUR", "JPY", "GBP", "KRW", "INR")
	f.save = newSave(s, lang.L("Save profile"), f.keep)
	f.moneyNote.Hide()
	f.prices = kit.NewLink(lang.L("Edit prices in Costs"), s.deps.ShowPrices)
	f.key = newSecretRow(s, serviceKey(), f.keyKeeper, func() { f.report.RemoveAll() }, func() work {
		id := f.card.profile.ID
		return func(ctx context.Context) error { return s.deps.Profiles.RemoveKey(ctx, id) }
	})
	f.test = newCommand(s, lang.L("Test connection"), lang.L("Testing…"), f.try)
	f.use = kit.NewButton(lang.L("Use this profile"), nil, kit.Plain, func() {
		id := f.card.profile.ID
		s.deps.Do(lang.L("The profile could not be used."), func(ctx context.Context) error { return s.deps.Profiles.Use(ctx, id) })
	})
	f.connection = field(lang.L("Connection"), kit.NewColumn(8,
		kit.NewRow(12, f.test.button, f.use, note(lang.L("the test is free: it looks up a task that does not exist")).Wrap(true)), f.report))
	f.content = kit.NewColumn(12,
		field(lang.L("Name"), f.name.content),
		field(lang.L("Base URL"), f.base.content),
		field(lang.L("Currency"), kit.NewColumn(4, kit.NewRow(12, f.currency.picker, f.save.button, f.fieldNote),
			kit.NewRow(0, f.prices, kit.NewSpring()), f.moneyNote)),
		field(serviceKey().name, f.key.content),
		f.connection,
	)
	return f
}

func (f *profileForm) dirty() bool { return f.touched || f.key.typed() != "" }

// show brings the form up to date. What was typed and not saved stays.
func (f *profileForm) show(c card) fyne.CanvasObject {
	if !c.sameKey(f.card) {
		f.report.RemoveAll() // it was about another key
	}
	f.card = c
	p := c.profile
	if !f.touched {
		f.chosen = p.Currency
		for entry, kept := range map[*kit.Entry]string{f.name.entry: p.Name, f.base.entry: p.BaseURL} {
			if strings.TrimSpace(entry.Text) != kept { // a blank that is being typed stays
				entry.SetText(kept)
			}
		}
		f.touched = false // both fields have it now
	}
	f.currency.show(f.chosen)
	f.key.show(secretView{place: c.place, words: c.keyWords(f.s.deps.Now()), closed: p.Sandbox,
		untried: !p.Sandbox && !p.LastOKAt.After(p.KeySince)})
	kit.Show(f.use, p.ID != f.s.current)
	kit.Show(f.prices, p.ID == f.s.current)
	kit.Enable(f.base.entry, !p.Sandbox)
	f.check()
	return f.content
}

func (f *profileForm) touch() {
	p := f.card.profile
	f.touched, f.save.said = f.typed() != profileFields{p.Name, p.BaseURL, p.Currency}, ""
	f.report.RemoveAll() // it says nothing of what is typed
	f.check()
}

// profileFields are what the form changes of a profile.
type profileFields struct{ name, base, currency string }

// typed is what stands in the form.
func (f *profileForm) typed() profileFields {
	return profileFields{strings.TrimSpace(f.name.entry.Text), strings.TrimSpace(f.base.entry.Text), f.chosen}
}

// check says at each field what is wrong, and where the key goes.
func (f *profileForm) check() {
	typed, kept := f.typed(), f.card.profile
	noName, noBase := "", ""
	if f.touched && typed.name == "" {
		noName = lang.L("a profile needs a name")
	}
	if _, err := client.CleanBaseURL(typed.base); f.touched && err != nil && !kept.Sandbox {
		noBase = lang.L("an address such as https://api.example.com is needed")
	}
	f.name.mark(noName)
	f.base.mark(noBase)
	switch {
	case kept.Sandbox:
		f.baseNote.SetText("") // its card says what it is
	case inTheClear(typed.base):
		say(f.baseNote, inTheClearWords(), resources.Warn)
	default:
		say(f.baseNote, lang.L("the key is sent to this address only"), resources.Text2)
	}
	f.moneyNote.SetText(lang.L("Then enter the prices again in %[2]s. Until you do, everything continues in %[1]s. After that, budgets and limits are in %[2]s; earlier amounts stay in %[1]s and no longer count.", kept.Currency, typed.currency))
	kit.Show(f.moneyNote, kept.Currency != typed.currency)
	f.fieldNote.SetText(f.save.said)
	f.save.allow(f.touched && noName == "" && noBase == "")
	f.content.Refresh() // notes may stand below their fields now
}

func (f *profileForm) keep() {
	if f.save.button.Disabled() {
		return
	}
	p, typed := f.card.profile, f.typed()
	p.Name, p.BaseURL, p.Currency = typed.name, typed.base, typed.currency
	f.save.run(func(ctx context.Context) error {
		_, err := f.s.deps.Profiles.SaveProfile(ctx, p)
		return err
	}, func(err error) {
		if err == nil {
			f.touched = f.typed() != typed // what was typed since stays
		}
		f.check()
	})
}

// keyKeeper keeps a key of the profile.
func (f *profileForm) keyKeeper() keeper {
	id := f.card.profile.ID
	return func(ctx context.Context, key string, where keys.Place) error {
		return f.s.deps.Profiles.SaveKey(ctx, id, key, where)
	}
}

// sameKey reports whether both cards have a key at the same place, since the same time.
func (c card) sameKey(d card) bool {
	return c.place == d.place && c.profile.KeySince.Equal(d.profile.KeySince)
}

// try tests the connection and shows each step. The test takes what is kept, so it waits for what was only typed.
func (f *profileForm) try() {
	tested := f.card
	show := func(report fyne.CanvasObject) { putIn(f.report, kit.NewFixed(fieldWidth, 0, report)) }
	switch {
	case f.base.entry.Text != tested.profile.BaseURL:
		show(notBegun(lang.L("Not tested: save the profile first. Nothing was sent.")))
		return
	case f.key.typed() != "":
		show(notBegun(lang.L("Not tested: save the key first. Nothing was sent.")))
		return
	}
	var report client.Report
	f.test.run(func(ctx context.Context) (err error) {
		report, err = f.s.deps.Profiles.Test(ctx, tested.profile.ID)
		return err
	}, func(err error) {
		if f.base.entry.Text == tested.profile.BaseURL && f.card.sameKey(tested) { // else it says nothing of what is there now
			show(NewReport(report, err))
		}
	})
}

// watchingForm is the pace at which jobs of a profile are watched, and the patience with its pictures. All of it is kept at once.
type watchingForm struct {
	poll     *kit.Slider
	pollNote *kit.Text
	patience *options[int]
	form     *options[string]
	content  fyne.CanvasObject
}

// sliderInset is the room that a slider keeps left of its track, px: without it the track begins where other controls do.
const sliderInset = 12

// patienceMinutes are the choices of how long a picture call may take. The service recommends five minutes or more,
// because giving up earlier can pay twice.
var patienceMinutes = []int{5, 10, 15, 20, 30}

func newWatchingForm(s *Screen) *watchingForm {
	minutes := func(n int) string { return lang.L("%d min", n) }
	forms := func(form string) string { return formWord(client.Form(form)) }
	var allForms []string
	for _, form := range client.Forms() {
		allForms = append(allForms, string(form))
	}
	f := &watchingForm{
		poll:     kit.NewSlider(10, 15),
		pollNote: note("").Wrap(true),
		patience: newOptions(minutes, func(n int) { s.change(func(p *db.Profile) { p.ImageMinutes = n }) }, patienceMinutes...),
		form: newOptions(forms, func(form string) { s.change(func(p *db.Profile) { p.Form = form }) },
			allForms...),
	}
	f.poll.OnChanged = func(v float64) { f.pollNote.SetText(pollWords(v)) }
	f.poll.OnChangeEnded = func(v float64) { s.change(func(p *db.Profile) { p.PollSeconds = int(v) }) }
	track := kit.NewInset(0, 0, 0, -sliderInset, kit.NewFixed(200+sliderInset, 32, f.poll))
	f.content = kit.NewColumn(12,
		field(lang.L("Check progress every"), kit.NewRow(12, track, f.pollNote)),
		explained(lang.L("Picture timeout"), f.patience.picker, lang.L("after that the job is unconfirmed")),
		explained(lang.L("Request format"), f.form.picker,
			lang.L("for gateways: OpenAI has no audio, seed, negative prompt or last frame; "+
				"each new-api channel (Kling, Vidu, Jimeng, Doubao, Ali) ignores some fields, "+
				"which the form names if the model’s ID begins with the channel")),
		explained(lang.L("Re-send automatically"), kit.NewTag(kit.ToneNeutral, resources.IconLock, lang.L("Never")),
			lang.L("a repeat could be charged twice, so this is always off")))
	return f
}

func (f *watchingForm) show(p db.Profile) fyne.CanvasObject {
	f.poll.Value = float64(max(10, min(15, p.PollSeconds)))
	f.poll.Refresh()
	f.pollNote.SetText(pollWords(f.poll.Value))
	f.patience.show(p.ImageMinutes)
	f.form.show(p.Form)
	return f.content
}

func pollWords(seconds float64) string { return fmt.Sprintf("%d s", int(seconds)) }
