package settings

import (
	"context"
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/client/keys"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// profileForm edits the address, the currency and the key of a profile.
type profileForm struct {
	host    *host
	card    card
	touched bool // name, address or currency differ from the stored ones

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

func newProfileForm(h *host) *profileForm {
	f := &profileForm{host: h, baseNote: note(""), fieldNote: note("").Wrap(true), moneyNote: note("").Wrap(true),
		report: kit.NewRow(0)}
	touch := func(string) { f.touch() }
	f.name = newTextField("", note(""), touch, f.keep)
	f.base = newTextField("https://", f.baseNote, touch, f.keep).mono()
	word := func(currency string) string { return wording.CurrencySign(currency) + " " + currency }
	// Others come with an imported price table.
	f.currency = newOptions(word, func(c string) {
		f.chosen = c
		f.touch()
	}, "CNY", "USD", "EUR", "JPY", "GBP", "KRW", "INR")
	f.save = newSave(h, lang.L("Save profile"), f.keep)
	f.moneyNote.Hide()
	f.prices = kit.NewLink(lang.L("Edit prices in Costs"), h.ShowPrices)
	f.key = newSecretRow(h, serviceKey(), f.keyKeeper, func() { f.report.RemoveAll() }, func() work {
		id := f.card.profile.ID
		return func(ctx context.Context) error { return h.Profiles.RemoveKey(ctx, id) }
	})
	f.test = newCommand(h, lang.L("Test connection"), lang.L("Testing…"), f.try)
	f.use = kit.NewButton(lang.L("Use this profile"), nil, kit.Plain, func() {
		id := f.card.profile.ID
		h.Do(lang.L("The profile could not be used."), func(ctx context.Context) error {
			return h.Profiles.Use(ctx, id)
		})
	})
	f.connection = field(lang.L("Connection"), kit.NewColumn(8,
		kit.NewRow(12, f.test.button, f.use, note(lang.L("Testing is free.")).Wrap(true)), f.report))
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

// show shows a profile. What was typed and not saved stays.
func (f *profileForm) show(c card, inUse bool) fyne.CanvasObject {
	if !c.sameKey(f.card) {
		f.report.RemoveAll() // it is about another key
	}
	f.card = c
	p := c.profile
	if !f.touched {
		f.chosen = p.Currency
		for entry, kept := range map[*kit.Entry]string{f.name.entry: p.Name, f.base.entry: p.BaseURL} {
			if strings.TrimSpace(entry.Text) != kept { // a trailing blank stays
				entry.SetText(kept)
			}
		}
		f.touched = false // SetText is not typing
	}
	f.currency.show(f.chosen)
	f.key.show(secretView{place: c.place, words: c.keyWords(f.host.Now()), closed: p.Sandbox,
		untried: !p.Sandbox && !p.LastOKAt.After(p.KeySince)})
	kit.Show(f.use, !inUse)
	kit.Show(f.prices, inUse)
	kit.Enable(f.base.entry, !p.Sandbox)
	f.check()
	return f.content
}

func (f *profileForm) touch() {
	p := f.card.profile
	f.touched, f.save.problem = f.typed() != profileFields{p.Name, p.BaseURL, p.Currency}, ""
	f.report.RemoveAll() // it is about the stored values
	f.check()
}

// profileFields are the values of a profile that the form changes.
type profileFields struct{ name, base, currency string }

// typed returns the values in the form.
func (f *profileForm) typed() profileFields {
	return profileFields{strings.TrimSpace(f.name.entry.Text), strings.TrimSpace(f.base.entry.Text), f.chosen}
}

// check shows the problem of each field, and the address to which the key is sent.
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
		f.baseNote.SetText("") // its card explains it
	case inTheClear(typed.base):
		setText(f.baseNote, inTheClearWords(), resources.Warn)
	default:
		setText(f.baseNote, lang.L("the key is sent to this address only"), resources.Text2)
	}
	f.moneyNote.SetText(lang.L("Then enter the prices again in %[2]s. Until you do, everything continues in %[1]s. After that, budgets and limits are in %[2]s; earlier amounts stay in %[1]s and no longer count.", kept.Currency, typed.currency))
	kit.Show(f.moneyNote, kept.Currency != typed.currency)
	f.fieldNote.SetText(f.save.problem)
	f.save.allow(f.touched && noName == "" && noBase == "")
	f.content.Refresh() // notes may be below their fields now
}

func (f *profileForm) keep() {
	if f.save.button.Disabled() {
		return
	}
	p, typed := f.card.profile, f.typed()
	p.Name, p.BaseURL, p.Currency = typed.name, typed.base, typed.currency
	f.save.start(func(ctx context.Context) error {
		_, err := f.host.Profiles.SaveProfile(ctx, p)
		return err
	}, func(err error) {
		if err == nil {
			f.touched = f.typed() != typed // the user may have typed meanwhile
		}
		f.check()
	})
}

// keyKeeper stores a key of the profile.
func (f *profileForm) keyKeeper() keeper {
	id := f.card.profile.ID
	return func(ctx context.Context, key string, where keys.Location) error {
		return f.host.Profiles.SaveKey(ctx, id, key, where)
	}
}

// try tests the connection of the stored profile and shows each step. It refuses while something is typed that is not
// saved.
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
	f.test.start(func(ctx context.Context) (err error) {
		report, err = f.host.Profiles.Test(ctx, tested.profile.ID)
		return err
	}, func(err error) {
		// else the report is about other values
		if f.base.entry.Text == tested.profile.BaseURL && f.card.sameKey(tested) {
			show(NewReport(report, err))
		}
	})
}
