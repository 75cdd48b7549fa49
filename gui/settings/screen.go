package settings

import (
	"context"
	"fmt"
	"strconv"
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client/jobs"
	"viviscope/client/keys"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/lang"
	"viviscope/gui/price"
	"viviscope/gui/widgets"
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
	problem       *widgets.Text
	look          *lookSection
	library       *librarySection
	automation    *automationSection
	program       *programSection
	buttons       action.Buttons
	playback      *widgets.Text
	player        string // what makes the posters of clips, in words; empty until that is known

	chapters []chapter // in their order
	nav      []*widgets.Button
	page     *fyne.Container // hidden until it was read
	profiles *fyne.Container // to choose from, over what is of one of them
	body     *fyne.Container // the chapter that is shown
	scroll   *container.Scroll
	content  fyne.CanvasObject // nil until it is asked for
}

// chapter is one part of the settings.
type chapter struct {
	name    string
	content fyne.CanvasObject
	show    func() // brings it up to date
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
	return s.content != nil && s.program.dirty()
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
		s.makePage()
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
	s.showProfiles()
	for _, part := range s.chapters {
		part.show()
		widgets.Follow(s.scroll, part.content)
	}
	widgets.Follow(s.scroll, s.profiles)
	s.page.Show()
}

// leaveForms takes the keyboard out of the forms of the profile that was shown: keys must not reach a field that is out
// of sight. What was typed there is saved for that profile, or kept for it, as when the keyboard goes elsewhere.
func (s *Screen) leaveForms() {
	if c := s.deps.Canvas(); s.profileForms != nil && c != nil && c.Overlays().Top() == nil {
		c.Unfocus()
	}
}

// ShowProfile turns the page to a profile and its key.
func (s *Screen) ShowProfile(profile int64) { s.showChapter(profile, 0) }

// ShowBudget turns the page to the budget of a profile.
func (s *Screen) ShowBudget(profile int64) { s.showChapter(profile, budgetChapter) }

func (s *Screen) showChapter(profile int64, at int) {
	s.Content()
	s.choose(profile)
	s.goTo(at)
}

// ShowHosting turns the page to the image hosting of a profile.
func (s *Screen) ShowHosting(profile int64) { s.showChapter(profile, hostingChapter) }

// Actions lists the pages, which show brings to the front.
func (s *Screen) Actions(show func()) (list []action.Action) {
	for i, name := range chapterNames() {
		list = append(list, action.Action{ID: "settings/page" + strconv.Itoa(i), Group: lang.L("Settings"), Label: name, Do: func() {
			show()
			s.Content()
			s.goTo(i)
		}})
	}
	return list
}

// choose turns the page to a profile.
func (s *Screen) choose(profile int64) {
	s.selected = profile
	s.show(s.shown)
}

// chosen is the profile that the page is about.
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

// The places of chapters: those of the profile come first, then those of the program.
const (
	budgetChapter  = 2
	hostingChapter = 4
	ofProgram      = 5
)

func chapterNames() []string {
	return []string{lang.L("Service"), lang.L("Sending and watching"), lang.L("Budget"), lang.L("More models"), lang.L("Image hosting"),
		lang.L("Look and language"), lang.L("Library"), lang.L("Program"),
		lang.L("Automation"), lang.L("About")}
}

// makePage makes the header, the list of chapters and beside it the page, which shows one of them. Over those of a profile stand the
// profiles to choose from.
func (s *Screen) makePage() {
	s.look, s.library, s.program = newLookSection(s), newLibrarySection(s), newProgramSection(s)
	s.automation = newAutomationSection(s)
	names := chapterNames()
	s.chapters = []chapter{
		s.profileChapter(names[0], func(c card) fyne.CanvasObject { return s.form.show(c) }),
		s.profileChapter(names[1], func(c card) fyne.CanvasObject { return s.watching.show(c.profile) }),
		s.profileChapter(names[budgetChapter], func(c card) fyne.CanvasObject { return s.limits.show(c.inCurrency()) }),
		s.profileChapter(names[3], func(c card) fyne.CanvasObject { return s.models.show(c.profile) }),
		s.profileChapter(names[hostingChapter], func(c card) fyne.CanvasObject { return s.hosting.show(c) }),
		{names[ofProgram], s.look.content, s.look.show},
		{names[6], s.library.content, s.library.show},
		{names[7], s.program.content, s.program.show},
		{names[8], s.automation.content, s.automation.show},
		{names[9], s.newAbout(), func() {}},
	}
	s.profiles, s.body = s.newProfiles(), container.NewStack()
	s.page = widgets.NewColumn(0, s.profiles, widgets.NewInset(16, 24, 24, 24, s.body))
	s.page.Hide()
	s.scroll = container.NewScroll(s.page) // to the side too: on a small screen long words need more than there is at large text
	nav := widgets.NewColumn(4)
	part := func(top float32, words string) {
		nav.Add(widgets.NewInset(top, 12, 4, 12, widgets.NewText(words, resources.SizeXS, resources.Text2, true)))
	}
	part(4, lang.L("This profile"))
	for i, c := range s.chapters {
		if i == ofProgram {
			part(16, lang.L("This program"))
		}
		link := widgets.NewButton(c.name, nil, widgets.Quiet, func() { s.goTo(i) }).Leading()
		s.nav = append(s.nav, link)
		nav.Add(link)
	}
	s.goTo(0)
	ground := widgets.NewFixed(184, 0, widgets.NewGround(resources.BgPanel)) // larger words need more
	chapters := container.NewVScroll(widgets.NewInset(8, 8, 8, 8, nav))
	widgets.Follow(chapters, nav)
	left := container.NewStack(ground, chapters)
	s.content = container.NewStack(widgets.NewGround(resources.BgWindow), widgets.NewFrame(
		widgets.NewScreenHeader(lang.L("Settings"), nil, nil), widgets.NewFrame(nil, nil, widgets.NewVRule(), left), nil, s.scroll))
}

// profileChapter is a chapter of what each profile has for itself. form shows that.
func (s *Screen) profileChapter(title string, form func(c card) fyne.CanvasObject) chapter {
	body, of := container.NewStack(), widgets.NewText(title, resources.SizeH2, resources.Text1, true)
	return chapter{title, widgets.NewColumn(12, of, body), func() {
		c := s.chosen()
		of.SetText(title + " · " + c.profile.Name)
		putIn(body, form(c))
	}}
}

func (s *Screen) newAbout() fyne.CanvasObject {
	words := func(t string) *widgets.Text { return bodyText(t).Wrap(true) }
	s.playback = words(s.player)
	return widgets.NewColumn(12, heading(lang.L("About")),
		field(lang.L("Version"), words("Viviscope "+s.deps.Program.Version())),
		field(lang.L("Previews of clips"), s.playback),
		field(lang.L("Privacy"), words(lang.L("Keys are sent to their own service only and never written to a log or database. Local pictures are sent to your image host if you set one up. Nothing else leaves this computer."))))
}

// goTo turns the page to a chapter.
func (s *Screen) goTo(at int) {
	for i, link := range s.nav {
		kind := widgets.Quiet
		if i == at {
			kind = widgets.Plain
		}
		link.SetKind(kind)
	}
	widgets.Show(s.profiles, at < ofProgram)
	putIn(s.body, s.chapters[at].content)
	s.scroll.Refresh()
	s.scroll.ScrollToTop()
}

// ask puts a question on a sheet, unless there is one. The first answer is the safe one; Esc gives none.
func (s *Screen) ask(title, words string, answers ...widgets.Answer) {
	c := s.deps.Canvas()
	if c.Overlays().Top() != nil {
		return
	}
	answers[0].Enter = true
	widgets.Ask(c, title, words, nil, answers...)
}
