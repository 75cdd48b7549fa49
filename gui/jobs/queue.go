package jobs

import (
	"context"
	"slices"
	"sync/atomic"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// Queue is the place that lists the jobs of all profiles in rows, by what they need.
type Queue struct {
	*jobList
	text atomic.Pointer[string] // searched for

	// The rest belongs to the window's goroutine.
	paused           bool // as last read: the engine may be committing, so the window does not ask it
	banners          *banners
	foot             *queueFoot
	search           *kit.Entry
	profilePicker    *kit.Picker
	checkAll         *kit.Toggle
	heads            *columnHeads
	pause, pauseSign *kit.Button // one of them is shown
	problem          *kit.Text
	wanted           int64 // the job to go to once it is listed; 0: none
	empty            *fyne.Container
	frame            *fyne.Container // all but the ground
	content          fyne.CanvasObject
}

func newQueue(a *approvals, f *film) *Queue {
	q := &Queue{jobList: newJobList(newListModel(false, all, needsYou, running, toSend, ended), a, f)}
	q.changed = q.render
	toRows := func() { q.focusRow(0) }
	q.banners, q.foot = newBanners(a.sheets, q.listModel, toRows), newQueueFoot(a.sheets, q.listModel, toRows)
	q.text.Store(new(string))
	q.checkAll = kit.NewCheck(func(on bool) { q.selectAll(on, q.shown) })
	q.checkAll.SetName(kit.NewText(lang.L("All jobs"), resources.SizeSM, resources.Text2, false))
	q.rows.SetName(kit.NewText(lang.L("Queue"), resources.SizeSM, resources.Text2, false))
	q.rows.OnKey = q.typedKey
	q.heads = newColumnHeads(q.listModel, q.checkAll)
	q.problem = kit.NewText("", resources.SizeSM, resources.Err, false).Wrap(true)
	q.empty = container.NewStack()
	top := kit.NewColumn(0, q.newHeader(), q.banners.boxes[0], q.banners.boxes[1],
		q.heads.content, kit.NewRule(), q.problem)
	rows := container.NewStack(q.rows, q.empty)
	q.frame = kit.NewFilled(0, rows, top, rows, q.foot.content)
	q.content = container.NewStack(kit.NewGround(resources.BgWindow), q.frame)
	q.render()
	return q
}

// newHeader makes the line with the chips, the search and the commands on all jobs.
func (q *Queue) newHeader() fyne.CanvasObject {
	q.search = kit.NewSearchEntry(lang.L("Prompt, model, task ID")).MinWidth(200)
	q.search.OnChanged = func(text string) {
		q.text.Store(&text)
		q.Window.Refresh()
	}
	q.profilePicker = kit.NewSimplePicker([]string{lang.L("All profiles")}, func(i int) {
		q.profile = 0
		if i > 0 {
			q.profile = q.profiles()[i-1].ID
		}
		q.render()
	}).Tight()
	q.profilePicker.SetName(kit.NewText(lang.L("Profile"), resources.SizeSM, resources.Text2, false))
	track := kit.NewButton(lang.L("Track a task ID…"), nil, kit.Plain, q.TrackTask)
	trackSign := kit.NewIconButton(resources.IconLink, lang.L("Track a task ID…"), q.TrackTask)
	q.pause, q.pauseSign = kit.NewButton("", nil, kit.Plain, q.togglePause), kit.NewIconButton(nil, "", q.togglePause)
	right := []fyne.CanvasObject{q.search, q.profilePicker, track, trackSign, q.pause, q.pauseSign}
	return kit.NewScreenHeader(lang.L("Queue"), q.chips.objects(), right,
		kit.Swap{Words: track, Sign: trackSign}, kit.Swap{Words: q.pause, Sign: q.pauseSign})
}

func (q *Queue) togglePause() {
	paused := !q.paused
	q.runFree(noJob, func(ctx context.Context) error { return q.Engine.PauseSending(ctx, paused) })
}

// First is where the keyboard goes.
func (q *Queue) First() fyne.Focusable { return q.rows }

// Content returns the queue.
func (q *Queue) Content() fyne.CanvasObject { return q.content }

// Current returns the job of the line that has the keys; 0 if there is none.
func (q *Queue) Current() int64 {
	at := q.rows.At()
	if at < 0 || at >= len(q.lines) || q.lines[at].isHead() {
		return 0
	}
	return q.lines[at].items[0].ID
}

// Select goes to the line of a job, as soon as the jobs are read. A job that is not listed changes nothing.
func (q *Queue) Select(job int64) {
	q.wanted = job
	q.goToWanted()
}

func (q *Queue) goToWanted() {
	if q.wanted == 0 || len(q.items) == 0 {
		return
	}
	i := slices.IndexFunc(q.lines, func(l listLine) bool { return !l.isHead() && l.items[0].ID == q.wanted })
	q.wanted = 0
	if i >= 0 {
		q.rows.Choose(i)
	}
}

// NeedsYou shows the jobs that need the user, and nothing else.
func (q *Queue) NeedsYou() { q.choose(needsYou) }

// Update reads the jobs off the window's goroutine and shows them by one Post. After an error the old ones stay.
func (q *Queue) Update(ctx context.Context) {
	items, cut, err := q.reader.list(ctx, *q.text.Load())
	paused := q.Engine.Paused()
	if ctx.Err() == nil {
		q.Post(func() { q.show(items, cut, paused, err) })
	}
}

// show shows the jobs that were read, or why they were not.
func (q *Queue) show(items []*item, cut, paused bool, err error) {
	q.paused = paused
	if err == nil {
		q.put(items, cut)
		kit.ShowText(q.problem, "")
	} else {
		kit.ShowText(q.problem, lang.L("The queue cannot be read: %s", wording.Fault(err)))
	}
	q.render()
}

// render shows the jobs of the chosen group and profile.
func (q *Queue) render() {
	q.showProfiles()
	q.jobList.render()
	label, icon := lang.L("Pause sending"), resources.IconPause
	if q.paused {
		label, icon = lang.L("Resume sending"), resources.IconPlay
	}
	q.pause.SetText(label)
	q.pauseSign.SetWord(label)
	for _, b := range []*kit.Button{q.pause, q.pauseSign} {
		b.SetIcon(icon)
	}
	q.banners.refresh(q.Now())
	q.foot.refresh()
	q.checkAll.SetOn(q.allSelected(q.shown))
	q.heads.refresh()
	kit.Show(q.empty, q.known != nil && !q.problem.Visible() && len(q.lines) == 0)
	if q.empty.Visible() {
		q.empty.Objects = []fyne.CanvasObject{q.nothing()}
		q.empty.Refresh()
	}
	q.frame.Refresh() // a banner that comes or goes moves the rows
	q.rows.Update()
	q.goToWanted()
}

// nothing explains why there are no rows.
func (q *Queue) nothing() fyne.CanvasObject {
	text := map[group]string{needsYou: lang.L("No job needs you."), running: lang.L("No job is running now."),
		toSend: lang.L("No job is waiting."), ended: lang.L("No job has ended.")}[q.group]
	switch {
	case q.search.Text != "":
		text = lang.L("No job matches the search.")
	case text == "" || len(q.items) == 0:
		return kit.NewEmpty(resources.IconQueue, lang.L("Nothing in the queue"),
			lang.L("Everything you generate appears here with its state and cost."), nil)
	}
	return kit.NewEmpty(resources.IconFilter, text, "", kit.NewButton(lang.L("Show all"), nil, kit.Plain, func() {
		q.profile = 0
		q.search.SetText("")
		q.choose(all)
	}))
}

// showProfiles shows the profiles of the jobs as a filter. Rows name their profile, unless all jobs belong to the
// profile in use.
func (q *Queue) showProfiles() {
	payers := q.profiles()
	q.nameProfiles = len(payers) > 1 || len(payers) == 1 && payers[0].ID != q.Profile().ID
	names, at := []string{lang.L("All profiles")}, 0
	for i, p := range payers {
		names = append(names, p.Name)
		if p.ID == q.profile {
			at = i + 1
		}
	}
	if at == 0 {
		q.profile = 0
	}
	q.profilePicker.SetOptions(kit.Titles(names...))
	q.profilePicker.SetSelected(at)
	kit.Show(q.profilePicker, len(payers) > 1)
}

// typedKey does what a key does on the line with the focus: what its controls do, which Tab skips.
func (q *Queue) typedKey(e *fyne.KeyEvent) bool {
	at := max(q.rows.At(), 0)
	if at >= len(q.lines) {
		return false
	}
	l, enter := q.lines[at], e.Name == fyne.KeyReturn || e.Name == fyne.KeyEnter
	switch {
	case kit.OpensMenu(e):
		q.showLineMenu(at)
	case e.Name == fyne.KeySpace:
		q.selectAll(!q.allSelected(l.items), l.items)
	case e.Name == fyne.KeyDelete, e.Name == fyne.KeyBackspace:
		q.discardAll(q.selection())
	case e.Name == fyne.KeyLeft && !l.isHead():
		for !q.lines[at].isHead() {
			at--
		}
		q.rows.Choose(at)
	case l.isHead() && (e.Name == fyne.KeyLeft || e.Name == fyne.KeyRight):
		q.fold(l, e.Name == fyne.KeyLeft)
	case l.asksApproval() && enter:
		q.Review(l.foldKey())
	case l.isHead() && enter:
		q.fold(l, !q.isFolded(l))
	case enter:
		q.openLine(at)
	default:
		return false
	}
	return true
}

// openLine opens the file of a job or the sheet of its approval, else its menu.
func (q *Queue) openLine(at int) {
	list := q.onRow(q.lines[at].items[0])
	i := slices.IndexFunc(list, func(a action.Action) bool { return a.ID == actOpen || a.ID == actApprove })
	if i >= 0 {
		list[i].Do()
	} else {
		q.showLineMenu(at)
	}
}

// showLineMenu opens the menu of the job in a line, below it.
func (q *Queue) showLineMenu(at int) {
	l := q.lines[at]
	if !l.isHead() {
		q.rows.Choose(at) // so that it is in sight
		q.showClickMenu(l.click, below(q.rows.Cell(int64(at))))
	}
}
