package settings

import (
	"context"
	"errors"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client"
	"viviscope/client/keys"
	"viviscope/db"
	"viviscope/gui/widgets"
	"viviscope/resources"
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

	keyWords  *widgets.Text
	keyEntry  *widgets.Entry
	keySave   *widgets.Button
	keyRemove *widgets.Button
	session   *widgets.Button
	inFile    *widgets.Button
	instead   fyne.CanvasObject // session and inFile, where the keychain does not answer
	keyNote   *widgets.Text
	keyRow    fyne.CanvasObject
	keyIcon   *widgets.Icon
	replace   *widgets.Button
	replacing bool // a key is kept, and another is about to be pasted

	test       *widgets.Button
	use        *widgets.Button
	report     *fyne.Container
	content    fyne.CanvasObject
	connection fyne.CanvasObject
}

// fieldWidth is the width of the text fields, px: long enough for an address, and no line across the whole window.
const fieldWidth = 460

func newProfileForm(s *Screen) *profileForm {
	f := &profileForm{s: s}
	f.name = widgets.NewEntry()
	f.base = widgets.NewEntry()
	f.base.TextStyle.Monospace = true
	f.base.SetPlaceHolder("https://")
	f.baseNote = note("paths start with /v1").Wrap(true)
	f.currency = widgets.NewSimplePicker(currencyTitles(), func(int) { f.touch() })
	f.name.OnChanged = func(string) { f.touch() }
	f.base.OnChanged = func(string) { f.touch() }
	f.name.OnSubmitted = func(string) { f.keep() }
	f.base.OnSubmitted = func(string) { f.keep() }
	f.save = widgets.NewButton("Save profile", nil, widgets.Plain, f.keep)
	f.fieldNote = note("").Wrap(true)

	f.keyWords = widgets.NewText("", resources.SizeBody, resources.Text1, false)
	f.keyEntry = widgets.NewPasswordEntry()
	f.keyEntry.SetPlaceHolder("Paste the key")
	f.keyEntry.OnSubmitted = func(string) { f.keepKey(keys.InKeychain) }
	f.keySave = widgets.NewButton("Save key", nil, widgets.Plain, func() { f.keepKey(keys.InKeychain) })
	f.session = widgets.NewButton("Use for this session only", nil, widgets.Plain, func() { f.keepKey(keys.InSession) })
	f.inFile = widgets.NewButton("Keep it in a file only this account can read", nil, widgets.Plain, func() { f.keepKey(keys.InFile) })
	f.instead = widgets.NewRow(8, f.session, f.inFile)
	f.keyIcon = widgets.NewIcon(resources.IconLock(), 14, resources.OK)
	f.replace = widgets.NewButton("Replace…", nil, widgets.Plain, func() {
		f.replacing = true
		f.show(f.card)
	})
	f.keyRemove = widgets.NewButton("Remove key", nil, widgets.Quiet, f.forgetKey)
	f.keyNote = note("").Wrap(true)

	f.test = widgets.NewButton("Test connection", nil, widgets.Plain, f.try)
	f.use = widgets.NewButton("Use this profile", nil, widgets.Plain, func() {
		id := f.card.profile.ID
		s.deps.Do("use profile", func(ctx context.Context) error { return s.deps.Profiles.Use(ctx, id) })
	})
	f.report = container.New(&reportLayout{fieldWidth})

	f.keyRow = widgets.NewColumn(4, widgets.NewRow(8, widgets.NewFixed(fieldWidth-96, 0, f.keyEntry), f.keySave), f.keyNote, f.instead)
	f.connection = field("Connection", widgets.NewColumn(8, widgets.NewRow(12, f.test, f.use, note("the test is free: it asks for a task that does not exist")), f.report))
	f.content = widgets.NewColumn(12,
		field("Name", widgets.NewRow(16, widgets.NewFixed(fieldWidth, 0, f.name))),
		field("Base URL", widgets.NewRow(16, widgets.NewFixed(fieldWidth, 0, f.base), f.baseNote)),
		field("Currency", widgets.NewRow(12, f.currency, f.save, f.fieldNote)),
		field("API key", widgets.NewColumn(8, widgets.NewFixed(0, firstLine, widgets.NewRow(8, f.keyIcon, f.keyWords, f.replace, f.keyRemove)), f.keyRow)),
		f.connection,
	)
	return f
}

// focus brings the keyboard to the name, where a new profile begins.
func (f *profileForm) focus() {
	if c := fyne.CurrentApp().Driver().CanvasForObject(f.name); c != nil {
		c.Focus(f.name)
	}
}

// show turns the form to a profile. Where the person is changing that same profile, what was typed stays.
func (f *profileForm) show(c card) {
	same := f.card.profile.ID == c.profile.ID
	f.card = c
	p := c.profile
	if !same || !f.touched {
		f.name.SetText(p.Name)
		f.base.SetText(p.BaseURL)
		f.currency.SetSelected(indexOf(currencies, p.Currency))
		f.touched = false
	}
	if !same {
		f.report.RemoveAll()
		f.replacing = false
		f.keyEntry.SetText("")
		f.offerInstead(false)
		f.say("")
	}
	f.keyWords.SetText(keyWords(c, f.s.deps.Now()))
	kept := c.place == keys.InKeychain || c.place == keys.InSession || c.place == keys.InFile
	setVisible(f.keyRow, !p.Sandbox && p.ID != 0 && (!kept || f.replacing))
	setVisible(f.replace, kept && !f.replacing)
	if c.place == keys.Nowhere {
		f.keyIcon.Set(resources.IconKey(), resources.Warn)
	} else {
		f.keyIcon.Set(resources.IconLock(), resources.OK)
	}
	if p.ID == 0 {
		f.keyWords.SetText("Save the profile first; its key comes then")
	}
	setVisible(f.keyRemove, kept)
	setVisible(f.connection, p.ID != 0)
	setVisible(f.keyIcon, p.ID != 0)
	setVisible(f.use, p.ID != 0 && p.ID != f.s.current)
	if p.Sandbox {
		f.base.Disable()
		f.baseNote.SetText("built in, on this computer only; free, works offline")
	} else {
		f.base.Enable()
		f.baseNote.SetText("the key goes to this address only")
	}
	f.check()
}

func (f *profileForm) touch() {
	p := f.card.profile
	f.touched = f.name.Text != p.Name || f.base.Text != p.BaseURL || f.chosen() != p.Currency
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
	s.deps.Go(func(ctx context.Context) {
		kept, err := s.deps.Profiles.SaveProfile(ctx, p)
		s.deps.Post(func() {
			if err != nil {
				f.fieldNote.SetText("Not saved: " + err.Error())
				return
			}
			f.touched = false
			s.selected = kept.ID
			s.deps.Refresh()
		})
	})
}

// keepKey saves what was pasted and empties the field at once, so that the key does not stay on the screen.
func (f *profileForm) keepKey(where keys.Place) {
	key := strings.TrimSpace(f.keyEntry.Text)
	if key == "" {
		f.say("paste the key first")
		return
	}
	s, id := f.s, f.card.profile.ID
	f.say("asking the keychain…")
	s.deps.Go(func(ctx context.Context) {
		err := s.deps.Profiles.SaveKey(ctx, id, key, where)
		s.deps.Post(func() {
			switch {
			case errors.Is(err, keys.ErrUnavailable):
				f.say("This system’s keychain does not answer. The key can be used for this session only; it is then never written anywhere. Or it is kept in a file, not encrypted.")
				f.offerInstead(true)
			case err != nil:
				f.say("Not saved: " + err.Error())
			default:
				f.keyEntry.SetText("")
				f.say("")
				f.offerInstead(false)
				f.replacing = false
				s.deps.Refresh()
			}
		})
	})
}

// say tells beside the key what became of it; "" takes the line away.
func (f *profileForm) say(words string) {
	f.keyNote.SetText(words)
	setVisible(f.keyNote, words != "")
	f.content.Refresh()
}

// offerInstead shows what can be done where the keychain does not answer, and takes it away again.
func (f *profileForm) offerInstead(on bool) {
	setVisible(f.session, on)
	setVisible(f.inFile, on)
	setVisible(f.instead, on)
}

func (f *profileForm) forgetKey() {
	id := f.card.profile.ID
	f.s.deps.Do("remove key", func(ctx context.Context) error { return f.s.deps.Profiles.RemoveKey(ctx, id) })
}

// try tests the connection and shows each step.
func (f *profileForm) try() {
	s, id := f.s, f.card.profile.ID
	f.test.Disable()
	f.test.SetText("Testing…")
	s.deps.Go(func(ctx context.Context) {
		report, err := s.deps.Profiles.Test(ctx, id)
		s.deps.Post(func() {
			f.test.SetText("Test connection")
			f.test.Enable()
			if f.card.profile.ID == id {
				f.report.Objects = []fyne.CanvasObject{NewReport(report, err)}
				f.report.Refresh()
			}
		})
	})
}

// NewReport shows the steps of a connection test.
func NewReport(report client.Report, err error) fyne.CanvasObject {
	rows := widgets.NewColumn(6)
	for _, step := range report.Steps {
		icon, color := resources.IconCheckCircle(), resources.OK
		switch {
		case !step.Ran:
			icon, color = resources.IconMinus(), resources.Text3
		case !step.OK:
			icon, color = resources.IconErrorCircle(), resources.Err
		}
		rows.Add(container.New(&widgets.Columns{Gap: 8, Height: 20, Columns: []widgets.Column{{Width: 16}, {Width: 320, Grow: true}, {Width: 96}}},
			widgets.NewIcon(icon, 16, color),
			widgets.NewText(stepWords(step), resources.SizeBody, resources.Text1, false).Wrap(true),
			widgets.NewText(took(step), resources.SizeSM, resources.Text2, false).Trailing()))
	}
	if err != nil && len(report.Steps) == 0 {
		rows.Add(widgets.NewText(notTested(err), resources.SizeSM, resources.Err, false).Wrap(true))
	}
	return widgets.NewCard(rows)
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
