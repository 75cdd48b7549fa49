package feed

import (
	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// Action is something that a person can do with a card.
type Action int

// The actions.
const (
	Remove          Action = iota // a job of which nothing was sent
	Send                          // a held job
	EditHeld                      // of a held job: into the composer
	StopWatching                  // only the program's asking ends: the task goes on
	WatchAgain                    // picks the asking up again
	AskAgain                      // the same, of a task that the service says it does not know
	TryNow                        // a download that keeps failing, ahead of its time
	HaveTaskID                    // of an unconfirmed clip: opens a sheet
	ItWasCharged                  // of an unconfirmed job
	ItWasNotCharged               // of an unconfirmed job
	SendAgain                     // of an unconfirmed job: opens a sheet, because both may be paid for
	OtherForm                     // of a refused clip: requests of its profile take the form that the service names
	SameAgain                     // of an ended job: the exact request, as a new job
	OneMore                       // of a saved job: the same settings with another seed
	Reuse                         // puts the settings into the composer; with Shift the prompt alone
	UseFirst                      // puts a picture into the slot of the first frame
	UseLast                       // puts a picture into the slot of the last frame
	EditPicture                   // puts a picture into the form of an edit
	Compare                       // shows a picture beside what another model made of the same wish
	More                          // opens a menu of what is wanted less often
	Reveal                        // shows the file in its folder
	CopyTaskID                    // to the clipboard
	RawAnswer                     // opens a sheet with what the service said
)

// Actions says what can be done with a job, in the order of the buttons. What cannot be done is not in it.
func (it Item) Actions() []Action {
	j := it.Job
	var can []Action
	when := func(ok bool, a ...Action) {
		if ok {
			can = append(can, a...)
		}
	}
	recallable := !wording.Tracked(j) // of those the request is known in part only
	switch j.State {
	case db.Waiting:
		can = []Action{Remove}
	case db.Held:
		can = []Action{Send, EditHeld, Remove}
	case db.Queued, db.InProgress:
		can = []Action{CopyTaskID, StopWatching}
		if _, unknown := jobs.AskedUntil(j); unknown {
			can = []Action{AskAgain, CopyTaskID, StopWatching}
		}
	case db.Unwatched:
		can = []Action{CopyTaskID, WatchAgain}
	case db.Unconfirmed:
		if j.Kind.IsVideo() {
			can = []Action{HaveTaskID, ItWasNotCharged, SendAgain}
		} else {
			can = []Action{ItWasCharged, ItWasNotCharged, SendAgain}
		}
	case db.Failed, db.Rejected:
		_, form := it.otherForm()
		when(form, OtherForm)
		when(recallable, Reuse)
		can = append(can, SameAgain)
		when(recallable, More)
	case db.Expired:
		_, unknown := jobs.AskedUntil(j)
		when(unknown, AskAgain)
		when(jobs.HasLostLink(j), TryNow)
		when(wording.Undecided(j), ItWasCharged, ItWasNotCharged)
		if unknown {
			can = append(can, SendAgain) // asks first: the clip may still come
		} else {
			can = append(can, SameAgain)
		}
	case db.Saved:
		when(recallable, Reuse)
		when(it.Asset.ID != 0, Reveal)
		when(j.TaskID != "", CopyTaskID)
		when(it.repeatable(), OneMore)
		when(it.Asset.Kind == db.Picture && it.Asset.ID != 0 && !wording.AsDelivered(j), UseFirst, UseLast, EditPicture)
		when(it.Twin.ID != 0, Compare)
		when(recallable, More)
	case db.Completed, db.Downloading, db.Saving:
		when(it.retention().Failing, TryNow)
		when(j.TaskID != "", CopyTaskID)
	}
	when(j.RawAnswer != "" && (j.State == db.Failed || j.State == db.Rejected || j.State == db.Unconfirmed || j.State == db.Expired), RawAnswer)
	return can
}

// otherForm says which form of requests the service wants in place of the one that its profile has.
func (it Item) otherForm() (client.Form, bool) {
	if it.Job.State != db.Rejected || !it.Job.Kind.IsVideo() {
		return "", false
	}
	return client.OtherForm(client.Form(it.Profile.Form), it.Job.ErrorMessage)
}

// Label is the word of an action's button. What spends says how much.
func (it Item) Label(a Action) string {
	switch a {
	case Remove:
		return lang.X("verb", "Remove")
	case Send:
		return lang.L("Send · %s", it.AgainPrice())
	case EditHeld:
		return lang.X("verb", "Edit…")
	case UseFirst:
		return lang.L("Use as first frame")
	case UseLast:
		return lang.L("Use as last frame")
	case EditPicture:
		return lang.X("verb", "Edit")
	case Compare:
		return lang.X("verb", "Compare")
	case More:
		return lang.L("More: reuse a part of it, or the same on the other model")
	case StopWatching:
		return lang.L("Stop watching")
	case WatchAgain:
		return lang.L("Watch again")
	case AskAgain:
		return lang.L("Ask again")
	case TryNow:
		return lang.L("Try now")
	case HaveTaskID:
		return lang.L("I have the task ID…")
	case ItWasCharged:
		return lang.L("It was charged")
	case ItWasNotCharged:
		return lang.L("It was not charged")
	case SendAgain:
		return lang.L("Send again…")
	case OtherForm:
		if form, _ := it.otherForm(); form == client.FormDocumented {
			return lang.L("Send requests as documented")
		}
		return lang.L("Send requests as OpenAI’s videos")
	case SameAgain:
		if it.Job.State == db.Expired {
			return lang.L("Make it again · %s", it.AgainPrice())
		}
		return lang.L("Send the same again · %s", it.AgainPrice())
	case OneMore:
		return lang.L("One more · %s", it.AgainPrice())
	case Reuse:
		if GroupOf(it.Job) == Failed {
			return lang.L("Edit and send…")
		}
		return lang.L("Reuse settings")
	case Reveal:
		return lang.L("Show in its folder")
	case CopyTaskID:
		return lang.L("Copy task ID")
	case RawAnswer:
		return lang.L("Raw answer")
	}
	return ""
}
