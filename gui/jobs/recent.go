package jobs

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync/atomic"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// underHead is the room from the head to the list, px.
const underHead = 4

// mostRecent is how many jobs are listed beside those that have not ended; the gallery and the ledger keep them all.
const mostRecent = 500

// Recent is the feed beside the composer: what was made lately, newest first, with a card for each click. A card changes in place from the
// click to the file.
type Recent struct {
	v    *Jobs
	read reader
	full atomic.Bool // the disk is

	// What follows belongs to the window's goroutine.
	shown   []item        // whatever chip is on
	clicks  []click       // of them
	index   map[int64]int // in clicks, by the jobs; nil before they were read
	fresh   int           // cards that came above what is in sight
	model   *card         // is only measured
	heights map[int64]measured

	chips   *chips
	notify  *kit.Toggle
	list    *kit.List
	empty   fyne.CanvasObject
	none    *kit.Text
	newest  *kit.Button     // leads to the cards that came
	top     *fyne.Container // lays it over the list
	head    *fyne.Container
	frame   *fyne.Container
	content fyne.CanvasObject
}

func newRecent(v *Jobs) *Recent {
	s := &Recent{v: v, read: reader{Deps: &v.Deps}, heights: map[int64]measured{}}
	s.model = newCard(s)
	s.chips = newChips(func() {
		s.fresh = 0
		s.render()
		s.list.SetOffset(0)
	}, all, underWay, needsYou, done, failed)
	notify := kit.NewText(lang.L("Notify when done"), resources.SizeSM, resources.Text2, false)
	bell := kit.NewIcon(resources.IconBell, 16, resources.Text2)
	bell.Hide()
	s.notify = kit.NewToggle(v.Window.Notify(), v.Window.SetNotify)
	right := []fyne.CanvasObject{notify, bell, s.notify}
	kit.Name(notify, right...)
	s.head = kit.NewScreenHeader(lang.X("screen", "Recent"), s.chips.objects(), right, kit.Swap{Words: notify, Sign: bell})

	s.list = kit.NewFeed(source{s}, 12, 16)
	s.list.SetName(kit.NewText(lang.X("screen", "Recent"), resources.SizeSM, resources.Text2, false))
	s.list.OnScrolled = func() {
		if s.fresh > 0 && s.list.AtTop() {
			s.fresh = 0
			s.showFresh()
		}
	}
	s.newest = kit.NewButton("", resources.IconArrowUp, kit.Primary, func() { s.list.SetOffset(0) }).Small()
	s.none = kit.NewText(lang.L("No recent jobs like this."), resources.SizeSM, resources.Text2, false).Centered()
	s.empty = container.NewStack(kit.NewEmpty(resources.IconFilm, lang.L("Nothing here yet"),
		lang.L("Clips and pictures appear here as you generate them."), nil))
	s.top = kit.NewColumn(0, kit.NewInset(12, 0, 0, 0, container.NewCenter(s.newest)))
	body := container.NewStack(s.list, s.empty, s.top, kit.NewColumn(0, kit.NewInset(48, 0, 0, 0, container.NewCenter(s.none))))
	s.frame = kit.NewFrame(kit.NewInset(0, 0, underHead, 0, s.head), nil, nil, body) // Tab follows this order
	s.content = container.NewStack(kit.NewGround(resources.BgWindow), s.frame)
	s.render()
	return s
}

// Content returns the feed.
func (s *Recent) Content() fyne.CanvasObject { return s.content }

// Left halts what plays: another place came to the front.
func (s *Recent) Left() { s.v.film.stop(nil) }

// Update reads the jobs off the window's goroutine and shows them by one Post. What cannot be read stays as it is.
func (s *Recent) Update(ctx context.Context) {
	rows, err := s.rows(ctx)
	var items []item
	if err == nil {
		items, err = s.read.items(ctx, rows)
	}
	if err != nil {
		s.v.Log().Warn("cannot read the recent jobs", slog.Any("err", err))
		return
	}
	s.v.Post(func() { s.show(items) })
}

// rows returns the newest jobs, and all that have not ended, newest first.
func (s *Recent) rows(ctx context.Context) ([]db.Job, error) {
	rows, err := s.v.Library.Jobs(ctx, db.JobFilter{States: unended()})
	if err != nil {
		return nil, fmt.Errorf("read jobs that have not ended: %w", err)
	}
	newest, err := s.v.Library.Jobs(ctx, db.JobFilter{Limit: mostRecent})
	if err != nil {
		return nil, fmt.Errorf("read recent jobs: %w", err)
	}
	if n := len(newest); n == mostRecent && newest[0].Click != newest[n-1].Click { // of the last click some may be missing
		cut := newest[n-1].Click
		newest = slices.DeleteFunc(newest, func(j db.Job) bool { return j.Click == cut })
	}
	rows = append(newest, rows...)
	slices.SortStableFunc(rows, func(a, b db.Job) int { return cmp.Compare(b.ID, a.ID) })
	return slices.CompactFunc(rows, func(a, b db.Job) bool { return a.ID == b.ID }), nil // that was read last is first
}

// Handle takes an event of the engine. It is cheap and may be called on any goroutine.
func (s *Recent) Handle(ev jobs.Event) {
	s.read.handle(ev)
	if ev, ok := ev.(jobs.PoolStatus); ok && s.full.Swap(ev.DiskFull) != ev.DiskFull {
		s.v.Window.Refresh()
	}
}

// show swaps what was read in.
func (s *Recent) show(items []item) {
	seen, above := s.index, len(s.index) > 0 && !s.list.AtTop()
	s.shown, s.clicks, s.index = items, clicksOf(items), make(map[int64]int, len(items))
	for i, k := range s.clicks {
		for _, it := range k.items {
			s.index[it.ID] = i
		}
		if _, known := seen[k.id()]; above && !known && k.has(s.chips.on) {
			s.fresh++
		}
	}
	maps.DeleteFunc(s.heights, func(id int64, _ measured) bool { _, known := s.index[id]; return !known })
	s.notify.SetOn(s.v.Window.Notify()) // the menu and the settings change it too
	s.render()
}

// render shows the clicks of which a job passes the chip.
func (s *Recent) render() {
	var rows []kit.Row
	for _, k := range s.clicks {
		if k.has(s.chips.on) {
			rows = append(rows, kit.Row{ID: k.id()})
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
	kit.Show(s.empty, s.index != nil && len(s.shown) == 0)
	kit.Show(s.none, len(s.shown) > 0 && len(rows) == 0)
	s.showFresh()
}

// update shows a job anew.
func (s *Recent) update(id int64) {
	if i, ok := s.index[id]; ok {
		s.list.UpdateRow(s.clicks[i].id())
	}
}

// assets are what the cards show, in their order.
func (s *Recent) assets() (all []db.Asset) {
	for _, k := range s.clicks {
		if k.has(s.chips.on) {
			all = append(all, k.assets()...)
		}
	}
	return all
}

// showFresh shows how many cards came above what is in sight.
func (s *Recent) showFresh() {
	s.newest.SetText(lang.N("%d new", "%d new", s.fresh, s.fresh))
	kit.Show(s.newest, s.fresh > 0)
	s.top.Refresh()
}
