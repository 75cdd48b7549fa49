package jobs

import (
	"strconv"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/live"
	"viviscope/gui/status"
	"viviscope/gui/viewer/facts"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// item is everything that is known of a job, but for what changes while it runs: see [live.Job]. It is a value that a reading makes.
type item struct {
	db.Job
	profile db.Profile // its currency is that of the prices
	assets  []db.Asset // the files
	asset   db.Asset   // the first of them; ID 0: none yet
	frames  []db.Asset // the pictures that it is made from, while there is no file; ID 0 stands for an address
	source  db.Asset   // the first of them that is known; ID 0: none
	shape   float32    // the width of what was asked for by its height
	cost    wording.Cost
	usual   time.Duration  // what clips of this kind took at this service before; 0: not known
	takes   time.Duration  // what jobs like one that waits took; 0: not known
	turn    int            // place among those that wait, from 1; 0: not known
	again   *int64         // what the same request costs today; nil: it is not known
	shown   jobs.Agreement // to that price, which stands on buttons

	amongPlay bool // the profile in front is the sandbox

	otherModel string // the other picture model, for a picture; "" for none
	otherPrice string // what the same picture costs with it, in words

	asked    string   // what a picture was asked to be, whatever the model; "" for what is no saved picture
	compared db.Asset // the newest picture that another model made when asked for the same; ID 0: none was read
}

// row is what the bindings of the job follow from.
func (it item) row() live.Row { return live.Row{Job: it.Job, Usual: it.usual, Turn: it.turn} }

// retention is the clock of what is not saved yet; the zero value where none runs.
func (it item) retention() jobs.Retention {
	r, _ := jobs.RetentionOf(it.Job)
	return r
}

// arriving reports whether the job is done at the service and on its way here.
func (it item) arriving() bool {
	return it.State == db.Completed || it.State == db.Downloading || it.State == db.Saving
}

// group is one of the parts that jobs are sorted into.
type group int

const (
	all group = iota
	needsYou
	running
	toSend
	underWay // running or to send
	done
	failed
	ended // done or failed
)

// word names the group.
func (g group) word() string {
	switch g {
	case needsYou:
		return lang.L("Needs you")
	case running, underWay:
		return lang.X("filter", "Running")
	case toSend:
		return lang.L("Waiting")
	case done:
		return lang.X("filter", "Done")
	case failed:
		return lang.X("filter", "Failed")
	case ended:
		return lang.X("filter", "Ended")
	}
	return lang.X("filter", "All")
}

// standing is the state by which a job is grouped: one that goes on when another is saved waits, and needs nobody.
func standing(j db.Job) db.JobState {
	if j.GoesOn() {
		return db.Waiting
	}
	return j.State
}

// has reports whether jobs in a state belong to the group. A job whose answer never came and one that waits for a release need a person.
func (g group) has(s db.JobState) bool {
	needs := s == db.Unconfirmed || s == db.Held
	switch g {
	case needsYou:
		return needs
	case running:
		return !needs && !s.Ended() && s != db.Waiting
	case toSend:
		return s == db.Waiting
	case underWay:
		return !needs && !s.Ended()
	case done:
		return s == db.Saved
	case failed:
		return s.Ended() && s != db.Saved
	case ended:
		return s.Ended()
	}
	return true
}

// chips choose a group, and say how many jobs each has.
type chips struct {
	groups []group
	on     group
	chips  []*kit.Button
	width  float32 // together, as last shown
}

func newChips(chosen func(), groups ...group) *chips {
	c := &chips{groups: groups}
	for _, g := range groups {
		c.chips = append(c.chips, kit.NewChip(g.word(), func() { c.on = g; chosen() }))
	}
	return c
}

func (c *chips) objects() (all []fyne.CanvasObject) {
	for _, chip := range c.chips {
		all = append(all, chip)
	}
	return all
}

// show counts the jobs. It reports whether the chips need other room than before.
func (c *chips) show(items []item) (moved bool) {
	width := float32(0)
	for i, g := range c.groups {
		n := 0
		for i := range items {
			if g.has(standing(items[i].Job)) {
				n++
			}
		}
		chip, sign := c.chips[i], fyne.Resource(nil)
		chip.SetText(g.word() + " " + lang.Number(n))
		chip.SetOn(g == c.on)
		if g == needsYou && n > 0 {
			sign = resources.IconWarning
			chip.SetIconTone(kit.ToneWarn)
		}
		chip.SetIcon(sign)
		width += chip.MinSize().Width
	}
	moved, c.width = width != c.width, width
	return moved
}

// large reports whether the card shows a large poster: a clip that is in the library.
func (it item) large() bool { return it.State == db.Saved && it.asset.Kind == db.Clip }

// line is the small line beside the state: "Text to video · clip-2.6 · 5 s · 720P · 13:41".
func (it item) line(now time.Time) string {
	line := wording.JobLine(it.Job)
	switch {
	case it.State == db.Unconfirmed:
		line += " · " + lang.L("sent %s", exactClock(it.SentAt, now))
	case it.State.Ended():
		line += " · " + wording.When(it.EndedAt, now)
	case it.State == db.Waiting || it.State == db.Held:
		line += " · " + wording.When(it.CreatedAt, now)
	}
	return line
}

// exactClock writes a moment to the second, for looking it up elsewhere.
func exactClock(t, now time.Time) string { return t.In(now.Location()).Format(time.TimeOnly) }

// linkNote returns how long the link of a picture can still be sent as a frame, if it expires soon; else "".
func (it item) linkNote(now time.Time) string {
	a := it.asset
	if it.State != db.Saved || a.Kind != db.Picture || a.LinkDies.IsZero() {
		return ""
	}
	use := wording.FrameUseOf(a, now, false)
	if !use.Frame || !use.Warn {
		return ""
	}
	return use.Note
}

// warning is what stands in warning colours on the card: downloads that keep failing while the clock runs, a disk that takes nothing, or a
// clip that is not what was paid for.
func (it item) warning(diskFull bool, now time.Time) string {
	if w := status.DownloadWarning(it.retention(), now); w != "" {
		return w
	}
	if diskFull && running.has(it.State) && it.State != db.Unwatched {
		return lang.L("The disk is full. Free some space: updates and files from the service are saved as soon as there is room.")
	}
	if it.large() && status.AsDelivered(it.Job) {
		return status.Of(it.Job, status.Context{Now: now}).Reason
	}
	asked := wording.AskedOf(it.Job).Seconds
	if came := int(it.asset.Seconds + 0.5); it.asset.Kind == db.Clip && asked != 0 && came != asked {
		return lang.L("Requested %[1]d s, delivered %[2]d s. Charged for %[1]d s.", asked, came)
	}
	return ""
}

// took words how long a saved job took, where that is known, and when it was done: "Took 3:06 · done 13:58".
func (it item) took(now time.Time) string {
	when := wording.When(it.EndedAt, now)
	took := facts.Took(it.Job)
	if took == "" {
		return lang.L("Done %s", when)
	}
	return lang.L("Took %s", took) + " · " + lang.L("done %s", when)
}

// copyLine words how long the service still keeps its copy of what is saved; "" where that is not known.
func (it item) copyLine(now time.Time) string {
	switch {
	case it.ExpiresAt.IsZero():
		return ""
	case it.ExpiresAt.After(now):
		return lang.L("On the service: %s", wording.Left(it.ExpiresAt.Sub(now)))
	}
	return lang.L("Deleted at the service. Saved locally.")
}

// serviceCopy words how long the service keeps its copy, and whether ours is safe, for the column of the queue.
func (it item) serviceCopy(now time.Time) (first, second string) {
	const none = "—"
	switch it.State {
	case db.Waiting, db.Held:
		return none, ""
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
		if until, unknown := jobs.AskedUntil(it.Job); unknown && until.After(now) {
			return lang.L("may be there"), lang.L("asked until %s", lang.DayOfYear(until.In(now.Location())))
		}
		return lang.L("deleted"), lang.L("never saved")
	}
	if it.State == db.Saved {
		return "", ""
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

// emptyIcon stands where there is no picture: the state, where that says why, else what it will be.
func (it item) emptyIcon() fyne.Resource {
	switch {
	case it.State == db.Unconfirmed, it.State == db.Held, failed.has(it.State):
		return action.StateIcon(it.State)
	case it.Kind.IsVideo():
		return resources.IconFilm
	}
	return resources.IconPicture
}

// clipCorner is the tag on a poster: "10 s · 720P".
func (it item) clipCorner() string {
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

// costLook is the sign of an amount's kind, nil where there is no amount, and how it is meant.
func (it item) costLook() (fyne.Resource, kit.Tone) {
	if it.cost.Estimate {
		return resources.IconCoin, kit.ToneNeutral
	}
	return action.EntryIcon(it.cost.Kind)
}

// amount is what the job costs in the parts that a card shows: "up to", "¥4.50", "unconfirmed".
func (it item) amount() (prefix, number, word string) {
	c := it.cost
	switch word = c.Word; {
	case c.Micros == nil:
	case c.Kind == db.UnconfirmedEntry:
		prefix, number = lang.X("before an amount", "up to"), wording.Money(*c.Micros, it.Currency)
	case c.Kind == db.Refund:
		prefix, number, word = lang.X("before an amount", "refunded"), c.Number, ""
	default:
		number = c.Number
	}
	return prefix, number, it.money().Mark(word)
}

// againPrice words what the same request costs today: "¥5.60 est.".
func (it item) againPrice() string { return it.priced(it.again) }

func (it item) priced(micros *int64) string {
	if micros == nil {
		return it.money().Price(0, false)
	}
	return it.money().Price(*micros, true)
}

// money words amounts of who pays.
func (it item) money() wording.MoneyFormat {
	return wording.MoneyFormat{Currency: it.profile.Currency, Play: it.profile.Sandbox, AmongPlay: it.amongPlay}
}

// twice words what a second job would cost, and what both would if the first one did arrive; "" where one of the two has no price, or
// another currency.
func (it item) twice() (more, both string) {
	first, currency := it.cost.Micros, it.profile.Currency
	if first == nil || it.again == nil {
		return "", ""
	}
	if it.Currency == currency {
		both = wording.Money(*first+*it.again, currency)
	}
	return wording.Money(*it.again, currency), both
}

// otherForm returns the request format that the service asks for in place of that of its profile; false for a model with a
// format of its own.
func (it item) otherForm() (client.Form, bool) {
	if it.State != db.Rejected || !it.Kind.IsVideo() {
		return "", false
	}
	models, _ := jobs.ModelsOf(it.profile) // what cannot be read has no format of its own
	form := client.Form(it.profile.Form)
	if client.LimitsOf(form, models, it.Model).Form != form {
		return "", false
	}
	return client.OtherForm(form, it.ErrorMessage)
}
