package boards

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/action"
	"viviscope/gui/compose"
	"viviscope/gui/compose/form"
	"viviscope/gui/lang"
	"viviscope/gui/price"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// foot says what the board costs, and makes what is missing: every way in which a board spends goes through [foot.press].
type foot struct {
	b       *board
	content *fyne.Container
	high    float32 // of content

	account compose.Account // in front
	quote   jobs.Quote      // of it, without orders
	owner   string          // name of the profile of the board, where that is another one
	times   map[string]time.Duration

	stages   [2]offer                    // the pictures, and the clips
	sent     map[string]map[string]int64 // by board and card: the jobs of the last clicks that are not shown yet
	accepted map[accepts]bool            // of this board
	of       string                      // its ref
	weighed  weighed                     // what the stages are of
	sending  bool
	ordered  time.Time       // when the last click was sent
	renewed  map[int64]int64 // by the job of a renewed picture: the asset that it is to be compared with
	sheet    *checkSheet     // nil: it was not open yet

	buttons            [2]*widgets.Button
	what, spent, after *widgets.Text
	notice             *widgets.Text
	cure               *widgets.Link
}

// linesLeast is the room that the lines have beside the buttons, px: with less these stand below.
const linesLeast = 280

// The stages of a board.
const (
	pictures = iota
	clips
)

func newFoot(b *board) *foot {
	f := &foot{b: b, times: map[string]time.Duration{}, sent: map[string]map[string]int64{}, accepted: map[accepts]bool{}, renewed: map[int64]int64{}}
	text := func() *widgets.Text { return widgets.NewText("", resources.SizeSM, resources.Text2, false).Wrap(true) }
	f.what, f.spent, f.after, f.notice = text(), text(), text(), text()
	f.cure = widgets.NewLink("", nil)
	for stage, icon := range []fyne.Resource{resources.IconPicture, nil} {
		f.buttons[stage] = widgets.NewButton("", icon, widgets.Plain, func() { f.press(f.buttons[stage].Text(), f.stages[stage]) }).Large()
	}
	lines := widgets.NewColumn(1, f.notice, f.what, f.spent, widgets.NewRow(8, f.after, f.cure))
	buttons := widgets.NewFlow(8, f.buttons[pictures], f.buttons[clips])
	f.content = widgets.NewInset(10, 16, 10, 16, widgets.NewBeside(16, linesLeast, lines, buttons))
	return f
}

func (f *foot) object() fyne.CanvasObject { return f.content }

// read reads who pays and what is used of the budgets, and returns what takes it in on the window's goroutine. It belongs to a goroutine
// that is not that one.
func (f *foot) read(ctx context.Context, owner int64) (take func()) {
	account, err := f.b.Library.Account(ctx)
	var quote jobs.Quote
	if err == nil && account.ID != 0 {
		quote, err = f.b.Engine.Price(ctx, account.ID, nil)
	}
	var name string
	if all, wrong := f.b.Library.Profiles(ctx); wrong == nil && owner != account.ID {
		if i := slices.IndexFunc(all, func(p db.Profile) bool { return p.ID == owner }); i >= 0 {
			name = all[i].Name
		}
	}
	if err != nil {
		f.b.Log().Warn("cannot read what a board may spend", slog.Any("err", err))
		return func() {}
	}
	return func() {
		f.account, f.quote, f.owner = account, quote, name
		f.changed()
	}
}

// world is what orders follow from now.
func (f *foot) world() world {
	a := f.account
	w := world{quote: f.quote, took: f.took, hold: f.holds(), sent: f.sent[f.b.view.Ref], Env: form.Env{Now: f.b.Now(), Own: a.BaseURL, Form: client.Form(a.Form),
		Hosting: f.b.view.Hosting}}
	if err := json.Unmarshal(a.Models, &w.Models); err != nil && len(a.Models) > 0 {
		f.b.Log().Warn("cannot read the models of a profile", slog.Int64("profile", a.ID), slog.Any("err", err))
	}
	return w
}

// What jobs take of which nobody knows how long, as the engine expects it.
const (
	usualClip    = 3 * time.Minute
	usualPicture = time.Minute
)

// took is how long jobs like a request take, as far as that was read by now.
func (f *foot) took(r client.Request) time.Duration {
	clip, ok := r.(client.VideoRequest)
	if !ok {
		return usualPicture
	}
	profile := f.account.ID
	key := fmt.Sprint(profile, clip.Model, clip.Duration(), clip.Tier())
	if _, asked := f.times[key]; !asked {
		f.times[key] = usualClip
		f.b.Go(func(ctx context.Context) {
			if took, err := compose.Took(ctx, f.b.Library, profile, r); err == nil && took > 0 {
				f.b.Post(func() {
					f.times[key] = took
					f.changed()
				})
			}
		})
	}
	return f.times[key]
}

// weighed says when the stages were worked out: addresses die by the minute.
type weighed struct {
	edition int
	minute  time.Time
}

// changed says that something else than the board has changed of what orders follow from.
func (f *foot) changed() { f.weighed = weighed{} }

// weigh works out what is missing and what that costs. It comes before anything of it is shown.
func (f *foot) weigh() {
	v, now := &f.b.view, weighed{f.b.edition, f.b.Now().Truncate(time.Minute)}
	if f.weighed == now {
		return
	}
	f.weighed = now
	if f.of != v.Ref {
		f.of = v.Ref
		clear(f.accepted)
	}
	for card, id := range f.sent[v.Ref] {
		if slices.ContainsFunc(v.Jobs[card], func(j db.Job) bool { return j.ID == id }) {
			delete(f.sent[v.Ref], card)
		}
	}
	w := f.world()
	v.Unpriced = nil // which is a state of its own
	unknown, estimates := map[string]bool{}, map[string]int64{}
	for stage := range f.stages {
		cards := missing(*v, w, stage)
		f.stages[stage] = offer{newClick(*v, w, cards...), cards, stageWord(stage, len(cards), w.hold)}
		for _, it := range f.stages[stage].items {
			if it.price == nil {
				unknown[it.card] = true
			} else {
				estimates[it.card] = db.Sum(estimates[it.card], *it.price)
			}
		}
	}
	v.Unpriced, f.b.estimates = unknown, estimates
}

// holds reports whether what is ordered waits for a person: the service cannot be reached.
func (f *foot) holds() bool { return f.b.Live.Unreached(f.account.ID) != "" }

// off says why nothing can be ordered for this board now, in a sentence; "": it can.
func (f *foot) off() string {
	switch {
	case f.b.locked() != "":
		return f.b.locked()
	case f.account.ID == 0 || f.account.ID != f.b.view.ProfileID:
		return lang.L("The board is still loading.")
	case f.account.NoKey && !f.holds():
		return lang.L("No key for %s, so nothing can be sent.", f.account.Name)
	case f.sending:
		return lang.L("The last click is being saved.")
	}
	return ""
}

// stageKey is the key of the stages: the first press brings the keyboard to the button, whose label says the price; the next one presses it.
func (f *foot) stageKey() {
	f.b.inspector.flush() // what is typed may be what is missing
	stage := clips
	if !f.buttons[clips].Visible() {
		stage = pictures
	}
	f.key(f.buttons[stage])
}

func (f *foot) key(button *widgets.Button) {
	switch canvas := f.b.Canvas(); {
	case !button.Visible() || button.Disabled():
	case canvas.Focused() != fyne.Focusable(button):
		canvas.Focus(button)
	default:
		f.ordered = time.Time{} // it is no half of a double click
		button.Press()
	}
}

// show shows the board as it is now. It is called after each change and compares before it sets.
func (f *foot) show() {
	why := f.off()
	for stage, button := range f.buttons {
		o := f.stages[stage]
		widgets.Show(button, o.click != nil && len(o.items) > 0 && f.b.locked() == "")
		if button.Visible() {
			button.SetText(f.label(o))
			widgets.Enable(button, why == "")
		}
	}
	kind, shots := widgets.Plain, f.b.view.Shots
	filmable := func(s boards.Shot) bool { _, ok := f.b.view.Chosen(s.ID); return ok }
	if !f.buttons[clips].Visible() && !slices.ContainsFunc(shots, filmable) { // else to make the film is what comes next
		kind = widgets.Primary
	}
	f.buttons[pictures].SetKind(kind)
	f.buttons[clips].SetKind(widgets.Primary)
	f.showLines()
	f.compareRenewed()
	if f.sheet != nil {
		f.sheet.show()
	}
}

// actions are what the foot does by keys.
func (f *foot) actions() []action.Action {
	const ctrl = fyne.KeyModifierShortcutDefault
	scope := action.Scope{In: "boards", When: inBoard}
	return []action.Action{
		{ID: "board.make", Label: lang.L("Make what is missing"), Keys: action.KeysWith(ctrl, fyne.KeyReturn), Scope: scope, Spends: true,
			Fixed: lang.L("Ctrl+Enter sends from any field; the button shows the price."), Do: f.stageKey},
		{ID: "board.another", Label: lang.L("Another take"), Keys: action.KeysWith(ctrl|fyne.KeyModifierShift, fyne.KeyReturn), Scope: scope,
			Spends: true, Do: func() { f.key(f.b.inspector.another) }},
		{ID: "board.rehearse", Label: lang.L("Rehearse in the sandbox"), Icon: resources.IconBox, Hidden: f.account.Sandbox,
			Do: f.rehearse},
	}
}

// showLines writes what the buttons cost, what was spent, and what is left of the budget after that; or why nothing can be ordered.
func (f *foot) showLines() {
	notice, cure, do := f.noticed()
	if notice == "" {
		f.what.SetSpans(f.costs()...)
		f.spent.SetText(f.spentWords())
		f.after.SetSpans(f.budget()...)
	}
	f.notice.SetText(notice)
	f.cure.SetText(cure)
	f.cure.OnTapped = do
	locked := f.b.locked() != ""
	widgets.Show(f.notice, notice != "")
	widgets.Show(f.cure, cure != "")
	widgets.Show(f.what, !locked)
	widgets.Show(f.spent, f.b.view.Ref != "" && f.spent.Text() != "")
	widgets.Show(f.after, !locked && notice == "" && f.after.Text() != "")
	f.content.Refresh()
	if high := widgets.HeightFor(f.content, f.content.Size().Width); high != f.high { // the board is laid out by it
		f.high = high
		f.b.frame.Refresh()
	}
}

// noticed is what there is to say of the board as a whole, and what can be done about it.
func (f *foot) noticed() (words, cure string, do func()) {
	switch v := f.b.view; {
	case v.Ref == "" || f.account.ID == 0:
	case f.account.ReadOnly:
		return lang.L("The library is open read-only because its disk cannot be written. Nothing is sent or saved."), "", nil
	case v.ProfileID != f.account.ID:
		owner := cmp.Or(f.owner, lang.L("another profile"))
		return lang.L("This board belongs to %s.", owner), lang.L("Copy to this profile (prices change)"), f.copyHere
	case f.holds():
		return lang.L("Offline. Orders are held and sent only by you."), "", nil
	case f.account.NoKey:
		return lang.L("No key for %s, so nothing can be sent. Your library works as usual.", f.account.Name), lang.L("Add key…"),
			func() { f.b.Nav.ShowProfile(f.account.ID) }
	}
	return "", "", nil
}

// marked stands in a sentence around what stands out.
const marked = "\x00"

func bold(words string) string { return marked + words + marked }

// spans are the parts of a sentence, of which those that are marked stand out.
func spans(sentence string) (all []widgets.Span) {
	for i, part := range strings.Split(sentence, marked) {
		s := widgets.Span{Text: part}
		if i%2 == 1 {
			s.Bold, s.Color = true, resources.Text1
		}
		all = append(all, s)
	}
	return all
}

// costs words what the buttons order: "2 pictures about ¥0.12 · 3 clips ¥8.40 · together about ¥8.52 est.".
func (f *foot) costs() []widgets.Span {
	var n [2]int
	var amounts [2]int64
	var about [2]bool
	var unpriced []string
	for stage, o := range f.stages {
		n[stage], amounts[stage], about[stage] = len(o.cards), o.quoted().Total, o.about()
		for _, it := range o.items {
			if it.price == nil {
				unpriced = append(unpriced, f.names(it.card)...)
			}
		}
	}
	words := sums(f.stages[clips].money(), n, amounts, about)
	switch {
	case words == "" && slices.ContainsFunc(f.b.view.Strip(), func(c boards.Card) bool { return len(f.b.view.Takes(cardID(f.b.view.Board, c))) > 0 }):
		return spans(lang.L("Nothing left to make"))
	case words == "":
		return spans(lang.L("Nothing to make yet"))
	}
	words = lang.X("list of amounts", "%s est.", words)
	if len(unpriced) > 0 {
		slices.Sort(unpriced)
		words += " · " + lang.L("without %s: price not known", wording.List(slices.Compact(unpriced)))
	}
	return spans(words)
}

// sums words what so many pictures and clips come to, without the kind of the amounts.
func sums(m wording.MoneyFormat, n [2]int, amounts [2]int64, about [2]bool) string {
	var parts []string
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
	return strings.Join(parts, " · ")
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
		add(c.Charged, func(a string) string { return a + " " + wording.EntryWord(db.Charge, true) })
		add(c.Reserved, func(a string) string { return a + " " + wording.EntryWord(db.Reserve, true) })
		add(c.Ordered, func(a string) string { return lang.L("%s waiting or being sent", a) })
		add(c.Planned, func(a string) string { return lang.L("%s planned", a) })
		add(c.MayBeCharged, func(a string) string {
			return lang.L("up to %s", a) + " " + wording.EntryWord(db.UnconfirmedEntry, true)
		})
		if c.Unpriced > 0 {
			parts = append(parts, lang.N("%s price not known", "%s prices not known", c.Unpriced, lang.Number(c.Unpriced)))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return lang.L("Spent: %s", strings.Join(parts, " · "))
}

// budget says what is left of the budget after both stages.
func (f *foot) budget() []widgets.Span {
	q, about := f.quote, false
	q.Known = true
	for _, o := range f.stages {
		of := o.quoted()
		q.Each, q.Known, about = append(q.Each, of.Each...), q.Known && of.Known, about || o.about()
	}
	if len(q.Each) == 0 {
		return nil
	}
	line := price.BudgetLine(q)
	if len(line) == 3 && about {
		line[1].Text = lang.L("about %s", line[1].Text)
	}
	return line
}
