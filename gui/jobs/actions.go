package jobs

import (
	"context"
	"slices"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/client/order"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/status"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// What can be done with a job.
const (
	sendHeld   = "onJob.send"
	approve    = "onJob.approve" // of what another program asks for: opens a sheet about all of its click
	editHeld   = "onJob.edit"
	replaceKey = "onJob.key"        // of a job that is held because the service refused its key: leads to the settings
	remove     = "onJob.remove"     // a job of which nothing was sent
	askAgain   = "onJob.ask"        // of a task that the service says it does not know
	askEnded   = "onJob.askEnded"   // of a task that failed or whose clip is gone: in the menu only
	tryNow     = "onJob.download"   // a download that keeps failing, ahead of its time
	haveTask   = "onJob.task"       // of an unconfirmed clip: opens a sheet
	wasCharged = "onJob.charged"    // of a job that nobody else can decide
	notCharged = "onJob.notCharged" // the same
	resolve    = "onJob.resolve"    // opens the sheet that asks what became of it
	otherForm  = "onJob.otherForm"  // of a refused clip: requests of its profile take the form that the service names
	reuse      = "onJob.reuse"      // puts the settings into the composer; with Shift the prompt alone
	open       = "onJob.open"       // the file, in the player or viewer
	reveal     = "onJob.reveal"     // the file, in its folder
	copyTask   = "onJob.copyTask"   // to the clipboard
	stop       = "onJob.stop"       // only the program's asking ends: the task goes on
	watch      = "onJob.watch"      // picks the asking up again
	oneMore    = "onJob.more"       // of a saved job: the same settings with another seed
	sendAgain  = "onJob.again"      // opens a sheet, because both may be paid for
	sameAgain  = "onJob.same"       // of an ended job: the exact request, as a new job
	askSame    = "onJob.askSame"    // the same with a question, for a button without room for the price
	compare    = "onJob.compare"    // shows a picture beside what another model made when asked for the same
	part       = "onJob.part"       // puts a part of the settings into the composer, or all
	otherModel = "onJob.otherModel" // a picture once more, with the other model
	more       = "onJob.menu"       // opens a menu of the rest
	rawAnswer  = "onJob.raw"        // opens a sheet with what the service said
)

// canSpend are the actions that lead to a request that costs money. The label of each has the price, or it opens a
// sheet that has it.
var canSpend = []string{sendHeld, approve, oneMore, sendAgain, sameAgain, askSame, otherModel}

// actions lists what can be done with a job now.
func (v *Jobs) actions(it item) (list []action.Action) {
	offer := func(can bool, id, label string, icon fyne.Resource, do func()) {
		if can {
			list = append(list, action.Action{ID: id, Label: label, Icon: icon, Spends: slices.Contains(canSpend, id),
				Rare: id == copyTask || id == rawAnswer, Do: do})
		}
	}
	j, e, w, price := it.Job, v.Engine, v.Window, it.againPrice()
	spend := func(do spending) func() { return func() { v.run(v.Sender.Send, j.ID, it.shown, do, v.complain) } }
	command := func(do func(ctx context.Context, id int64) error) func() {
		return func() {
			v.run(v.Sender.Send, j.ID, jobs.Agreement{}, free(func(ctx context.Context) error { return do(ctx, j.ID) }), v.complain)
		}
	}
	release := func(ctx context.Context, how jobs.Terms) error { return e.Release(ctx, how, j.ID) }
	held, unconfirmed, expired, saved := j.State == db.Held, j.State == db.Unconfirmed, j.State == db.Expired, j.State == db.Saved
	watched, refused := j.State == db.Queued || j.State == db.InProgress, j.State == db.Failed || j.State == db.Rejected
	undecided, lost := status.Undecided(j), jobs.HasLostLink(j)
	_, unknown := jobs.AskedUntil(j)
	known := !wording.Tracked(j) // of others the request is known in part only

	otherKey := jobs.OrderedWithOtherKey(j)
	offer(held && (j.Hold == db.HeldKeyRefused || otherKey), replaceKey, lang.L("Replace key…"), nil, func() { w.ShowProfile(j.ProfileID) })
	offer(jobs.CanRelease(j) && !jobs.CanReleaseTogether(j), approve, lang.L("Review…"), nil, func() { v.Review(j.Click) })
	offer(jobs.CanReleaseTogether(j), sendHeld, lang.L("Send · %s", price), nil, func() { v.run(v.Sender.Release, j.ID, it.shown, release, v.complain) })
	offer(held, editHeld, lang.X("verb", "Edit…"), resources.IconPencil, func() { w.EditHeld(j) })
	offer(held || j.State == db.Waiting, remove, lang.X("verb", "Remove"), resources.IconTrash, command(e.Discard))
	offer(unknown && (watched || expired) || otherKey && !held, askAgain, lang.L("Ask again"), nil, command(e.WatchAgain))
	offer(jobs.CanAskAgain(j) && !unknown, askEnded, lang.L("Ask again"), nil, command(e.WatchAgain))
	offer(expired && lost || it.arriving() && it.retention().Failing, tryNow, lang.L("Try now"), nil,
		command(func(ctx context.Context, id int64) error { e.CheckNow(ctx, id); return nil }))
	offer(unconfirmed && j.Kind.IsVideo(), haveTask, lang.L("Enter task ID…"), nil, func() { v.showResolver(it) })
	offer(unconfirmed && !j.Kind.IsVideo() || undecided, wasCharged, lang.L("Mark as charged"), nil, command(e.WasCharged))
	offer(unconfirmed || undecided, notCharged, lang.L("Mark as not charged"), nil, command(e.NotCharged))
	offer(unconfirmed || undecided, resolve, lang.L("Resolve…"), nil, func() { v.showResolver(it) })

	wanted, other := it.otherForm()
	formWord := map[client.Form]string{
		client.FormDocumented: lang.L("Use the documented request format"),
		client.FormOpenAI:     lang.L("Use OpenAI’s request format"),
		client.FormNewAPI:     lang.L("Use the request format of new-api channels"),
	}[wanted]
	offer(other, otherForm, formWord, nil, command(func(ctx context.Context, _ int64) error { return w.SetForm(ctx, j.ProfileID, wanted) }))
	reuseWord := lang.L("Reuse settings")
	if failed.has(j.State) {
		reuseWord = lang.L("Edit and send…")
	}
	offer(known && (refused || saved), reuse, reuseWord, nil, func() {
		how := order.RecallAll
		if kit.HeldModifiers()&fyne.KeyModifierShift != 0 {
			how = order.RecallPrompt
		}
		w.Reuse(j.ID, how)
	})
	hasFile := saved && it.asset.ID != 0
	openIcon := resources.IconPlay
	if it.asset.Kind == db.Picture {
		openIcon = resources.IconPicture
	}
	offer(hasFile, open, lang.X("verb", "Open"), openIcon, func() { w.ViewIn(v.Recent.assets(), it.asset) })
	offer(hasFile, reveal, lang.L("Show in folder"), resources.IconFolderOpen, func() { w.Reveal(it.asset) })
	offer(j.TaskID != "" && (saved || running.has(j.State) && j.State != db.Sending), copyTask, lang.L("Copy task ID"), resources.IconCopy,
		func() { v.Copy(j.TaskID) })
	offer(watched, stop, lang.L("Stop watching"), nil, command(e.StopWatching))
	offer(j.State == db.Unwatched, watch, lang.L("Watch again"), nil, command(e.WatchAgain))

	again, sameWord := spend(v.sendingAgain(j.ID)), lang.L("Send again · %s", price)
	if expired {
		sameWord = lang.L("Make again · %s", price)
	}
	offer(saved && known, oneMore, lang.L("One more · %s", price), nil, func() {
		kept := w.KeptSeed()
		v.run(v.Sender.Send, j.ID, it.shown, func(ctx context.Context, how jobs.Terms) error {
			_, err := e.OneMore(ctx, j.ID, kept, how)
			return err
		}, v.complain)
	})
	offer(unconfirmed || expired && unknown, sendAgain, lang.L("Send again…"), nil, func() { v.showSendAgain(it) })
	offer(known && (refused || expired && !unknown), sameAgain, sameWord, nil, again)
	offer(known && expired && !unknown && !undecided && !lost, askSame, lang.L("Make again…"), nil, func() {
		v.review(lang.L("Make again?"), []item{it}, sameWord, lang.L("Not now"), again)
	})

	offer(saved && it.compared.ID != 0, compare, lang.X("verb", "Compare"), nil, func() { w.Compare(it.asset.ID, it.compared.ID) })
	offer(j.RawAnswer != "" && (unconfirmed || failed.has(j.State)), rawAnswer, lang.L("Raw answer"), nil, func() { v.showRawAnswer(it) })
	return list
}

// sendingAgain makes a second job with the exact request of the first.
func (v *Jobs) sendingAgain(id int64) spending {
	return func(ctx context.Context, how jobs.Terms) error {
		_, err := v.Engine.SendAgain(ctx, id, how)
		return err
	}
}

// parts are what can be made of a part of a job, or of its request with another model.
func (v *Jobs) parts(it item) (list []action.Action) {
	if wording.Tracked(it.Job) || !it.State.Ended() {
		return nil
	}
	for _, how := range order.Hows(it.Kind) {
		list = append(list, action.Action{ID: part, Label: wording.Recall(how), Do: func() { v.Window.Reuse(it.ID, how) }})
	}
	return append(list, v.onOtherModel(it)...)
}

func (v *Jobs) onOtherModel(it item) []action.Action {
	if it.otherModel == "" {
		return nil
	}
	return []action.Action{{ID: otherModel, Line: true, Spends: true, Label: lang.L("Same on %[1]s · %[2]s", it.otherModel, it.otherPrice),
		Do: func() { v.Window.UseOtherModel(it.Job) }}}
}

// ofAsset lists what can be done with what a job made: the list of the gallery, with its keys. One more is the job's own, with its price; a
// picture that came damaged is neither a frame nor edited.
func (v *Jobs) ofAsset(it item, a db.Asset) []action.Action {
	list := v.ofAssets(action.One(a))
	if status.AsDelivered(it.Job) {
		list = without(list, "gallery/first", "gallery/last", "gallery/edit")
	}
	return list
}

func (v *Jobs) ofAssets(s action.Selection) []action.Action {
	to := action.Targets{Viewer: v.Window, Creator: v.Window, Exchange: v.Window, Organizer: v.Organizer}
	return without(action.ForAssets(action.InGallery, to, s, v.Now()), "gallery/again")
}

func without(list []action.Action, skip ...string) []action.Action {
	return slices.DeleteFunc(list, func(a action.Action) bool { return slices.Contains(skip, a.ID) })
}

// inMenu lists all that can be done with a job and with a file of it, but for what has a button beside the menu.
func (v *Jobs) inMenu(it item, a db.Asset, beside []action.Action) []action.Action {
	skip := append(ids(beside), reveal, resolve, askSame) // said of the file, or by others in other words
	if a.ID != 0 {
		it.asset, skip = a, append(skip, reuse, part)
	}
	list := without(slices.Concat(v.actions(it), v.parts(it)), skip...)
	if a.ID != 0 {
		files := v.ofAsset(it, a)
		files[0].Line = true
		list = append(list, files...)
	}
	return list
}

func ids(list []action.Action) (all []string) {
	for _, a := range list {
		all = append(all, a.ID)
	}
	return all
}

// onCards are the actions that a card offers, in their order; those that are ofOne are done with one job alone. A card that is done has
// buttons for the first mostButtons of them.
var (
	onCards = []string{otherForm, reuse, oneMore, replaceKey, approve, sendHeld, editHeld, remove, askAgain, tryNow, resolve, haveTask, wasCharged, notCharged,
		sendAgain, sameAgain, stop, watch}
	ofOne = []string{editHeld, resolve, haveTask, wasCharged, notCharged, sendAgain, sameAgain}
)

const mostButtons = 2

// onCard lists the buttons of a card; the menu of the last one has the rest.
func (v *Jobs) onCard(k click) []action.Action {
	list := v.commands(k)
	if len(k.items) > 1 || k.items[0].State.Ended() {
		list = slices.Clip(list[:min(mostButtons, len(list))])
	}
	beside := list
	return v.withMenu(list, func() []action.Action { return v.cardMenu(k, beside) })
}

// withMenu adds a button that opens a menu, unless that is empty.
func (v *Jobs) withMenu(list []action.Action, rest func() []action.Action) []action.Action {
	if len(rest()) == 0 {
		return list
	}
	return append(list, action.Action{ID: more, Label: lang.L("More"), Icon: resources.IconMore, Do: func() {
		kit.ShowMenu(v.Canvas(), action.Menu(rest(), v.Post), below(v.pressed))
	}})
}

// commands lists what can be done with a click. Where several of its jobs can do the same, it is done with all of them, or with the first
// one: what costs as much again is left to the menu of each.
func (v *Jobs) commands(k click) (list []action.Action) {
	can, single := make([][]action.Action, len(k.items)), len(k.items) == 1
	for i, it := range k.items {
		can[i] = v.actions(it)
	}
	for _, id := range onCards {
		if single && id == resolve && !k.items[0].State.Ended() || !single && slices.Contains(ofOne, id) {
			continue
		}
		var all []action.Action
		for i, it := range k.items {
			if a := action.ByID(can[i], id); a.ID != "" {
				if all = append(all, a); id == reuse && it.State == db.Saved && k.items[0].State != db.Saved {
					all[0] = a
				}
			}
		}
		if len(all) == 0 {
			continue
		}
		a := all[0]
		if n := len(all); n > 1 && id == sendHeld {
			held := slices.DeleteFunc(slices.Clone(k.items), func(it item) bool { return !jobs.CanReleaseTogether(it.Job) })
			a.Label, a.Do = sendWords(held, false), func() { v.Queue.release(held) }
		} else if n > 1 && id != reuse && id != oneMore && id != otherForm && id != replaceKey && id != approve {
			a.Label += " · " + lang.Number(n)
			a.Do = func() {
				for _, a := range all {
					a.Do()
				}
			}
		}
		if !single && id == remove {
			a.Label = lang.N("Remove %s unsent job", "Remove %s unsent jobs", len(all), lang.Number(len(all)))
		}
		list = append(list, a)
	}
	return list
}

// cardMenu lists what a card has no button for: of several jobs what is done with all of them and with all of their files.
func (v *Jobs) cardMenu(k click, beside []action.Action) []action.Action {
	if len(k.items) == 1 {
		return v.inMenu(k.items[0], k.items[0].asset, beside)
	}
	list := without(v.commands(k), ids(beside)...)
	s := action.Selection{}
	for _, a := range k.assets() {
		one := action.One(a)
		s.IDs, s.Clips, s.Starred = append(s.IDs, a.ID), s.Clips+one.Clips, s.Starred+one.Starred
	}
	if len(s.IDs) > 0 {
		list = slices.Concat(list, v.parts(k.items[0]), v.ofAssets(s))
	}
	return list
}

// notice says why some jobs of a click did not come, with what a person decides about them.
type notice struct {
	words  string
	decide action.Action // ID "": nothing
}

// notices are the different reasons. Where several jobs are to be decided, the first one is, and its button says which that is.
func (v *Jobs) notices(k click, now time.Time) (list []notice) {
	for _, st := range k.states() {
		for i, it := range k.items {
			n := notice{words: status.Of(it.Job, status.Context{Now: now}).Reason}
			has := func(o notice) bool { return o.words == n.words }
			if it.State != st.State || n.words == "" || len(list) == mostOfEach || slices.ContainsFunc(list, has) {
				continue
			}
			if n.decide = action.ByID(v.actions(it), resolve); jobs.CanReleaseTogether(it.Job) {
				n.decide = action.ByID(v.commands(k), sendHeld)
			} else if jobs.CanRelease(it.Job) {
				n.decide = action.ByID(v.actions(it), approve)
			} else if n.decide.ID != "" {
				n.decide.Label = lang.L("Resolve number %s…", lang.Number(i+1))
			}
			list = append(list, n)
		}
	}
	return list
}

// buttons shows actions of a job as the buttons of a cell.
type buttons struct {
	v       *Jobs
	control func(a action.Action, do func()) fyne.CanvasObject
	in      *fyne.Container
	id      int64 // of the job
	list    []action.Action
}

// press does an action of the list of a button, which may still have the focus when others have taken its place. A menu opens at what is
// shown there.
func (b *buttons) press(i int, of []action.Action) {
	if i < len(b.in.Objects) {
		b.v.pressed = b.in.Objects[i]
	}
	of[i].Do()
}

// show makes the buttons anew only where their job or words changed, so that the focus stays on one that did not. A key that is pressed
// twice must not reach the job that came into the place of the first.
func (b *buttons) show(id int64, list []action.Action, busy bool) {
	looksSame := func(x, y action.Action) bool { return x.ID == y.ID && x.Label == y.Label }
	if b.id == id && slices.EqualFunc(b.list, list, looksSame) {
		copy(b.list, list)
	} else {
		b.id, b.list, b.in.Objects = id, list, nil
		for i, a := range list {
			b.in.Objects = append(b.in.Objects, b.control(a, func() { b.press(i, list) }))
		}
		b.in.Refresh()
	}
	for _, o := range b.in.Objects {
		if o, ok := o.(fyne.Disableable); ok {
			kit.Enable(o, !busy)
		}
	}
}

// OnJob reads what a person can do with a job that stands still or came to nothing, in the order of its card. It is called off the window's
// goroutine; the list belongs to that.
func (v *Jobs) OnJob(ctx context.Context, job db.Job) ([]action.Action, error) {
	items, err := (&reader{Deps: &v.Deps}).items(ctx, []db.Job{job})
	if err != nil {
		return nil, err
	}
	return without(v.actions(items[0]), reuse, resolve, open, reveal, copyTask, oneMore, sameAgain, askSame, compare, editHeld), nil
}
