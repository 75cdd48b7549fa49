package settings

import (
	"context"
	"slices"
	"sync/atomic"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client/jobs"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/spend"
	"viviscope/resources"
)

// Screen is the settings screen. Its exported methods belong to the window's goroutine, except Update and Handle.
type Screen struct {
	host       *host
	hasClients atomic.Bool // other programs use the library, so their jobs change the screen

	// What follows belongs to the window's goroutine.
	shown    state
	read     bool   // shown was read
	inUse    int64  // the profile that new jobs use
	selected int64  // the profile that is shown; 0: a new one
	player   string // the program that makes the posters of clips; "" until it is known

	profiles   *profilesPage
	library    *librarySection
	window     *windowPage
	automation *automationSection
	about      *aboutPage
	buttons    action.Buttons

	pages []page
	goal  *section // to scroll to as soon as the profiles are shown; nil: none
	nav   []*kit.Button
	body  *fyne.Container // the page in front; hidden until the first state
}

// page is one page of the settings.
type page struct {
	name    string
	content fyne.CanvasObject
	update  func() // shows the state
}

// New makes the screen. It reads nothing before Update.
func New(d Deps) *Screen { return &Screen{host: &host{Deps: d}} }

// Dirty reports whether something was typed, for any profile, that is not saved.
func (s *Screen) Dirty() bool {
	return s.host.screen != nil && (s.profiles.dirty() || s.window.proxy.dirty())
}

// Update reads the state on the calling goroutine, which must not be the window's, and posts it. If another profile
// came into use, the screen turns to it.
func (s *Screen) Update(ctx context.Context) {
	a := readState(ctx, s.host.Deps)
	if a.err == nil {
		s.hasClients.Store(len(a.clients) > 0)
	}
	current := s.host.Profile().ID
	if ctx.Err() != nil {
		return
	}
	s.host.Post(func() {
		if s.selected == 0 || s.inUse != 0 && s.inUse != current {
			s.selected = current
		}
		s.inUse = current
		s.read = true
		s.show(a)
	})
	player := s.host.Program.Playback() // may take a second, for which the rest does not wait
	s.host.Post(func() {
		s.player = player
		if s.about != nil {
			s.about.playback.SetText(player)
		}
	})
}

// Handle asks for an Update if an event may change the screen. Any goroutine may call it.
func (s *Screen) Handle(ev jobs.Event) {
	if _, ok := ev.(jobs.ConnectionChanged); ok {
		s.host.RefreshAll()
	}
	if s.hasClients.Load() && spend.Spends(ev) {
		s.host.Refresh()
	}
}

// show shows a state on all pages.
func (s *Screen) show(a state) {
	s.shown = a
	if s.host.screen == nil || !s.read {
		return
	}
	s.buttons.Show(s.host.Program.Actions())
	for _, p := range s.pages {
		p.update()
		kit.Follow(s.host.scroll, p.content)
	}
	s.body.Show()
	s.reach()
}

// Content returns the screen's objects. The first call makes them.
func (s *Screen) Content() fyne.CanvasObject {
	if s.host.screen == nil {
		s.build()
		s.show(s.shown)
	}
	return s.host.screen
}

// Indexes of pages in pagePlaces.
const (
	profilesIndex = 0
	libraryIndex  = 1
)

func pagePlaces() []navItem {
	return []navItem{{"profiles", lang.L("Profiles")}, {"library", lang.L("Library")}, {"window", lang.L("Window")},
		{"automation", lang.L("Automation")}, {"about", lang.L("About")}}
}

// build makes the header, the list of pages, and beside it the page in front.
func (s *Screen) build() {
	h := s.host
	s.body = container.NewStack()
	s.body.Hide()
	h.scroll = kit.NewScroll(s.body) // also sideways: on a small screen long labels need more width at large text
	s.profiles = newProfilesPage(h, s.choose, func(profile int64) {
		s.choose(profile)
		s.goTo(profilesIndex)
		h.RefreshAll()
	})
	s.library, s.window, s.automation = newLibrarySection(h, &s.buttons), newWindowPage(h), newAutomationSection(h)
	s.about = newAboutPage(h, &s.buttons)
	s.about.playback.SetText(s.player)
	s.pages = []page{
		{content: s.profiles.content, update: func() { s.profiles.show(s.shown, s.selected, s.inUse) }},
		{content: inPage(s.library.content), update: func() {
			s.library.show(s.shown.storage, s.shown.trashDays)
			if s.inFront(libraryIndex) {
				s.library.opened()
			}
		}},
		{content: inPage(s.window.content), update: s.window.show},
		{content: inPage(s.automation.content), update: func() { s.automation.show(s.shown) }},
		{content: inPage(s.about.content), update: func() {}},
	}
	nav := kit.NewColumn(4)
	for i, p := range pagePlaces() {
		s.pages[i].name = p.name
		link := kit.NewButton(p.name, nil, kit.Quiet, func() { s.goTo(i) }).Leading()
		s.nav = append(s.nav, link)
		nav.Add(link)
	}
	s.goTo(profilesIndex)
	ground := kit.NewFixed(184, 0, kit.NewGround(resources.BgPanel)) // longer names need more
	left := container.NewStack(ground, kit.NewInset(8, 8, 8, 8, nav))
	h.screen = container.NewStack(kit.NewGround(resources.BgWindow), kit.NewFrame(
		kit.NewScreenHeader(lang.L("Settings"), nil, nil), kit.NewFrame(nil, nil, kit.NewVRule(), left), nil, h.scroll))
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
	s.host.scroll.Refresh()
	s.host.scroll.ScrollToTop()
	if at == libraryIndex {
		s.library.measureNow()
	}
}

// inFront reports whether a page is the one that is shown.
func (s *Screen) inFront(at int) bool { return slices.Contains(s.body.Objects, s.pages[at].content) }

// First returns the link of the page in front. It gets the focus when the screen is shown.
func (s *Screen) First() fyne.Focusable {
	s.Content()
	return s.nav[slices.IndexFunc(s.pages, func(p page) bool { return slices.Contains(s.body.Objects, p.content) })]
}

// choose shows another profile.
func (s *Screen) choose(profile int64) {
	s.selected = profile
	s.show(s.shown)
}

// Left turns to the profile that new jobs use, because another screen is shown. The library is measured when the user
// comes back.
func (s *Screen) Left() {
	if s.selected != s.inUse {
		s.choose(s.inUse)
	}
	if s.library != nil {
		s.library.left()
	}
}

// ShowProfile shows a profile and its key. The screen must be in front.
func (s *Screen) ShowProfile(profile int64) { s.showSection(profile, serviceSection) }

// ShowBudget shows the budget of a profile. The screen must be in front.
func (s *Screen) ShowBudget(profile int64) { s.showSection(profile, budgetSection) }

// ShowHosting shows the image hosting of a profile. The screen must be in front.
func (s *Screen) ShowHosting(profile int64) { s.showSection(profile, hostingSection) }

func (s *Screen) showSection(profile int64, at int) {
	s.Content()
	s.choose(profile)
	s.goTo(profilesIndex)
	s.goal = s.profiles.sections[at]
	s.reach()
}

// reach scrolls to the section that was asked for and moves the keyboard there. It waits for the first state.
func (s *Screen) reach() {
	if s.goal == nil || !s.read {
		return
	}
	to := s.goal
	s.goal = nil
	s.host.relayout()                              // the sections above may have another height now
	if to != s.profiles.sections[serviceSection] { // which is right below the cards
		scroll := s.host.scroll
		most := scroll.Content.Size().Height - scroll.Size().Height
		scroll.ScrollToOffset(fyne.NewPos(0, max(0, min(to.content.Position().Y, most))))
	}
	first := to.first()
	if first != nil {
		focus(first)
	}
}

// AddProfile opens the form for another service.
func (s *Screen) AddProfile() {
	s.Content()
	s.profiles.addProfile()
}

// Actions returns a command for each page and each section of the profiles. show brings the screen to the front.
func (s *Screen) Actions(show func()) (list []action.Action) {
	add := func(p navItem, do func()) {
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
			add(p, func() { s.showSection(s.inUse, i) })
		}
	}
	return list
}
