package costs

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/costs/prices"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// row is one row of the list in words: an entry, or a job that unfolds to its entries.
type row struct {
	id, job, asset int64 // id is the entry's, or -job of a job
	kind           db.EntryKind
	correction     bool
	unpriced       bool // it counts, but its amount is not known
	open           bool // it has not ended
	entry          db.LedgerRow

	children []row // the entries of a job with several, newest first; nil: the row is one entry
	child    bool  // it is one of these
	unfolded bool  // they are shown

	at     time.Time // of the newest entry
	micros int64     // of amount; -1<<63 if it is not known

	when, word, what, amount string
	facts                    string // after what: "· clip-2.6 · 5 s · 720P"
	quantity                 string // with the price of one: "5 s × ¥0.56"
	exact                    string // the exact time and the note
}

// rowOf returns the row of an entry.
func rowOf(r db.LedgerRow, now time.Time) row {
	e := r.Entry
	out := row{entry: r, open: r.Open, id: e.ID, job: r.Job.ID, asset: r.AssetID, kind: e.Kind,
		correction: e.Correction != "",
		unpriced:   e.AmountMicros == nil && (e.Kind == db.Charge && !r.Priced || r.Open),
		at:         e.At, micros: microsOf(e), when: wording.Stamp(e.At, now), word: kindWord(e),
		quantity: quantityText(e), amount: amountText(e),
		exact: wording.Exact(e.At, now)}
	if e.UnitMicros != nil && *e.UnitMicros > 0 && out.quantity != "" {
		out.quantity += " × " + wording.MoneyFormat{Currency: e.Currency}.Of(*e.UnitMicros)
	}
	if r.Priced {
		out.amount = lang.L("priced later")
	}
	switch {
	case r.Job.ID == 0 || e.Correction != "" && e.Note != "" && e.Prices == 0:
		out.what = noteText(e.Note)
	default:
		out.what = wording.Title(r.Job)
		facts := wording.ModelAndParameters(r.Job)
		if facts != "" {
			out.facts = "· " + facts
		}
		if e.Correction != "" {
			out.what = noteText(e.Note) + " · " + out.what
		}
	}
	if e.Note != "" {
		out.exact += " · " + noteText(e.Note)
	}
	return out
}

// noteText returns the note of an entry. The notes of the program are stored in English.
func noteText(note string) string {
	switch {
	case note == jobs.NoteNotCharged:
		return lang.L("You marked it as not charged.")
	case note == jobs.NoteWasCharged:
		return lang.L("You marked it as charged.")
	case note == jobs.NoteAdopted:
		return lang.L("You entered the task ID.")
	case note == jobs.NoteCorrected:
		return lang.L("The service found the task after all.")
	case strings.HasPrefix(note, prices.LaterNote):
		return lang.L("Priced when prices were entered.")
	}
	return note
}

// microsOf returns the amount of an entry as it is shown.
func microsOf(e db.Entry) int64 {
	switch {
	case e.AmountMicros == nil:
		return math.MinInt64
	case e.Kind == db.Refund && e.Correction == "":
		return -*e.AmountMicros
	}
	return *e.AmountMicros
}

// sortRows sorts rows, which are ordered from the newest on. Amounts of different currencies are not compared.
func sortRows(rows []row, o order) {
	compare := map[sortKey]func(a, b row) int{
		byTime:  func(a, b row) int { return a.at.Compare(b.at) },
		byKind:  func(a, b row) int { return strings.Compare(a.word, b.word) },
		byTitle: func(a, b row) int { return strings.Compare(strings.ToLower(a.what), strings.ToLower(b.what)) },
		byAmount: func(a, b row) int {
			return cmp.Or(strings.Compare(b.entry.Currency, a.entry.Currency), cmp.Compare(a.micros, b.micros))
		},
	}[o.by]
	switch {
	case o == order{}:
	case o.rising:
		slices.SortStableFunc(rows, compare)
	default:
		slices.SortStableFunc(rows, func(a, b row) int { return compare(b, a) })
	}
}

// amountText returns the amount of an entry as its kind means it.
func amountText(e db.Entry) string {
	if e.AmountMicros == nil {
		return lang.L("price not known")
	}
	m := wording.MoneyFormat{Currency: e.Currency}
	switch {
	case e.Correction != "":
		return m.Signed(*e.AmountMicros)
	case e.Kind == db.Refund:
		return m.Of(-*e.AmountMicros)
	case e.Kind == db.UnconfirmedEntry:
		return lang.L("up to %s", m.Of(*e.AmountMicros))
	}
	return m.Of(*e.AmountMicros)
}

func kindWord(e db.Entry) string {
	if e.Correction != "" {
		return lang.L("correction")
	}
	return map[db.EntryKind]string{
		db.Reserve:          lang.X("noun", "reserve"),
		db.Charge:           lang.X("noun", "charge"),
		db.Refund:           lang.X("noun", "refund"),
		db.UnconfirmedEntry: lang.L("unconfirmed"),
		db.Void:             lang.X("noun", "void"),
	}[e.Kind]
}

// kindChoice is a kind of entry that the list can be narrowed to.
type kindChoice struct {
	kind db.EntryKind // "": any
	word string
}

// kindChoices returns the kinds in the order of their chips. A correction is a void in the ledger.
func kindChoices() []kindChoice {
	return []kindChoice{
		{"", lang.X("filter", "All")},
		{db.Reserve, lang.X("noun", "Reserve")},
		{db.Charge, lang.X("noun", "Charge")},
		{db.Refund, lang.X("noun", "Refund")},
		{db.UnconfirmedEntry, lang.L("Unconfirmed")},
		{db.Void, lang.L("Void, correction")},
	}
}

// quantityText returns what an entry counts: "5 s", "1 picture", "1,512 tokens"; "" if it has no quantity.
func quantityText(e db.Entry) string {
	var q struct {
		Seconds          int   `json:"seconds"`
		Clips            int   `json:"clips"`
		Pictures         int   `json:"pictures"`
		InputTextTokens  int64 `json:"input_text_tokens"`
		InputImageTokens int64 `json:"input_image_tokens"`
		OutputTokens     int64 `json:"output_tokens"`
	}
	if len(e.Quantity) == 0 || json.Unmarshal(e.Quantity, &q) != nil {
		return ""
	}
	if q.Clips > 0 { // charged by the clip
		return lang.N("%s clip", "%s clips", q.Clips, lang.Number(q.Clips))
	}
	if q.Seconds > 0 {
		return strconv.Itoa(q.Seconds) + " s"
	}
	if q.Pictures > 0 {
		return lang.N("%s picture", "%s pictures", q.Pictures, lang.Number(q.Pictures))
	}
	tokens := q.InputTextTokens + q.InputImageTokens + q.OutputTokens
	if tokens > 0 {
		return lang.N("%s token", "%s tokens", int(tokens), lang.Number(tokens))
	}
	return ""
}

// foldJobs returns one row for each job with several entries, at the position of its newest entry, with the entries as
// its children. Other entries stay as they are.
func foldJobs(entries []row) (rows []row) {
	byJob := map[int64][]row{}
	for _, r := range entries {
		if r.job != 0 {
			byJob[r.job] = append(byJob[r.job], r)
		}
	}
	for _, r := range entries {
		all := byJob[r.job]
		switch {
		case r.job == 0 || len(all) == 1:
			rows = append(rows, r)
		case all[0].id == r.id:
			rows = append(rows, jobRow(all))
		}
	}
	return rows
}

// jobRow returns the row of a job from its entries, newest first. It shows the entry that matters most: one that is
// open, else the charge with its corrections, else how the job ended.
func jobRow(all []row) row {
	rank := func(r row) int {
		switch {
		case r.open:
			return 0
		case r.correction:
			return 6
		}
		return 1 + slices.Index([]db.EntryKind{db.Charge, db.Refund, db.Void, db.UnconfirmedEntry, db.Reserve}, r.kind)
	}
	out := slices.MinFunc(all, func(a, b row) int { return rank(a) - rank(b) })
	charged := int64(0)
	for _, r := range all {
		if r.entry.Currency == out.entry.Currency {
			charged += r.entry.Charged()
		}
		r.child = true
		r.what, r.facts = noteText(r.entry.Note), ""
		out.children = append(out.children, r)
	}
	out.id, out.at, out.when = -out.job, all[0].at, all[0].when
	if out.kind == db.Charge && !out.unpriced {
		out.micros = charged
		out.amount = wording.MoneyFormat{Currency: out.entry.Currency}.Of(charged)
	}
	return out
}

// unfold returns rows with the children of the unfolded jobs below them.
func unfold(rows []row, unfolded map[int64]bool) []row {
	if len(unfolded) == 0 {
		return rows
	}
	var all []row
	for _, r := range rows {
		all = append(all, r)
		if len(r.children) > 0 && unfolded[r.job] {
			all[len(all)-1].unfolded = true
			all = append(all, r.children...)
		}
	}
	return all
}

// indexOf returns the index of the row with an ID. If it was folded or unfolded since, that is the row of its job or of
// one of its entries; -1 for none.
func indexOf(rows []row, id int64) int {
	i := slices.IndexFunc(rows, func(r row) bool { return r.id == id })
	if i >= 0 {
		return i
	}
	return slices.IndexFunc(rows, func(r row) bool {
		return id < 0 && r.job == -id || slices.ContainsFunc(r.children, func(c row) bool { return c.id == id })
	})
}
