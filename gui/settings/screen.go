package settings

import (
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// Screen is the Settings place. Exported methods belong to the window's goroutine, except Update and Handle.
type Screen struct {
	deps     Deps
	current  int64 // the profile in use
	selected int64 // the profile shown; 0: a new one
	adding   bool
	shown    answer
	read     bool // shown was read

	cards    *fyne.Container
	whose    []*widgets.Text // beside the headings of what belongs to one profile: which
	form     *profileForm
	limits   *limitsForm
	models   *modelsForm
	hosting  *hostingForm
	watching *watchingForm
	look     *lookWing
	library  *libraryWing
	access   *accessWing // nil: left out
	program  *programWing
	playback *widgets.Text
	player   string // what makes the posters of clips, in words; empty until that is known
	problem  *widgets.Text

	sections []section // all of the page, in their order
	made     int       // how many of them stand on it
	placed   []fyne.CanvasObject
	unplaced fyne.CanvasObject // the next one, made and not yet on the page; nil: not made
	nav      []*widgets.Button
	follower *widgets.Follower
	page     *fyne.Container // of all sections; hidden until they were read
	scroll   *container.Scroll
	content  fyne.CanvasObject // nil until it is asked for
}

// New makes the place; nothing is read before Update.
func New(d Deps) *Screen { return &Screen{deps: d} }

// Dirty reports whether something was typed on the page, for any profile, that is not saved.
func (s *Screen) Dirty() bool {
	return s.form != nil && s.form.dirty() || s.limits != nil && s.limits.dirty() || s.models != nil && s.models.dirty() ||
		s.hosting != nil && s.hosting.dirty() || s.program != nil && s.program.dirty()
}

// Update reads profiles and storage on the calling goroutine, which must not be the window's, and then posts them.
func (s *Screen) Update(ctx context.Context) {
	a := read(ctx, s.deps)
	current := s.deps.Current()
	if ctx.Err() != nil {
		return
	}
	s.deps.Post(func() {
		s.current = current
		if s.selected == 0 && !s.adding {
			s.selected = current
		}
		s.read = true
		s.shown = a
		s.showInSteps(0)
	})
	// Looking for a player may take a second, which the page need not wait for.
	player := s.deps.Playback()
	s.deps.Post(func() {
		s.player = player
		if s.playback != nil {
			s.playback.SetText(player)
		}
	})
}

// Handle asks for an Update where an event changes what is shown. It may be called on any goroutine.
func (s *Screen) Handle(ev jobs.Event) {
	if _, ok := ev.(jobs.ConnectionChanged); ok {
		s.deps.Refresh()
	}
}

// Content returns the place's objects. The first call makes the frame of the page; its sections come one after the other, each in a
// step of its own, so that none holds up the window.
func (s *Screen) Content() fyne.CanvasObject {
	if s.content == nil {
		s.makeFrame()
		s.deps.Post(s.makeInSteps)
	}
	return s.content
}

// show shows what was read, and what was chosen on the page.
func (s *Screen) show(a answer) {
	s.shown = a
	for i := range s.made {
		s.showSection(i)
	}
}

// showInSteps is show with a step for each section.
func (s *Screen) showInSteps(from int) {
	if from >= s.made {
		return
	}
	s.showSection(from)
	s.deps.Post(func() { s.showInSteps(from + 1) })
}

// chosen is the profile that the page is about.
func (s *Screen) chosen() card {
	for _, c := range s.shown.cards {
		if c.profile.ID == s.selected {
			return c
		}
	}
	return card{profile: db.Profile{Currency: "CNY", MaxTasks: 5, MaxImages: 2, PollSeconds: 12, ImageMinutes: 10, Saved: true}}
}

// change keeps one setting of the profile that is shown.
func (s *Screen) change(f func(*db.Profile)) {
	id := s.form.card.profile.ID
	if id == 0 {
		return
	}
	s.deps.Do(lang.L("Could not save the settings."), func(ctx context.Context) error { return s.deps.Profiles.ChangeProfile(ctx, id, f) })
}

func heading(s string) fyne.CanvasObject {
	return widgets.NewText(s, resources.SizeH2, resources.Text1, true)
}

func note(s string) *widgets.Text {
	return widgets.NewText(s, resources.SizeSM, resources.Text2, false)
}

// headingOfProfile is the heading of what each profile has for itself; beside it stands whose this is.
func (s *Screen) headingOfProfile(title string) fyne.CanvasObject {
	whose := note(s.chosen().profile.Name).Ellipsis()
	s.whose = append(s.whose, whose)
	return widgets.NewRow(12, heading(title), whose)
}

// field lays a label of 180 px beside its control. A longer one breaks into lines.
func field(label string, content fyne.CanvasObject) fyne.CanvasObject {
	return container.New(&labelled{width: 180}, labelText(label), content)
}

func labelText(words string) *widgets.Text {
	return widgets.NewText(words, resources.SizeBody, resources.Text2, false).Wrap(true)
}
