package settings

import (
	"context"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"viviscope/client/jobs"
	"viviscope/db"
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
	built    bool

	cards    *fyne.Container
	whose    []*widgets.Text // beside the headings of what belongs to one profile: which
	nav      []*widgets.Button
	sections []fyne.CanvasObject
	form     *profileForm
	limits   *limitsForm
	models   *modelsForm
	hosting  *hostingForm
	poll     *widget.Slider
	pollNote *widgets.Text
	patience *widgets.Picker
	look     *widgets.Segmented
	library  *libraryWing
	access   *accessWing // nil: left out
	program  *programWing
	playback *widgets.Text
	player   string // what makes the posters of clips, in words; empty until that is known
	problem  *widgets.Text
	follower *widgets.Follower
	page     fyne.CanvasObject // of all sections; hidden until they were read
	read     bool
	scroll   *container.Scroll
	content  fyne.CanvasObject
}

// New makes the place; nothing is read before Update.
func New(d Deps) *Screen { return &Screen{deps: d} }

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
		s.show(a)
	})
	s.deps.Post(func() {
		if s.built && s.library.measureDue(s.deps.Now()) {
			s.deps.Go(s.library.measureIt)
		}
	})
	// Looking for a player may take a second, which the page need not wait for.
	player := s.deps.Playback()
	s.deps.Post(func() {
		s.player = player
		if s.built {
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

// Content returns the place's objects; they are built at the first call.
func (s *Screen) Content() fyne.CanvasObject {
	if !s.built {
		s.build()
		s.built = true
		s.show(s.shown)
	}
	return s.content
}

// sliderInset is the room that a slider keeps left of its track, px: without it the track begins where other controls do.
const sliderInset = 12

// patienceMinutes are the choices of how long a picture call may take. The service recommends five minutes or more,
// because giving up earlier can pay twice.
var patienceMinutes = []int{5, 10, 15, 20, 30}

func (s *Screen) build() {
	s.cards = container.New(&cardGrid{least: 280, gap: 12})
	add := widgets.NewButton("Add profile", resources.IconPlus(), widgets.Plain, func() {
		s.adding, s.selected = true, 0
		s.show(s.shown)
		s.form.focus()
	})
	s.form = newProfileForm(s)
	s.problem = widgets.NewText("", resources.SizeSM, resources.Err, false).Wrap(true)
	profiles := widgets.NewColumn(12,
		widgets.NewRow(12, heading("Profiles"), note("A profile is a service to talk to. Each job belongs to the profile that pays for it.").Wrap(true), add),
		s.problem, s.cards, s.form.content)

	s.poll = widget.NewSlider(10, 15)
	s.poll.Step = 1
	s.pollNote = note("")
	s.poll.OnChanged = func(v float64) { s.pollNote.SetText(pollWords(int(v))) }
	s.poll.OnChangeEnded = func(v float64) { s.change(func(p *db.Profile) { p.PollSeconds = int(v) }) }
	titles := make([]string, len(patienceMinutes))
	for i, m := range patienceMinutes {
		titles[i] = strconv.Itoa(m) + " min"
	}
	s.patience = widgets.NewSimplePicker(titles, func(i int) { s.change(func(p *db.Profile) { p.ImageMinutes = patienceMinutes[i] }) })
	watching := widgets.NewColumn(12, s.headingOfProfile("Sending and watching"),
		field("Ask for progress every", widgets.NewRow(12, widgets.NewInset(0, 0, 0, -sliderInset, widgets.NewFixed(200+sliderInset, 32, widgets.NewStyledSlider(s.poll))), s.pollNote)),
		field("Wait for a picture", widgets.NewRow(12, s.patience, note("5 min or more; after that it is unconfirmed"))),
		field("Send automatically again", widgets.NewRow(12, widgets.NewTag(widgets.ToneNeutral, resources.IconLock(), "Never"),
			note("a repeat could be charged twice, so this cannot be switched on"))))

	s.library = newLibraryWing(s)
	s.program = newProgramWing(s)

	s.look = widgets.NewSegmented([]string{"Follow the system", "Dark", "Light"}, func(i int) { s.deps.OnLook(looks[i]) })
	look := widgets.NewColumn(12, heading("Look"), field("Colours", widgets.NewRow(12, widgets.NewFixed(420, 32, s.look))))

	s.playback = widgets.NewText("", resources.SizeBody, resources.Text1, false).Wrap(true)
	about := widgets.NewColumn(12, heading("About"),
		field("Version", widgets.NewText("Viviscope "+s.deps.Version, resources.SizeBody, resources.Text1, false)),
		field("Posters of clips", s.playback),
		field("Privacy", widgets.NewText("The key goes to its own service only, and is in no log or database of Viviscope. Pictures of this computer go to your image hosting, where you set one up. Nothing is sent anywhere else.", resources.SizeBody, resources.Text1, false).Wrap(true)))

	s.limits, s.models, s.hosting = newLimitsForm(s), newModelsForm(s), newHostingForm(s)
	budget := widgets.NewColumn(12, s.headingOfProfile("Budget"), s.limits.content)
	models := widgets.NewColumn(12, s.headingOfProfile("Further models"), s.models.content)
	hosting := widgets.NewColumn(12, s.headingOfProfile("Image hosting"), s.hosting.content)
	sections := s.withAccess([]part{{"Profiles", profiles}, {"Sending and watching", watching}, {"Budget", budget}, {"Further models", models}, {"Image hosting", hosting}, {"Library", s.library.content}, {"Look", look}, {"Program", s.program.content}, {"About", about}})
	column := widgets.NewColumn(0)
	s.page = column
	nav := widgets.NewColumn(4)
	for i, section := range sections {
		if i > 0 {
			column.Add(widgets.NewRule())
		}
		padded := widgets.NewInset(16, 24, 24, 24, section.content)
		column.Add(padded)
		s.sections = append(s.sections, padded)
		link := widgets.NewButton(section.name, nil, widgets.Quiet, func() {
			s.scroll.Refresh() // sections above may have grown since they were laid out
			s.scroll.ScrollToOffset(fyne.NewPos(0, padded.Position().Y))
			s.mark(i)
		}).Leading()
		s.nav = append(s.nav, link)
		nav.Add(link)
	}
	s.scroll = container.NewVScroll(column)
	s.follower = widgets.NewFollower(s.scroll)
	s.scroll.OnScrolled = func(at fyne.Position) { s.mark(s.sectionAt(at.Y)) }
	s.mark(0)
	left := container.NewStack(widgets.NewFixed(184, 0, widgets.NewGround(resources.BgPanel)), widgets.NewInset(8, 8, 8, 8, nav)) // larger words need more
	s.content = container.NewStack(widgets.NewGround(resources.BgWindow), widgets.NewFrame(
		widgets.NewScreenHeader("Settings", nil, nil), widgets.NewFrame(nil, nil, widgets.NewVRule(), left), nil, s.scroll))
}

var looks = []resources.Variant{resources.Follow, resources.Dark, resources.Light}

// show swaps in what was read.
func (s *Screen) show(a answer) {
	s.shown = a
	if !s.built {
		return
	}
	setVisible(s.page, s.read)
	setVisible(s.problem, a.err != nil)
	if a.err != nil {
		s.problem.SetText("Settings cannot be read: " + a.err.Error())
	}
	s.cards.RemoveAll()
	chosen := card{profile: db.Profile{Currency: "CNY", MaxTasks: 5, MaxImages: 2, PollSeconds: 12, ImageMinutes: 10, Saved: true}}
	for _, c := range a.cards {
		s.cards.Add(s.newCard(c))
		if c.profile.ID == s.selected {
			chosen = c
			s.adding = false
		}
	}
	s.form.show(chosen)
	s.limits.show(chosen.profile)
	s.models.show(chosen.profile)
	s.hosting.show(chosen)
	for _, t := range s.whose {
		t.SetText(chosen.profile.Name)
	}
	s.poll.Value = float64(max(10, min(15, chosen.profile.PollSeconds)))
	s.poll.Refresh()
	s.pollNote.SetText(pollWords(int(s.poll.Value)))
	s.patience.SetSelected(nearest(patienceMinutes, chosen.profile.ImageMinutes))
	s.playback.SetText(s.player)
	s.library.show(a)
	if s.access != nil {
		s.access.show()
	}
	s.program.show()
	s.follower.Follow(s.page)
	for i, v := range looks {
		if v == s.deps.Look() {
			s.look.SetSelected(i)
		}
	}
}

// sectionAt is the section whose content lies at that height of the page, px.
func (s *Screen) sectionAt(y float32) int {
	at := 0
	for i, section := range s.sections {
		if section.Position().Y <= y+1 {
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

// change keeps one setting of the profile that is shown.
func (s *Screen) change(f func(*db.Profile)) {
	id := s.form.card.profile.ID
	if id == 0 {
		return
	}
	s.deps.Do("save settings", func(ctx context.Context) error { return s.deps.Profiles.ChangeProfile(ctx, id, f) })
}

func pollWords(seconds int) string { return strconv.Itoa(seconds) + " s; all tasks share one pace" }

func nearest(list []int, v int) int {
	best := 0
	for i, x := range list {
		if abs(x-v) < abs(list[best]-v) {
			best = i
		}
	}
	return best
}

func abs(v int) int { return max(v, -v) }

func heading(s string) fyne.CanvasObject {
	return widgets.NewText(s, resources.SizeH2, resources.Text1, true)
}

func note(s string) *widgets.Text {
	return widgets.NewText(s, resources.SizeSM, resources.Text2, false)
}

// headingOfProfile is the heading of what each profile has for itself; beside it stands whose this is.
func (s *Screen) headingOfProfile(title string) fyne.CanvasObject {
	whose := note("").Ellipsis()
	s.whose = append(s.whose, whose)
	return widgets.NewRow(12, heading(title), whose)
}

// field lays a label of 180 px beside its control.
func field(label string, content fyne.CanvasObject) fyne.CanvasObject {
	return container.New(&labelled{width: 180}, widgets.NewText(label, resources.SizeBody, resources.Text2, false), content)
}
