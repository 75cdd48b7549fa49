package jobs

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/status"
	"viviscope/gui/wording"
)

// click holds the jobs of one click, or some of them. There is at least one.
type click struct {
	items []*item // in the order of the click
}

// mostOnCard is how many jobs a card shows at most. Pictures are the most of all widgets, and only cards in sight have
// any, so a click that made more has several cards.
const mostOnCard = 48

// clicksOf groups jobs, newest first, by their clicks.
func clicksOf(items []*item) (clicks []click) {
	type part struct {
		click string
		n     int
	}
	at := map[part]int{}
	for _, it := range items {
		p := part{it.Click, it.ClickIndex / mostOnCard}
		i, known := at[p]
		if !known || it.Click == "" {
			i = len(clicks)
			clicks, at[p] = append(clicks, click{}), i
		}
		clicks[i].items = append(clicks[i].items, it)
	}
	for _, k := range clicks {
		slices.SortFunc(k.items, func(a, b *item) int {
			return cmp.Or(a.ClickIndex-b.ClickIndex, cmp.Compare(a.ID, b.ID))
		})
	}
	return clicks
}

// id returns the ID of the click's row in the list of cards: that of its first job.
func (k click) id() int64 { return k.items[0].ID }

// single reports whether the click has one job.
func (k click) single() bool { return len(k.items) == 1 }

// alike reports whether all jobs have the same prompt, model and parameters but for the seed.
func (k click) alike() bool {
	of := func(it *item) string { return it.Prompt + "\n" + wording.ModelAndParameters(it.Job) }
	first := of(k.items[0])
	return !slices.ContainsFunc(k.items[1:], func(it *item) bool { return of(it) != first })
}

// each calls visit with every file of the jobs, and with the zero value for each job without files.
func (k click) each(visit func(it *item, a db.Asset)) {
	for _, it := range k.items {
		it.each(visit)
	}
}

// assets returns the files of the jobs that are not in the trash.
func (k click) assets() (list []db.Asset) {
	k.each(func(_ *item, a db.Asset) {
		if a.ID != 0 && a.TrashedAt.IsZero() {
			list = append(list, a)
		}
	})
	return list
}

// title returns the title of a click: its board with what was ordered, else the title of its oldest job. The jobs of a
// click are in several groups while some have ended; the name of the board is the same in all of them.
func (k click) title() string {
	first := k.oldest()
	if first.board == "" || k.single() {
		return wording.Title(first.Job)
	}
	name, what := first.board, []string(nil)
	if first.Client != "" {
		name = wording.Plain(name)
	}
	add := func(word string, is func(it *item) bool) {
		if slices.ContainsFunc(k.items, is) {
			what = append(what, word)
		}
	}
	add(lang.L("Pictures"), func(it *item) bool { return !it.Kind.IsVideo() })
	add(lang.L("Clips"), func(it *item) bool { return it.Kind.IsVideo() && it.FinalOf == 0 })
	add(lang.X("take", "Final"), func(it *item) bool { return it.FinalOf != 0 })
	return wording.Dotted(name, wording.List(what))
}

// large reports whether the card shows one clip, or its place, and nothing else.
func (k click) large() bool { return k.single() && k.items[0].large() }

// reserved reports whether the card keeps its size, whatever its jobs do.
func (k click) reserved() bool {
	return slices.ContainsFunc(k.items, func(it *item) bool { return it.reserved })
}

// phases returns the click as it usually will be: running, saved, and with jobs in various states. Its card has room
// for each of them.
func (k click) phases(now time.Time) (list []click) {
	for _, state := range []db.JobState{db.InProgress, db.Saved} {
		var later click
		for _, it := range k.items {
			later.items = append(later.items, it.later(state, state, now))
		}
		list = append(list, later)
	}
	if k.single() {
		return list
	}
	states := []db.JobState{db.Waiting, db.Sending, db.Queued, db.InProgress, db.Completed, db.Downloading, db.Saving,
		db.Saved}
	slices.SortStableFunc(states, func(a, b db.JobState) int { return tagLength(b) - tagLength(a) })
	costs := []db.JobState{db.InProgress, db.Saved, db.Waiting}
	for kinds := range costs { // the fewer amounts, the more of them fit beside the tags
		var mixed click
		for i, it := range k.items {
			mixed.items = append(mixed.items, it.later(states[i%len(states)], costs[i%(kinds+1)], now))
		}
		list = append(list, mixed)
	}
	return list
}

// tagLength returns the number of characters in the tag of a state.
func tagLength(s db.JobState) int {
	return utf8.RuneCountInString(status.Of(db.Job{State: s, Kind: db.TextToVideo}, status.Context{}).Tag)
}

// later returns a copy of the job, to be measured, in a later state and with the cost of a state.
func (it *item) later(state, cost db.JobState, now time.Time) *item {
	later := *it
	if !it.reserved {
		return &later
	}
	later.State, later.Hold, later.ErrorCode, later.ErrorMessage = state, "", "", ""
	later.asset, later.assets = db.Asset{}, nil
	if state == db.Saved {
		later.EndedAt, later.FinishedAt, later.ExpiresAt = now, now, now.Add(time.Hour)
		later.asset = db.Asset{ID: 1, Kind: db.Picture}
		if it.Kind.IsVideo() {
			later.asset.Kind = db.Clip
		}
		later.assets = []db.Asset{later.asset}
	}
	entry := db.Entry{JobID: it.ID, Kind: db.Reserve, AmountMicros: it.cost.Micros, Currency: it.Currency}
	switch cost {
	case db.Waiting:
		later.cost = wording.CostOf(later.Job, nil)
	case db.Saved:
		entry.Kind = db.Charge
		fallthrough
	default:
		later.cost = wording.CostOf(later.Job, []db.Entry{entry})
	}
	return &later
}

// pictured returns the jobs that have a tile each. Held jobs without pictures share one tile: nothing is on its way.
func (k click) pictured() click {
	for _, it := range k.items {
		if it.State != db.Held || it.source.ID != 0 || len(it.assets) > 0 {
			return k
		}
	}
	return click{k.items[:1]}
}

// has reports whether one of the jobs belongs to a group.
func (k click) has(g group) bool {
	return slices.ContainsFunc(k.items, func(it *item) bool { return it.in(g) })
}

// needsApproval reports whether the click was requested by another program and waits for the user's approval.
func (k click) needsApproval() bool {
	return k.items[0].State == db.Held && k.items[0].Hold == db.HeldApproval
}

// releasable returns the jobs that are sent together.
func releasable(list []*item) []*item {
	return filter(list, func(it *item) bool { return jobs.CanReleaseTogether(it.Job) })
}

// stateCount is how many jobs have one status.
type stateCount struct {
	status.Status
	count int
}

// stateOrder lists the states as a card shows them: first what the user has to look at.
var stateOrder = []db.JobState{db.Unconfirmed, db.Held, db.Rejected, db.Failed, db.Expired, db.Unwatched, db.Waiting,
	db.Sending, db.Queued, db.InProgress, db.Completed, db.Downloading, db.Saving, db.Saved}

// states counts the jobs by status.
func (k click) states() (list []stateCount) {
	for _, it := range k.items {
		st := status.Of(it.Job, status.Context{})
		if it.State == db.InProgress {
			st.Tag = lang.L("Generating") // without the progress, which differs
		}
		i := slices.IndexFunc(list, func(s stateCount) bool { return s.Tag == st.Tag })
		if i < 0 {
			i, list = len(list), append(list, stateCount{Status: st})
		}
		list[i].count++
	}
	slices.SortStableFunc(list, func(a, b stateCount) int {
		return slices.Index(stateOrder, a.State) - slices.Index(stateOrder, b.State)
	})
	return list
}

// costs returns the cost of the click: one item for each kind of amount, with the sum.
func (k click) costs() (sums []item) {
	for _, it := range k.items {
		micros := it.cost.Micros
		i := slices.IndexFunc(sums, func(s item) bool {
			return s.cost.Word == it.cost.Word && s.Currency == it.Currency && (s.cost.Micros == nil) == (micros == nil)
		})
		if i < 0 {
			sums = append(sums, *it)
		} else if micros != nil {
			sum := db.Sum(*sums[i].cost.Micros, *micros)
			sums[i].cost.Micros, sums[i].cost.Number = &sum, wording.Money(sum, it.Currency)
		}
	}
	return sums
}

// costLine returns the cost of the click in one line: "¥7.00 reserved".
func (k click) costLine() string {
	var all []string
	for _, sum := range k.costs() {
		prefix, number, word := sum.amount()
		all = append(all, strings.Join(slices.DeleteFunc([]string{prefix, number, word},
			func(s string) bool { return s == "" }), " "))
	}
	return wording.Dotted(all...)
}

// warning returns the first warning of the jobs. If several have one, it is the same.
func (k click) warning(diskFull bool, now time.Time) string {
	for _, it := range k.items {
		if w := it.warning(diskFull, now); w != "" {
			return w
		}
	}
	return ""
}

// oldest returns the job that was made first.
func (k click) oldest() *item {
	return slices.MinFunc(k.items, func(a, b *item) int { return cmp.Compare(a.ID, b.ID) })
}

// line returns what the jobs have in common, "Text to image · genimage-2.5-flare · 1024 × 1024 · 13:20", and how
// many other prompts there are.
func (k click) line(now time.Time) string {
	first := k.items[0]
	parts := strings.Split(wording.JobLine(first.Job), " · ")
	at, prompts := first.CreatedAt, map[string]bool{}
	for _, it := range k.items {
		prompts[it.Prompt] = true
		if it.EndedAt.After(at) {
			at = it.EndedAt
		}
		own := strings.Split(wording.JobLine(it.Job), " · ")
		parts = slices.DeleteFunc(parts, func(p string) bool { return !slices.Contains(own, p) })
	}
	parts = append(parts, wording.When(at, now))
	if n := len(prompts) - 1; n > 0 {
		others := lang.N("and %s other prompt", "and %s other prompts", n, lang.Number(n))
		parts = slices.Insert(parts, 0, others)
	}
	return strings.Join(parts, " · ")
}
