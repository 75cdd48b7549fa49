package jobview

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// underHead is the room from the head to the list, px.
const underHead = 4

// Session is the feed beside the composer: the jobs of this session, newest first. Each card changes in place from the click to the file.
type Session struct {
	v    *Jobs
	read reader
	full atomic.Bool // the disk is

	// What follows belongs to the window's goroutine.
	shown   []item // whatever chip is on
	index   map[int64]int
	seen    map[int64]bool // jobs that were in the session before
	fresh   int            // cards that came above what is in sight
	models  map[int]*card  // cards that are only measured, by kind
	heights map[int64]measured

	chips   *chips
	list    *widgets.List
	empty   fyne.CanvasObject
	none    *widgets.Text
	newest  *widgets.Button // leads to the cards that came
	top     *fyne.Container // lays it over the list
	head    *fyne.Container
	frame   *fyne.Container
	content fyne.CanvasObject
}

func newSession(v *Jobs) *Session {
	s := &Session{v: v, read: reader{Deps: &v.Deps}, index: map[int64]int{}, seen: map[int64]bool{},
		models: map[int]*card{}, heights: map[int64]measured{}}
	s.chips = newChips(func() {
		s.fresh = 0
		s.render()
		s.list.SetOffset(0)
	}, all, underWay, needsYou, done, failed)
	notify := widgets.NewText(lang.L("Notify when done"), resources.SizeSM, resources.Text2, false)
	bell := widgets.NewIcon(resources.IconBell, 16, resources.Text2)
	bell.Hide()
	right := []fyne.CanvasObject{notify, bell, widgets.NewToggle(v.Window.Notify(), v.Window.SetNotify)}
	widgets.Name(notify, right...)
	s.head = widgets.NewScreenHeader(lang.L("Session"), s.chips.objects(), right, widgets.Swap{Words: notify, Sign: bell})

	s.list = widgets.NewFeed(source{s}, 12, 16)
	s.list.SetName(widgets.NewText(lang.L("Session"), resources.SizeSM, resources.Text2, false))
	s.list.OnScrolled = func() {
		if s.fresh > 0 && s.list.AtTop() {
			s.fresh = 0
			s.showFresh()
		}
	}
	s.newest = widgets.NewButton("", resources.IconArrowUp, widgets.Primary, func() { s.list.SetOffset(0) }).Small()
	s.none = widgets.NewText(lang.L("None of this session’s jobs is here."), resources.SizeSM, resources.Text2, false).Centered()
	s.empty = container.NewStack(widgets.NewEmpty(resources.IconFilm, lang.L("Nothing in this session yet"),
		lang.L("Clips and pictures appear here as you generate them."), nil))
	s.top = widgets.NewColumn(0, widgets.NewInset(12, 0, 0, 0, container.NewCenter(s.newest)))
	body := container.NewStack(s.list, s.empty, s.top, widgets.NewColumn(0, widgets.NewInset(48, 0, 0, 0, container.NewCenter(s.none))))
	s.frame = widgets.NewFrame(widgets.NewInset(0, 0, underHead, 0, s.head), nil, nil, body) // Tab follows this order
	s.content = container.NewStack(widgets.NewGround(resources.BgWindow), s.frame)
	s.render()
	return s
}

// Content returns the session.
func (s *Session) Content() fyne.CanvasObject { return s.content }

// Update reads the session off the window's goroutine and shows it by one Post. What cannot be read stays as it is.
func (s *Session) Update(ctx context.Context) {
	rows, err := s.rows(ctx)
	var items []item
	if err == nil {
		items, err = s.read.items(ctx, rows)
	}
	if err != nil {
		s.v.Log().Warn("cannot read the session", slog.Any("err", err))
		return
	}
	s.v.Post(func() { s.show(items) })
}

// rows returns the jobs of the session, newest first: those of today or since the start of the program, and all that have not ended.
func (s *Session) rows(ctx context.Context) ([]db.Job, error) {
	now := s.v.Now()
	from := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	if s.v.Started.Before(from) {
		from = s.v.Started
	}
	rows, err := s.v.Library.Jobs(ctx, db.JobFilter{States: unended()})
	if err != nil {
		return nil, fmt.Errorf("read jobs that have not ended: %w", err)
	}
	for before := int64(0); ; {
		page, err := s.v.Library.Jobs(ctx, db.JobFilter{Limit: pageSize, BeforeID: before})
		if err != nil {
			return nil, fmt.Errorf("read jobs of the session: %w", err)
		}
		for _, j := range page {
			if j.State.Ended() && !j.CreatedAt.Before(from) {
				rows = append(rows, j)
			}
		}
		if len(page) < pageSize || page[len(page)-1].CreatedAt.Before(from) {
			break
		}
		before = page[len(page)-1].ID
	}
	slices.SortFunc(rows, func(a, b db.Job) int { return int(b.ID - a.ID) })
	return slices.CompactFunc(rows, func(a, b db.Job) bool { return a.ID == b.ID }), nil // one may have ended meanwhile
}

// Handle takes an event of the engine. It is cheap and may be called on any goroutine.
func (s *Session) Handle(ev jobs.Event) {
	s.read.handle(ev)
	if ev, ok := ev.(jobs.PoolStatus); ok && s.full.Swap(ev.DiskFull) != ev.DiskFull {
		s.v.Window.Refresh()
	}
}

// show swaps what was read in.
func (s *Session) show(items []item) {
	above := len(s.seen) > 0 && !s.list.AtTop()
	s.shown, s.index = items, make(map[int64]int, len(items))
	seen := make(map[int64]bool, len(items))
	for i, it := range items {
		s.index[it.ID] = i
		seen[it.ID] = true
		if above && !s.seen[it.ID] && s.chips.on.has(it.State) {
			s.fresh++
		}
	}
	s.seen = seen
	maps.DeleteFunc(s.heights, func(id int64, _ measured) bool { return !seen[id] })
	s.render()
}

// render shows the jobs that pass the chip.
func (s *Session) render() {
	var rows []widgets.Row
	for _, it := range s.shown {
		kind := compactCard
		if it.large() {
			kind = largeCard
		}
		if s.chips.on.has(it.State) {
			rows = append(rows, widgets.Row{ID: it.ID, Kind: kind})
		}
	}
	s.list.SetRows(rows)
	if s.list.AtTop() {
		s.fresh = 0
	}
	if s.chips.show(s.shown) {
		s.head.Refresh()
		s.frame.Refresh()
	}
	widgets.Show(s.empty, len(s.shown) == 0)
	widgets.Show(s.none, len(s.shown) > 0 && len(rows) == 0)
	s.showFresh()
}

// showFresh shows how many cards came above what is in sight.
func (s *Session) showFresh() {
	s.newest.SetText(lang.N("%d new", "%d new", s.fresh, s.fresh))
	widgets.Show(s.newest, s.fresh > 0)
	s.top.Refresh()
}

// actions are those that a card has a button for; its picture opens the file, and it has room for prices and for all answers.
func (s *Session) actions(it item) []action.Action {
	others := []string{open, resolve, askSame}
	return slices.DeleteFunc(s.v.actions(it), func(a action.Action) bool { return slices.Contains(others, a.ID) })
}
