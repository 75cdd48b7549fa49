package jobs

import (
	"context"
	"slices"

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

// IDs of the actions on jobs.
const (
	actSend       = "onJob.send"
	actApprove    = "onJob.approve" // opens the sheet of a click that another program requested
	actEdit       = "onJob.edit"
	actReplaceKey = "onJob.key"        // opens the settings, for a job that is held because the service refused its key
	actRemove     = "onJob.remove"     // of a job that was not sent: asks before
	actAsk        = "onJob.ask"        // about a task that the service does not know
	actAskEnded   = "onJob.askEnded"   // about a task that failed or has lost its clip; in the menu only
	actTryNow     = "onJob.download"   // a download that keeps failing, ahead of its time
	actEnterTask  = "onJob.task"       // of an unconfirmed clip: opens a sheet
	actCharged    = "onJob.charged"    // of a job that only the user can decide
	actNotCharged = "onJob.notCharged" // the same
	actResolve    = "onJob.resolve"    // opens the sheet with these decisions
	actOtherForm  = "onJob.otherForm"  // of a refused clip: changes the request format of its profile
	actReuse      = "onJob.reuse"      // puts the settings into the composer; with Shift the prompt alone
	actOpen       = "onJob.open"       // the file, in the viewer
	actReveal     = "onJob.reveal"     // the file, in its folder
	actCopyTask   = "onJob.copyTask"   // to the clipboard
	actStop       = "onJob.stop"       // stops only the polling: the task continues
	actWatch      = "onJob.watch"      // polls again
	actOneMore    = "onJob.more"       // of a saved job: the same settings with another seed
	actSendAgain  = "onJob.again"      // opens a sheet, because both requests may be charged
	actSame       = "onJob.same"       // of an ended job: the exact request, as a new job
	actAskSame    = "onJob.askSame"    // the same with a question, for a button without room for the price
	actCompare    = "onJob.compare"    // shows a picture beside that of another model for the same request
	actPart       = "onJob.part"       // puts a part of the settings into the composer, or all
	actOtherModel = "onJob.otherModel" // a picture once more, with the other model
	actMore       = "onJob.menu"       // opens a menu of the rest
	actRaw        = "onJob.raw"        // opens a sheet with the answer of the service
)

// spendingActions lead to a request that costs money. The label of each has the price, or it opens a sheet with it.
var spendingActions = []string{actSend, actApprove, actOneMore, actSendAgain, actSame, actAskSame, actOtherModel}

// actions lists the actions on jobs and their files. Each list of jobs has its own.
type actions struct {
	*approvals
	sequence func() []db.Asset // the files that the list shows, in order: the viewer goes through them
	pressed  fyne.CanvasObject // the last button that was pressed: its menu opens there
}

// offers collects the actions on a job.
type offers struct {
	*actions
	it      *item
	offered []action.Action
}

// ofJob lists the actions on a job that are possible now.
func (s *actions) ofJob(it *item) []action.Action {
	o := &offers{actions: s, it: it}
	o.addHeld()
	o.addLookups()
	o.addDecisions()
	o.addReuse()
	o.addFile()
	o.addWatching()
	o.addAgain()
	return o.offered
}

// add adds an action if it is possible.
func (o *offers) add(can bool, id, label string, icon fyne.Resource, do func()) {
	if can {
		o.offered = append(o.offered, action.Action{ID: id, Label: label, Icon: icon, Do: do,
			Spends: slices.Contains(spendingActions, id), Rare: id == actCopyTask || id == actRaw})
	}
}

// addFree adds an action that runs a free command on the job.
func (o *offers) addFree(can bool, id, label string, icon fyne.Resource, do func(context.Context, int64) error) {
	job := o.it.ID
	o.add(can, id, label, icon, func() { o.runFree(job, func(ctx context.Context) error { return do(ctx, job) }) })
}

// spend returns a function that runs a command at the price on its button.
func (o *offers) spend(send sending, do spending) func() {
	return func() { o.run(send, o.it.ID, o.it.shown, do, o.report) }
}

// known reports whether the whole request is known. Of a task that was created elsewhere only parts are.
func (o *offers) known() bool { return !wording.Tracked(o.it.Job) }

// unknownTask reports whether the service returns no state for the task of the job.
func (o *offers) unknownTask() bool {
	_, unknown := jobs.PolledUntil(o.it.Job)
	return unknown
}

func (o *offers) addHeld() {
	j, held := o.it.Job, o.it.State == db.Held
	otherKey := j.Hold == db.HeldKeyRefused || jobs.OrderedWithOtherKey(j)
	o.add(held && otherKey, actReplaceKey, lang.L("Replace key…"), nil, func() { o.Window.ShowProfile(j.ProfileID) })
	o.add(jobs.CanRelease(j) && !jobs.CanReleaseTogether(j), actApprove, lang.L("Review…"), nil,
		func() { o.Review(j.Click) })
	release := func(ctx context.Context, how jobs.Terms) error { return o.Engine.Release(ctx, how, j.ID) }
	o.add(jobs.CanReleaseTogether(j), actSend, lang.L("Send · %s", o.it.againPrice()), nil,
		o.spend(o.Sender.Release, release))
	o.add(held, actEdit, lang.X("verb", "Edit…"), resources.IconPencil, func() { o.Window.EditHeld(j) })
	o.add(held || j.State == db.Waiting, actRemove, lang.X("verb", "Remove…"), resources.IconTrash,
		func() { o.discardAll([]*item{o.it}) })
}

// addLookups adds what asks the service about a task or a file.
func (o *offers) addLookups() {
	j, expired := o.it.Job, o.it.State == db.Expired
	watched := j.State == db.Queued || j.State == db.InProgress
	otherKey := jobs.OrderedWithOtherKey(j) && j.State != db.Held
	unknown := o.unknownTask() && (watched || expired)
	o.addFree(unknown || otherKey, actAsk, lang.L("Ask again"), nil, o.Engine.WatchAgain)
	o.addFree(jobs.CanAskAgain(j) && !o.unknownTask(), actAskEnded, lang.L("Ask again"), nil, o.Engine.WatchAgain)
	o.addFree(expired && jobs.HasLostLink(j) || o.it.failing(), actTryNow, lang.L("Try now"), nil,
		func(ctx context.Context, id int64) error {
			o.Engine.CheckNow(ctx, id)
			return nil
		})
}

// addDecisions adds what only the user can decide about a job.
func (o *offers) addDecisions() {
	j, unconfirmed := o.it.Job, o.it.State == db.Unconfirmed
	undecided := status.Undecided(j)
	resolver := func() { o.showResolver(o.it) }
	o.add(unconfirmed && j.Kind.IsVideo(), actEnterTask, lang.L("Enter task ID…"), nil, resolver)
	o.addFree(unconfirmed && !j.Kind.IsVideo() || undecided, actCharged, lang.L("Mark as charged"), nil,
		o.Engine.WasCharged)
	o.addFree(unconfirmed || undecided, actNotCharged, lang.L("Mark as not charged"), nil, o.Engine.NotCharged)
	o.add(unconfirmed || undecided, actResolve, lang.L("Resolve…"), nil, resolver)
}

// addReuse adds what helps to send a request that the service accepts.
func (o *offers) addReuse() {
	j := o.it.Job
	wanted, other := o.it.otherForm()
	label := map[client.RequestFormat]string{
		client.FormatDocumented: lang.L("Use the documented request format"),
		client.FormatOpenAI:     lang.L("Use OpenAI’s request format"),
		client.FormatNewAPI:     lang.L("Use the request format of new-api channels"),
	}[wanted]
	o.addFree(other, actOtherForm, label, nil, func(ctx context.Context, _ int64) error {
		return o.Window.SetForm(ctx, j.ProfileID, wanted)
	})
	reuse := lang.L("Reuse settings")
	if failed.has(j.State) {
		reuse = lang.L("Edit and send…")
	}
	refused := j.State == db.Failed || j.State == db.Rejected
	o.add(o.known() && (refused || j.State == db.Saved), actReuse, reuse, nil, func() {
		how := order.RecallAll
		if kit.HeldModifiers()&fyne.KeyModifierShift != 0 {
			how = order.RecallPrompt
		}
		o.Window.Reuse(j.ID, how)
	})
}

func (o *offers) addFile() {
	asset, hasFile := o.it.asset, o.it.State == db.Saved && o.it.asset.ID != 0
	icon := resources.IconPlay
	if asset.Kind == db.Picture {
		icon = resources.IconPicture
	}
	o.add(hasFile, actOpen, lang.X("verb", "Open"), icon, func() { o.Window.ViewIn(o.sequence(), asset) })
	o.add(hasFile, actReveal, lang.L("Show in folder"), resources.IconFolderOpen, func() { o.Window.Reveal(asset) })
}

func (o *offers) addWatching() {
	j := o.it.Job
	hasTask := j.TaskID != "" && (j.State == db.Saved || running.has(j.State) && j.State != db.Sending)
	o.add(hasTask, actCopyTask, lang.L("Copy task ID"), resources.IconCopy, func() { o.Copy(j.TaskID) })
	watched := j.State == db.Queued || j.State == db.InProgress
	o.addFree(watched, actStop, lang.L("Stop watching"), nil, o.Engine.StopWatching)
	o.addFree(j.State == db.Unwatched, actWatch, lang.L("Watch again"), nil, o.Engine.WatchAgain)
}

// addAgain adds the actions that make another job from the request, and rarely needed ones.
func (o *offers) addAgain() {
	it, j, price := o.it, o.it.Job, o.it.againPrice()
	saved, unconfirmed, expired := j.State == db.Saved, j.State == db.Unconfirmed, j.State == db.Expired
	refused := j.State == db.Failed || j.State == db.Rejected
	o.add(saved && o.known(), actOneMore, lang.L("One more · %s", price), nil, func() {
		kept := o.Window.KeptSeed()
		o.spend(o.Sender.Send, func(ctx context.Context, how jobs.Terms) error {
			_, err := o.Engine.OneMore(ctx, j.ID, kept, how)
			return err
		})()
	})
	o.add(unconfirmed || expired && o.unknownTask(), actSendAgain, lang.L("Send again…"), nil,
		func() { o.showSendAgain(it) })

	label := lang.L("Send again · %s", price)
	if expired {
		label = lang.L("Make again · %s", price)
	}
	again, gone := o.spend(o.Sender.Send, o.resend(j.ID)), expired && !o.unknownTask()
	o.add(o.known() && (refused || gone), actSame, label, nil, again)
	o.add(o.known() && gone && !status.Undecided(j) && !jobs.HasLostLink(j), actAskSame, lang.L("Make again…"), nil,
		func() { o.review(lang.L("Make again?"), []*item{it}, label, lang.L("Not now"), again) })

	o.add(saved && it.compared.ID != 0, actCompare, lang.X("verb", "Compare"), nil,
		func() { o.Window.Compare(it.asset.ID, it.compared.ID) })
	o.add(j.RawAnswer != "" && (unconfirmed || failed.has(j.State)), actRaw, lang.L("Raw answer"), nil,
		func() { o.showRawAnswer(it) })
}

// reuseParts lists the actions that reuse a part of an ended job, or its request with another model.
func (s *actions) reuseParts(it *item) (list []action.Action) {
	if wording.Tracked(it.Job) || !it.State.Ended() {
		return nil
	}
	for _, how := range order.RecallModes(it.Kind) {
		do := func() { s.Window.Reuse(it.ID, how) }
		list = append(list, action.Action{ID: actPart, Label: wording.Recall(how), Do: do})
	}
	if it.otherModel != "" {
		list = append(list, action.Action{ID: actOtherModel, Line: true, Spends: true,
			Label: lang.L("Same on %[1]s · %[2]s", it.otherModel, it.otherPrice),
			Do:    func() { s.Window.UseOtherModel(it.Job) }})
	}
	return list
}

// ofAsset lists the actions of the gallery on a file of a job, with their keys. A damaged picture can be neither edited
// nor used as a frame.
func (s *actions) ofAsset(it *item, a db.Asset) []action.Action {
	list := s.ofAssets(action.One(a))
	if status.AsDelivered(it.Job) {
		list = without(list, "gallery/first", "gallery/last", "gallery/edit")
	}
	return list
}

// ofAssets lists the actions of the gallery on files. It leaves out making one more, which is an action of the job with
// its price.
func (s *actions) ofAssets(chosen action.Selection) []action.Action {
	to := action.Targets{Viewer: s.Window, Creator: s.Window, Exchange: s.Window, Organizer: s.Organizer}
	return without(action.ForAssets(action.InGallery, to, chosen, s.Now()), "gallery/again")
}

// without removes actions by their IDs.
func without(list []action.Action, skip ...string) []action.Action {
	return slices.DeleteFunc(list, func(a action.Action) bool { return slices.Contains(skip, a.ID) })
}

func actionIDs(list []action.Action) (ids []string) {
	for _, a := range list {
		ids = append(ids, a.ID)
	}
	return ids
}
