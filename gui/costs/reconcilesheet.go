package costs

import (
	"context"
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// reconciler is the sheet that compares the ledger of a time with what the service's own console says.
type reconciler struct {
	s                   *Screen
	profile             db.Profile
	now                 comparison
	compared            bool
	asked               int // counts comparisons, so that a late answer is not shown
	first, last, note   *widgets.Entry
	amount              *widgets.AmountEntry
	problem             *widgets.Text
	sums, verdict, what *widgets.Text
	list                *table
	correct             *widgets.Button
	row                 *fyne.Container // of the buttons
	sheet               *widgets.Sheet
}

// ShowReconcile opens the comparison with the console, with what was typed there before.
func (s *Screen) ShowReconcile() {
	profile := s.shown.profile
	if profile.ID == 0 || s.open() {
		return
	}
	r := &reconciler{s: s, profile: profile, first: widgets.NewEntry(), last: widgets.NewEntry(), note: widgets.NewEntry(), amount: widgets.NewAmountEntry(),
		problem: widgets.NewText("", resources.SizeSM, resources.Err, false).Wrap(true),
		sums:    widgets.NewText("", resources.SizeSM, resources.Text2, false).Wrap(true),
		verdict: widgets.NewText("", resources.SizeH2, resources.Text1, true).Wrap(true),
		what:    widgets.NewText("", resources.SizeSM, resources.Text2, false).Wrap(true),
	}
	draft, typed := s.drafts[profile.ID]
	if q := s.asked.get(); !typed {
		draft = reconcileDraft{first: q.period.from.Format("2006-01-02"), last: q.period.to.AddDate(0, 0, -1).Format("2006-01-02")}
	}
	r.first.SetText(draft.first)
	r.last.SetText(draft.last)
	r.amount.SetText(draft.amount)
	r.note.SetText(draft.note)
	r.amount.SetPlaceHolder(wording.PlainMoney(0, profile.Currency))
	r.note.SetPlaceHolder(lang.L("Why, for later: “invoice of November”"))
	r.list = newTable([]column{{head: lang.X("column", "When"), width: 92, longest: []string{wording.Stamp(widest, widest)}}, {head: lang.X("column", "Job"), width: 140, grow: true}, {head: lang.X("column", "Why"), width: 300, grow: true}, {head: lang.L("Amount"), width: 100, numbers: true, bold: true}})
	r.list.list.OnTapped, r.list.list.OnOpen = r.lead, r.lead
	r.correct = widgets.NewButton(lang.L("Record a correction…"), nil, widgets.Plain, r.ask)
	done := widgets.NewButton(lang.L("Done"), nil, widgets.Primary, nil)

	title := lang.L("What does the console of %s say?", profile.Name)
	changed := func(string) { r.keep(); r.compare() }
	r.first.OnChanged, r.last.OnChanged, r.amount.OnChanged = changed, changed, changed
	head := widgets.NewRow(12,
		widgets.NewColumn(4, caption(lang.L("First day")), widgets.NewFixed(resources.Scaled(120), 0, r.first)),
		widgets.NewColumn(4, caption(lang.L("Last day")), widgets.NewFixed(resources.Scaled(120), 0, r.last)),
		widgets.NewColumn(4, caption(lang.L("Charged, in %s", profile.Currency)), widgets.NewFixed(resources.Scaled(140), 0, r.amount)))
	r.note.OnChanged = func(string) { r.keep(); r.render() }
	r.row = widgets.NewRow(8, widgets.NewSpring(), r.correct, done)
	content := widgets.NewColumn(12,
		widgets.NewText(title, resources.SizeH1, resources.Text1, true), head, r.problem, r.sums, r.verdict, r.what,
		widgets.NewFixed(0, 190, r.list.object),
		widgets.NewColumn(4, caption(lang.L("Note, needed to record a correction")), r.note),
		r.row)
	r.render()
	r.sheet = s.openSheet(840, content)
	r.sheet.Default = r.sheet.Hide
	done.OnTapped = r.sheet.Hide
	r.amount.OnEscape = r.sheet.Hide
	s.deps.Canvas().Focus(r.amount)
	r.compare()
}

func caption(words string) *widgets.Text {
	return widgets.NewText(words, resources.SizeSM, resources.Text2, false)
}

// keep remembers what was typed.
func (r *reconciler) keep() {
	r.s.drafts[r.profile.ID] = reconcileDraft{r.first.Text, r.last.Text, r.amount.Text, r.note.Text}
}

// typed reads the fields. why says what is wrong; "" while nothing is, ready whether there is something to compare.
func (r *reconciler) typed() (p period, console int64, why string, ready bool) {
	now := r.s.deps.Now()
	from, err := parseDay(r.first.Text, now)
	r.first.SetFailed(err != nil)
	to, err2 := parseDay(r.last.Text, now)
	r.last.SetFailed(err2 != nil)
	if err == nil {
		err = err2
	}
	if err == nil {
		p, err = between(from, to)
	}
	amount, given, bad := wording.ParseAmount(r.amount.Text, r.profile.Currency)
	r.amount.SetFailed(bad != nil)
	if err == nil {
		err = bad
	}
	if err != nil {
		return p, 0, mistake(err), false
	}
	return p, int64(amount), "", given
}

// compare reads the ledger for what is typed.
func (r *reconciler) compare() {
	p, console, why, ready := r.typed()
	r.asked++
	say(r.problem, why)
	if !ready {
		r.compared = false
		r.render()
		return
	}
	asked, s := r.asked, r.s
	s.deps.Go(func(ctx context.Context) {
		c, err := compare(ctx, s.deps.Library, r.profile, p, console)
		s.deps.Post(func() {
			if asked != r.asked {
				return
			}
			r.compared, r.now = err == nil, c
			if err != nil {
				say(r.problem, notCompared(err))
			}
			r.render()
		})
	})
}

// render shows what was found. A correction needs a difference and a note.
func (r *reconciler) render() {
	sums, verdict, what := lang.L("Type what the console says was charged in this time."), "", ""
	var rows [][]cell
	if r.compared {
		sums, verdict, what = r.now.words(), r.now.verdict(), r.now.found()
		rows = suspectRows(r.now.suspects, r.s.deps.Now())
	}
	r.sums.SetText(sums)
	say(r.verdict, verdict)
	say(r.what, what)
	r.list.set(rows)
	words := lang.L("Record a correction…")
	if r.compared && r.now.difference != 0 {
		words = lang.L("Record a correction of %s…", r.now.money.Signed(r.now.difference))
	}
	r.correct.SetText(words)
	lay(r.row)
	if r.compared && r.now.difference != 0 && strings.TrimSpace(r.note.Text) != "" {
		r.correct.Enable()
	} else {
		r.correct.Disable()
	}
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
		lang.L("A new entry of %[1]s is written at %[2]s, with the note “%[3]s”.", m.Signed(c.AmountMicros), wording.Exact(c.At, s.deps.Now()), c.Note),
		lang.L("Then %[1]s has %[2]s charged, as the console says.", r.now.period.words(), m.Alone(r.now.console)),
		lang.L("It can never be removed, only corrected again."),
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
			s.added(c.ProfileID)
		}
		s.deps.Post(func() {
			if err != nil {
				say(r.problem, lang.L("Not recorded: %s", wording.Fault(err)))
				return
			}
			r.note.SetText("")
			r.compare()
			s.deps.Window.Refresh()
		})
	})
}
