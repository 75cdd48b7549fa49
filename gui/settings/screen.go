package settings

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client/jobs"
	"viviscope/client/keys"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/price"
	"viviscope/resources"
)

// Screen is the settings screen. Exported methods belong to the window's goroutine, except Update and Handle.
type Screen struct {
	deps     Deps
	current  int64 // the profile in use
	selected int64 // the profile shown; 0: a new one
	shown    state
	read     bool // shown was read

	hasClients atomic.Bool // whose jobs change what is shown

	*profileForms                         // of the profile shown
	forms         map[int64]*profileForms // by profile: each keeps what was typed in it
	cards         *fyne.Container
	problem       *kit.Text
	library       *librarySection
	window        *windowPage
	automation    *automationSection
	buttons       action.Buttons
	playback      *kit.Text
	player        string // what makes the posters of clips, in words; empty until that is known

	pages    []page // in their order
	sections []*section
	goal     *section // to scroll to as soon as the page was read; nil: none
	nav      []*kit.Button
	body     *fyne.Container // the page that is shown; hidden until it was read
	scroll   *container.Scroll
	content  fyne.CanvasObject // nil until it is asked for
}

// page is one page of the settings.
type page struct {
	name    string
	content fyne.CanvasObject
	show    func() // brings it up to date
}

// section is one part of the page of profiles. It shows a form of the chosen profile.
type section struct {
	name    string
	title   *kit.Text // name, and that of the profile
	body    *fyne.Container
	content fyne.CanvasObject
	form    func(c card) fyne.CanvasObject // brings the form of a profile up to date
	first   func() focusable               // the control of the form that gets the keyboard; nil: none
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

// card is a profile with what is known of its key and of the secret of its image hosting.
type card struct {
	profile     db.Profile
	currency    string // that budgets and limits are in: the price table's, which may be another one than the profile's
	place       keys.Place
	secretPlace keys.Place
	secretSince time.Time // when it came into the keychain
}

// inCurrency returns the profile with the currency that its budgets and limits are in.
func (c card) inCurrency() db.Profile {
	p := c.profile
	p.Currency = c.currency
	return p
}

// state is what the screen shows, read off the window's goroutine.
type state struct {
	cards     []card
	storage   db.Storage
	trashDays int // how long the trash keeps things; 0: until it is emptied
	clients   []clientInfo
	err       error

	automation db.Automation
}

// New makes the screen; nothing is read before Update.
func New(d Deps) *Screen { return &Screen{deps: d, forms: map[int64]*profileForms{}} }

// Dirty reports whether something was typed on the page, for any profile, that is not saved.
func (s *Screen) Dirty() bool {
	for _, f := range s.forms {
		if f.dirty() {
			return true
		}
	}
	return s.content != nil && s.window.proxy.dirty()
}

// Update reads profiles and storage on the calling goroutine, which must not be the window's, and then posts them.
func (s *Screen) Update(ctx context.Context) {
	var a state
	a.err = s.readInto(ctx, &a)
	current := s.deps.Profile().ID
	if ctx.Err() != nil {
		return
	}
	s.deps.Post(func() {
		if s.selected == 0 || s.current != 0 && s.current != current { // another profile came to the front: the page follows
			s.selected = current
		}
		s.current = current
		s.read = true
		s.show(a)
	})
	// Looking for a player may take a second, which the page need not wait for.
	player := s.deps.Program.Playback()
	s.deps.Post(func() {
		s.player = player
		if s.content != nil {
			s.playback.SetText(player)
		}
	})
}

func (s *Screen) readInto(ctx context.Context, a *state) error {
	profiles, err := s.deps.Profiles.Profiles(ctx)
	if err != nil {
		return fmt.Errorf("read profiles: %w", err)
	}
	for _, p := range profiles {
		quote, err := s.deps.Engine.Price(ctx, p.ID, nil)
		if err != nil {
			return fmt.Errorf("read currency of profile %d: %w", p.ID, err)
		}
		c := card{profile: p, currency: quote.Currency, place: s.deps.Profiles.KeyPlace(ctx, p)}
		c.secretPlace, c.secretSince = s.deps.Profiles.HostSecretPlace(ctx, p)
		a.cards = append(a.cards, c)
	}
	if a.storage, err = s.deps.Library.Storage(ctx); err != nil {
		return fmt.Errorf("measure library: %w", err)
	}
	if a.trashDays, err = s.deps.Library.TrashDays(ctx); err != nil {
		return fmt.Errorf("read how long the trash keeps things: %w", err)
	}
	if err := s.readClients(ctx, a); err != nil {
		return fmt.Errorf("read what programs may do: %w", err)
	}
	return nil
}

// Handle asks for an Update where an event changes what is shown. It may be called on any goroutine.
func (s *Screen) Handle(ev jobs.Event) {
	if _, ok := ev.(jobs.ConnectionChanged); ok {
		s.deps.RefreshAll()
	}
	if s.hasClients.Load() && price.Spends(ev) {
		s.deps.Refresh()
	}
}

// Content returns the screen's objects, which the first call makes.
func (s *Screen) Content() fyne.CanvasObject {
	if s.content == nil {
		s.makePages()
		s.show(s.shown)
	}
	return s.content
}

// show shows what was read, and what was chosen on the page.
func (s *Screen) show(a state) {
	s.shown = a
	if s.content == nil || !s.read {
		return
	}
	id := s.chosen().profile.ID
	if s.forms[id] == nil {
		s.forms[id] = &profileForms{newProfileForm(s), newWatchingForm(s), newLimitsForm(s), newModelsForm(s), newHostingForm(s)}
	}
	if s.profileForms != s.forms[id] {
		s.leaveForms()
		s.profileForms = s.forms[id]
	}
	s.buttons.Show(s.deps.Program.Actions())
	for _, p := range s.pages {
		p.show()
		kit.Follow(s.scroll, p.content)
	}
	s.body.Show()
	s.reach()
}

// leaveForms takes the keyboard out of the forms of the profile that was shown: keys must not reach a field that is out
// of sight. What was typed there is saved for that profile, or kept for it, as when the keyboard goes elsewhere.
func (s *Screen) leaveForms() {
	if c := s.deps.Canvas(); s.profileForms != nil && c != nil && c.Overlays().Top() == nil {
		c.Unfocus()
	}
}

// ShowProfile turns to a profile and its key. The screen must be in front.
func (s *Screen) ShowProfile(profile int64) { s.showSection(profile, serviceSection) }

// ShowBudget turns to the budget of a profile. The screen must be in front.
func (s *Screen) ShowBudget(profile int64) { s.showSection(profile, budgetSection) }

// ShowHosting turns to the image hosting of a profile. The screen must be in front.
func (s *Screen) ShowHosting(profile int64) { s.showSection(profile, hostingSection) }

func (s *Screen) showSection(profile int64, at int) {
	s.Content()
	s.choose(profile)
	s.goTo(profilesPage)
	s.goal = s.sections[at]
	s.reach()
}

// reach scrolls to the section that was asked for and gives it the keyboard. Before the page was read it does nothing.
func (s *Screen) reach() {
	if s.goal == nil || !s.read {
		return
	}
	to := s.goal
	s.goal = nil
	s.content.Refresh()                   // the sections above may have another height now
	if to != s.sections[serviceSection] { // above which the cards stay in sight
		most := s.scroll.Content.Size().Height - s.scroll.Size().Height
		s.scroll.ScrollToOffset(fyne.NewPos(0, max(0, min(to.content.Position().Y, most))))
	}
	if first := to.first(); first != nil {
		focus(first)
	}
}

// Actions lists the pages, and the sections of that of profiles. show brings the screen to the front.
func (s *Screen) Actions(show func()) (list []action.Action) {
	add := func(p place, do func()) {
		list = append(list, action.Action{ID: "settings/" + p.id, Group: lang.L("Settings"), Label: p.name, Do: func() {
			show()
			s.Content()
			do()
		}})
	}
	for i, p := range pagePlaces() {
		add(p, func() { s.goTo(i) })
	}
	for i, p := range sectionPlaces() {
		if i != serviceSection { // the page of profiles begins with it
			add(p, func() { s.showSection(s.selected, i) })
		}
	}
	return list
}

// choose shows another profile.
func (s *Screen) choose(profile int64) {
	s.selected = profile
	s.show(s.shown)
}

// chosen returns the profile that is shown.
func (s *Screen) chosen() card {
	for _, c := range s.shown.cards {
		if c.profile.ID == s.selected {
			return c
		}
	}
	return card{} // none was made yet
}

// change keeps one setting of the profile that is shown.
func (s *Screen) change(f func(*db.Profile)) {
	id := s.chosen().profile.ID
	s.deps.Do(lang.L("The settings could not be saved."), func(ctx context.Context) error { return s.deps.Profiles.ChangeProfile(ctx, id, f) })
}

// run does something off the window's goroutine, then what follows from it on that goroutine; where it went well it asks for an
// update.
func (s *Screen) run(do work, done func(err error)) {
	s.deps.Go(func(ctx context.Context) {
		err := do(ctx)
		s.deps.Post(func() {
			done(err)
			if err == nil {
				s.deps.RefreshAll()
			}
		})
	})
}

// The pages, in the order of pagePlaces.
const profilesPage = 0

// The sections of the page of profiles, in the order of sectionPlaces.
const (
	serviceSection = 0
	budgetSection  = 2
	hostingSection = 4
)

// place is a page or a section: its name, and its ID in the palette.
type place struct{ id, name string }

func pagePlaces() []place {
	return []place{{"profiles", lang.L("Profiles")}, {"library", lang.L("Library")}, {"window", lang.L("Window")},
		{"automation", lang.L("Automation")}, {"about", lang.L("About")}}
}

func sectionPlaces() []place {
	return []place{{"service", lang.L("Service")}, {"sending", lang.L("Sending and watching")}, {"budget", lang.L("Budget")},
		{"models", lang.L("More models")}, {"hosting", lang.L("Image hosting")}}
}

// makePages makes the header, the list of pages, and beside it the page that is shown.
func (s *Screen) makePages() {
	s.library, s.window, s.automation = newLibrarySection(s), newWindowPage(s), newAutomationSection(s)
	s.pages = []page{
		{"", s.newProfiles(), s.showProfiles},
		{"", inPage(s.library.content), s.library.show},
		{"", inPage(s.window.content), s.window.show},
		{"", inPage(s.automation.content), s.automation.show},
		{"", inPage(s.newAbout()), func() {}},
	}
	nav := kit.NewColumn(4)
	for i, p := range pagePlaces() {
		s.pages[i].name = p.name
		link := kit.NewButton(p.name, nil, kit.Quiet, func() { s.goTo(i) }).Leading()
		s.nav = append(s.nav, link)
		nav.Add(link)
	}
	s.body = container.NewStack()
	s.body.Hide()
	s.scroll = container.NewScroll(s.body) // to the side too: on a small screen long words need more than there is at large text
	s.goTo(profilesPage)
	ground := kit.NewFixed(184, 0, kit.NewGround(resources.BgPanel)) // larger words need more
	left := container.NewStack(ground, kit.NewInset(8, 8, 8, 8, nav))
	s.content = container.NewStack(kit.NewGround(resources.BgWindow), kit.NewFrame(
		kit.NewScreenHeader(lang.L("Settings"), nil, nil), kit.NewFrame(nil, nil, kit.NewVRule(), left), nil, s.scroll))
}

// inPage puts the usual room around the content of a page or of a section.
func inPage(content fyne.CanvasObject) fyne.CanvasObject {
	return kit.NewInset(16, 24, 24, 24, content)
}

func (s *Screen) newAbout() fyne.CanvasObject {
	words := func(t string) *kit.Text { return bodyText(t).Wrap(true) }
	s.playback = words(s.player)
	return kit.NewColumn(12, heading(lang.L("About")),
		field(lang.L("Version"), words("Viviscope "+s.deps.Program.Version())),
		field(lang.L("Previews of clips"), s.playback),
		explained(lang.L("Log"), s.buttons.Label("help.log", kit.Plain),
			lang.L("contains no keys or signed links and never leaves this computer")),
		explained(lang.L("Diagnostics"), s.buttons.Label("help.diagnostics", kit.Plain),
			lang.L("versions, player, fonts, keychain and library as text for a bug report, without keys or links")),
		field(lang.L("Privacy"), words(lang.L("Keys are sent to their own service only and never written to a log or database. Local pictures are sent to your image host if you set one up. Nothing else leaves this computer."))))
}

// goTo turns to a page.
func (s *Screen) goTo(at int) {
	for i, link := range s.nav {
		kind := kit.Quiet
		if i == at {
			kind = kit.Plain
		}
		link.SetKind(kind)
	}
	putIn(s.body, s.pages[at].content)
	s.scroll.Refresh()
	s.scroll.ScrollToTop()
}

// ask puts a question on a sheet, unless there is one. The first answer is the safe one; Esc gives none.
func (s *Screen) ask(title, words string, answers ...kit.Answer) {
	c := s.deps.Canvas()
	if c.Overlays().Top() != nil {
		return
	}
	answers[0].Enter = true
	kit.Ask(c, title, words, nil, answers...)
}
