package compose

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/gui/compose/form"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// footState says what the foot shows of the order that a click would send.
func (s *Screen) footState(order form.Order, problems []client.ValidationError) footState {
	quote := s.tariff.Quote(order)
	state := footState{sandbox: s.account.Sandbox, button: order.Word()}
	if s.account.ID != 0 && form.Priceable(problems) {
		state.button, state.line = s.tariff.Button(order, quote), s.tariff.Line(order, quote)
		state.own = s.charges.line(s.charges.key(s.account, order), order.Jobs())
		state.unknown = !quote.Known
		if s.budgets != nil && s.budgets.Limits.Watched() {
			state.budget, state.over = budgetLine(*s.budgets, quote)
		}
	}
	if s.held != nil {
		state.button = s.buttonWord(order, false, false)
	}
	switch {
	case s.failure != "":
		state.why, state.wrong = s.failure, true
	case s.gate.waiting != nil:
		state.why = lang.L("Next: %s. It goes once the click before it is saved.", s.gate.waiting.word)
	case s.held != nil && s.held.gone != "":
		state.why = lang.L("Job %s is not held any more.", s.held.name())
	case s.held != nil && s.held.job.ProfileID != s.account.ID:
		state.why = lang.L("Job %s belongs to another profile. Switch back to it to save it.", s.held.name())
	case s.account.ReadOnly:
		state.why = readOnlyWords()
	case s.account.NoKey:
		state.why, state.noKey = lang.L("No key for %s. Nothing can be sent. Your library works as usual.", s.account.Name), true
	case len(problems) > 0:
		state.why = form.Words(problems[0].Message)
	}
	state.more = s.free(problems) && !s.account.ReadOnly
	state.on = state.more && !s.account.NoKey
	s.footAsItWas(&state)
	return state
}

// budgetLine says what is left of the tightest budget after a click, as words, the number that stands out, and words; near: it is
// passed, or so much of it used that a person wants to be warned. q says what is used without the click.
func budgetLine(q jobs.Quote, c form.Quote) (words [3]string, near bool) {
	if c.Known {
		q.Each = []*int64{new(int64(c.Total))}
	}
	left := q.Verdict().Near
	line, micros := leftWords(left.Scope, c.Known, hole, wording.Money(left.Limit, q.Currency)), left.Micros
	switch {
	case left.Micros < 0:
		line, micros = passedWords(left.Scope, hole), -left.Micros
	case left.Warn:
		line = lang.L("%s, over %d %% used", line, q.Limits.WarnPercent)
	}
	before, after := around(line)
	return [3]string{before, wording.Money(micros, q.Currency), after}, left.Micros < 0 || left.Warn
}

// passedWords say by how much a limit is passed.
func passedWords(s jobs.Scope, by string) string {
	if s == jobs.ScopeDay {
		return lang.L("Over today’s budget by %s", by)
	}
	return lang.L("Over this month’s budget by %s", by)
}

// leftWords say how much of a limit is left after a click, or without it where its price is not known.
func leftWords(s jobs.Scope, priced bool, left, limit string) string {
	switch {
	case s == jobs.ScopeDay && priced:
		return lang.L("Today’s budget after this: %s of %s", left, limit)
	case s == jobs.ScopeDay:
		return lang.L("Today’s budget without this: %s of %s", left, limit)
	case priced:
		return lang.L("Budget after this: %s of %s", left, limit)
	}
	return lang.L("Budget without this: %s of %s", left, limit)
}

// readOnlyWords says why nothing can be sent while the library can only be looked at.
func readOnlyWords() string {
	return lang.L("This library is open read-only: its disk cannot be written. Nothing is sent or saved.")
}

// footAsItWas says what the foot shows of a click without what is drawn on the canvas.
func (s *Screen) footAsItWas(state *footState) {
	f, ok := s.drawing.asItWas()
	if !ok {
		return
	}
	order, problems := f.Build(s.env())
	state.was = lang.L("Send as it was")
	if s.account.ID != 0 && form.Priceable(problems) {
		state.was = s.buttonWord(order, false, true)
	}
	state.wasOn = s.free(problems) && !s.account.NoKey
}

// free reports whether the form can be handed over: it is complete, and not what is being handed over already.
func (s *Screen) free(problems []client.ValidationError) bool {
	mine := s.held == nil || (s.held.gone == "" && s.held.job.ProfileID == s.account.ID)
	a := s.gate.ask(s.requestKey())
	return len(problems) == 0 && s.account.ID != 0 && mine && (a == admitted || a == queued)
}

// moreMenu is what else can be done with the form, beside the button.
func (s *Screen) moreMenu() *fyne.Menu {
	shifted := fyne.KeyModifierShortcutDefault | fyne.KeyModifierShift
	item := func(word string, key fyne.KeyName, do func()) *fyne.MenuItem {
		i := fyne.NewMenuItem(word, do)
		if key != "" {
			i.Shortcut = &desktop.CustomShortcut{KeyName: key, Modifier: shifted}
		}
		return i
	}
	if s.held != nil {
		return fyne.NewMenu("", item(lang.L("Save, keep it held"), fyne.KeyH, s.HoldForLater), item(lang.L("Copy request"), fyne.KeyC, s.CopyRequest))
	}
	menu := fyne.NewMenu("", item(lang.L("Hold for later"), fyne.KeyH, s.HoldForLater), item(lang.L("Copy request"), fyne.KeyC, s.CopyRequest),
		fyne.NewMenuItemSeparator(), item(lang.L("Batch…"), fyne.KeyB, s.ShowBatch))
	if _, ok := s.drawing.asItWas(); ok {
		was := item(lang.L("Send as it was"), fyne.KeyReturn, s.SendAsItWas)
		was.Disabled = !s.foot.wasOn()
		menu.Items = append([]*fyne.MenuItem{was}, menu.Items...)
	}
	return menu
}
