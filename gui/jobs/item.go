package jobs

import (
	"slices"
	"strconv"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/facts"
	"viviscope/gui/lang"
	"viviscope/gui/live"
	"viviscope/gui/status"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// item is a job with all that the cells show of it, except what changes while it runs: see [live.Job]. A reader makes
// it; afterwards it does not change, except for turn, and for shape and reserved, which a list sets when it takes over
// the item.
type item struct {
	db.Job
	profile db.Profile // who pays; its currency is that of the prices
	assets  []db.Asset // the files
	asset   db.Asset   // the first file; ID 0: none yet
	frames  []db.Asset // the pictures that the job is made from, until it has a file; ID 0: an address
	source  db.Asset   // the first of frames that is known; ID 0: none
	shape   float32    // the requested width by height
	cost    wording.Cost
	usual   time.Duration  // the usual time of such clips at this service; 0: not known
	takes   time.Duration  // the usual time of jobs like a waiting one; 0: not known
	turn    int            // place among the waiting jobs, from 1; 0: not known
	again   *int64         // what the same request costs today; nil: not known
	shown   jobs.Agreement // to that price, which buttons show
	board   string         // the name of its board; "": none

	amongPlay bool // the profile in use is the sandbox
	reserved  bool // its card has the size of the result, whatever the job does: see [listModel.reserve]

	otherModel string // the other picture model, for a picture; "" for none
	otherPrice string // what the same picture costs with it, in words

	asked    string   // the request of a saved picture without its model; else ""
	compared db.Asset // the newest picture of another model for the same request; ID 0: none
}

// filter returns the items for which keep returns true.
func filter(list []*item, keep func(it *item) bool) (kept []*item) {
	for _, it := range list {
		if keep(it) {
			kept = append(kept, it)
		}
	}
	return kept
}

// liveRow returns what the bindings of the job follow from.
func (it *item) liveRow() live.Row {
	return live.Row{Job: it.Job, UsualDuration: it.usual, QueuePosition: it.turn}
}

// retention returns the deadline of a file that is not saved yet; the zero value if there is none.
func (it *item) retention() jobs.Retention {
	r, _ := jobs.RetentionOf(it.Job)
	return r
}

// arriving reports whether the job is done at the service and its file is on the way.
func (it *item) arriving() bool {
	return it.State == db.Completed || it.State == db.Downloading || it.State == db.Saving
}

// failing reports whether the download of the job keeps failing.
func (it *item) failing() bool { return it.arriving() && it.retention().Failing }

// in reports whether the job belongs to a group.
func (it *item) in(g group) bool { return g.has(groupingState(it.Job)) }

// each calls visit with every file of the job, or once with the zero value if it has none.
func (it *item) each(visit func(it *item, a db.Asset)) {
	if len(it.assets) == 0 {
		visit(it, db.Asset{})
	}
	for _, a := range it.assets {
		visit(it, a)
	}
}

// savedClip reports whether the result is a clip that is in the library.
func (it *item) savedClip() bool { return it.State == db.Saved && it.asset.Kind == db.Clip }

// large reports whether the card shows a large poster, or reserves the place of one.
func (it *item) large() bool { return it.savedClip() || it.reserved && it.Kind.IsVideo() }

// line returns the small line beside the state: "Text to video · clip-2.6 · 5 s · 720P · 13:41".
func (it *item) line(now time.Time) string {
	return wording.Dotted(wording.JobLine(it.Job), it.when(now))
}

// when returns when the job ended, was sent if that matters, or was made if it was not sent; "" while it runs.
func (it *item) when(now time.Time) string {
	switch {
	case it.State == db.Unconfirmed:
		return lang.L("sent %s", exactClock(it.SentAt, now))
	case it.State.Ended():
		return wording.When(it.EndedAt, now)
	case it.State == db.Waiting || it.State == db.Held:
		return wording.When(it.CreatedAt, now)
	}
	return ""
}

// exactClock formats a time to the second, so that it can be found in the console of the service.
func exactClock(t, now time.Time) string { return t.In(now.Location()).Format(time.TimeOnly) }

// linkNote returns how long the link of a picture can still be sent as a frame, if it expires soon; else "".
func (it *item) linkNote(now time.Time) string {
	a := it.asset
	if it.State != db.Saved || a.Kind != db.Picture || a.LinkExpires.IsZero() {
		return ""
	}
	use := wording.FrameUseOf(a, now, false)
	if !use.Frame || !use.Warn {
		return ""
	}
	return use.Note
}

// warning returns the text in warning colours on the card: downloads that keep failing, a full disk, or a file that is
// not as requested.
func (it *item) warning(diskFull bool, now time.Time) string {
	if w := status.DownloadWarning(it.retention(), now); w != "" {
		return w
	}
	if diskFull && running.has(it.State) && it.State != db.Unwatched {
		return lang.L("The disk is full. Free some space: updates and files from the service are saved " +
			"as soon as there is room.")
	}
	if it.savedClip() && status.AsDelivered(it.Job) {
		return status.Of(it.Job, status.Context{Now: now}).Reason
	}
	asked := wording.AskedOf(it.Job).Seconds
	if came := int(it.asset.Seconds + 0.5); it.asset.Kind == db.Clip && asked != 0 && came != asked {
		return lang.L("Requested %[1]d s, delivered %[2]d s. Charged for %[1]d s.", asked, came)
	}
	return ""
}

// tookLine returns how long a saved job took, if that is known, and when it was done: "Took 3:06 · done 13:58".
func (it *item) tookLine(now time.Time) string {
	when := wording.When(it.EndedAt, now)
	took := facts.ServiceTime(it.Job)
	if took == "" {
		return lang.L("Done %s", when)
	}
	return lang.L("Took %s", took) + " · " + lang.L("done %s", when)
}

// copyLine returns how long the service still keeps its copy of a saved file; "" if that is not known.
func (it *item) copyLine(now time.Time) string {
	switch {
	case it.ExpiresAt.IsZero():
		return ""
	case it.ExpiresAt.After(now):
		return lang.L("On the service: %s", wording.Left(it.ExpiresAt.Sub(now)))
	}
	return lang.L("Deleted at the service. Saved locally.")
}

// serviceCopy returns how long the service keeps its copy, and whether ours is safe, for the column of the queue.
func (it *item) serviceCopy(now time.Time) (first, second string) {
	const none = "—"
	switch it.State {
	case db.Waiting, db.Held:
		return none, ""
	case db.Saved:
		return "", ""
	case db.Sending:
		return none, lang.L("after it is done")
	case db.Unconfirmed:
		if !it.Kind.IsVideo() {
			return none, lang.L("no task (picture)")
		}
		return none, lang.L("no task ID yet")
	case db.Failed, db.Rejected:
		return none, lang.L("no file")
	case db.Expired:
		if until, unknown := jobs.PolledUntil(it.Job); unknown && until.After(now) {
			return lang.L("may be there"), lang.L("asked until %s", lang.DayOfYear(until.In(now.Location())))
		}
		return lang.L("deleted"), lang.L("never saved")
	}
	saved := lang.L("not saved yet")
	if r, runs := jobs.RetentionOf(it.Job); runs {
		if r.Failing {
			saved = lang.L("keeps failing")
		}
		return status.TimeLeft(r, now), saved
	}
	if it.ExpiresAt.IsZero() {
		return none, saved
	}
	return wording.Left(it.ExpiresAt.Sub(now)), saved
}

// emptyIcon returns the icon in place of a missing picture: the state if it explains that, else the kind of file.
func (it *item) emptyIcon() fyne.Resource {
	switch {
	case it.State == db.Unconfirmed, it.State == db.Held, failed.has(it.State):
		return action.StateIcon(it.State)
	case it.Kind.IsVideo():
		return resources.IconFilm
	}
	return resources.IconPicture
}

// clipCorner returns the tag on a poster: "10 s · 720P".
func (it *item) clipCorner() string {
	asked := wording.AskedOf(it.Job)
	size := asked.Resolution
	if asked.Size != "" {
		size = wording.Size(asked.Size)
	}
	seconds := strconv.Itoa(int(it.asset.Seconds+0.5)) + " s"
	if size == "" {
		return seconds
	}
	return seconds + " · " + size
}

// otherForm returns the request format that the service asks for in place of the profile's format; false for a model
// with a format of its own.
func (it *item) otherForm() (client.RequestFormat, bool) {
	if it.State != db.Rejected || !it.Kind.IsVideo() {
		return "", false
	}
	models, _ := jobs.ModelsOf(it.profile) // unreadable models have no format of their own
	form := client.RequestFormat(it.profile.Form)
	if client.LimitsOf(form, models, it.Model).Format != form {
		return "", false
	}
	return client.SuggestedFormat(form, it.ErrorMessage)
}

// unsent reports whether nothing was sent of any of the jobs.
func unsent(list []*item) bool {
	return !slices.ContainsFunc(list, func(it *item) bool { return it.State != db.Held && it.State != db.Waiting })
}

// unsentNote returns the sentence about the cost of held and waiting jobs. Those from a copy of the library may have
// been charged.
func unsentNote(list []*item) string {
	if slices.ContainsFunc(list, func(it *item) bool { return jobs.MayHaveBeenSent(it.Job) }) {
		return lang.L("Some of this may have been sent and charged since the library was copied. " +
			"Look at the service first.")
	}
	return lang.L("Nothing has been sent or charged.")
}
