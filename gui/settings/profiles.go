package settings

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client/keys"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// profilesPage is the page of profiles: a card for each, and below them a section for each form of the profile that is
// chosen.
type profilesPage struct {
	*profileForms // of the chosen profile; nil until the first state

	host     *host
	onChoose func(profile int64)
	onAdded  func(profile int64)

	shown    state
	selected int64                   // the chosen profile; 0: a new one
	inUse    int64                   // the profile that new jobs use
	forms    map[int64]*profileForms // by profile: each keeps its unsaved input
	cards    *fyne.Container
	problem  *kit.Text
	sections []*section
	content  fyne.CanvasObject
}

// profileForms are the forms of one profile.
type profileForms struct {
	form     *profileForm
	watching *watchingForm
	limits   *limitsForm
	models   *modelsForm
	hosting  *hostingForm
}

func (f *profileForms) dirty() bool {
	return f.form.dirty() || f.limits.dirty() || f.models.touched() || f.hosting.dirty()
}

// section is one part of the page, with a form of the chosen profile.
type section struct {
	name    string
	title   *kit.Text // the name, and that of the profile
	body    *fyne.Container
	content fyne.CanvasObject
	form    func(c card) fyne.CanvasObject // shows a profile in the form
	first   func() focusable               // the control that the keyboard goes to; nil: none
}

// navItem is a page or a section with its ID among the commands.
type navItem struct{ id, name string }

// The sections, in the order of sectionPlaces.
const (
	serviceSection = 0
	budgetSection  = 2
	hostingSection = 4
)

func sectionPlaces() []navItem {
	return []navItem{{"service", lang.L("Service")}, {"sending", lang.L("Sending and watching")},
		{"budget", lang.L("Budget")},
		{"models", lang.L("More models")}, {"hosting", lang.L("Image hosting")}}
}

// newProfilesPage makes the page. onChoose is called for a click on a card, onAdded for a new profile.
func newProfilesPage(h *host, onChoose, onAdded func(profile int64)) *profilesPage {
	p := &profilesPage{host: h, onChoose: onChoose, onAdded: onAdded, forms: map[int64]*profileForms{},
		cards: kit.NewGrid(12, 3, cardWidth), problem: failure("")}
	rows := kit.NewColumn(0, kit.NewInset(16, 24, 16, 24, kit.NewColumn(12,
		kit.NewRow(12, heading(lang.L("Profiles")),
			note(lang.L("A profile is a connection to a service. Each job belongs to the profile that pays for it.")).Wrap(true),
			kit.NewButton(lang.L("Add profile…"), resources.IconPlus, kit.Plain, p.addProfile)),
		p.problem, p.cards)))
	p.sections = []*section{
		{form: func(c card) fyne.CanvasObject { return p.form.show(c, c.profile.ID == p.inUse) },
			first: func() focusable { return p.form.key.first() }},
		{form: func(c card) fyne.CanvasObject {
			return p.watching.show(c.profile)
		}, first: func() focusable { return p.watching.poll }},
		{form: func(c card) fyne.CanvasObject {
			return p.limits.show(c.inCurrency())
		}, first: func() focusable { return p.limits.day.entry }},
		{form: func(c card) fyne.CanvasObject {
			return p.models.show(c.profile)
		}, first: func() focusable { return p.models.first() }},
		{form: func(c card) fyne.CanvasObject {
			return p.hosting.show(c)
		}, first: func() focusable { return p.hosting.first() }},
	}
	for i, at := range sectionPlaces() {
		part := p.sections[i]
		part.name, part.title, part.body = at.name, kit.NewText("", resources.SizeH2, resources.Text1, true),
			container.NewStack()
		part.content = kit.NewColumn(0, kit.NewRule(), inPage(kit.NewColumn(12, part.title, part.body)))
		rows.Add(part.content)
	}
	p.content = rows
	return p
}

// show shows a state with a chosen profile. New jobs use the profile inUse.
func (p *profilesPage) show(a state, selected, inUse int64) {
	p.shown, p.selected, p.inUse = a, selected, inUse
	p.turnForms(p.chosen().profile.ID)
	kit.Show(p.problem, a.err != nil)
	if a.err != nil {
		p.problem.SetText(lang.L("Settings cannot be read: %s", wording.Fault(a.err)))
	}
	p.cards.RemoveAll()
	for _, c := range a.cards {
		p.cards.Add(p.newCard(c))
	}
	c := p.chosen()
	for _, part := range p.sections {
		part.title.SetText(part.name + " · " + c.profile.Name)
		putIn(part.body, part.form(c))
	}
}

// chosen returns the profile that is chosen; an empty card if it is a new one.
func (p *profilesPage) chosen() card {
	for _, c := range p.shown.cards {
		if c.profile.ID == p.selected {
			return c
		}
	}
	return card{}
}

// turnForms turns to the forms of a profile. The keyboard leaves the forms of the last one, because keys must not reach
// a field that is out of sight. What was typed there is stored for that profile or kept in its forms.
func (p *profilesPage) turnForms(profile int64) {
	if p.forms[profile] == nil {
		h := p.host
		p.forms[profile] = &profileForms{newProfileForm(h), newWatchingForm(h), newLimitsForm(h), newModelsForm(h),
			newHostingForm(h)}
	}
	if p.profileForms == p.forms[profile] {
		return
	}
	c := p.host.Canvas()
	if p.profileForms != nil && c != nil && c.Overlays().Top() == nil {
		c.Unfocus()
	}
	p.profileForms = p.forms[profile]
}

// dirty reports whether something was typed for any profile that is not saved.
func (p *profilesPage) dirty() bool {
	for _, f := range p.forms {
		if f.dirty() {
			return true
		}
	}
	return false
}

// addProfile opens the form for another service.
func (p *profilesPage) addProfile() {
	if p.host.Canvas().Overlays().Top() != nil {
		return
	}
	var sheet *kit.Sheet
	cancel := kit.NewButton(lang.L("Cancel"), nil, kit.Plain, func() { sheet.Hide() })
	form := NewConnectForm(p.host, p.host.Profiles.Connect, func(profile int64) {
		sheet.Hide()
		p.onAdded(profile)
	}, cancel)
	sheet = kit.ShowWideSheet(p.host.Canvas(), fieldWidth+100, kit.NewColumn(12,
		kit.NewText(lang.L("Add profile"), resources.SizeH1, resources.Text1, true), form.Content), nil)
	p.host.Canvas().Focus(form.Base)
}

// newCard returns the card of a profile.
func (p *profilesPage) newCard(c card) fyne.CanvasObject {
	of, inUse := c.profile, c.profile.ID == p.inUse
	icon, iconColor := resources.IconPlug, resources.Text2
	address, words, color := of.BaseURL, c.keyWords(p.host.Now()), resources.Text2
	if c.place == keys.Nowhere {
		color = resources.Warn // it cannot send
	}
	mark := kit.NewTag(kit.ToneAccent, nil, lang.L("in use"))
	kit.Show(mark, inUse)
	row := kit.NewRow(8, kit.NewText(of.Name, resources.SizeBody, resources.Text1, true).Ellipsis(), kit.NewSpring(),
		mark)
	if of.Sandbox {
		icon, color = resources.IconBox, resources.Text2
		address, words = lang.L("built in, on this computer only"), lang.L("free, works offline")
	}
	if !of.Saved {
		row.Add(kit.NewTag(kit.ToneNeutral, nil, lang.L("not saved")))
	}
	if inUse {
		iconColor = resources.Accent
	}
	body := kit.NewColumn(2, row, kit.NewText(address, resources.SizeSM, resources.Text2, false).Ellipsis(),
		kit.NewText(words, resources.SizeSM, color, false).Ellipsis())
	picture := kit.NewInset(0, 8, 0, 2, kit.NewIcon(icon, 20, iconColor))
	card := kit.NewChoiceCard(of.Name, container.NewBorder(nil, nil, picture, nil, body), func() { p.onChoose(of.ID) })
	card.SetChosen(of.ID == p.selected)
	return card
}
