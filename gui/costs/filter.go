package costs

import (
	"slices"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// filter is what a person looks for. The sums, the chart and the groups follow all of it but kinds and bar, which are the
// list's own: a chart of charges would be empty among the refunds.
type filter struct {
	text     string
	model    string
	jobKind  db.JobKind
	tag      string
	album    string // its ref
	min, max *int64
	unpriced bool
	open     bool
	job      int64 // 0: any

	kind db.EntryKind // "": any
	bar  *period      // a part of the period; nil: all of it
}

// question is all that the place is asked for.
type question struct {
	profile  int64
	period   period
	currency string // of the chart and of the groups where there are several; "": the profile's
	by       db.LedgerGrouping
	filter   filter
}

// sums chooses what sums, chart and groups are made of.
func (q question) sums() db.LedgerFilter {
	f := q.filter
	l := db.LedgerFilter{ProfileID: q.profile, From: q.period.from, To: q.period.to, Tag: f.tag, Album: f.album, Text: f.text,
		MinMicros: f.min, MaxMicros: f.max, Unpriced: f.unpriced, OpenOnly: f.open, JobID: f.job}
	if f.model != "" {
		l.Models = []string{f.model}
	}
	if f.jobKind != "" {
		l.JobKinds = []db.JobKind{f.jobKind}
	}
	return l
}

// entries chooses what the list holds.
func (q question) entries() db.LedgerFilter {
	l := q.sums()
	if q.filter.kind != "" {
		l.Kinds = []db.EntryKind{q.filter.kind}
	}
	if b := q.filter.bar; b != nil {
		l.From, l.To = b.from, b.to
	}
	return l
}

// narrowed reports whether anything but the period and the kind of entry is asked for.
func (f filter) narrowed() bool {
	f.kind, f.bar = "", nil
	return f != filter{}
}

// part is one thing that a filter asks for, in words, with how to stop asking for it.
type part struct {
	words string
	clear func(*filter)
}

// names words what a filter holds by its number or its ref only.
type names struct {
	currency string
	album    func(ref string) string
	job      string
}

// parts words a filter. What is the list's own stands over the list.
func (f filter) parts(n names) []part {
	var all []part
	add := func(on bool, words string, clear func(*filter)) {
		if on {
			all = append(all, part{words, clear})
		}
	}
	add(f.job != 0, lang.L("Job: %s", n.job), func(f *filter) { f.job = 0 })
	add(f.model != "", f.model, func(f *filter) { f.model = "" })
	add(f.jobKind != "", wording.Kind(f.jobKind), func(f *filter) { f.jobKind = "" })
	add(f.tag != "", lang.L("Tag: %s", f.tag), func(f *filter) { f.tag = "" })
	add(f.album != "", lang.L("Album: %s", n.album(f.album)), func(f *filter) { f.album = "" })
	add(f.min != nil || f.max != nil, amountsWords(f.min, f.max, n.currency), func(f *filter) { f.min, f.max = nil, nil })
	add(f.unpriced, lang.L("Without a price"), func(f *filter) { f.unpriced = false })
	add(f.open, lang.L("Open only"), func(f *filter) { f.open = false })
	add(f.text != "", lang.L("“%s”", f.text), func(f *filter) { f.text = "" })
	return all
}

func amountsWords(low, high *int64, currency string) string {
	amount := func(v int64) string {
		return wording.ExactMoney(client.Micros(v), currency)
	}
	switch {
	case low != nil && high != nil:
		return lang.X("range", "%s to %s", amount(*low), amount(*high))
	case low != nil:
		return lang.X("amount", "From %s", amount(*low))
	case high != nil:
		return lang.L("Up to %s", amount(*high))
	}
	return ""
}

// kindChoice is one of the chips over the list.
type kindChoice struct {
	kind db.EntryKind // "": any
	word string
}

// kindChoices are the chips over the list, in their order. A correction is a void in the ledger.
func kindChoices() []kindChoice {
	return []kindChoice{{"", lang.X("filter", "All")}, {db.Reserve, lang.X("noun", "Reserve")}, {db.Charge, lang.X("noun", "Charge")},
		{db.Refund, lang.X("noun", "Refund")}, {db.UnconfirmedEntry, lang.L("Unconfirmed")}, {db.Void, lang.L("Void, correction")}}
}

// shownProfiles are those that a person can look at: what was kept, and the one that is looked at.
func shownProfiles(all []db.Profile, current int64) []db.Profile {
	return slices.DeleteFunc(slices.Clone(all), func(p db.Profile) bool { return !p.Saved && p.ID != current })
}
