package boards

import (
	"cmp"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	planning "viviscope/client/boards"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/status"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// linesLeast is the room that the lines need beside the buttons, px. With less the buttons are below them.
const linesLeast = 280

// boardFoot shows the costs of the board, and the buttons that make the missing pictures and clips.
type boardFoot struct {
	m       *boardModel
	to      footRoutes
	content *fyne.Container
	height  float32 // of content

	buttons [planning.Stages]*kit.Button
	lines   [3]*kit.Text
	link    *kit.Link   // behind the last line
	waiting *kit.Button // gets the keyboard focus when it has its price; nil: none

	restOf *boardFigures // the figures that rest belongs to
	rest   string        // what is shown if nothing is missing
}

// footRoutes are the calls from the foot to the page.
type footRoutes struct {
	copyHere   func() // creates a copy of the board for the selected profile
	rehearse   func() // creates a copy of the board in the sandbox
	focusStrip func()
	resized    func() // the height of the foot changed
}

func newBoardFoot(m *boardModel, to footRoutes) *boardFoot {
	f := &boardFoot{m: m, to: to, link: kit.NewLink("", nil)}
	for i := range f.lines {
		f.lines[i] = smallText().Ellipsis()
	}
	f.lines[0].Wrap(true)
	for stage, icon := range [planning.Stages]fyne.Resource{planning.Keyframes: resources.IconPicture} {
		f.buttons[stage] = kit.NewButton("", icon, kit.Plain, func() {
			m.orders.press(f.buttons[stage].Text(), m.prices.figures.stages[stage])
		}).Large().Settles()
	}
	last := kit.NewRow(8, f.lines[2], kit.NewInset(-5, 0, -5, 0, f.link), kit.NewSpring())
	lines := kit.NewColumn(1, f.lines[0], f.lines[1], last)
	buttons := kit.NewFlow(8, f.buttons[planning.Outdated], f.buttons[planning.Keyframes], f.buttons[planning.Final],
		f.buttons[planning.Clips])
	f.content = kit.NewInset(9, 16, 9, 16, kit.NewBeside(16, linesLeast, lines, buttons))
	return f
}

// pressStage handles the key of the stages. The first press moves the focus to the button of the next stage, which
// shows the price. The next one presses the button.
func (f *boardFoot) pressStage() {
	f.m.flush() // typed text may change what is missing
	button := f.buttons[planning.Clips]
	for _, stage := range []int{planning.Keyframes, planning.Final, planning.Outdated} {
		if !button.Visible() {
			button = f.buttons[stage]
		}
	}
	f.pressButton(button)
}

// pressButton presses a button by the keyboard. If its price is not known yet, the button gets the focus later.
func (f *boardFoot) pressButton(button *kit.Button) {
	f.m.flush()
	if f.m.prices.pending() && button.Visible() {
		f.waiting = button
	}
	if f.waiting != button {
		f.pressKey(button)
	}
}

// pressKey moves the keyboard focus to a button, or presses the button if it has the focus already.
func (f *boardFoot) pressKey(button *kit.Button) {
	switch canvas := f.m.Canvas(); {
	case !button.Visible() || button.Disabled():
	case canvas.Focused() != fyne.Focusable(button):
		canvas.Focus(button)
	default:
		f.m.orders.allowNext()
		button.Press()
	}
}

// footActions returns the actions of the foot. another is the button that orders another take of the selected card.
func (f *boardFoot) footActions(another *kit.Button) []action.Action {
	const ctrl = fyne.KeyModifierShortcutDefault
	scope := action.Scope{In: "boards", When: inBoard}
	return []action.Action{
		{ID: "board.make", Label: lang.L("Make missing pictures or clips"), Keys: action.KeysWith(ctrl, fyne.KeyReturn),
			Scope:  scope,
			Spends: true, Do: f.pressStage},
		f.stageAction("board.final", lang.L("Make chosen takes final"), planning.Final,
			lang.L("There is no take to make final now.")),
		f.stageAction("board.remake", lang.L("Remake what no longer matches"), planning.Outdated,
			lang.L("There is nothing to remake now.")),
		{ID: "board.another", Label: lang.L("Another take"),
			Keys:  action.KeysWith(ctrl|fyne.KeyModifierShift, fyne.KeyReturn),
			Scope: scope, Spends: true, Do: func() { f.pressKey(another) }},
		{ID: "board.rehearse", Label: lang.L("Rehearse in the sandbox"), Icon: resources.IconBox,
			Hidden: f.m.Profile().Sandbox, Do: f.to.rehearse},
	}
}

// stageAction returns the action that presses the button of a stage. none is the reason if there is no button.
func (f *boardFoot) stageAction(id, label string, stage int, none string) action.Action {
	a := action.Action{ID: id, Label: label, Spends: true, Do: func() { f.pressButton(f.buttons[stage]) },
		Scope: action.Scope{In: "boards", When: inBoard}}
	if !f.buttons[stage].Visible() {
		a.Disabled = none
	}
	return a
}

// show shows the document and its prices. It is called after each change and compares before it sets.
func (f *boardFoot) show() {
	locked := f.m.locked() != ""
	f.showButtons(locked)
	f.moveFocus()
	f.showLines(locked)
}

// showButtons shows at most two buttons, of which the right one is the primary one. Each of them spends: a free button
// among them would change places with them while jobs end.
func (f *boardFoot) showButtons(locked bool) {
	figures := f.m.prices.figures
	pending, off := f.m.prices.pending(), f.m.orders.locked() != ""
	for stage, button := range f.buttons {
		o := figures.stages[stage]
		on := slices.Contains(figures.shown, stage) && !locked
		kit.Show(button, on)
		if !on {
			continue
		}
		label := o.word + " · …"
		if !pending {
			label = f.m.offers.label(o)
		}
		button.SetText(label)
		kit.Enable(button, !off && !pending)
		button.SetKind(kit.Plain)
	}
	if primary := figures.primary(); primary >= 0 && !locked {
		f.buttons[primary].SetKind(kit.Primary)
	}
}

// moveFocus moves the keyboard focus away from a button that was hidden, and to a button that waited for its price.
func (f *boardFoot) moveFocus() {
	canvas := f.m.Canvas()
	at, isButton := canvas.Focused().(*kit.Button)
	if isButton && !at.Visible() && slices.Contains(f.buttons[:], at) {
		f.to.focusStrip()
	}
	button := f.waiting
	if button == nil || f.m.prices.pending() {
		return
	}
	f.waiting = nil
	if button.Visible() && !button.Disabled() {
		canvas.Focus(button)
	}
}

// footNotice is a message about the whole board, with a link to what can be done.
type footNotice struct {
	text, cure string
	do         func()
}

// notice returns the message about the board. Its text is "" if there is none.
func (f *boardFoot) notice() footNotice {
	v, p := f.m.view, f.m.prices
	a := p.known.account
	switch {
	case v.Ref == "" || a.ID == 0:
	case a.ReadOnly:
		return footNotice{text: p.accountFault()}
	case v.ProfileID != a.ID:
		owner := cmp.Or(p.known.owner, lang.L("another profile"))
		return footNotice{lang.L("This board belongs to %s.", owner), lang.L("Copy to this profile (prices change)"),
			f.to.copyHere}
	case p.holds():
		return footNotice{text: lang.L("Offline. Orders are held and sent only by you.")}
	case a.NoKey:
		return footNotice{p.accountFault(), lang.L("Add key…"), func() { f.m.Navigator.ShowProfile(a.ID) }}
	}
	return f.notHosted()
}

// notHosted returns the message about jobs that are held, or wait, because the image host did not take their pictures.
func (f *boardFoot) notHosted() footNotice {
	var held []string
	words := ""
	for _, at := range f.m.prices.figures.unhosted {
		of := status.Of(at.job, status.Context{Now: f.m.Now()})
		if at.job.State == db.Held {
			held, words = append(held, f.m.names(at.card)...), of.Detail
		} else if len(held) == 0 {
			words = of.Reason
		}
	}
	held = slices.Compact(held)
	if len(held) == 0 {
		return footNotice{text: words}
	}
	text := lang.N("%[1]s is held. %[2]s.", "%[1]s are held. %[2]s.", len(held), wording.List(held), words)
	return footNotice{text, lang.X("place", "Queue"), f.m.Navigator.ShowQueue}
}

// showLines shows the notice, what the buttons cost, what was spent, and what is left of the budget after that.
func (f *boardFoot) showLines(locked bool) {
	notice, pending := f.notice(), f.m.prices.pending()
	var costs, budget []kit.Span
	switch {
	case locked:
	case pending:
		costs = spans(lang.L("The price is being worked out."))
	default:
		costs = f.costs()
	}
	if !locked && notice.text == "" && !pending {
		budget = f.m.prices.figures.both.budget()
	}
	isEmpty := func(line []kit.Span) bool { return len(line) == 0 || len(line) == 1 && line[0].Text == "" }
	lines := slices.DeleteFunc([][]kit.Span{spans(notice.text), costs, spans(spentText(f.m.view)), budget}, isEmpty)
	for i, line := range f.lines {
		kit.Show(line, i < len(lines))
		if i < len(lines) {
			line.SetSpans(lines[i]...)
		}
	}
	f.showLink(notice)
	f.content.Refresh()
	if height := kit.HeightFor(f.content, f.content.Size().Width); height != f.height {
		f.height = height
		f.to.resized()
	}
}

// showLink shows the cure of a notice, or the link to the costs of the board.
func (f *boardFoot) showLink(notice footNotice) {
	v := f.m.view
	text, do := notice.cure, notice.do
	if text == "" && len(v.Costs[""]) > 0 {
		text, do = lang.L("Cost of this board"), func() { f.m.Navigator.ShowBoardCosts(v.Ref, v.Name) }
	}
	f.link.SetText(text)
	f.link.OnTapped = do
	kit.Show(f.link, text != "")
}

// costs returns what no button shows: the sum of both, how many prices are not known, and a hint about finals. If
// nothing is missing, it begins with [boardFoot.restText].
func (f *boardFoot) costs() []kit.Span {
	figures := f.m.prices.figures
	rest, together, unpriced, hint := "", "", "", ""
	if n := len(figures.both.Unpriced()); n > 0 {
		unpriced = lang.N("%s price not known", "%s prices not known", n, lang.Number(n))
	}
	if len(figures.shown) == 2 {
		together = lang.L("Both buttons together %s est.", figures.both.sum())
	}
	if !figures.offers(planning.Keyframes) && !figures.offers(planning.Clips) {
		rest = f.restText()
	}
	if slices.Contains(figures.shown, planning.Final) {
		hint = lang.L("A final may differ from its draft: a service need not follow the seed.")
	}
	if slices.Contains(figures.shown, planning.Outdated) {
		hint = wording.Dotted(f.remakeHint(rest == ""), hint)
	}
	return spans(wording.Dotted(rest, together, unpriced, hint))
}

// remakeHint returns what the label of the remake does not name: why takes no longer match, if the line does not name
// it, the shots that are made again because of others, and those that need a second click.
func (f *boardFoot) remakeHint(whys bool) string {
	figures, why := f.m.prices.figures, ""
	for _, card := range figures.stages[planning.Outdated].Cards {
		if whys && why == "" {
			why = f.m.castChange(card)
		}
	}
	with, later := "", ""
	if n := len(figures.with); n > 0 {
		with = lang.N("%s is made from them", "%s are made from them", n, wording.List(f.m.names(figures.with...)))
	}
	if len(figures.later) > 0 {
		later = lang.L("then %s in a second click", wording.List(f.m.names(figures.later...)))
	}
	return wording.Dotted(with, later, why)
}

// restText returns the line for a board that lacks nothing: running jobs, and cards that may need attention.
func (f *boardFoot) restText() string {
	figures := f.m.prices.figures
	if f.restOf == figures {
		return f.rest
	}
	words := wording.Dotted(f.m.unmade(figures.left, planning.Clips)...)
	f.restOf, f.rest = figures, words
	if words == "" && len(figures.shown) == 0 {
		f.rest = lang.L("Nothing left to make")
	}
	if !figures.made {
		f.rest = wording.Dotted(lang.L("Nothing to make yet"), words)
	}
	return f.rest
}

// sums returns what n pictures and clips cost, and both together, without the kind of the amounts. about: the amount is
// an approximation.
func sums(m wording.MoneyFormat, n [2]int, amounts [2]int64, about [2]bool) (parts []string) {
	amount := func(micros int64, about bool) string {
		if about {
			return lang.L("about %s", bold(m.Of(micros)))
		}
		return bold(m.Of(micros))
	}
	if of := n[planning.Keyframes]; of > 0 {
		parts = append(parts, lang.N("%[1]s picture %[2]s", "%[1]s pictures %[2]s", of, bold(lang.Number(of)),
			amount(amounts[planning.Keyframes], about[planning.Keyframes])))
	}
	if of := n[planning.Clips]; of > 0 {
		parts = append(parts, lang.N("%[1]s clip %[2]s", "%[1]s clips %[2]s", of, bold(lang.Number(of)),
			amount(amounts[planning.Clips], about[planning.Clips])))
	}
	if len(parts) > 1 {
		parts = append(parts, lang.L("together %s",
			amount(db.Sum(amounts[:]...), about[planning.Keyframes] || about[planning.Clips])))
	}
	return parts
}

// spentText returns what a board has cost so far, each amount with its kind.
func spentText(v boards.View) string {
	var parts []string
	for _, c := range v.Costs[""] {
		add := func(micros int64, words func(amount string) string) {
			if micros != 0 {
				parts = append(parts, words(wording.Money(micros, c.Currency)))
			}
		}
		add(c.Micros[db.Charge], func(a string) string { return a + " " + wording.EntryWord(db.Charge, true) })
		add(c.Micros[db.Reserve], func(a string) string { return a + " " + wording.EntryWord(db.Reserve, true) })
		add(c.Micros[boards.Ordered], func(a string) string { return lang.L("%s as ordered, not sent yet", a) })
		add(c.Micros[boards.Planned], func(a string) string { return lang.L("%s planned", a) })
		add(c.Micros[db.UnconfirmedEntry], func(a string) string { return lang.L("up to %s unconfirmed", a) })
		if c.Unpriced > 0 {
			parts = append(parts, lang.N("%s price not known", "%s prices not known", c.Unpriced,
				lang.Number(c.Unpriced)))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return lang.L("Costs: %s", strings.Join(parts, " · "))
}
