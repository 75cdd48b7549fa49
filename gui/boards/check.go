package boards

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	planning "viviscope/client/boards"
	"viviscope/client/jobs"
	"viviscope/db/boards"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// checkSheet is the sheet in which a click is looked at before it is sent: all that stands against it, all that it makes, and what it
// leaves out.
type checkSheet struct {
	f     *foot
	asked offer           // for which it was opened
	stage int             // that it is; -1: a few cards alone
	kind  int             // the stage to which the cards belong
	out   map[string]bool // cards that a person left out
	now   offer           // of the others
	fit   offer           // of those without a problem

	sheet           *kit.Sheet
	head, problems  *fyne.Container
	rows            []checkRow
	left, budget    *kit.Text
	why             *kit.Text
	back, some, all *kit.Button
}

// checkRow is a card of it with its tick, what it asks for and what that costs.
type checkRow struct {
	card            string
	tick            *kit.Toggle
	details, amount *kit.Text
}

// The measures of the sheet, px.
const (
	checkWidth = 880
	checkRoom  = 240 // what is above and below the list
	checkTitle = 168
)

// check opens the sheet for a click.
func (f *foot) check(c offer) {
	if f.b.Canvas().Overlays().Top() != nil {
		return
	}
	s := &checkSheet{f: f, asked: c, out: map[string]bool{}, kind: pictures, head: kit.NewColumn(10), problems: kit.NewColumn(8),
		left: smallText().Wrap(true), budget: smallText().Wrap(true), why: smallText()}
	s.stage = slices.IndexFunc(f.stages[:], func(stage offer) bool { return stage.word == c.word })
	heading, untick := kit.NewText(lang.L("Keyframes"), resources.SizeSM, resources.Text1, true), smallText()
	untick.SetText(lang.L("untick to leave out"))
	if f.b.view.ShotByID(c.Cards[0]) >= 0 {
		s.kind = clips
		heading.SetText(lang.L("Shots"))
	}
	s.back = kit.NewButton(lang.L("Back to the board"), nil, kit.Plain, func() { s.sheet.Hide() })
	s.some = kit.NewButton("", nil, kit.Plain, func() { s.send(s.some) }).Spends()
	s.all = kit.NewButton("", nil, kit.Plain, func() { s.send(s.all) }).Spends()
	rows := kit.NewColumn(0)
	for _, card := range c.Cards {
		rows.Add(s.addRow(card))
	}
	list := kit.NewInset(1, 8, 1, 1, kit.NewColumn(8, s.problems, kit.NewRow(8, heading, untick), rows, s.left))
	s.show()
	high := min(f.b.Canvas().Size().Height-resources.Scaled(checkRoom), kit.HeightFor(list, checkWidth-32))
	f.sheet, s.sheet = s, kit.ShowWideSheet(f.b.Canvas(), checkWidth, kit.NewColumn(10, s.head,
		kit.NewFixed(0, high, container.NewVScroll(list)), kit.NewRule(), s.budget,
		kit.NewRow(8, s.back, s.some, kit.NewSpring(), s.why, s.all)), nil)
	answer := s.back // the safe one, but where nothing stands against the click
	if !s.all.Disabled() {
		answer = s.all
	}
	f.b.Canvas().Focus(answer)
}

// addRow makes the row of a card.
func (s *checkSheet) addRow(card string) fyne.CanvasObject {
	b, w := s.f.b, s.f.b.view.Want(card)
	number, title := smallText().Trailing().MinWidth(28), smallText().Ellipsis()
	number.SetSpans(kit.Span{Text: s.f.names(card)[0], Bold: true, Color: resources.Text1})
	title.SetSpans(kit.Span{Text: cmp.Or(w.Prompt, lang.L("no prompt")), Color: resources.Text1})
	picture := newAssetPicture(b.Deps, fyne.NewSize(43, 24))
	picture.show(b.view.Assets[cmp.Or(w.First.Asset, w.From.Asset, w.Last.Asset)])
	r := checkRow{card, nil, smallText().Ellipsis(), smallText()}
	r.tick = kit.NewCheck(func(on bool) {
		s.out[card] = !on
		s.show()
	})
	r.tick.SetName(title)
	s.rows = append(s.rows, r)
	return kit.NewColumn(0, kit.NewRule(), kit.NewRow(8, r.tick, number, picture, kit.NewFixed(checkTitle, 0, title), r.details,
		kit.NewSpring(), r.amount))
}

// of is the click on the cards that are not left out, but for some.
func (s *checkSheet) of(but map[string]bool) offer {
	cards := slices.DeleteFunc(slices.Clone(s.asked.Cards), func(card string) bool { return s.out[card] || but[card] })
	if len(but) > 0 { // what waits for one that is left out is left out with it, in one pass
		cards = planning.WithMakers(s.f.b.view, s.f.orderContext(), cards)
	}
	c := *s.asked.Click
	c.Cards = cards
	return s.f.again(offer{&c, s.asked.word})
}

// show shows the click as it is by now.
func (s *checkSheet) show() {
	f, bad := s.f, map[string]bool{}
	if s.sheet != nil && (!s.sheet.Shown() || f.off() != "") {
		s.sheet.Hide()
		return
	}
	s.now = s.of(nil)
	for s.fit = s.now; len(s.fit.Problems) > 0; s.fit = s.of(bad) {
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
	budget, fits := s.fit.budget(), s.fit.Made()
	if len(budget) > 0 && len(s.now.Problems) > 0 {
		budget = slices.Insert(budget, 0, kit.Span{Text: lang.N("The %s without problems", "The %s without problems", fits, lang.Number(fits)) + " · "})
	}
	s.budget.SetSpans(budget...)
	s.showButtons(len(s.now.Problems))
	if s.sheet != nil {
		s.sheet.Refresh()
	}
}

// showHead shows what the click makes, what that costs, and how long it takes.
func (s *checkSheet) showHead() {
	q, n, unknown, problems := s.now.Quoted(), s.now.Made(), len(s.now.Unpriced()), ""
	if len(s.now.Problems) > 0 {
		problems = problemCount(len(s.now.Problems))
	}
	says, at := lang.N("est. for %s clip", "est. for %s clips", n-unknown, lang.Number(n-unknown)), q.Profile.MaxTasks
	if s.kind == pictures {
		says, at = lang.N("est. for %s picture", "est. for %s pictures", n-unknown, lang.Number(n-unknown)), q.Profile.MaxImages
	}
	if unknown > 0 {
		says += ", " + lang.N("%s price not known", "%s prices not known", unknown, lang.Number(unknown))
	}
	took := time.Duration(0)
	for _, it := range s.now.Items {
		took = max(took, it.Ends)
	}
	takes := lang.L("about %s", wording.Life(took)) + ", " + lang.L("%d at a time", at)
	if s.kind == clips && n > 1 {
		takes += " · " + lang.L("about %s est. if every tenth is made again", s.now.money().Of(q.Total+q.Total/10))
	}
	lead := func(words string, size fyne.ThemeSizeName) *kit.Text {
		return kit.NewText(words, size, resources.Text1, true)
	}
	note := func(words string) *kit.Text {
		return kit.NewText(words, resources.SizeSM, resources.Text2, false)
	}
	s.head.Objects = []fyne.CanvasObject{
		kit.NewRow(8, lead(s.word(n), resources.SizeH1), note(s.now.View.Name+" · "+q.Profile.Name).Ellipsis(), kit.NewSpring(), note(problems)),
		kit.NewRow(8, lead(strings.ReplaceAll(s.now.sum(), marked, ""), resources.SizeNumber), note(says), kit.NewSpring(), note(takes).Ellipsis())}
}

// word is the word of the button that makes so many of the cards.
func (s *checkSheet) word(n int) string {
	if s.stage < 0 && n == len(s.asked.Cards) {
		return s.asked.word
	}
	return stageWord(s.kind, n, s.f.holds())
}

// problem shows what stands against the click, with what can be done about it.
func (s *checkSheet) problem(p planning.Problem) fyne.CanvasObject {
	text, ways := s.f.problemText(p), kit.NewFlow(8)
	words := kit.NewRichText(resources.SizeSM, resources.Text2, kit.Span{Text: text.lead + " ", Bold: true, Color: resources.Text1},
		kit.Span{Text: text.rest}).Wrap(true)
	for _, a := range text.leads {
		ways.Add(kit.NewButton(a.Label, nil, kit.Plain, func() {
			s.sheet.Hide() // it is in the way of where this leads
			a.Do()
		}).Small())
	}
	for _, a := range append(text.stays, action.Action{Label: lang.L("Leave %s out", s.f.list(p.Cards...)), Do: func() {
		for _, card := range p.Cards {
			s.out[card] = true
		}
		s.show()
	}}) {
		ways.Add(kit.NewButton(a.Label, nil, kit.Plain, a.Do).Small())
	}
	card := kit.NewCard(kit.NewColumn(6, kit.NewRow(8, kit.NewIcon(text.icon, 16, resources.Warn), words), kit.NewInset(0, 0, 0, 24, ways)))
	card.SetTone(kit.ToneWarn)
	return card
}

// showRow shows what a card asks for, what stands against it, and what it costs.
func (s *checkSheet) showRow(r checkRow) {
	f := s.f
	r.tick.SetOn(!s.out[r.card])
	details := []kit.Span{{Text: f.asked(r.card)}}
	if first := f.b.view.Want(r.card).First; first.After != "" && first.Clip == "" {
		details[0].Text += " · " + lang.L("after %s", f.b.cardName(first.After))
	}
	for _, p := range s.now.Problems {
		if slices.Contains(p.Cards, r.card) {
			details = append(details, kit.Span{Text: " · "}, kit.Span{Text: f.problemText(p).row, Color: resources.Warn})
		}
	}
	r.details.SetSpans(details...)
	one, amount := offer{s.now.Only(r.card), s.now.word}, kit.Span{Color: resources.Text1}
	if len(one.Items) > 0 {
		if amount.Text = one.amount(); !one.Quoted().Known {
			amount.Color = resources.Warn
		}
	}
	r.amount.SetSpans(amount)
}

// leftOut says which cards of the stage the click does not make, and why.
func (s *checkSheet) leftOut() []kit.Span {
	if s.stage < 0 {
		return nil
	}
	because := planning.Unmade(s.f.b.view, s.f.b.Now(), slices.DeleteFunc(s.f.b.view.Strip(), func(c boards.Card) bool {
		return (c.Shot >= 0) != (s.stage == clips) || slices.Contains(s.asked.Cards, c.ID)
	}))
	parts := s.f.becauseWords(because, s.stage)
	if len(parts) == 0 {
		return nil
	}
	words := wording.Sentence(wording.Dotted(parts...))
	if because[boards.Stale] != nil {
		words += " " + lang.L("“No longer matches” never makes a clip again by itself.")
	}
	return []kit.Span{{Text: lang.L("Left out") + "  ", Bold: true, Color: resources.Text1}, {Text: words}}
}

// becauseWords word that.
func (f *foot) becauseWords(because map[boards.Tag][]string, stage int) (parts []string) {
	for _, tag := range []boards.Tag{boards.Saved, boards.Stale, boards.Waiting, boards.WaitsFor, boards.Held, boards.NeedsFrame, boards.Unconfirmed, boards.Skipped} {
		n, names := len(because[tag]), f.list(because[tag]...)
		switch {
		case n == 0:
		case tag == boards.Saved && stage == pictures:
			parts = append(parts, lang.N("%s has a picture", "%s have a picture", n, names))
		case tag == boards.Saved:
			parts = append(parts, lang.N("%s has a clip", "%s have a clip", n, names))
		case tag == boards.Stale:
			parts = append(parts, lang.N("%s no longer matches", "%s no longer match", n, names))
		case tag == boards.NeedsFrame:
			parts = append(parts, lang.N("%s needs a picture", "%s need a picture", n, names))
		case tag == boards.WaitsFor:
			parts = append(parts, lang.N("%s waits for the shot before", "%s wait for the shot before", n, names))
		case tag == boards.Waiting:
			parts = append(parts, lang.N("%s is ordered", "%s are ordered", n, names))
		case tag == boards.Held:
			parts = append(parts, lang.N("%s is held", "%s are held", n, names))
		case tag == boards.Unconfirmed:
			parts = append(parts, lang.N("%s is unconfirmed", "%s are unconfirmed", n, names))
		default:
			parts = append(parts, lang.N("%s is skipped", "%s are skipped", n, names))
		}
	}
	return parts
}

// showButtons shows what can be answered: with problems the safe answer is the default.
func (s *checkSheet) showButtons(problems int) {
	n, fits, word := s.now.Made(), s.fit.Made(), s.word(s.now.Made())
	can := problems == 0 && n > 0
	kit.Show(s.some, problems > 0 && fits > 0)
	s.some.SetText(lang.N("Make the %s without problems", "Make the %s without problems", fits, lang.Number(fits)) + " · " + s.fit.amount())
	kit.Show(s.why, problems > 0)
	s.why.SetText(lang.N("Solve %s problem first, or leave it out", "Solve %s problems first, or leave them out", problems, lang.Number(problems)))
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

// send orders what a button of the sheet says, at its price. That one click costs more than the amount to ask about stands there: what
// passes a budget is asked about.
func (s *checkSheet) send(button *kit.Button) {
	word := button.Text()
	s.show() // an address may have died since
	c := s.now
	if button == s.some {
		c = s.fit
	}
	if button.Text() != word || !button.Visible() || button.Disabled() || len(c.Items) == 0 || len(c.Problems) > 0 || !s.sheet.Shown() {
		return
	}
	s.sheet.Hide()
	agreed := c.Quoted().Shown()
	if c.Quoted().Asks() == jobs.ScopeClick {
		agreed = c.Quoted().Agreement()
	}
	s.f.send(c, agreed)
}
