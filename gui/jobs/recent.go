package jobs

import (
	"context"
	"log/slog"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// underHead is the gap between the head and the list, px.
const underHead = 4

// Recent is the list beside the composer: cards, the newest first. A card stays in its place from the click to the
// file.
type Recent struct {
	*jobList
	newCards int // cards that were added above the visible ones

	notify  *kit.Toggle
	empty   fyne.CanvasObject
	none    *kit.Text
	toTop   *kit.Button     // leads to the new cards
	top     *fyne.Container // places it over the list
	head    *fyne.Container
	frame   *fyne.Container
	content fyne.CanvasObject
}

func newRecent(a *approvals, f *film) *Recent {
	s := &Recent{jobList: newJobList(newListModel(true, all, underWay, needsYou, done, failed), a, f)}
	s.changed = func() {
		s.newCards = 0
		s.compact()
		s.render()
		s.rows.SetOffset(0)
	}
	label := kit.NewText(lang.L("Notify when done"), resources.SizeSM, resources.Text2, false)
	bell := kit.NewIcon(resources.IconBell, 16, resources.Text2)
	bell.Hide()
	s.notify = kit.NewToggle(a.Window.Notify(), a.Window.SetNotify)
	right := []fyne.CanvasObject{label, bell, s.notify}
	kit.Name(label, right...)
	s.head = kit.NewScreenHeader(lang.X("screen", "Recent"), s.chips.objects(), right,
		kit.Swap{Words: label, Sign: bell})

	s.rows.SetName(kit.NewText(lang.X("screen", "Recent"), resources.SizeSM, resources.Text2, false))
	s.rows.OnScrolled = func() {
		if s.newCards > 0 && s.rows.AtTop() {
			s.newCards = 0
			s.showNewCards()
		}
	}
	s.toTop = kit.NewButton("", resources.IconArrowUp, kit.Primary, func() { s.rows.SetOffset(0) }).Small()
	s.none = kit.NewText(lang.L("No recent jobs like this."), resources.SizeSM, resources.Text2, false).Centered()
	s.empty = container.NewStack(kit.NewEmpty(resources.IconFilm, lang.L("Nothing here yet"),
		lang.L("Clips and pictures appear here as you generate them."), nil))
	s.top = kit.NewColumn(0, kit.NewInset(12, 0, 0, 0, container.NewCenter(s.toTop)))
	none := kit.NewColumn(0, kit.NewInset(48, 0, 0, 0, container.NewCenter(s.none)))
	body := container.NewStack(s.rows, s.empty, s.top, none)
	s.frame = kit.NewFrame(kit.NewInset(0, 0, underHead, 0, s.head), nil, nil, body) // Tab follows this order
	s.content = container.NewStack(kit.NewGround(resources.BgWindow), s.frame)
	s.render()
	return s
}

// Content returns the list.
func (s *Recent) Content() fyne.CanvasObject { return s.content }

// Left stops playback, and gives cards the height that they need now. It is called when another place is shown.
func (s *Recent) Left() {
	s.film.stop()
	s.compact()
	s.render()
}

// Update reads the jobs off the window's goroutine and shows them by one Post. After an error the old ones stay.
func (s *Recent) Update(ctx context.Context) {
	items, cut, err := s.reader.list(ctx, "")
	if err != nil {
		s.Log().Warn("cannot read the recent jobs", slog.Any("err", err))
		return
	}
	s.Post(func() { s.show(items, cut) })
}

// show shows the jobs that were read.
func (s *Recent) show(items []*item, cut bool) {
	before, below := s.known, len(s.items) > 0 && !s.rows.AtTop()
	s.put(items, cut)
	s.notify.SetOn(s.Window.Notify()) // the menu and the settings change it too
	s.render()
	if below && !s.rows.AtTop() {
		for _, l := range s.lines {
			if !before[l.id()] {
				s.newCards++
			}
		}
		s.showNewCards()
	}
}

// render shows the clicks with a job in the chosen group.
func (s *Recent) render() {
	resized := s.jobList.render()
	if s.rows.AtTop() {
		s.newCards = 0
	}
	if resized {
		s.head.Refresh()
		s.frame.Refresh()
	}
	kit.Show(s.empty, s.known != nil && len(s.items) == 0)
	kit.Show(s.none, len(s.items) > 0 && len(s.lines) == 0)
	s.showNewCards()
}

// showNewCards shows how many cards were added above the visible ones.
func (s *Recent) showNewCards() {
	s.toTop.SetText(lang.N("%d new", "%d new", s.newCards, s.newCards))
	kit.Show(s.toTop, s.newCards > 0)
	s.top.Refresh()
}
