package settings

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// section is one part of the page.
type section struct {
	name string
	make func() fyne.CanvasObject
	show func() // brings it up to date
}

// pageSections are those of the page. The language comes first: who cannot read the window looks for it.
func (s *Screen) pageSections() []section {
	all := []section{
		{lang.L("Look and language"), s.makeLook, func() { s.look.show() }},
		{lang.L("Profiles"), s.makeProfiles, s.showProfiles},
		{lang.L("Sending and watching"), s.makeWatching, func() { s.watching.show(s.chosen().profile) }},
		{lang.L("Budget"), s.makeLimits, func() { s.limits.show(s.chosen().profile) }},
		{lang.L("Further models"), s.makeModels, func() { s.models.show(s.chosen().profile) }},
		{lang.L("Image hosting"), s.makeHosting, func() { s.hosting.show(s.chosen()) }},
		{lang.L("Library"), s.makeLibrary, s.showLibrary},
	}
	if s.deps.Access.Shortcuts != nil {
		all = append(all, section{lang.L("Keyboard and access"), s.makeAccess, func() { s.access.show() }})
	}
	return append(all,
		section{lang.L("Program"), s.makeProgram, func() { s.program.show() }},
		section{lang.L("About"), s.makeAbout, func() {}})
}

// makeFrame makes the header, the list of sections and the page that they will stand on.
func (s *Screen) makeFrame() {
	s.sections = s.pageSections()
	column := widgets.NewColumn(0)
	s.page = column
	s.page.Hide()
	s.scroll = container.NewScroll(column) // to the side too: on a small screen long words need more than there is at large text
	s.follower = widgets.NewFollower(s.scroll)
	s.scroll.OnScrolled = func(at fyne.Position) { s.mark(s.sectionAt(at.Y)) }
	nav := widgets.NewColumn(4)
	for i, part := range s.sections {
		link := widgets.NewButton(part.name, nil, widgets.Quiet, func() { s.goTo(i) }).Leading()
		s.nav = append(s.nav, link)
		nav.Add(link)
	}
	s.mark(0)
	left := container.NewStack(widgets.NewFixed(184, 0, widgets.NewGround(resources.BgPanel)), widgets.NewInset(8, 8, 8, 8, nav)) // larger words need more
	s.content = container.NewStack(widgets.NewGround(resources.BgWindow), widgets.NewFrame(
		widgets.NewScreenHeader(lang.L("Settings"), nil, nil), widgets.NewFrame(nil, nil, widgets.NewVRule(), left), nil, s.scroll))
}

// makeInSteps makes half of the next section, and in later steps what is behind it.
func (s *Screen) makeInSteps() {
	if s.makeNext() {
		s.deps.Post(s.makeInSteps)
	}
}

// makeNext makes the next section, or fills the one that it made last and puts it on the page. It reports whether there was one.
func (s *Screen) makeNext() bool {
	i := s.made
	if i == len(s.sections) {
		return false
	}
	if s.unplaced == nil {
		s.unplaced = widgets.NewInset(16, 24, 24, 24, s.sections[i].make())
		return true
	}
	padded := s.unplaced
	s.unplaced = nil
	s.placed = append(s.placed, padded)
	s.made++
	s.showSection(i) // before it stands on the page, which would be laid out at each change
	if i > 0 {
		s.page.Objects = append(s.page.Objects, widgets.NewRule())
	}
	s.page.Add(padded)
	return true
}

// showSection brings one section up to date.
func (s *Screen) showSection(i int) {
	setVisible(s.page, s.read)
	s.sections[i].show()
	s.follower.Follow(s.placed[i])
}

// goTo scrolls to a section.
func (s *Screen) goTo(i int) {
	for s.made <= i && s.makeNext() {
	}
	s.scroll.Refresh() // sections above may have grown since they were laid out
	s.scroll.ScrollToOffset(fyne.NewPos(0, s.placed[i].Position().Y))
	s.mark(i)
}

// sectionAt is the section whose content lies at that height of the page, px.
func (s *Screen) sectionAt(y float32) int {
	at := 0
	for i, o := range s.placed {
		if o.Position().Y <= y+1 {
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
