package jobview

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// endedShown bounds how many ended jobs are listed; the gallery and the ledger keep all of them.
const endedShown = 200

// Queue is the place that lists the jobs of all profiles in four groups, by what they need.
type Queue struct {
	v    *Jobs
	read reader

	mu   sync.Mutex
	text string // that is searched for; guarded by mu

	// What follows belongs to the window's goroutine.
	items        []item // whatever chip is on, in the order of the groups
	known        bool   // they could be read
	lines        []line
	held         []item // oldest first
	paused       bool   // as it was last read: the engine is asked off the window's goroutine only, for it may be committing
	manyProfiles bool

	chips    *chips
	search   *widgets.Entry
	list     *widgets.List
	sendHeld *widgets.Button
	banner   *widgets.Banner // over jobs that are held
	failing  *widgets.Banner // over downloads that keep failing while the service's clock runs
	boxes    [2]*fyne.Container
	pause    *widgets.Button
	empty    *fyne.Container
	problem  *widgets.Text
	frame    *fyne.Container // what stands above the rows, and the rows
	content  fyne.CanvasObject
}

// line is one line of the list: the head of a group, or a job.
type line struct {
	head  group // all: a job
	count int
	item
}

// assets are what the rows show, in their order.
func (q *Queue) assets() (all []db.Asset) {
	for _, l := range q.lines {
		if l.asset.ID != 0 && l.asset.TrashedAt.IsZero() {
			all = append(all, l.asset)
		}
	}
	return all
}

func newQueue(v *Jobs) *Queue {
	q := &Queue{v: v, read: reader{Deps: &v.Deps}}
	q.chips = newChips(func() { q.render() }, all, needsYou, running, toSend, ended)
	q.search = widgets.NewSearchEntry(lang.L("Prompt, model, task ID")).MinWidth(200)
	q.search.OnChanged = func(text string) {
		q.mu.Lock()
		q.text = text
		q.mu.Unlock()
		v.Window.Refresh()
	}
	q.pause = widgets.NewButton(lang.L("Pause sending"), resources.IconPause, widgets.Plain, func() {
		paused := !q.paused
		q.command(func(ctx context.Context) error { return v.Engine.PauseSending(ctx, paused) })
	})
	track := widgets.NewButton(lang.L("Track a task ID…"), nil, widgets.Plain, v.TrackTask)
	header := widgets.NewScreenHeader(lang.L("Queue"), q.chips.objects(), []fyne.CanvasObject{q.search, track, q.pause})

	q.sendHeld = widgets.NewButton("", nil, widgets.Plain, q.sendAllHeld)
	q.banner = widgets.NewBanner(resources.IconPause, widgets.ToneNeutral, "", q.sendHeld)
	again := widgets.NewButton(lang.L("Try now"), nil, widgets.Plain, q.tryNow)
	q.failing = widgets.NewBanner(resources.IconWarning, widgets.ToneWarn, "", again)
	for i, b := range []*widgets.Banner{q.failing, q.banner} {
		q.boxes[i] = widgets.NewInset(8, 16, 8, 16, b)
	}
	q.problem = widgets.NewText("", resources.SizeSM, resources.Err, false).Wrap(true)
	q.list = widgets.NewList(func() int { return len(q.lines) }, func() fyne.CanvasObject { return newRow(q) },
		func(i int, o fyne.CanvasObject) {
			if l := q.lines[i]; l.head != all {
				o.(*row).setHead(l.head, l.count)
			} else {
				o.(*row).set(l.item)
			}
		})
	q.list.SetName(widgets.NewText(lang.L("Queue"), resources.SizeSM, resources.Text2, false))
	q.list.Height = func(i int, _ float32) float32 {
		if q.lines[i].head != all {
			return resources.Scaled(headHeight)
		}
		return resources.Scaled(jobHeight)
	}
	q.empty = container.NewStack(widgets.NewEmpty(resources.IconQueue, lang.L("Nothing in the queue"),
		lang.L("Everything you generate appears here with its state and cost."), nil))
	top := widgets.NewColumn(0, header, q.boxes[0], q.boxes[1], newHead(), widgets.NewRule(), q.problem)
	q.frame = widgets.NewFrame(top, nil, nil, container.NewStack(q.list, q.empty))
	q.content = container.NewStack(widgets.NewGround(resources.BgWindow), q.frame)
	q.render()
	return q
}

// Content returns the queue.
func (q *Queue) Content() fyne.CanvasObject { return q.content }

// Handle takes an event of the engine. It is cheap and may be called on any goroutine.
func (q *Queue) Handle(ev jobs.Event) { q.read.handle(ev) }

// Update reads the rows off the window's goroutine and shows them by one Post.
func (q *Queue) Update(ctx context.Context) {
	rows, err := q.rows(ctx)
	var items []item
	if err == nil {
		items, err = q.read.items(ctx, rows)
	}
	paused := q.v.Engine.Paused()
	if ctx.Err() == nil {
		q.v.Post(func() { q.show(items, paused, err) })
	}
}

// rows lists the jobs that hold the text: group for group.
func (q *Queue) rows(ctx context.Context) (rows []db.Job, _ error) {
	q.mu.Lock()
	text := q.text
	q.mu.Unlock()
	for _, f := range []db.JobFilter{
		{Text: text, States: unended()},
		{Text: text, States: []db.JobState{db.Saved, db.Failed, db.Rejected, db.Expired}, Limit: endedShown},
	} {
		list, err := q.v.Library.Jobs(ctx, f)
		if err != nil {
			return nil, fmt.Errorf("list jobs: %w", err)
		}
		rows = append(rows, list...)
	}
	var sorted []db.Job
	for _, g := range q.chips.groups[1:] {
		of := slices.DeleteFunc(slices.Clone(rows), func(j db.Job) bool { return !g.has(j.State) })
		switch g {
		case toSend:
			slices.Reverse(of) // the next one to go stands first
		case running:
			of = downloadsFirst(of)
		}
		sorted = append(sorted, of...)
	}
	return sorted, nil
}

// downloadsFirst puts what is on its way here before what still runs, and of it first what the service deletes first.
func downloadsFirst(list []db.Job) []db.Job {
	var here, there []db.Job
	for _, j := range list {
		if (item{Job: j}).arriving() {
			here = append(here, j)
		} else {
			there = append(there, j)
		}
	}
	jobs.SortByRetention(here)
	return slices.Concat(here, there)
}

// show swaps what was read in. The rows that were read last stay where reading fails.
func (q *Queue) show(items []item, paused bool, err error) {
	q.paused = paused
	if q.known = err == nil; q.known {
		q.items = items
		say(q.problem, "")
	} else {
		say(q.problem, lang.L("The queue cannot be read: %s", err.Error()))
	}
	q.render()
}

// render shows the jobs that pass the chip.
func (q *Queue) render() {
	q.chips.show(q.items)
	q.lines, q.held = nil, nil
	profiles := map[int64]bool{}
	for _, g := range q.chips.groups[1:] {
		head := len(q.lines)
		for _, it := range q.items {
			if !g.has(it.State) || q.chips.on != all && q.chips.on != g {
				continue
			}
			if len(q.lines) == head {
				q.lines = append(q.lines, line{head: g})
			}
			profiles[it.ProfileID] = true
			if q.lines[head].count++; g == toSend {
				it.turn = q.lines[head].count
			}
			q.lines = append(q.lines, line{item: it})
		}
	}
	q.manyProfiles = len(profiles) > 1
	for _, it := range slices.Backward(q.items) {
		if it.State == db.Held {
			q.held = append(q.held, it)
		}
	}
	word, icon := lang.L("Pause sending"), resources.IconPause
	if q.paused {
		word, icon = lang.L("Resume sending"), resources.IconPlay
	}
	q.pause.SetText(word)
	q.pause.SetIcon(icon)
	q.showBanners()
	widgets.Show(q.empty, q.known && len(q.lines) == 0)
	q.frame.Refresh() // a banner that came or went moves the rows
	q.list.Update()
}

// note says what a person may want to know of a group.
func (g group) note(count int) string {
	switch {
	case g == running:
		return lang.L("checked every 10 to 15 s")
	case g == toSend:
		return lang.L("sent automatically in turn")
	case g == ended && count == endedShown:
		return lang.L("newest first; all are in the gallery and ledger")
	}
	return ""
}

// failingDownloads are the jobs whose downloads keep failing, the one that the service deletes first in front.
func (q *Queue) failingDownloads() (list []item) {
	for _, it := range q.items {
		if it.retention().Failing {
			list = append(list, it)
		}
	}
	return list
}

// showBanners says what concerns more than one row.
func (q *Queue) showBanners() {
	failing, n := q.failingDownloads(), len(q.held)
	widgets.Show(q.boxes[0], len(failing) > 0)
	if len(failing) > 0 {
		q.failing.SetText(wording.DownloadNotice(len(failing), failing[0].retention(), q.v.Now()))
	}
	widgets.Show(q.boxes[1], n > 0)
	if n > 0 {
		q.banner.SetText(lang.N("%s job is held.", "%s jobs are held.", n, lang.Number(n)), lang.L("Nothing has been sent or charged."))
		q.sendHeld.SetText(sendWords(q.held, n > 1))
	}
}

// tryNow tries every download that keeps failing ahead of its time. It costs nothing.
func (q *Queue) tryNow() {
	list := q.failingDownloads()
	q.command(func(ctx context.Context) error {
		for _, it := range list {
			q.v.Engine.CheckNow(ctx, it.ID)
		}
		return nil
	})
}

// command carries out what is about no job alone and costs nothing, whatever else is under way.
func (q *Queue) command(do func(context.Context) error) {
	q.v.Sender.Send(jobs.Agreement{}, free(do), func(err error) {
		if err != nil {
			q.v.Log().Warn("a command of the queue failed", slog.Any("err", err))
		}
		q.v.complain(errorWords(err))
		q.v.Window.Refresh()
	})
}

// sendAllHeld sends one held job at once; several go through a review, because one click then costs more than one price.
func (q *Queue) sendAllHeld() {
	held := q.held
	send := func() { q.release(held) }
	if n := len(held); n > 1 {
		q.v.review(lang.N("Send %s job?", "Send %s jobs?", n, lang.Number(n)), held, sendWords(held, false), lang.L("Keep them held"), send)
	} else {
		send()
	}
}

// release lets held jobs go, those of one profile after those of another: who pays is asked by itself, and what was answered for one
// profile is not asked again for the sake of the next. Nothing follows what was decided against.
func (q *Queue) release(held []item) {
	if len(held) == 0 {
		return
	}
	var together, later []item
	var ids []int64
	for _, it := range held {
		if it.ProfileID != held[0].ProfileID {
			later = append(later, it)
			continue
		}
		together, ids = append(together, it), append(ids, it.ID)
	}
	did := false // and not decided against
	do := func(ctx context.Context, how jobs.Terms) error {
		err := q.v.Engine.Release(ctx, how, ids...)
		did = err == nil
		return err
	}
	q.v.run(q.v.Sender.Release, 0, quoteOf(held[0].profile, together).Shown(), do, func(words string) {
		q.v.complain(words)
		if did {
			q.release(later)
		}
	})
}

// sendWords is the word of the button that sends jobs, with what that may cost; asks is whether a question follows.
func sendWords(held []item, asks bool) string {
	n, total := len(held), totalOf(held)
	switch {
	case n == 1:
		return lang.L("Send it · %s", total)
	case n == 2 && asks:
		return lang.L("Send both… · %s", total)
	case n == 2:
		return lang.L("Send both · %s", total)
	case asks:
		return lang.N("Send all %[1]s… · %[2]s", "Send all %[1]s… · %[2]s", n, lang.Number(n), total)
	}
	return lang.N("Send all %[1]s · %[2]s", "Send all %[1]s · %[2]s", n, lang.Number(n), total)
}

// totalOf words what jobs cost together. Those of sandboxes are not real and add to no total, unless there are no others.
func totalOf(list []item) string {
	if real := slices.DeleteFunc(slices.Clone(list), func(it item) bool { return it.profile.Sandbox }); len(real) > 0 {
		list = real
	}
	sum := new(int64)
	for _, it := range list {
		if it.again == nil || it.profile.Currency != list[0].profile.Currency {
			return list[0].priced(nil)
		}
		*sum += *it.again
	}
	return list[0].priced(sum)
}

// NeedsYou keeps what waits for a person, and nothing else.
func (q *Queue) NeedsYou() {
	q.chips.on = needsYou
	q.render()
}
