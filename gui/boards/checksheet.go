package boards

import (
	"cmp"
	"slices"
	"time"

	"fyne.io/fyne/v2"

	planning "viviscope/client/boards"
	"viviscope/client/jobs"
	"viviscope/db/boards"
	"viviscope/gui/action"
	"viviscope/gui/facts"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// checkSheet is the sheet in which the user checks a click before it is sent: its problems, its cards with their
// prices, and the cards that it leaves out.
type checkSheet struct {
	m     *boardModel
	asked offer           // the offer that the sheet was opened for
	stage int             // the stage that the offer makes; -1: some cards alone
	kind  int             // the stage that would make the cards, if the offer is of no stage
	out   map[string]bool // cards that the user left out
	now   offer           // of the other cards
	fit   offer           // of the cards without a problem

	sheet           *kit.Sheet
	head, problems  *fyne.Container
	rows            []checkRow
	left, budget    *kit.Text
	why             *kit.Text
	back, some, all *kit.Button
}

// checkRow is the row of a card: a check box, its request, and its price.
type checkRow struct {
	card            string
	tick            *kit.Toggle
	details, amount *kit.Text
}

// Sizes of the sheet, px.
const (
	checkWidth = 880
	checkRoom  = 240 // above and below the list
	checkTitle = 168
)

// openCheckSheet opens the sheet for an offer; nil if another one is open.
func openCheckSheet(m *boardModel, asked offer) *checkSheet {
	canvas := m.Canvas()
	if canvas.Overlays().Top() != nil {
		return nil
	}
	s := &checkSheet{m: m, asked: asked, out: map[string]bool{}, kind: planning.Keyframes, head: kit.NewColumn(10),
		problems: kit.NewColumn(8), left: smallText().Wrap(true), budget: smallText().Wrap(true), why: smallText()}
	s.stage = slices.IndexFunc(m.prices.figures.stages[:], func(stage offer) bool { return stage.word == asked.word })
	heading, untick := lang.L("Keyframes"), smallText()
	untick.SetText(lang.L("untick to leave out"))
	switch frames := asked.FrameCount(); {
	case frames == 0:
		s.kind, heading = planning.Clips, lang.L("Shots")
	case frames < len(asked.Cards):
		heading = lang.L("Keyframes and shots")
	}
	if s.stage >= 0 {
		s.kind = s.stage
	}
	s.back = kit.NewButton(lang.L("Back to the board"), nil, kit.Plain, func() { s.sheet.Hide() })
	s.some = kit.NewButton("", nil, kit.Plain, func() { s.send(s.some) }).Spends()
	s.all = kit.NewButton("", nil, kit.Plain, func() { s.send(s.all) }).Spends()
	rows := kit.NewColumn(0)
	for _, card := range asked.Cards {
		rows.Add(s.addRow(card))
	}
	title := kit.NewRow(8, kit.NewText(heading, resources.SizeSM, resources.Text1, true), untick)
	list := kit.NewInset(1, 8, 1, 1, kit.NewColumn(8, s.problems, title, rows, s.left))
	s.show()
	height := min(canvas.Size().Height-resources.Scaled(checkRoom), kit.HeightFor(list, checkWidth-32))
	buttons := kit.NewAnswers(s.back, s.all, s.some, s.why)
	scroll := kit.NewVScroll(list)
	kit.Follow(scroll, list)
	s.sheet = kit.ShowWideSheet(canvas, checkWidth, kit.NewColumn(10, s.head,
		kit.NewFixed(0, height, scroll), kit.NewRule(), s.budget, buttons), nil)
	focus := s.back // the safe answer, unless there are no problems
	if !s.all.Disabled() {
		focus = s.all
	}
	canvas.Focus(focus)
	return s
}

// addRow makes the row of a card.
func (s *checkSheet) addRow(card string) fyne.CanvasObject {
	m, w := s.m, s.asked.Want(card)
	number, title := smallText().Trailing().MinWidth(28), smallText().Ellipsis()
	number.SetSpans(kit.Span{Text: m.names(card)[0], Bold: true, Color: resources.Text1})
	title.SetSpans(kit.Span{Text: cmp.Or(w.Prompt, lang.L("no prompt")), Color: resources.Text1})
	picture := facts.NewPicture(m, m.Pictures, fyne.NewSize(43, 24))
	picture.SetAsset(m.view.Assets[cmp.Or(w.First.Asset, w.From.Asset, w.Last.Asset)])
	r := checkRow{card, nil, smallText().Ellipsis(), smallText()}
	r.tick = kit.NewCheck(func(on bool) {
		s.out[card] = !on
		s.show()
	})
	r.tick.SetName(title)
	s.rows = append(s.rows, r)
	return kit.NewColumn(0, kit.NewRule(), kit.NewRow(8, r.tick, number, picture, kit.NewFixed(checkTitle, 0, title),
		r.details,
		kit.NewSpring(), r.amount))
}

// offerWithout returns the offer of the cards that are not left out, except for those in but.
func (s *checkSheet) offerWithout(but map[string]bool) offer {
	cards := slices.DeleteFunc(slices.Clone(s.asked.Cards), func(card string) bool { return s.out[card] || but[card] })
	if len(but) > 0 { // cards that wait for one of these are left out too
		cards = s.asked.WithMakers(s.m.view, s.m.prices.context(), cards)
	}
	c := *s.asked.Click
	c.Cards = cards
	return s.m.offers.again(offer{&c, s.asked.word})
}

// show shows the current state of the click. It closes the sheet if nothing can be ordered any more.
func (s *checkSheet) show() {
	bad := map[string]bool{}
	if s.sheet != nil && (!s.sheet.Shown() || s.m.orders.locked() != "") {
		s.sheet.Hide()
		return
	}
	s.now = s.offerWithout(nil)
	for s.fit = s.now; len(s.fit.Problems) > 0; s.fit = s.offerWithout(bad) {
		for _, p := range s.fit.Problems {
			for _, card := range p.Cards {
				bad[card] = true
			}
		}
	}
	s.showHead()
	s.problems.Objects = nil
	for _, p := range s.now.Problems {
		s.problems.Add(s.problem(p))
	}
	for _, r := range s.rows {
		s.showRow(r)
	}
	s.left.SetSpans(s.leftOut()...)
	budget, fits := s.fit.budget(), s.fit.CardCount()
	if len(budget) > 0 && len(s.now.Problems) > 0 {
		without := lang.N("The %s without problems", "The %s without problems", fits, lang.Number(fits))
		budget = slices.Insert(budget, 0, kit.Span{Text: without + " · "})
	}
	s.budget.SetSpans(budget...)
	s.showButtons(len(s.now.Problems))
	if s.sheet != nil {
		s.sheet.Refresh()
	}
}

// showHead shows what the click makes, its price, and how long it takes.
func (s *checkSheet) showHead() {
	q, n, unknown, problems := s.now.Quoted(), s.now.CardCount(), len(s.now.Unpriced()), ""
	if len(s.now.Problems) > 0 {
		problems = problemCount(len(s.now.Problems))
	}
	says, at := lang.N("est. for %s clip", "est. for %s clips", n-unknown, lang.Number(n-unknown)), q.Profile.MaxTasks
	switch frames := s.now.FrameCount(); {
	case frames > 0 && frames < n:
		says = lang.N("est. for %s take", "est. for %s takes", n-unknown, lang.Number(n-unknown))
	case frames > 0:
		says, at = lang.N("est. for %s picture", "est. for %s pictures", n-unknown, lang.Number(n-unknown)),
			q.Profile.MaxImages
	}
	if unknown > 0 {
		says += ", " + lang.N("%s price not known", "%s prices not known", unknown, lang.Number(unknown))
	}
	took := time.Duration(0)
	for _, it := range s.now.Items {
		took = max(took, it.Ends)
	}
	takes := lang.L("about %s", wording.Life(took)) + ", " + lang.L("%d at a time", at)
	if s.now.FrameCount() == 0 && n > 1 {
		takes += " · " + lang.L("about %s est. if every tenth is made again", s.now.money().Of(q.Total+q.Total/10))
	}
	lead := func(words string, size fyne.ThemeSizeName) *kit.Text {
		return kit.NewText(words, size, resources.Text1, true)
	}
	note := func(words string) *kit.Text {
		return kit.NewText(words, resources.SizeSM, resources.Text2, false)
	}
	s.head.Objects = []fyne.CanvasObject{
		kit.NewRow(8, lead(s.word(s.now), resources.SizeH1), note(s.now.View.Name+" · "+q.Profile.Name).Ellipsis(),
			kit.NewSpring(), note(problems)),
		kit.NewRow(8, lead(plain(s.now.sum()), resources.SizeNumber), note(says), kit.NewSpring(),
			note(takes).Ellipsis())}
}

// word returns the label of the button that makes the cards of an offer, without the price.
func (s *checkSheet) word(o offer) string {
	if s.stage < 0 && len(o.Cards) == len(s.asked.Cards) {
		return s.asked.word
	}
	return stageWord(o.Click, s.kind, s.m.prices.holds())
}

// problem shows a problem, with what can be done about it.
func (s *checkSheet) problem(p planning.Problem) fyne.CanvasObject {
	text, ways := s.m.problems.text(p, s.now.Purpose), kit.NewFlow(8)
	words := kit.NewRichText(resources.SizeSM, resources.Text2,
		kit.Span{Text: text.lead + " ", Bold: true, Color: resources.Text1},
		kit.Span{Text: text.rest}).Wrap(true)
	for _, a := range text.leads {
		ways.Add(kit.NewButton(a.Label, nil, kit.Plain, func() {
			s.sheet.Hide() // it would cover the cure
			a.Do()
		}).Small())
	}
	for _, a := range append(text.stays, action.Action{Label: lang.L("Leave %s out", s.m.list(p.Cards...)), Do: func() {
		for _, card := range p.Cards {
			s.out[card] = true
		}
		s.show()
	}}) {
		ways.Add(kit.NewButton(a.Label, nil, kit.Plain, a.Do).Small())
	}
	head := kit.NewRow(8, kit.NewIcon(text.icon, 16, resources.Warn), words)
	card := kit.NewCard(kit.NewColumn(6, head, kit.NewInset(0, 0, 0, 24, ways)))
	card.SetTone(kit.ToneWarn)
	return card
}

// showRow shows the request of a card, its problems, and its price.
func (s *checkSheet) showRow(r checkRow) {
	r.tick.SetOn(!s.out[r.card])
	w := s.now.Want(r.card)
	details := []kit.Span{{Text: s.m.problems.request(w)}}
	if first := w.First; first.After != "" && first.Clip == "" {
		details[0].Text += " · " + lang.L("after %s", s.m.cardName(first.After))
	}
	for _, p := range s.now.Problems {
		if slices.Contains(p.Cards, r.card) {
			details = append(details, kit.Span{Text: " · "},
				kit.Span{Text: s.m.problems.text(p, s.now.Purpose).row, Color: resources.Warn})
		}
	}
	r.details.SetSpans(details...)
	one, amount := offer{s.now.Only(r.card), s.now.word}, kit.Span{Color: resources.Text1}
	if len(one.Items) > 0 {
		amount.Text = one.amount()
		if !one.Quoted().Known {
			amount.Color = resources.Warn
		}
	}
	r.amount.SetSpans(amount)
}

// leftOut returns which cards of the stage the click does not make, and why.
func (s *checkSheet) leftOut() []kit.Span {
	if s.stage != planning.Keyframes && s.stage != planning.Clips {
		return nil
	}
	others := slices.DeleteFunc(s.m.view.Strip(), func(c boards.Card) bool {
		return (c.Shot >= 0) != (s.stage == planning.Clips) || slices.Contains(s.asked.Cards, c.ID)
	})
	groups := planning.GroupUnmade(s.m.view, s.m.Now(), others)
	parts := s.m.unmade(groups, s.stage)
	if len(parts) == 0 {
		return nil
	}
	words := wording.Sentence(wording.Dotted(parts...))
	if groups[boards.Stale] != nil && s.stage == planning.Clips {
		words += " " + lang.L("“No longer matches” never makes a clip again by itself.")
	}
	return []kit.Span{{Text: lang.L("Left out") + "  ", Bold: true, Color: resources.Text1}, {Text: words}}
}

// showButtons shows the buttons. With problems the default is the one that sends nothing.
func (s *checkSheet) showButtons(problems int) {
	n, fits, word := s.now.CardCount(), s.fit.CardCount(), s.word(s.now)
	can := problems == 0 && n > 0
	kit.Show(s.some, problems > 0 && fits > 0)
	some := lang.N("Make the %s without problems", "Make the %s without problems", fits, lang.Number(fits))
	s.some.SetText(some + " · " + s.fit.amount())
	kit.Show(s.why, problems > 0)
	s.why.SetText(lang.N("Solve %s problem first, or leave it out", "Solve %s problems first, or leave them out",
		problems,
		lang.Number(problems)))
	s.back.SetKind(kit.Primary)
	s.all.SetKind(kit.Plain)
	if can {
		word += " · " + s.now.amount()
		s.back.SetKind(kit.Plain)
		s.all.SetKind(kit.Primary)
	}
	s.all.SetText(word)
	kit.Enable(s.all, can)
}

// send orders the cards of a button at the price on it. The user has confirmed the amount by the sheet. A budget that
// the order exceeds is confirmed separately.
func (s *checkSheet) send(button *kit.Button) {
	word := button.Text()
	s.show() // an address may have died since
	c := s.now
	if button == s.some {
		c = s.fit
	}
	isShown := button.Text() == word && button.Visible() && !button.Disabled() && s.sheet.Shown()
	if !isShown || len(c.Items) == 0 || len(c.Problems) > 0 {
		return
	}
	s.sheet.Hide()
	agreed := c.Quoted().PriceAgreement()
	if c.Quoted().ConfirmScope() == jobs.ScopeClick {
		agreed = c.Quoted().Agreement()
	}
	s.m.orders.send(c, agreed)
}
