package costs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/db/ledger"
	"viviscope/gui/lang"
	"viviscope/gui/price"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// reconcileDraft is what was typed to be compared, and is not lost when the sheet closes.
type reconcileDraft struct{ first, last, amount, note string }

// comparison is the ledger of a time beside what the console says of it.
type comparison struct {
	period     period
	money      wording.MoneyFormat
	ledger     int64 // charged, with its corrections
	corrected  int64
	console    int64
	difference int64 // what the console has more; below 0: less
	suspects   []suspect
}

// compare reads the ledger of a time and what could explain the difference to an amount.
func compare(ctx context.Context, l Library, profile db.Profile, p period, console int64) (comparison, error) {
	c := comparison{period: p, money: wording.MoneyFormat{Currency: profile.Currency}, console: console}
	all, err := l.LedgerSums(ctx, ledger.Filter{ProfileID: profile.ID, From: p.from, To: p.to, Currency: profile.Currency})
	if err != nil {
		return c, fmt.Errorf("read sums to compare: %w", err)
	}
	s := sumsIn(all, profile.Currency)
	if s.Charged < 0 && console > math.MaxInt64+s.Charged {
		return c, errors.New(lang.L("The difference is too large to compare."))
	}
	c.ledger, c.corrected, c.difference = s.Charged, s.Corrected, console-s.Charged
	c.suspects, err = explain(ctx, l, profile, p, c.difference)
	return c, err
}

// suspect is an entry that could explain a difference.
type suspect struct {
	db.LedgerRow
	why string
}

// maxSuspects bounds how many entries are offered.
const maxSuspects = 200

// explain returns the entries of a profile in a period that could explain a difference: what the service says was charged, less what the
// ledger says. The likeliest cause comes first; within one, those whose amount is just the difference, then the newest. Entries with an
// amount of the wrong direction are left out: a refund cannot explain that the service charged less.
func explain(ctx context.Context, l Library, profile db.Profile, p period, difference int64) ([]suspect, error) {
	size := max(difference, -difference)
	causes := []struct {
		why string
		f   ledger.Filter
	}{
		{lang.L("unconfirmed: it may have been charged"), ledger.Filter{Kinds: []ledger.Kind{ledger.Unconfirmed}, OpenOnly: true}},
		{lang.L("charged, price not known"), ledger.Filter{Kinds: []ledger.Kind{ledger.Charge}, Unpriced: true}},
		{lang.L("marked as not charged"), ledger.Filter{Kinds: []ledger.Kind{ledger.Void}}},
		{lang.L("refunded: possibly not paid back"), ledger.Filter{Kinds: []ledger.Kind{ledger.Refund}}},
		{"", ledger.Filter{Kinds: []ledger.Kind{ledger.Charge}, MinMicros: &size, MaxMicros: &size}}, // counted once too often, or missing
	}
	switch {
	case difference == 0:
		return nil, nil
	case difference < 0:
		causes = causes[len(causes)-1:]
	}
	var all []suspect
	for _, c := range causes {
		c.f.ProfileID, c.f.From, c.f.To, c.f.Currency = profile.ID, p.from, p.to, profile.Currency
		rows, _, err := l.Ledger(ctx, c.f, 0, maxSuspects)
		if err != nil {
			return nil, fmt.Errorf("look for what explains the difference: %w", err)
		}
		var exact, others []suspect
		for _, r := range rows {
			switch {
			case r.Correction != "":
			case c.why == "":
				exact = append(exact, suspect{r, lang.L("a charge of exactly this amount")})
			case r.AmountMicros != nil && *r.AmountMicros == size:
				exact = append(exact, suspect{r, wording.Commas(c.why, lang.L("exactly this amount"))})
			default:
				others = append(others, suspect{r, c.why})
			}
		}
		all = slices.Concat(all, exact, others)
	}
	return all[:min(len(all), maxSuspects)], nil
}

// words tell the two sums and their difference.
func (c comparison) words() string {
	if c.corrected != 0 {
		return lang.L("Ledger: %[1]s charged, including %[2]s of corrections. Console: %[3]s.",
			c.money.Of(c.ledger), c.money.Signed(c.corrected), c.money.Of(c.console))
	}
	return lang.L("Ledger: %[1]s charged. Console: %[2]s.", c.money.Of(c.ledger), c.money.Of(c.console))
}

// verdict tells the difference.
func (c comparison) verdict() string {
	switch {
	case c.difference == 0:
		return lang.L("They match exactly.")
	case c.difference > 0:
		return lang.L("The console shows %s more.", c.money.Of(c.difference))
	}
	return lang.L("The console shows %s less.", c.money.Of(-c.difference))
}

// correction is the entry that makes the two agree. It is written at the end of the time, or now where that has not ended.
func (c comparison) correction(profile int64, note string, now time.Time) db.Correction {
	at := c.period.to.Add(-time.Millisecond) // the ledger counts in milliseconds
	if at.After(now) {
		at = now
	}
	return db.Correction{ProfileID: profile, Currency: c.money.Currency, AmountMicros: c.difference, At: at, Note: strings.TrimSpace(note)}
}

// found words how many entries could explain the difference.
func (c comparison) found() string {
	switch n := len(c.suspects); {
	case c.difference == 0:
		return ""
	case n == 0:
		return lang.L("No single entry in this period explains the difference.")
	default:
		return lang.N("%s entry could explain it.", "%s entries could explain it, the likeliest first.", n, lang.Number(n)) +
			" " + lang.L("Press Enter or click to show it.")
	}
}

// reconciler is the sheet that compares the ledger of a time with what the service's own console says.
type reconciler struct {
	s                   *Screen
	profile             db.Profile
	now                 comparison
	compared            bool
	asked               int // counts comparisons, so that a late result is not shown
	days                days
	note                *widgets.Entry
	amount              *widgets.AmountEntry
	problem             *widgets.Text
	sums, verdict, what *widgets.Text
	list                *widgets.Table[suspect]
	correct             *widgets.Button
	row                 *fyne.Container // of the buttons
	sheet               *widgets.Sheet
}

// reconcileWide is the width of the sheet, px.
const reconcileWide = 840

// ShowReconcile opens the comparison with the console, with what was typed there before.
func (s *Screen) ShowReconcile() {
	profile := s.shown.profile
	if profile.ID == 0 || s.open() {
		return
	}
	draft, typed := s.drafts[profile.ID]
	if q := s.asked.get(); !typed {
		draft = reconcileDraft{first: q.period.from.Format(time.DateOnly), last: q.period.last().Format(time.DateOnly)}
	}
	r := &reconciler{s: s, profile: profile, days: newDays(draft.first, draft.last),
		note: widgets.NewEntry(), amount: widgets.NewAmountEntry(),
		problem: newProblem(), sums: small("").Wrap(true), what: small("").Wrap(true),
		verdict: widgets.NewText("", resources.SizeH2, resources.Text1, true).Wrap(true)}
	r.amount.SetText(draft.amount)
	r.note.SetText(draft.note)
	r.amount.SetPlaceHolder(wording.PlainMoney(0, profile.Currency))
	r.note.SetPlaceHolder(lang.L("Reason, such as “November invoice”"))
	entry := func(of suspect) row { return rowOf(of.LedgerRow, false, s.deps.Now()) }
	when := wording.Stamp(widest, widest)
	r.list = widgets.NewTable(lowRow, lowRow, []widgets.TableColumn[suspect]{
		{Head: lang.X("column", "When"), Width: 92, Words: func(of suspect) string { return entry(of).when }, Longest: []string{when}},
		{Head: lang.X("column", "Job"), Width: 140, Grow: true,
			Words: func(of suspect) string { return entry(of).what }, Rest: func(of suspect) string { return entry(of).facts }},
		{Head: lang.X("column", "Why"), Width: 300, Grow: true, Words: func(of suspect) string { return of.why }},
		{Head: lang.L("Amount"), Width: 100, Number: true, Bold: true, Words: func(of suspect) string { return entry(of).amount }},
	})
	r.list.OnTapped, r.list.OnOpen = r.lead, r.lead
	r.correct = widgets.NewButton(lang.L("Record a correction…"), nil, widgets.Plain, r.ask)
	done := widgets.NewButton(lang.L("Done"), nil, widgets.Primary, nil)
	r.row = widgets.NewRow(8, widgets.NewSpring(), r.correct, done)
	first, last := r.days.fields(resources.Scaled(120))
	content := widgets.NewColumn(12,
		widgets.NewText(lang.L("Compare with %s’s console", profile.Name), resources.SizeH1, resources.Text1, true),
		widgets.NewRow(12, first, last, labelled(lang.L("Charged, in %s", profile.Currency), resources.Scaled(140), r.amount)),
		r.problem, r.sums, r.verdict, r.what, widgets.NewFixed(0, 190, r.list.Object()),
		widgets.NewColumn(4, small(lang.L("Note (required for a correction)")), r.note), r.row)
	r.render()
	r.sheet = s.openSheet(reconcileWide, content)
	r.sheet.Default, done.OnTapped, r.amount.OnEscape = r.sheet.Hide, r.sheet.Hide, r.sheet.Hide
	changed := func(string) { r.keep(); r.compare() }
	r.days.first.OnChanged, r.days.last.OnChanged, r.amount.OnChanged = changed, changed, changed
	r.note.OnChanged = func(string) { r.keep(); r.render() }
	s.deps.Canvas().Focus(r.amount)
	r.compare()
}

// keep remembers what was typed.
func (r *reconciler) keep() {
	r.s.drafts[r.profile.ID] = reconcileDraft{r.days.first.Text, r.days.last.Text, r.amount.Text, r.note.Text}
}

// compare reads the ledger for what is typed.
func (r *reconciler) compare() {
	p, err := r.days.read(r.s.deps.Now())
	console, wrong := price.ReadAmount(r.amount, r.profile.Currency)
	err = cmp.Or(err, wrong)
	complain(r.problem, err)
	r.asked++
	if err != nil || console == nil {
		r.compared = false
		r.render()
		return
	}
	asked, s := r.asked, r.s
	s.deps.Go(func(ctx context.Context) {
		c, err := compare(ctx, s.deps.Library, r.profile, p, *console)
		s.deps.Post(func() {
			if asked == r.asked {
				r.compared, r.now = err == nil, c
				complain(r.problem, err)
				r.render()
			}
		})
	})
}

// render shows what was found. A correction needs a difference and a note.
func (r *reconciler) render() {
	sums, verdict, what := lang.L("Enter the amount that the console shows for this period."), "", ""
	var rows []suspect
	if r.compared {
		sums, verdict, what, rows = r.now.words(), r.now.verdict(), r.now.found(), r.now.suspects
	}
	r.sums.SetText(sums)
	widgets.ShowText(r.verdict, verdict)
	widgets.ShowText(r.what, what)
	r.list.Set(rows)
	words := lang.L("Record a correction…")
	if r.compared && r.now.difference != 0 {
		words = lang.L("Record a correction of %s…", r.now.money.Signed(r.now.difference))
	}
	r.correct.SetText(words)
	lay(r.row)
	widgets.Enable(r.correct, r.compared && r.now.difference != 0 && strings.TrimSpace(r.note.Text) != "")
	if r.sheet != nil {
		r.sheet.Refresh()
	}
}

// lead closes the sheet and shows the entries of a suspect's job, or the suspect's kind where it has none. What was typed
// stays for the next time.
func (r *reconciler) lead(i int) {
	if i >= len(r.now.suspects) {
		return
	}
	r.sheet.Hide()
	if job := r.now.suspects[i].Job.ID; job != 0 {
		r.s.ShowJob(job)
		return
	}
	r.s.filter(func(f *filter) { *f = filter{kind: r.now.suspects[i].Kind} })
}

// ask makes sure that a correction is meant. Not to record it is the answer of Enter.
func (r *reconciler) ask() {
	s := r.s
	c := r.now.correction(r.profile.ID, r.note.Text, s.deps.Now())
	m := r.now.money
	text := strings.Join([]string{
		lang.L("Adds a new entry of %[1]s at %[2]s with the note “%[3]s”.",
			m.Signed(c.AmountMicros), wording.Exact(c.At, s.deps.Now()), c.Note),
		lang.L("%[1]s then shows %[2]s charged, like the console.", r.now.period.words(), m.Of(r.now.console)),
		lang.L("It cannot be removed, only corrected again."),
	}, " ")
	widgets.Ask(s.deps.Canvas(), lang.L("Record a correction?"), text, nil,
		widgets.Answer{Word: lang.L("Record %s", m.Signed(c.AmountMicros)), Kind: widgets.Plain, Do: func() { r.record(c) }},
		widgets.Answer{Word: lang.L("Do not record"), Kind: widgets.Primary, Enter: true})
}

// record writes a correction.
func (r *reconciler) record(c db.Correction) {
	s := r.s
	s.deps.Go(func(ctx context.Context) {
		_, err := s.deps.Library.Correct(ctx, c)
		if err == nil {
			s.deps.Engine.LedgerCorrected(c.ProfileID)
		}
		s.deps.Post(func() {
			if err != nil {
				widgets.ShowText(r.problem, lang.L("Not recorded: %s", wording.Fault(err)))
				return
			}
			r.note.SetText("")
			r.compare()
			s.deps.Window.Refresh()
		})
	})
}
