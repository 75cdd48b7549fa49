package jobs

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/status"
	"viviscope/gui/wording"
)

// click is what one click made, or a part of one that made very much: it has one card.
type click struct {
	items []item // in the order of the click
}

// mostOnCard bounds the jobs of a card: only cards in sight have widgets, and those of the pictures are the most.
const mostOnCard = 48

// clicksOf groups jobs, newest first, by their clicks.
func clicksOf(items []item) (clicks []click) {
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
		slices.SortFunc(k.items, func(a, b item) int { return cmp.Or(a.ClickIndex-b.ClickIndex, cmp.Compare(a.ID, b.ID)) })
	}
	return clicks
}

// id stays the card's own.
func (k click) id() int64 { return k.items[0].ID }

// each visits what the jobs made, in their order; of one that has made nothing, its place.
func (k click) each(visit func(it item, a db.Asset)) {
	for _, it := range k.items {
		if len(it.assets) == 0 {
			visit(it, db.Asset{})
		}
		for _, a := range it.assets {
			visit(it, a)
		}
	}
}

// assets are what the jobs made and is not in the trash.
func (k click) assets() (all []db.Asset) {
	k.each(func(_ item, a db.Asset) {
		if a.ID != 0 && a.TrashedAt.IsZero() {
			all = append(all, a)
		}
	})
	return all
}

// large reports whether the card shows a clip that is alone on it, and in the library.
func (k click) large() bool { return len(k.items) == 1 && k.items[0].large() }

// has reports whether one of the jobs belongs to a group.
func (k click) has(g group) bool {
	return slices.ContainsFunc(k.items, func(it item) bool { return g.has(standing(it.Job)) })
}

// busy reports whether a command on one of the jobs has not come back.
func (k click) busy(v *Jobs) bool {
	return slices.ContainsFunc(k.items, func(it item) bool { return v.busy[it.ID] })
}

// stand is a state in which several jobs are.
type stand struct {
	item  // one of them
	word  string
	tone  status.Tone
	count int
}

// inOrder are the states as a card lists them: first what somebody has to look at.
var inOrder = []db.JobState{db.Unconfirmed, db.Held, db.Rejected, db.Failed, db.Expired, db.Unwatched, db.Waiting, db.Sending, db.Queued,
	db.InProgress, db.Completed, db.Downloading, db.Saving, db.Saved}

// states counts the jobs by how they stand.
func (k click) states() (list []stand) {
	for _, it := range k.items {
		st := status.Of(it.Job, status.Context{})
		word := st.Tag
		if it.State == db.InProgress {
			word = lang.L("Generating") // each is elsewhere
		}
		i := slices.IndexFunc(list, func(s stand) bool { return s.word == word })
		if i < 0 {
			i, list = len(list), append(list, stand{it, word, st.Tone, 0})
		}
		list[i].count++
	}
	slices.SortStableFunc(list, func(a, b stand) int { return slices.Index(inOrder, a.State) - slices.Index(inOrder, b.State) })
	return list
}

// sums are items that stand for all, one for each kind of amount: what the click costs.
func (k click) sums() (sums []item) {
	for _, it := range k.items {
		micros := it.cost.Micros
		i := slices.IndexFunc(sums, func(s item) bool {
			return s.cost.Word == it.cost.Word && s.Currency == it.Currency && (s.cost.Micros == nil) == (micros == nil)
		})
		if i < 0 {
			sums = append(sums, it)
		} else if micros != nil {
			sum := db.Sum(*sums[i].cost.Micros, *micros)
			sums[i].cost.Micros, sums[i].cost.Number = &sum, wording.Money(sum, it.Currency)
		}
	}
	return sums
}

// warning is that of one of the jobs: they have it in common where more than one has any.
func (k click) warning(diskFull bool, now time.Time) string {
	for _, it := range k.items {
		if w := it.warning(diskFull, now); w != "" {
			return w
		}
	}
	return ""
}

// line is what the jobs of a group have in common: "Text to image · genimage-2.5-flare · 1024 × 1024 · 13:20", and how many other prompts
// there are.
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
		parts = append([]string{lang.N("and %s other prompt", "and %s other prompts", n, lang.Number(n))}, parts...)
	}
	return strings.Join(parts, " · ")
}
