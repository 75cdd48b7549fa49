package feed

import (
	"time"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/live"
	"viviscope/gui/wording"
)

// Item is everything that a card knows of a job, but for what changes while it runs: see [live.Job]. It is a value made by Update.
type Item struct {
	Job     db.Job
	Profile db.Profile
	Asset   db.Asset // the first file; ID 0: none yet
	Files   int

	Entries []db.Entry
	Usual   time.Duration // what clips of this kind took at this service before; 0: not known
	Again   *int64        // what the same request costs today; nil: it is not known

	Sister      string // the other picture model, for a picture; "" for none
	SisterPrice string // what the same picture costs with it, in words

	wish string   // what a picture was asked to be, whatever the model; "" for what is no saved picture
	Twin db.Asset // the newest picture that another model made of the same wish; ID 0: there is none in the session

	Trouble  string // what the last command on this card came to, "" for nothing
	DiskFull bool   // what comes for the jobs under way has no room
}

// row is what the bindings of the job follow from.
func (it Item) row() live.Row { return live.Row{Job: it.Job, Usual: it.Usual} }

// Group is one of the parts that the chips of the feed filter by. Every job is in exactly one.
type Group int

// The groups, in the order of the chips. All is every one of them.
const (
	All Group = iota
	Running
	NeedsYou
	Done
	Failed
	groups
)

// Word is what the chip says.
func (g Group) Word() string {
	switch g {
	case Running:
		return lang.X("filter", "Running")
	case NeedsYou:
		return lang.L("Needs you")
	case Done:
		return lang.X("filter", "Done")
	case Failed:
		return lang.X("filter", "Failed")
	}
	return lang.X("filter", "All")
}

// GroupOf says which part of the session a job belongs to.
func GroupOf(j db.Job) Group {
	switch j.State {
	case db.Held, db.Unconfirmed:
		return NeedsYou
	case db.Saved:
		return Done
	case db.Failed, db.Rejected, db.Expired:
		return Failed
	}
	return Running
}

// Counts counts the jobs of each group; All counts them all.
func Counts(items []Item) [groups]int {
	var n [groups]int
	for _, it := range items {
		n[All]++
		n[GroupOf(it.Job)]++
	}
	return n
}

// In reports whether the item is shown while a chip is on.
func (it Item) In(g Group) bool { return g == All || GroupOf(it.Job) == g }

// Large reports whether the card shows a large poster: a clip that is in the library.
func (it Item) Large() bool { return it.Job.State == db.Saved && it.Asset.Kind == db.Clip }

// Line is the small line beside the state: "Text to video · clip-2.6 · 5 s · 720P · 13:41".
func (it Item) Line(now time.Time) string {
	line := wording.JobLine(it.Job)
	switch {
	case it.Job.State == db.Unconfirmed:
		line += " · " + lang.L("sent %s", exactClock(it.Job.SentAt, now))
	case it.Job.State.Ended():
		line += " · " + wording.When(it.Job.EndedAt, now)
	case it.Job.State == db.Waiting || it.Job.State == db.Held:
		line += " · " + wording.When(it.Job.CreatedAt, now)
	}
	return line
}

// exactClock writes a moment to the second, for looking it up elsewhere.
func exactClock(t, now time.Time) string { return t.In(now.Location()).Format(time.TimeOnly) }
