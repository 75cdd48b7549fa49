package settings

import (
	"context"
	"fmt"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client/jobs"
	"viviscope/client/keys"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// Screen is the settings screen. Exported methods belong to the window's goroutine, except Update and Handle.
type Screen struct {
	deps     Deps
	current  int64 // the profile in use
	selected int64 // the profile shown; 0: a new one
	adding   bool
	shown    state
	read     bool // shown was read
	opening  bool // goes to the budget as soon as it is

	*profileForms                         // of the profile shown
	forms         map[int64]*profileForms // by profile: each keeps what was typed in it
	cards         *fyne.Container
	problem       *widgets.Text
	look          *lookSection
	library       *librarySection
	access        *accessSection
	program       *programSection
	buttons       action.Buttons
	playback      *widgets.Text
	player        string // what makes the posters of clips, in words; empty until that is known

	sections []section // all of the page, in their order
	nav      []*widgets.Button
	page     *fyne.Container // of all sections; hidden until they were read
	scroll   *container.Scroll
	content  fyne.CanvasObject // nil until it is asked for
}

// section is one part of the page.
type section struct {
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

func newProfileForms(s *Screen) *profileForms {
	return &profileForms{newProfileForm(s), newWatchingForm(s), newLimitsForm(s), newModelsForm(s), newHostingForm(s)}
}

func (f *profileForms) dirty() bool {
	return f.form.dirty() || f.limits.dirty() || f.models.touched() || f.hosting.dirty()
}

// card is a profile with what is known of its key and of the secret of its image hosting.
type card struct {
	profile     db.Profile
	place       keys.Place
	secretPlace keys.Place
	secretSince time.Time // when it came into the keychain
}

// state is what the screen shows, read off the window's goroutine.
type state struct {
	cards     []card
	storage   db.Storage
	trashDays int // how long the trash keeps things; 0: until it is emptied
	err       error
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
		s.current = current
		if s.selected == 0 && !s.adding {
			s.selected = current
		}
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
		c := card{profile: p, place: s.deps.Profiles.KeyPlace(ctx, p)}
		c.secretPlace, c.secretSince = s.deps.Profiles.HostSecretPlace(ctx, p)
		a.cards = append(a.cards, c)
	}
	if a.storage, err = s.deps.Library.Storage(ctx); err != nil {
		return fmt.Errorf("measure library: %w", err)
	}
	if a.trashDays, err = s.deps.Library.TrashDays(ctx); err != nil {
		return fmt.Errorf("read how long the trash keeps things: %w", err)
	}
	return nil
}

// Handle asks for an Update where an event changes what is shown. It may be called on any goroutine.
func (s *Screen) Handle(ev jobs.Event) {
	if _, ok := ev.(jobs.ConnectionChanged); ok {
		s.deps.RefreshAll()
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
		s.forms[id] = newProfileForms(s)
	}
	s.profileForms = s.forms[id]
	s.buttons.Show(s.deps.Program.Actions())
	for _, part := range s.sections {
		part.show()
		widgets.Follow(s.scroll, part.content)
	}
	s.page.Show()
	if s.opening {
		s.opening = false
		s.goTo(budgetSection)
	}
}

// ShowBudget turns the page to the budget of a profile, at once or as soon as the page is read.
func (s *Screen) ShowBudget(profile int64) {
	s.Content()
	s.choose(profile)
	s.goTo(budgetSection)
	s.opening = !s.read
}

// choose turns the page to a profile; 0: to a new one.
func (s *Screen) choose(profile int64) {
	s.selected, s.adding = profile, profile == 0
	s.show(s.shown)
}

// chosen is the profile that the page is about.
func (s *Screen) chosen() card {
	for _, c := range s.shown.cards {
		if c.profile.ID == s.selected {
			return c
		}
	}
	return card{profile: db.Profile{Currency: "CNY", MaxTasks: 5, MaxImages: 2, PollSeconds: db.DefaultPollSeconds, ImageMinutes: 10,
		WarnPercent: db.DefaultWarnPercent, Saved: true}}
}

// change keeps one setting of the profile that is shown.
func (s *Screen) change(f func(*db.Profile)) {
	if id := s.chosen().profile.ID; id != 0 {
		s.deps.Do(lang.L("The settings could not be saved."), func(ctx context.Context) error { return s.deps.Profiles.ChangeProfile(ctx, id, f) })
	}
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

// budgetSection is the place of the budget among the sections.
const budgetSection = 3

// makePage makes the header, the list of sections and the page beside it. The language comes first: who cannot read the window
// looks for it.
func (s *Screen) makePage() {
	s.look, s.library, s.access, s.program = newLookSection(s), newLibrarySection(s), newAccessSection(s), newProgramSection(s)
	s.sections = []section{
		{lang.L("Look and language"), s.look.content, s.look.show},
		s.newProfiles(),
		s.profileSection(lang.L("Sending and watching"), func(c card) fyne.CanvasObject { return s.watching.show(c.profile) }),
		s.profileSection(lang.L("Budget"), func(c card) fyne.CanvasObject { return s.limits.show(c.profile) }),
		s.profileSection(lang.L("More models"), func(c card) fyne.CanvasObject { return s.models.show(c.profile) }),
		s.profileSection(lang.L("Image hosting"), func(c card) fyne.CanvasObject { return s.hosting.show(c) }),
		{lang.L("Library"), s.library.content, s.library.show},
		{lang.L("Keyboard and accessibility"), s.access.content, s.access.show},
		{lang.L("Program"), s.program.content, s.program.show},
		{lang.L("About"), s.newAbout(), func() {}},
	}
	s.page = widgets.NewColumn(0)
	s.page.Hide()
	s.scroll = container.NewScroll(s.page) // to the side too: on a small screen long words need more than there is at large text
	s.scroll.OnScrolled = func(at fyne.Position) { s.mark(s.sectionAt(at.Y)) }
	nav := widgets.NewColumn(4)
	for i := range s.sections {
		part := &s.sections[i]
		part.content = widgets.NewInset(16, 24, 24, 24, part.content)
		if i > 0 {
			s.page.Add(widgets.NewRule())
		}
		s.page.Add(part.content)
		link := widgets.NewButton(part.name, nil, widgets.Quiet, func() { s.goTo(i) }).Leading()
		s.nav = append(s.nav, link)
		nav.Add(link)
	}
	s.mark(0)
	ground := widgets.NewFixed(184, 0, widgets.NewGround(resources.BgPanel)) // larger words need more
	left := container.NewStack(ground, widgets.NewInset(8, 8, 8, 8, nav))
	s.content = container.NewStack(widgets.NewGround(resources.BgWindow), widgets.NewFrame(
		widgets.NewScreenHeader(lang.L("Settings"), nil, nil), widgets.NewFrame(nil, nil, widgets.NewVRule(), left), nil, s.scroll))
}

// profileSection is a section of what each profile has for itself; beside its heading stands whose this is. form shows that.
func (s *Screen) profileSection(title string, form func(c card) fyne.CanvasObject) section {
	whose := note("").Ellipsis()
	body := container.NewStack()
	return section{title, widgets.NewColumn(12, widgets.NewRow(12, heading(title), whose), body), func() {
		c := s.chosen()
		whose.SetText(c.profile.Name)
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

// goTo scrolls to a section.
func (s *Screen) goTo(i int) {
	s.scroll.Refresh() // sections above may have grown since they were laid out
	s.scroll.ScrollToOffset(fyne.NewPos(0, s.sections[i].content.Position().Y))
	s.mark(i)
}

// sectionAt is the section whose content lies at that height of the page, px.
func (s *Screen) sectionAt(y float32) int {
	at := 0
	for i, part := range s.sections {
		if part.content.Position().Y <= y+1 {
			at = i
		}
	}
	return at
}

// mark shows in the list of sections where the page stands.
func (s *Screen) mark(at int) {
	for i, link := range s.nav {
		kind := widgets.Quiet
		if i == at {
			kind = widgets.Plain
		}
		link.SetKind(kind)
	}
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
