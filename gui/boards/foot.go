package boards

import (
	"cmp"
	"context"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	planning "viviscope/client/boards"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/action"
	"viviscope/gui/compose"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/status"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// foot says what the board costs, and makes what is missing: every way in which a board spends goes through [foot.press].
type foot struct {
	b       *board
	content *fyne.Container
	high    float32 // of content

	known    spending                   // as it was read last
	figures                             // of the board as it was worked out last
	working  bool                       // figures are being worked out, away from the window's goroutine
	focus    *kit.Button                // gets the keyboard when it has its price; nil: none
	accepted map[planning.Accepted]bool // of this board
	sent     int64                      // clicks that were sent, but for those that came to nothing
	ended    atomic.Int64               // those of them that came to their jobs
	seen     int64                      // those of these that the board has been read since
	ordered  time.Time                  // when the last click was sent
	renewed  map[int64]int64            // by the job of a renewed picture: the asset that it is to be compared with
	sheet    *checkSheet                // nil: it was not open yet

	buttons [2]*kit.Button
	film    *kit.Button // what comes next where no clip is left to make
	lines   [3]*kit.Text
	link    *kit.Link // behind the last line
}

// spending is what the profile in front may order, as it was read.
type spending struct {
	planning.Context
	account compose.Account
	owner   string // name of the profile of the board, where that is another one
}

// linesLeast is the room that the lines have beside the buttons, px: with less these stand below.
const linesLeast = 280

// The stages of a board.
const (
	pictures = planning.Keyframes
	clips    = planning.Clips
)

func newFoot(b *board) *foot {
	f := &foot{b: b, accepted: map[planning.Accepted]bool{}, renewed: map[int64]int64{}, link: kit.NewLink("", nil)}
	for i := range f.lines {
		f.lines[i] = smallText().Ellipsis()
	}
	f.lines[0].Wrap(true)
	for stage, icon := range []fyne.Resource{resources.IconPicture, nil} {
		f.buttons[stage] = kit.NewButton("", icon, kit.Plain, func() { f.press(f.buttons[stage].Text(), f.stages[stage]) }).Large()
	}
	f.film = kit.NewButton(lang.L("Make film…"), resources.IconFilm, kit.Primary, func() { b.makeFilm() }).Large()
	lines := kit.NewColumn(1, f.lines[0], f.lines[1], kit.NewRow(8, f.lines[2], kit.NewInset(-5, 0, -5, 0, f.link), kit.NewSpring()))
	buttons := kit.NewFlow(8, f.film, f.buttons[pictures], f.buttons[clips])
	f.content = kit.NewInset(9, 16, 9, 16, kit.NewBeside(16, linesLeast, lines, buttons))
	return f
}

// read reads what orders of a board follow from, and returns what takes it in on the window's goroutine. ended is how many clicks had come
// to their jobs before the board was read. It belongs to a goroutine that is not the window's.
func (f *foot) read(ctx context.Context, v boards.View, ended int64) (take func()) {
	a, err := f.b.Library.Account(ctx)
	known := spending{account: a}
	if err == nil {
		known.Context, err = planning.ReadContext(ctx, f.b.Engine, a.Profile, v)
	}
	if err != nil {
		f.b.Log().Warn("cannot read what a board may spend", slog.Any("err", err))
		return func() {}
	}
	if all, err := f.b.Library.Profiles(ctx); err == nil && v.ProfileID != a.ID {
		if i := slices.IndexFunc(all, func(p db.Profile) bool { return p.ID == v.ProfileID }); i >= 0 {
			known.owner = all[i].Name
		}
	}
	return func() {
		f.known, f.seen = known, ended
		f.b.edition++
	}
}

// orderContext returns what orders follow from now.
func (f *foot) orderContext() planning.Context {
	w := f.known.Context
	w.Now, w.Hosting, w.Hold, w.Accepted = f.b.Now(), f.b.view.Hosting, f.holds(), f.accepted
	return w
}

// weigh has the figures follow the board. It comes before anything of them is shown.
func (f *foot) weigh() {
	now := f.b.Now().Truncate(time.Minute)
	if f.edition == f.b.edition && f.minute.Equal(now) {
		return
	}
	work, head := f.work(now), f.b.view.BoardHead
	if len(f.b.cards) <= mostAtOnce {
		f.take(work())
		return
	}
	if f.working { // what it brings is too old, and then it begins again
		return
	}
	f.working = true
	f.b.Go(func(context.Context) {
		var g figures
		err := boards.Contain(head, func() error { g = work(); return nil })
		f.b.Post(func() {
			f.working = false
			if err != nil && f.b.view.Ref == head.Ref {
				f.b.fail(err)
				return
			}
			if err == nil && g.edition == f.b.edition { // else the board was changed meanwhile
				f.take(g)
			}
			f.b.show()
		})
	})
}

// take swaps figures in.
func (f *foot) take(g figures) {
	f.figures, f.b.estimates, f.rest = g, g.prices, ""
	if len(f.both.Items) == 0 {
		f.rest = f.restWords()
	}
}

// pending reports whether the figures belong to an earlier state of the board: nothing is ordered by them.
func (f *foot) pending() bool { return f.edition != f.b.edition }

// holds reports whether what is ordered waits for a person: the service cannot be reached.
func (f *foot) holds() bool { a := f.known.account; return !a.NoKey && f.b.Live.Unreached(a.ID) != "" }

// off says why nothing can be ordered for this board now, in a sentence; "": it can.
func (f *foot) off() string {
	words, _, _ := f.noticed()
	switch {
	case f.b.locked() != "":
		return f.b.locked()
	case f.known.account.ID == 0 || f.known.account.ID != f.b.view.ProfileID:
		return lang.L("The board is still loading.")
	case f.known.account.NoKey:
		return words
	case f.seen < f.sent:
		return lang.L("The last click is being saved.")
	}
	return ""
}

// why is off as a person reads it: that a click is being saved goes by before it is read, unless something stands in the way.
func (f *foot) why() string {
	if f.seen < f.sent && f.b.Now().Sub(f.ordered).Abs() < doubleClick {
		return ""
	}
	return f.off()
}

// noticed is what there is to say of the board as a whole, and what can be done about it.
func (f *foot) noticed() (words, cure string, do func()) {
	switch v, a := f.b.view, f.known.account; {
	case v.Ref == "" || a.ID == 0:
	case a.ReadOnly:
		return lang.L("The library is open read-only because its disk cannot be written. Nothing is sent or saved."), "", nil
	case v.ProfileID != a.ID:
		owner := cmp.Or(f.known.owner, lang.L("another profile"))
		return lang.L("This board belongs to %s.", owner), lang.L("Copy to this profile (prices change)"), f.copyHere
	case f.holds():
		return lang.L("Offline. Orders are held and sent only by you."), "", nil
	case a.NoKey:
		return lang.L("No key for %s, so nothing can be sent. Your library works as usual.", a.Name), lang.L("Add key…"),
			func() { f.b.Navigator.ShowProfile(a.ID) }
	}
	return f.notHosted()
}

// notHosted says once for the board which jobs are held, or wait, because the image host did not take their pictures.
func (f *foot) notHosted() (words, cure string, do func()) {
	var held []string
	for _, at := range f.unhosted {
		if at.job.State == db.Held {
			held, words = append(held, f.names(at.card)...), status.Of(at.job, status.Context{Now: f.b.Now()}).Detail
		} else if len(held) == 0 {
			words = status.Of(at.job, status.Context{Now: f.b.Now()}).Reason
		}
	}
	if held = slices.Compact(held); len(held) == 0 {
		return words, "", nil
	}
	return lang.N("%[1]s is held. %[2]s.", "%[1]s are held. %[2]s.", len(held), wording.List(held), words), lang.X("place", "Queue"), f.b.Navigator.ShowQueue
}

// stageKey is the key of the stages: the first press brings the keyboard to the button, whose label says the price; the next one presses it.
func (f *foot) stageKey() {
	f.b.flush() // what is typed may be what is missing
	stage := clips
	if !f.buttons[clips].Visible() {
		stage = pictures
	}
	if !f.wait(f.buttons[stage]) {
		f.key(f.buttons[stage])
	}
}

func (f *foot) key(button *kit.Button) {
	switch canvas := f.b.Canvas(); {
	case !button.Visible() || button.Disabled():
	case canvas.Focused() != fyne.Focusable(button):
		canvas.Focus(button)
	default:
		f.ordered = time.Time{} // it is no half of a double click
		button.Press()
	}
}

// wait has a button get the keyboard when it has its price, where that is being worked out.
func (f *foot) wait(button *kit.Button) bool {
	if f.pending() && button.Visible() {
		f.focus = button
	}
	return f.focus == button
}

// actions are what the foot does by keys.
func (f *foot) actions() []action.Action {
	const ctrl = fyne.KeyModifierShortcutDefault
	scope := action.Scope{In: "boards", When: inBoard}
	return []action.Action{
		{ID: "board.make", Label: lang.L("Make what is missing"), Keys: action.KeysWith(ctrl, fyne.KeyReturn), Scope: scope, Spends: true,
			Do: f.stageKey},
		{ID: "board.another", Label: lang.L("Another take"), Keys: action.KeysWith(ctrl|fyne.KeyModifierShift, fyne.KeyReturn), Scope: scope,
			Spends: true, Do: func() { f.key(f.b.inspector.another) }},
		{ID: "board.rehearse", Label: lang.L("Rehearse in the sandbox"), Icon: resources.IconBox, Hidden: f.known.account.Sandbox, Do: f.rehearse},
	}
}

// show shows the board as it is now. It is called after each change and compares before it sets.
func (f *foot) show() {
	why, locked, pending := f.off(), f.b.locked() != "", f.pending()
	for stage, button := range f.buttons {
		c := f.stages[stage]
		if kit.Show(button, len(c.Items) > 0 && !locked); button.Visible() {
			if pending {
				button.SetText(c.word + " · …")
			} else {
				button.SetText(f.label(c))
			}
			kit.Enable(button, why == "" && !pending)
		}
	}
	toMake := f.buttons[pictures].Visible() && f.buttons[clips].Visible()
	kit.Show(f.film, !toMake && action.ByID(f.b.filmActions(), "board.film").Can()) // two buttons at most
	kind := kit.Primary                                                             // of the first one that is visible
	for _, button := range []*kit.Button{f.buttons[clips], f.film, f.buttons[pictures]} {
		if button.SetKind(kit.Plain); button.Visible() {
			button.SetKind(kind)
			kind = kit.Plain
		}
	}
	if at, ok := f.b.Canvas().Focused().(*kit.Button); ok && !at.Visible() && slices.Contains(append(f.buttons[:], f.film), at) {
		f.b.Canvas().Focus(f.b.strip) // all of it is ordered
	}
	if button := f.focus; button != nil && !pending {
		if f.focus = nil; button.Visible() && !button.Disabled() {
			f.b.Canvas().Focus(button)
		}
	}
	f.showLines(locked)
	f.compareRenewed()
	if f.sheet != nil {
		f.sheet.show()
	}
}

// showLines says why nothing can be ordered, if so, what the buttons cost, what was spent, and what is left of the budget after that.
func (f *foot) showLines(locked bool) {
	notice, word, do := f.noticed()
	var costs, budget []kit.Span
	switch {
	case locked:
	case f.pending():
		costs = spans(lang.L("The price is being worked out."))
	default:
		costs = f.costs()
	}
	if !locked && notice == "" && !f.pending() {
		budget = f.both.budget()
	}
	lines := slices.DeleteFunc([][]kit.Span{spans(notice), costs, spans(f.spentWords()), budget}, func(line []kit.Span) bool {
		return len(line) == 0 || len(line) == 1 && line[0].Text == ""
	})
	for i, line := range f.lines {
		if kit.Show(line, i < len(lines)); line.Visible() {
			line.SetSpans(lines[i]...)
		}
	}
	if v := f.b.view; word == "" && len(v.Costs[""]) > 0 {
		word, do = lang.L("Cost of this board"), func() { f.b.Navigator.ShowBoardCosts(v.Ref, v.Name) }
	}
	f.link.SetText(word)
	f.link.OnTapped = do
	kit.Show(f.link, word != "")
	f.content.Refresh()
	if high := kit.HeightFor(f.content, f.content.Size().Width); high != f.high { // the board is laid out by it
		f.high = high
		f.b.frame.Refresh()
	}
}

// marked stands in a sentence around what stands out.
const marked = "\x00"

func bold(words string) string { return marked + words + marked }

// spans are the parts of a sentence, of which those that are marked stand out.
func spans(sentence string) (all []kit.Span) {
	for i, part := range strings.Split(sentence, marked) {
		s := kit.Span{Text: part}
		if i%2 == 1 {
			s.Bold, s.Color = true, resources.Text1
		}
		all = append(all, s)
	}
	return all
}

// costs words what the buttons order: "2 pictures about ¥0.12 · 3 clips ¥8.40 · together about ¥8.52 est.". What they are together, and which
// prices are not known, is left out where it has no room.
func (f *foot) costs() []kit.Span {
	var n [2]int
	var amounts [2]int64
	var about [2]bool
	unpriced := f.both.Unpriced()
	for stage, o := range f.stages {
		n[stage], amounts[stage], about[stage] = len(o.Cards)-len(o.Unpriced()), o.Quoted().Total, o.MakesPictures()
	}
	parts, without := sums(f.stages[clips].money(), n, amounts, about), ""
	if len(unpriced) > 0 {
		without = lang.L("without %s: price not known", f.list(unpriced...))
	}
	if len(parts) == 0 {
		return spans(cmp.Or(without, f.rest))
	}
	line := func(parts []string, without string) string {
		return wording.Dotted(lang.X("list of amounts", "%s est.", wording.Dotted(parts...)), without)
	}
	few := parts[:min(len(parts), 2)]
	tries := []string{line(parts, without), line(few, without)}
	if without != "" {
		tries = append(tries, line(few, lang.N("%s price not known", "%s prices not known", len(unpriced), lang.Number(len(unpriced)))))
	}
	room := f.lines[0].Size().Width
	fits := slices.IndexFunc(tries, func(words string) bool {
		wide := fyne.MeasureText(strings.ReplaceAll(words, marked, ""), theme.Size(resources.SizeSM), fyne.TextStyle{Bold: true}).Width
		return room <= 0 || wide <= room
	})
	if fits < 0 {
		fits = len(tries) - 1
	}
	return spans(tries[fits])
}

// restWords say what becomes of a board of which nothing can be ordered: what is under way, and what a person may decide.
func (f *foot) restWords() string {
	words := wording.Dotted(f.becauseWords(f.left, clips)...)
	if !f.made {
		return wording.Dotted(lang.L("Nothing to make yet"), words)
	}
	return cmp.Or(words, lang.L("Nothing left to make"))
}

// sums words what so many pictures and clips come to, and both together, without the kind of the amounts.
func sums(m wording.MoneyFormat, n [2]int, amounts [2]int64, about [2]bool) (parts []string) {
	amount := func(micros int64, about bool) string {
		if about {
			return lang.L("about %s", bold(m.Of(micros)))
		}
		return bold(m.Of(micros))
	}
	if of := n[pictures]; of > 0 {
		parts = append(parts, lang.N("%[1]s picture %[2]s", "%[1]s pictures %[2]s", of, bold(lang.Number(of)), amount(amounts[pictures], about[pictures])))
	}
	if of := n[clips]; of > 0 {
		parts = append(parts, lang.N("%[1]s clip %[2]s", "%[1]s clips %[2]s", of, bold(lang.Number(of)), amount(amounts[clips], about[clips])))
	}
	if len(parts) > 1 {
		parts = append(parts, lang.L("together %s", amount(db.Sum(amounts[:]...), about[pictures] || about[clips])))
	}
	return parts
}

// spentWords word what the board cost so far, each amount with its kind.
func (f *foot) spentWords() string {
	var parts []string
	for _, c := range f.b.view.Costs[""] {
		add := func(micros int64, words func(amount string) string) {
			if micros != 0 {
				parts = append(parts, words(wording.Money(micros, c.Currency)))
			}
		}
		add(c.Micros[db.Charge], func(a string) string { return a + " " + wording.EntryWord(db.Charge, true) })
		add(c.Micros[db.Reserve], func(a string) string { return a + " " + wording.EntryWord(db.Reserve, true) })
		add(c.Micros[boards.Ordered], func(a string) string { return lang.L("%s waiting or being sent", a) })
		add(c.Micros[boards.Planned], func(a string) string { return lang.L("%s planned", a) })
		add(c.Micros[db.UnconfirmedEntry], func(a string) string { return lang.L("up to %s unconfirmed", a) })
		if c.Unpriced > 0 {
			parts = append(parts, lang.N("%s price not known", "%s prices not known", c.Unpriced, lang.Number(c.Unpriced)))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return lang.L("Spent: %s", strings.Join(parts, " · "))
}
