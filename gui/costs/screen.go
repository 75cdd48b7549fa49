package costs

import (
	"context"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// Deps is what the place needs from the rest of the program.
type Deps struct {
	Library Library
	Post    func(func()) // runs a function on the window's goroutine, later
	Now     func() time.Time
	Refresh func()            // asks for an Update soon, on a background goroutine
	Current func() int64      // the profile in front; any goroutine
	Prices  fyne.CanvasObject // the price table, at the right; nil: none
	OnJob   func(job int64)   // a person wants to see the job of an entry; nil: entries cannot be followed
}

// Screen is the Costs place. Its exported methods except Update and Handle belong to the window's goroutine.
type Screen struct {
	deps     Deps
	asked    guarded[question]
	followed guarded[int64] // the profile in front when it was last looked
	shown    answer
	built    bool
	list     *widget.List
	empty    fyne.CanvasObject
	problem  *widgets.Text
	month    *widgets.Text
	next     *widgets.Button
	profiles *fyne.Container
	kinds    []*kindChip
	used     *widgets.Text
	figures  [4]*figure
	frame    *fyne.Container   // what stands above the entries, and the entries
	side     *widgets.SidePane // nil without Prices
	content  fyne.CanvasObject
}

type kindChip struct {
	chip  *widgets.Chip
	kinds []db.EntryKind
}

// New makes the place for a profile; nothing is read before Update.
func New(d Deps) *Screen {
	s := &Screen{deps: d}
	now := d.Now()
	s.asked.set(question{month: time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, now.Location()), limit: page})
	return s
}

// SetProfile turns the place to a profile. Main goroutine only.
func (s *Screen) SetProfile(id int64) {
	s.ask(func(q *question) { q.profile = id; q.limit = page })
}

func (s *Screen) ask(change func(*question)) {
	s.asked.change(change)
	s.deps.Refresh()
}

// Update reads what the place shows on the calling goroutine, which must not be the window's, and then posts it at once.
// Another profile in front turns the place to it; until then a person may look at any.
func (s *Screen) Update(ctx context.Context) {
	if front := s.deps.Current(); front != s.followed.get() {
		s.followed.set(front)
		s.asked.change(func(q *question) { q.profile, q.limit = front, page })
	}
	q := s.asked.get()
	if q.profile == 0 {
		return
	}
	a := read(ctx, s.deps.Library, q, s.deps.Now())
	if ctx.Err() != nil {
		return
	}
	s.deps.Post(func() { s.show(a) })
}

// Handle asks for an Update where an event changes what is shown. It may be called on any goroutine.
func (s *Screen) Handle(ev jobs.Event) {
	if e, ok := ev.(jobs.LedgerChanged); ok && e.ProfileID == s.asked.get().profile {
		s.deps.Refresh()
	}
}

// Content returns the place's objects; they are built at the first call. Main goroutine only.
func (s *Screen) Content() fyne.CanvasObject {
	if !s.built {
		s.build()
		s.built = true
		s.show(s.shown)
	}
	return s.content
}

func (s *Screen) build() {
	s.month = widgets.NewText("", resources.SizeH2, resources.Text1, true)
	previous := widgets.NewIconButton(resources.IconArrowLeft(), "Month before", func() { s.turn(-1) })
	s.next = widgets.NewIconButton(resources.IconArrowRight(), "Month after", func() { s.turn(1) })
	previous.SetKind(widgets.Quiet)
	s.next.SetKind(widgets.Quiet)
	s.profiles = widgets.NewRow(8)
	toggle := widgets.NewButton("Prices", resources.IconCoin(), widgets.Plain, nil)
	toggle.Hide()
	header := widgets.NewScreenHeader("Costs", []fyne.CanvasObject{previous, s.month, s.next, s.profiles}, []fyne.CanvasObject{toggle})

	s.figures = [4]*figure{
		newFigure("Charged", resources.IconCheck(), resources.Text1),
		newFigure("Reserved", resources.IconLock(), resources.Text1),
		newFigure("Unconfirmed", resources.IconUnconfirmed(), resources.Warn),
		newFigure("Refunded", resources.IconRefund(), resources.OK),
	}
	sums := &fyne.Container{Layout: &evenly{}}
	for i, f := range s.figures {
		cell := f.object
		if i > 0 {
			cell = widgets.NewFrame(nil, widgets.NewVRule(), nil, cell)
		}
		sums.Add(cell)
	}
	s.used = widgets.NewText("", resources.SizeSM, resources.Text2, false)
	strip := widgets.NewColumn(0, sums, widgets.NewRule())

	chips := widgets.NewRow(8, widgets.NewInset(0, 8, 0, 0, widgets.NewText("Ledger", resources.SizeH2, resources.Text1, true)))
	for _, k := range []kindChip{{kinds: nil}, {kinds: []db.EntryKind{db.Reserve}}, {kinds: []db.EntryKind{db.Charge}},
		{kinds: []db.EntryKind{db.Refund}}, {kinds: []db.EntryKind{db.UnconfirmedEntry}}, {kinds: []db.EntryKind{db.Void}}} {
		word := "All"
		if len(k.kinds) > 0 {
			word = map[db.EntryKind]string{db.Reserve: "Reserve", db.Charge: "Charge", db.Refund: "Refund", db.UnconfirmedEntry: "Unconfirmed", db.Void: "Void"}[k.kinds[0]]
		}
		k.chip = widgets.NewChip(word, func() { s.ask(func(q *question) { q.kinds = k.kinds; q.limit = page }) })
		s.kinds = append(s.kinds, &k)
		chips.Add(k.chip)
	}
	chips.Add(widgets.NewSpring())
	chips.Add(s.used)
	title := widgets.NewInset(8, 16, 8, 16, chips)

	s.list = widget.NewList(func() int { return len(s.shown.rows) }, func() fyne.CanvasObject { return newRowView() }, s.bind)
	s.list.HideSeparators = true
	s.list.OnSelected = func(id widget.ListItemID) {
		s.list.Unselect(id)
		if id < len(s.shown.rows) && !s.shown.rows[id].jobGone && s.deps.OnJob != nil {
			s.deps.OnJob(s.shown.rows[id].job)
		}
	}
	s.empty = widgets.NewEmpty(resources.IconCosts(), "No entries in this month",
		"Each job writes its reserve, its charge or its refund here, and nothing is ever edited or removed.", nil)
	s.problem = widgets.NewText("", resources.SizeSM, resources.Err, false).Wrap(true)
	body := container.NewStack(widgets.NewDenseList(s.list), s.empty)
	top := widgets.NewColumn(0, header, strip, title, newHead(), s.problem)
	s.frame = widgets.NewFrame(top, nil, nil, body)
	var main fyne.CanvasObject = s.frame
	if s.deps.Prices != nil {
		s.side = widgets.NewSidePane(s.frame, s.deps.Prices, pricesWidth, toggle)
		main = s.side.Object()
	}
	s.content = container.NewStack(widgets.NewGround(resources.BgWindow), main)
}

// pricesWidth is the room of the price table, px.
const pricesWidth = 392

// ShowPrices brings the price table into sight, also in a narrow window.
func (s *Screen) ShowPrices() {
	s.Content()
	if s.side != nil {
		s.side.Open()
	}
}

func (s *Screen) turn(months int) {
	s.ask(func(q *question) { q.month = q.month.AddDate(0, months, 0); q.limit = page })
}

func (s *Screen) bind(id widget.ListItemID, o fyne.CanvasObject) {
	if id >= len(s.shown.rows) {
		return
	}
	o.(*rowView).set(s.shown.rows[id])
	if id == len(s.shown.rows)-1 && s.shown.more {
		s.ask(func(q *question) { q.limit = len(s.shown.rows) + page })
	}
}

// show swaps in an answer, if it is still the answer to what is asked. Main goroutine only.
func (s *Screen) show(a answer) {
	s.shown = a
	if !s.built {
		return
	}
	q := s.asked.get()
	s.month.SetText(q.month.Format("January 2006"))
	now := s.deps.Now()
	if q.month.AddDate(0, 1, 0).After(now) {
		s.next.Disable()
	} else {
		s.next.Enable()
	}
	s.profiles.RemoveAll()
	for _, p := range a.profiles {
		chip := widgets.NewChip(p.Name, func() { s.SetProfile(p.ID) })
		chip.SetOn(p.ID == q.profile)
		s.profiles.Add(chip)
	}
	for _, k := range s.kinds {
		k.chip.SetOn((len(k.kinds) == 0) == (len(q.kinds) == 0) && (len(k.kinds) == 0 || k.kinds[0] == q.kinds[0]))
	}
	f := a.figures
	s.figures[0].set(f.charged, f.chargedNote)
	s.figures[1].set(f.reserved, f.reservedNote)
	s.figures[2].set(f.unconfirmed, f.unconfirmedNote)
	s.figures[3].set(f.refunded, f.refundedNote)
	s.figures[2].number.SetColor(resources.Text1)
	if f.atRisk {
		s.figures[2].number.SetColor(resources.Warn)
	}
	s.used.SetText("")
	if f.used != "" {
		s.used.SetText("charged + reserved + unconfirmed = " + f.used)
	}
	problem := s.problem.Visible()
	s.problem.Hide()
	if a.err != nil {
		s.problem.Show()
		s.problem.SetText("The ledger cannot be read: " + a.err.Error())
	}
	if problem != s.problem.Visible() {
		s.frame.Refresh()
	}
	if len(a.rows) == 0 && a.err == nil && a.question.profile != 0 {
		s.empty.Show()
	} else {
		s.empty.Hide()
	}
	s.list.Refresh()
}
