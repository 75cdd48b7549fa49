package settings

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

func (s *Screen) makeLook() fyne.CanvasObject {
	s.look = newLookWing(s)
	return s.look.content
}

func (s *Screen) makeProfiles() fyne.CanvasObject {
	s.cards = container.New(&cardGrid{least: 280, gap: 12})
	add := widgets.NewButton(lang.L("Add profile"), resources.IconPlus(), widgets.Plain, func() {
		s.adding, s.selected = true, 0
		s.show(s.shown)
		s.form.focus()
	})
	s.form = newProfileForm(s)
	s.problem = widgets.NewText("", resources.SizeSM, resources.Err, false).Wrap(true)
	return widgets.NewColumn(12,
		widgets.NewRow(12, heading(lang.L("Profiles")), note(lang.L("A profile is a service to talk to. Each job belongs to the profile that pays for it.")).Wrap(true), add),
		s.problem, s.cards, s.form.content)
}

func (s *Screen) showProfiles() {
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
	s.form.show(chosen)
	for _, t := range s.whose {
		t.SetText(chosen.profile.Name)
	}
}

func (s *Screen) makeWatching() fyne.CanvasObject {
	s.watching = newWatchingForm(s)
	return s.watching.content
}

func (s *Screen) makeLimits() fyne.CanvasObject {
	s.limits = newLimitsForm(s)
	return widgets.NewColumn(12, s.headingOfProfile(lang.L("Budget")), s.limits.content)
}

func (s *Screen) makeModels() fyne.CanvasObject {
	s.models = newModelsForm(s)
	return widgets.NewColumn(12, s.headingOfProfile(lang.L("Further models")), s.models.content)
}

func (s *Screen) makeHosting() fyne.CanvasObject {
	s.hosting = newHostingForm(s)
	return widgets.NewColumn(12, s.headingOfProfile(lang.L("Image hosting")), s.hosting.content)
}

func (s *Screen) makeLibrary() fyne.CanvasObject {
	s.library = newLibraryWing(s)
	return s.library.content
}

// showLibrary also measures the folder where the figures are old.
func (s *Screen) showLibrary() {
	s.library.show(s.shown)
	if s.read && s.library.measureDue(s.deps.Now()) {
		s.deps.Go(s.library.measureIt)
	}
}

func (s *Screen) makeAccess() fyne.CanvasObject {
	s.access = newAccessWing(s)
	return s.access.content
}

func (s *Screen) makeProgram() fyne.CanvasObject {
	s.program = newProgramWing(s)
	return s.program.content
}

func (s *Screen) makeAbout() fyne.CanvasObject {
	words := func(t string) *widgets.Text {
		return widgets.NewText(t, resources.SizeBody, resources.Text1, false).Wrap(true)
	}
	s.playback = words(s.player)
	return widgets.NewColumn(12, heading(lang.L("About")),
		field(lang.L("Version"), words("Viviscope "+s.deps.Version)),
		field(lang.L("Posters of clips"), s.playback),
		field(lang.L("Privacy"), words(lang.L("The key goes to its own service only, and is in no log or database of Viviscope. Pictures of this computer go to your image hosting, where you set one up. Nothing is sent anywhere else."))))
}
