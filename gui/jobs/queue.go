package jobs

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/status"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// endedShown bounds how many ended jobs are listed; the gallery and the ledger keep all of them.
const endedShown = 200

// footHeight is the least height of the line under the rows, px.
const footHeight = 40

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
	shown        []item // that pass chip and profile, folded or not
	marked       map[int64]bool
	folded       map[string]bool // what a person folded or unfolded, by the keys of lines
	payer        int64           // whose jobs are shown; 0: all
	payers       []db.Profile    // of all jobs
	held         []item          // oldest first
	paused       bool            // as it was last read: the engine is asked off the window's goroutine only, for it may be committing
	manyProfiles bool

	checkAll         *kit.Toggle
	profiles         *kit.Picker
	foot             *fyne.Container
	picked           *kit.Text // how many are marked
	send             *kit.Button
	discard          *kit.Button
	copied           *kit.Button
	sums             *kit.Text
	chips            *chips
	search           *kit.Entry
	list             *kit.List
	sendHeld         *kit.Button
	banner           *kit.Banner // over jobs that are held
	failing          *kit.Banner // over downloads that keep failing while the service's clock runs
	boxes            [2]*fyne.Container
	pause, pauseSign *kit.Button // one of them is shown
	empty            *fyne.Container
	problem          *kit.Text
	frame            *fyne.Container // what stands above the rows, and the rows
	content          fyne.CanvasObject
}

// line is one line of the list: the head of a group, that of the jobs of one click, or a job.
type line struct {
	head  group  // all: of a click, or a job
	of    []item // the jobs under a head
	*item        // of a job
}

// view opens the viewer, which goes through what the rows show, in their order.
func (q *Queue) view(a db.Asset) {
	var all []db.Asset
	for _, l := range q.lines {
		if l.of == nil && l.asset.ID != 0 && l.asset.TrashedAt.IsZero() {
			all = append(all, l.asset)
		}
	}
	q.v.Window.ViewIn(all, a)
}

// key is what a head is folded by.
func (l line) key() string {
	if l.head != all {
		return fmt.Sprint(l.head)
	}
	return l.of[0].Click
}

// same reports whether a line is what another one was when it was read earlier.
func (l line) same(o line) bool {
	if l.of == nil || o.of == nil {
		return l.of == nil && o.of == nil && l.ID == o.ID
	}
	return l.key() == o.key() && (l.head != all || l.of[0].State == o.of[0].State) // jobs of a click may stand in several groups
}

// asks reports whether the line is the head of a click that waits for approval.
func (l line) asks() bool {
	return l.of != nil && l.head == all && l.of[0].State == db.Held && l.of[0].Hold == db.HeldApproval
}

// jobs are those that the line is about.
func (l line) jobs() []item {
	if l.of != nil {
		return l.of
	}
	return []item{*l.item}
}

// openClick is how many jobs of one click stand in the list unfolded until a person folds them.
const openClick = 3

func (q *Queue) isFolded(l line) bool {
	folded, said := q.folded[l.key()]
	return folded || !said && l.head == all && len(l.of) > openClick
}

func (q *Queue) fold(l line, on bool) {
	q.folded[l.key()] = on
	q.render()
}

// key does what a key means on the line that the keyboard stands at: what its controls do, which Tab passes by.
func (q *Queue) key(e *fyne.KeyEvent) bool {
	at := max(q.list.At(), 0)
	if at >= len(q.lines) {
		return false
	}
	l := q.lines[at]
	switch {
	case kit.OpensMenu(e):
		q.showMenu(at)
	case e.Name == fyne.KeySpace:
		q.mark(!q.hasMarked(l.jobs()), l.jobs())
	case e.Name == fyne.KeyDelete, e.Name == fyne.KeyBackspace:
		q.remove(q.markedItems())
	case e.Name == fyne.KeyLeft && l.of == nil:
		for l.of == nil {
			at--
			l = q.lines[at]
		}
		q.list.Choose(at)
	case l.of != nil && (e.Name == fyne.KeyLeft || e.Name == fyne.KeyRight):
		q.fold(l, e.Name == fyne.KeyLeft)
	case l.asks() && (e.Name == fyne.KeyReturn || e.Name == fyne.KeyEnter):
		q.v.Review(l.of[0].Click)
	case l.of != nil && (e.Name == fyne.KeyReturn || e.Name == fyne.KeyEnter):
		q.fold(l, !q.isFolded(l))
	case e.Name == fyne.KeyReturn, e.Name == fyne.KeyEnter:
		list := q.actions(*l.item)
		if i := slices.IndexFunc(list, func(a action.Action) bool { return a.ID == open || a.ID == approve }); i >= 0 {
			list[i].Do()
		} else {
			q.showMenu(at)
		}
	default:
		return false
	}
	return true
}

// showMenu opens the menu of the job in a line, below it.
func (q *Queue) showMenu(at int) {
	if l := q.lines[at]; l.of == nil {
		q.list.Choose(at) // that it is in sight
		q.v.showMenu(*l.item, l.asset, below(q.list.Cell(int64(at))))
	}
}

func newQueue(v *Jobs) *Queue {
	q := &Queue{v: v, read: reader{Deps: &v.Deps}, marked: map[int64]bool{}, folded: map[string]bool{}}
	q.chips = newChips(func() { q.render() }, all, needsYou, running, toSend, ended)
	q.search = kit.NewSearchEntry(lang.L("Prompt, model, task ID")).MinWidth(200)
	q.search.OnChanged = func(text string) {
		q.mu.Lock()
		q.text = text
		q.mu.Unlock()
		v.Window.Refresh()
	}
	pause := func() {
		paused := !q.paused
		q.command(func(ctx context.Context) error { return v.Engine.PauseSending(ctx, paused) })
	}
	q.pause, q.pauseSign = kit.NewButton("", nil, kit.Plain, pause), kit.NewIconButton(nil, "", pause)
	track := kit.NewButton(lang.L("Track a task ID…"), nil, kit.Plain, v.TrackTask)
	trackSign := kit.NewIconButton(resources.IconLink, lang.L("Track a task ID…"), v.TrackTask)
	q.profiles = kit.NewSimplePicker([]string{lang.L("All profiles")}, func(i int) {
		q.payer = 0
		if i > 0 {
			q.payer = q.payers[i-1].ID
		}
		q.render()
	}).Tight()
	q.profiles.SetName(kit.NewText(lang.L("Profile"), resources.SizeSM, resources.Text2, false))
	header := kit.NewScreenHeader(lang.L("Queue"), q.chips.objects(),
		[]fyne.CanvasObject{q.search, q.profiles, track, trackSign, q.pause, q.pauseSign},
		kit.Swap{Words: track, Sign: trackSign}, kit.Swap{Words: q.pause, Sign: q.pauseSign})
	q.checkAll = kit.NewCheck(func(on bool) { q.mark(on, q.shown) })
	q.checkAll.SetName(kit.NewText(lang.L("All jobs"), resources.SizeSM, resources.Text2, false))

	q.sendHeld = kit.NewButton("", nil, kit.Plain, q.sendAllHeld)
	q.banner = kit.NewBanner(resources.IconPause, kit.ToneNeutral, "", q.sendHeld)
	again := kit.NewButton(lang.L("Try now"), nil, kit.Plain, q.tryNow)
	q.failing = kit.NewBanner(resources.IconWarning, kit.ToneWarn, "", again)
	for i, b := range []*kit.Banner{q.failing, q.banner} {
		q.boxes[i] = kit.NewInset(8, 16, 8, 16, b)
	}
	q.problem = kit.NewText("", resources.SizeSM, resources.Err, false).Wrap(true)
	q.list = kit.NewList(func() int { return len(q.lines) }, func() fyne.CanvasObject { return newRow(q) },
		func(i int, o fyne.CanvasObject) {
			if l := q.lines[i]; l.of != nil {
				o.(*row).setHead(l)
			} else {
				o.(*row).set(*l.item)
			}
		})
	q.list.SetName(kit.NewText(lang.L("Queue"), resources.SizeSM, resources.Text2, false))
	q.list.OnKey = q.key
	q.list.Height = func(i int, _ float32) float32 {
		if q.lines[i].of != nil {
			return resources.Scaled(headHeight)
		}
		return resources.Scaled(jobHeight)
	}
	q.empty = container.NewStack()
	top := kit.NewColumn(0, header, q.boxes[0], q.boxes[1], newHead(q.checkAll), kit.NewRule(), q.problem)
	rows := container.NewStack(q.list, q.empty)
	q.newFoot()
	q.frame = kit.NewFilled(0, rows, top, rows, q.foot)
	q.content = container.NewStack(kit.NewGround(resources.BgWindow), q.frame)
	q.render()
	return q
}

// First is where the keyboard goes.
func (q *Queue) First() fyne.Focusable { return q.list }

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
		of := slices.DeleteFunc(slices.Clone(rows), func(j db.Job) bool { return !g.has(standing(j)) })
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
		kit.ShowText(q.problem, "")
	} else {
		kit.ShowText(q.problem, lang.L("The queue cannot be read: %s", wording.Fault(err)))
	}
	q.render()
}

// render shows the jobs that pass the chip.
func (q *Queue) render() {
	q.chips.show(q.items)
	at, before := q.list.At(), q.lines
	q.lines, q.shown, q.held = nil, nil, nil
	q.showProfiles()
	for _, g := range q.chips.groups[1:] {
		of := where(q.items, func(it *item) bool { return g.has(standing(it.Job)) && (q.payer == 0 || it.ProfileID == q.payer) })
		for i := range of {
			if g == toSend {
				of[i].turn = i + 1
			}
		}
		if len(of) > 0 && (q.chips.on == all || q.chips.on == g) {
			q.shown = append(q.shown, of...)
			q.add(line{head: g, of: of})
		}
	}
	if at >= 0 && at < len(before) { // the keyboard stays with its job
		if i := slices.IndexFunc(q.lines, before[at].same); i >= 0 {
			at = i
		}
		q.list.SetAt(min(at, len(q.lines)-1))
	}
	q.held = slices.Clone(where(q.items, func(it *item) bool { // what is sent is what is shown
		return jobs.CanReleaseTogether(it.Job) && (q.payer == 0 || it.ProfileID == q.payer)
	}))
	slices.Reverse(q.held)
	word, icon := lang.L("Pause sending"), resources.IconPause
	if q.paused {
		word, icon = lang.L("Resume sending"), resources.IconPlay
	}
	q.pause.SetText(word)
	q.pauseSign.SetWord(word)
	for _, b := range []*kit.Button{q.pause, q.pauseSign} {
		b.SetIcon(icon)
	}
	q.showBanners()
	q.showFoot()
	if kit.Show(q.empty, q.known && len(q.lines) == 0); q.empty.Visible() {
		q.empty.Objects = []fyne.CanvasObject{q.nothing()}
		q.empty.Refresh()
	}
	q.frame.Refresh() // a banner that came or went moves the rows
	q.list.Update()
}

// nothing says why no row is shown.
func (q *Queue) nothing() fyne.CanvasObject {
	words := map[group]string{needsYou: lang.L("No job needs you."), running: lang.L("No job is running now."),
		toSend: lang.L("No job is waiting."), ended: lang.L("No job has ended.")}[q.chips.on]
	switch {
	case q.search.Text != "":
		words = lang.L("No job matches the search.")
	case words == "" || len(q.items) == 0:
		return kit.NewEmpty(resources.IconQueue, lang.L("Nothing in the queue"),
			lang.L("Everything you generate appears here with its state and cost."), nil)
	}
	return kit.NewEmpty(resources.IconFilter, words, "", kit.NewButton(lang.L("Show all"), nil, kit.Plain, func() {
		q.chips.on, q.payer = all, 0
		q.search.SetText("")
		q.render()
	}))
}

// add adds the head of a group and, unfolded, its jobs: those of one click under a head of their own.
func (q *Queue) add(head line) {
	q.lines = append(q.lines, head)
	if q.isFolded(head) {
		return
	}
	for of := head.of; len(of) > 0; {
		n := 1
		for n < len(of) && of[0].Click != "" && of[n].Click == of[0].Click {
			n++
		}
		click := line{of: of[:n]}
		if n > 1 {
			q.lines = append(q.lines, click)
		}
		if n == 1 || !q.isFolded(click) {
			for i := range of[:n] {
				q.lines = append(q.lines, line{item: &of[i]})
			}
		}
		of = of[n:]
	}
}

// showProfiles offers the profiles that the jobs are of. Rows name theirs where it is not the one in front for all.
func (q *Queue) showProfiles() {
	q.payers = nil
	seen := map[int64]bool{}
	for i := range q.items {
		if it := &q.items[i]; !seen[it.ProfileID] {
			seen[it.ProfileID], q.payers = true, append(q.payers, it.profile)
			q.payers[len(q.payers)-1].ID = it.ProfileID
		}
	}
	slices.SortFunc(q.payers, func(a, b db.Profile) int { return cmp.Compare(a.ID, b.ID) })
	q.manyProfiles = len(q.payers) > 1 || len(q.payers) == 1 && q.payers[0].ID != q.v.Profile().ID
	names, at := []string{lang.L("All profiles")}, 0
	for i, p := range q.payers {
		if names = append(names, p.Name); p.ID == q.payer {
			at = i + 1
		}
	}
	if at == 0 {
		q.payer = 0
	}
	q.profiles.SetOptions(kit.Titles(names...))
	q.profiles.SetSelected(at)
	kit.Show(q.profiles, len(q.payers) > 1)
}

// note says what a person may want to know of a group.
func (q *Queue) note(g group, of []item) string {
	switch {
	case g == toSend:
		return cmp.Or(forecast(of), lang.L("sent automatically in turn"))
	case g == ended && len(of) == endedShown:
		return lang.L("newest first; all are in the gallery and ledger")
	}
	return ""
}

// Forecast says what waits to be sent, how long that will take and what it will cost: "27 waiting, about 9 min, ¥1.62 est."; "" for less
// than two jobs. Off the window's goroutine.
func (v *Jobs) Forecast(ctx context.Context) (string, error) {
	rows, err := v.Library.Jobs(ctx, db.JobFilter{States: []db.JobState{db.Waiting}})
	if err != nil || len(rows) < 2 {
		return "", err
	}
	r, items, known := reader{Deps: &v.Deps}, make([]item, len(rows)), map[string]time.Duration{}
	for i, job := range rows {
		items[i].Job = job
		if items[i].takes, err = r.takes(ctx, job, known); err != nil {
			return "", err
		}
	}
	r.price(ctx, items)
	return lang.N("%[1]s waiting, %[2]s", "%[1]s waiting, %[2]s", len(items), lang.Number(len(items)), forecast(items)), nil
}

// forecast says how long jobs that wait will take together, by what earlier ones took, and what they will cost; "" for one alone.
func forecast(of []item) string {
	if len(of) < 2 {
		return ""
	}
	type lane struct {
		profile int64
		video   bool
	}
	lanes, atOnce := map[lane][]time.Duration{}, map[lane]int{}
	for i := range of {
		it := &of[i]
		if it.takes == 0 {
			return totalOf(of)
		}
		l := lane{it.ProfileID, it.Kind.IsVideo()}
		if atOnce[l] = it.profile.MaxImages; l.video {
			atOnce[l] = it.profile.MaxTasks
		}
		lanes[l] = append(lanes[l], it.takes)
	}
	took := time.Duration(0)
	for l, each := range lanes {
		took = max(took, wording.Together(each, atOnce[l]))
	}
	return lang.L("about %s", wording.Elapsed(took)) + ", " + totalOf(of)
}

// failingDownloads are the jobs whose downloads keep failing, the one that the service deletes first in front.
func (q *Queue) failingDownloads() (list []item) {
	return where(q.items, func(it *item) bool { return it.arriving() && it.retention().Failing })
}

// showBanners says what concerns more than one row.
func (q *Queue) showBanners() {
	failing, n := q.failingDownloads(), len(q.held)
	kit.Show(q.boxes[0], len(failing) > 0)
	if len(failing) > 0 {
		q.failing.SetText(status.DownloadNotice(len(failing), failing[0].retention(), q.v.Now()))
	}
	kit.Show(q.boxes[1], n > 0)
	if n > 0 {
		q.banner.SetText(lang.N("%s job is held.", "%s jobs are held.", n, lang.Number(n)), unsentNote(q.held))
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

// NeedsYou keeps what waits for a person, and nothing else.
func (q *Queue) NeedsYou() {
	q.chips.on = needsYou
	q.render()
}
