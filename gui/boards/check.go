package boards

import (
	"cmp"
	"image"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client/jobs"
	"viviscope/db/boards"
	"viviscope/gui/lang"
	"viviscope/gui/price"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// checkSheet is the sheet in which a click is looked at before it is sent: all that stands against it, all that it makes, and what it
// leaves out.
type checkSheet struct {
	f     *foot
	offer offer
	stage int             // that it is; -1: a few cards alone
	out   map[string]bool // cards that a person left out
	now   *click          // of the others
	fit   *click          // of those without a problem

	sheet                          *widgets.Sheet
	title, count, sum, says, takes *widgets.Text
	left, budget, why              *widgets.Text
	problems                       *fyne.Container
	rows                           *widgets.List
	cells                          map[fyne.CanvasObject]*checkCell
	back, some, all                *widgets.Button
}

// The measures of the sheet, px.
const (
	checkWidth = 880
	checkRow   = 29
	checkRows  = 11  // in sight at most
	checkSides = 240 // what is above and below the list
	checkTitle = 168
)

// check opens the sheet for an offer.
func (f *foot) check(o offer) {
	if f.b.Canvas().Overlays().Top() != nil {
		return
	}
	s := &checkSheet{f: f, offer: o, out: map[string]bool{}, cells: map[fyne.CanvasObject]*checkCell{}}
	s.stage = slices.IndexFunc(f.stages[:], func(stage offer) bool { return slices.Equal(stage.cards, o.cards) && !o.renews })
	text := func(size fyne.ThemeSizeName, color fyne.ThemeColorName, bold bool) *widgets.Text {
		return widgets.NewText("", size, color, bold)
	}
	small := func() *widgets.Text { return text(resources.SizeSM, resources.Text2, false) }
	s.title, s.sum, s.says = text(resources.SizeH1, resources.Text1, true), text(resources.SizeNumber, resources.Text1, true), small()
	s.count, s.takes, s.why, s.left, s.budget = small(), small().Ellipsis(), small(), small().Wrap(true), small().Wrap(true)
	s.problems = widgets.NewColumn(8)
	s.back = widgets.NewButton(lang.L("Back to the board"), nil, widgets.Plain, func() { s.sheet.Hide() })
	s.some = widgets.NewButton("", nil, widgets.Plain, func() { s.send(s.some) })
	s.all = widgets.NewButton("", nil, widgets.Plain, func() { s.send(s.all) })
	heading := widgets.NewText(lang.L("Shots"), resources.SizeSM, resources.Text1, true)
	if s.clips() == pictures {
		heading.SetText(lang.L("Keyframes"))
	}
	s.rows = widgets.NewFeed(s, 0, 0)
	s.rows.SetName(heading)
	var rows []widgets.Row
	for i := range o.cards {
		rows = append(rows, widgets.Row{ID: int64(i + 1)})
	}
	s.rows.SetRows(rows)
	untick, about := small(), small().Ellipsis()
	untick.SetText(lang.L("untick to leave out"))
	about.SetText(f.b.view.Name + " · " + f.account.Name)
	list := widgets.NewInset(1, 8, 1, 1, widgets.NewColumn(8, s.problems, widgets.NewRow(8, heading, untick),
		widgets.NewFixed(0, resources.Scaled(checkRow)*float32(min(len(rows), checkRows)), s.rows), s.left))
	s.show()
	high := min(f.b.Canvas().Size().Height-resources.Scaled(checkSides), widgets.HeightFor(list, checkWidth-32))
	f.sheet, s.sheet = s, widgets.ShowWideSheet(f.b.Canvas(), checkWidth, widgets.NewColumn(10,
		widgets.NewRow(8, s.title, about, widgets.NewSpring(), s.count),
		widgets.NewRow(8, s.sum, s.says, widgets.NewSpring(), s.takes),
		widgets.NewFixed(0, high, container.NewVScroll(list)), widgets.NewRule(), s.budget,
		widgets.NewRow(8, s.back, s.some, widgets.NewSpring(), s.why, s.all)), nil)
	answer := s.back // the safe one, but where nothing stands against the click
	if !s.all.Disabled() {
		answer = s.all
	}
	f.b.Canvas().Focus(answer)
}

// clips is the stage to which the cards belong.
func (s *checkSheet) clips() int {
	if s.f.b.view.ShotByID(s.offer.cards[0]) >= 0 {
		return clips
	}
	return pictures
}

// of is the click on the cards that are not left out, but for some.
func (s *checkSheet) of(but map[string]bool) *click {
	o := s.offer
	o.cards = slices.DeleteFunc(slices.Clone(o.cards), func(card string) bool { return s.out[card] || but[card] })
	return s.f.again(o).click
}

// show shows the click as it is by now.
func (s *checkSheet) show() {
	f := s.f
	if s.sheet != nil && (!s.sheet.Shown() || f.off() != "") {
		s.sheet.Hide()
		return
	}
	s.now = s.of(nil)
	troubles, bad := f.troubles(s.now), map[string]bool{}
	s.fit = s.now
	for more := troubles; len(more) > 0; more = f.troubles(s.fit) { // what waits for one that is left out is left out too
		for _, t := range more {
			for _, card := range t.cards {
				bad[card] = true
			}
		}
		s.fit = s.of(bad)
	}
	s.showHead(len(troubles))
	s.problems.Objects = nil
	for _, t := range troubles {
		s.problems.Add(s.problem(t))
	}
	s.problems.Refresh()
	for _, r := range s.rows.Rows() {
		s.rows.UpdateRow(r.ID)
	}
	s.left.SetSpans(s.leftOut()...)
	s.budget.SetSpans(price.BudgetLine(s.fit.quoted())...)
	s.showButtons(len(troubles))
	if s.sheet != nil {
		s.sheet.Refresh()
	}
}

// showHead shows what the click makes, what that costs, and how long it takes.
func (s *checkSheet) showHead(problems int) {
	q, n, unknown := s.now.quoted(), len(s.now.makes), 0
	for _, each := range q.Each {
		if each == nil {
			unknown++
		}
	}
	s.title.SetText(s.word(n))
	s.count.SetText("")
	if problems > 0 {
		s.count.SetText(problemCount(problems))
	}
	s.sum.SetText(s.now.sum())
	says := lang.N("est. for %s clip", "est. for %s clips", n-unknown, lang.Number(n-unknown))
	if s.clips() == pictures {
		says = lang.N("est. for %s picture", "est. for %s pictures", n-unknown, lang.Number(n-unknown))
	}
	if unknown > 0 {
		says += ", " + lang.N("%s price not known", "%s prices not known", unknown, lang.Number(unknown))
	}
	s.says.SetText(says)
	took, at := max(slices.Max(s.now.clips), slices.Max(s.now.pictures)), len(s.now.clips)
	for _, it := range s.now.items {
		took = max(took, it.ends)
	}
	if s.clips() == pictures {
		at = len(s.now.pictures)
	}
	takes := lang.L("about %s", wording.Life(took)) + ", " + lang.L("%d at a time", at)
	if s.clips() == clips && n > 1 {
		takes += " · " + lang.L("about %s est. if every tenth is made again", s.now.money().Of(q.Total+q.Total/10))
	}
	s.takes.SetText(takes)
}

// word is the word of the button that makes so many of the cards.
func (s *checkSheet) word(n int) string {
	if s.stage < 0 && n == len(s.offer.cards) {
		return s.offer.word
	}
	return stageWord(s.clips(), n, s.f.holds())
}

// problem shows what stands against the click, with what can be done about it.
func (s *checkSheet) problem(t trouble) fyne.CanvasObject {
	told := s.f.tell(t)
	words := widgets.NewRichText(resources.SizeSM, resources.Text2, widgets.Span{Text: told.lead + " ", Bold: true, Color: resources.Text1},
		widgets.Span{Text: told.rest}).Wrap(true)
	row := widgets.NewFlow(8)
	for _, c := range append(told.cures, cure{lang.L("Leave %s out", wording.List(s.f.names(t.cards...))), true, func() {
		for _, card := range t.cards {
			s.out[card] = true
		}
		s.show()
	}}) {
		row.Add(widgets.NewButton(c.word, nil, widgets.Plain, func() {
			if !c.stays {
				s.sheet.Hide() // it is in the way of where this leads
			}
			c.do()
		}).Small())
	}
	card := widgets.NewCard(widgets.NewColumn(6, widgets.NewRow(8, widgets.NewIcon(told.icon, 16, resources.Warn), words),
		widgets.NewInset(0, 0, 0, 24, row)))
	card.SetTone(widgets.ToneWarn)
	return card
}

// leftOut says which cards of the stage the click does not make, and why.
func (s *checkSheet) leftOut() []widgets.Span {
	if s.stage < 0 {
		return nil
	}
	f, because, stale := s.f, map[boards.Tag][]string{}, false
	for _, c := range f.b.view.Strip() {
		card := cardID(f.b.view.Board, c)
		if (c.Shot >= 0) != (s.stage == clips) || slices.Contains(s.offer.cards, card) {
			continue
		}
		tag := f.b.view.State(card, f.b.Now()).Tag
		stale = stale || tag == boards.Stale
		switch tag {
		case boards.Expired, boards.Stale, boards.BeginsElsewhere, boards.EndsElsewhere, boards.InTrash, boards.FileMissing:
			tag = boards.Saved
		case boards.Saved, boards.Skipped, boards.Unconfirmed:
		case boards.NeedsFrame, boards.Empty, boards.Described, boards.Failed, boards.WaitsFor:
			tag = boards.NeedsFrame
			if f.b.view.Want(card).First.After != "" {
				tag = boards.WaitsFor
			}
		default:
			tag = boards.Waiting
		}
		if name := f.names(card)[0]; !slices.Contains(because[tag], name) {
			because[tag] = append(because[tag], name)
		}
	}
	var parts []string
	add := func(tag boards.Tag, words func(n int, names string) string) {
		if n := len(because[tag]); n > 0 {
			parts = append(parts, words(n, wording.List(because[tag])))
		}
	}
	add(boards.Saved, func(n int, names string) string {
		if s.stage == pictures {
			return lang.N("%s has a picture", "%s have a picture", n, names)
		}
		return lang.N("%s has a clip", "%s have a clip", n, names)
	})
	add(boards.NeedsFrame, func(n int, names string) string { return lang.N("%s needs a picture", "%s need a picture", n, names) })
	add(boards.WaitsFor, func(n int, names string) string {
		return lang.N("%s waits for the shot before", "%s wait for the shot before", n, names)
	})
	add(boards.Waiting, func(n int, names string) string { return lang.N("%s is ordered", "%s are ordered", n, names) })
	add(boards.Unconfirmed, func(n int, names string) string { return lang.N("%s is unconfirmed", "%s are unconfirmed", n, names) })
	add(boards.Skipped, func(n int, names string) string { return lang.N("%s is skipped", "%s are skipped", n, names) })
	if len(parts) == 0 {
		return nil
	}
	words := wording.Sentence(strings.Join(parts, " · "))
	if stale {
		words += " " + lang.L("“No longer matches” never makes a clip again by itself.")
	}
	return []widgets.Span{{Text: lang.L("Left out") + "  ", Bold: true, Color: resources.Text1}, {Text: words}}
}

// showButtons shows what can be answered: with problems the safe answer is the default.
func (s *checkSheet) showButtons(problems int) {
	n, fits, word := len(s.now.makes), len(s.fit.makes), s.word(len(s.now.makes))
	can := problems == 0 && n > 0
	widgets.Show(s.some, problems > 0 && fits > 0)
	s.some.SetText(lang.N("Make the %s without problems", "Make the %s without problems", fits, lang.Number(fits)) + " · " + s.fit.amount())
	widgets.Show(s.why, problems > 0)
	s.why.SetText(lang.N("Solve %s problem first, or leave it out", "Solve %s problems first, or leave them out", problems, lang.Number(problems)))
	s.back.SetKind(widgets.Primary)
	s.all.SetKind(widgets.Plain)
	if can {
		word += " · " + s.now.amount()
		s.back.SetKind(widgets.Plain)
		s.all.SetKind(widgets.Primary)
	}
	s.all.SetText(word)
	widgets.Enable(s.all, can)
}

// send orders what a button of the sheet says, at its price. That one click costs more than the amount to ask about stands there: what
// passes a budget is asked about.
func (s *checkSheet) send(button *widgets.Button) {
	word := button.Text()
	s.show() // an address may have died since
	c := s.now
	if button == s.some {
		c = s.fit
	}
	if button.Text() != word || !button.Visible() || button.Disabled() || len(c.items) == 0 || len(s.f.troubles(c)) > 0 || !s.sheet.Shown() {
		return
	}
	s.sheet.Hide()
	agreed := c.quoted().Shown()
	if c.quoted().Asks() == jobs.ScopeClick {
		agreed = c.quoted().Agreement()
	}
	s.f.send(offer{click: c}, agreed)
}

// checkCell is a row of the sheet: a card with its tick, what it asks for and what that costs.
type checkCell struct {
	card                           string
	tick                           *widgets.Toggle
	picture                        *widgets.Picture
	number, title, details, amount *widgets.Text
	cancel                         func()
}

// NewCell implements [widgets.RowSource].
func (s *checkSheet) NewCell(int) fyne.CanvasObject {
	text := func(color fyne.ThemeColorName, bold bool) *widgets.Text {
		return widgets.NewText("", resources.SizeSM, color, bold)
	}
	c := &checkCell{picture: widgets.NewPicture(fyne.NewSize(43, 24)), title: text(resources.Text1, false).Ellipsis(), cancel: func() {},
		number: text(resources.Text1, true).Trailing().MinWidth(28), details: text(resources.Text2, false).Ellipsis(), amount: text(resources.Text1, false)}
	c.tick = widgets.NewCheck(func(on bool) {
		s.out[c.card] = !on
		s.show()
	})
	o := widgets.NewColumn(0, widgets.NewRule(), widgets.NewFixed(0, checkRow-1, widgets.NewRow(8, c.tick, c.number, c.picture,
		widgets.NewFixed(checkTitle, 0, c.title), c.details, widgets.NewSpring(), c.amount)))
	s.cells[o] = c
	return o
}

// Height implements [widgets.RowSource].
func (s *checkSheet) Height(widgets.Row, float32) float32 { return resources.Scaled(checkRow) }

// Bind implements [widgets.RowSource].
func (s *checkSheet) Bind(cell fyne.CanvasObject, row widgets.Row) {
	f, c, card := s.f, s.cells[cell], s.offer.cards[row.ID-1]
	w := f.b.view.Want(card)
	if c.card != card {
		c.card = card
		c.cancel()
		c.picture.SetImage(nil)
		if a := f.b.view.Assets[cmp.Or(w.First.Asset, w.From.Asset)]; a.ID != 0 {
			c.cancel = f.b.Pictures.Request(a, 86, func(im image.Image, err error) {
				if err == nil && c.card == card {
					c.picture.SetImage(im)
				}
			})
		}
	}
	c.number.SetText(strings.Join(f.names(card), ""))
	c.title.SetText(cmp.Or(w.Prompt, lang.L("no prompt")))
	c.tick.SetOn(!s.out[card])
	c.tick.SetName(c.title)
	details := []widgets.Span{{Text: f.asked(card)}}
	if s.now.makes[w.First.After] > 0 {
		details[0].Text += " · " + lang.L("after %s", f.name(w.First.After))
	}
	for _, t := range f.troubles(s.now) {
		if slices.Contains(t.cards, card) {
			details = append(details, widgets.Span{Text: " · "}, widgets.Span{Text: f.tell(t).row, Color: resources.Warn})
		}
	}
	c.details.SetSpans(details...)
	one := &click{world: s.now.world, items: slices.DeleteFunc(slices.Clone(s.now.items), func(it item) bool { return it.card != card })}
	amount := widgets.Span{}
	if len(one.items) > 0 {
		if amount.Text = one.amount(); !one.quoted().Known {
			amount.Color = resources.Warn
		}
	}
	c.amount.SetSpans(amount)
}
