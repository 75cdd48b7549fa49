package compose

import (
	"context"
	"log/slog"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"viviscope/client"
	"viviscope/client/order"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/price"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// footView is the part of the composer that never scrolls: what it costs, the button that spends it, and why the
// button is off when it is.
type footView struct {
	line     *kit.Text
	table    *kit.Link // to the prices
	button   *kit.Button
	more     *kit.Button
	was      *kit.Button // sends the picture on the canvas without what is drawn upon it
	wasRow   *fyne.Container
	why      *kit.Text
	addKey   *kit.Link
	budget   *kit.Text // what is left of the month's budget, where no reason stands
	shortcut *kit.Text // beside the reason
	box      *fyne.Container
}

func newFootView(s *Screen) *footView {
	small := func(s string, c fyne.ThemeColorName) *kit.Text {
		return kit.NewText(s, resources.SizeSM, c, false)
	}
	send := keyWords(fyne.KeyModifierShortcutDefault, fyne.KeyReturn)
	withoutMarks := keyWords(fyne.KeyModifierShortcutDefault|fyne.KeyModifierShift, fyne.KeyReturn)
	v := &footView{
		line:     small("", resources.Text2).Wrap(true),
		table:    kit.NewLink(lang.L("Price table"), s.Navigator.ShowPrices),
		button:   kit.NewButton("", nil, kit.Primary, s.Generate).Large(),
		why:      small("", resources.Text2).Wrap(true),
		addKey:   kit.NewLink(lang.L("Add key…"), s.Navigator.ShowSettings),
		budget:   small("", resources.Text2).Wrap(true),
		shortcut: small(send, resources.Text3),
	}
	v.more = kit.NewIconButton(resources.IconChevronDown, lang.L("Hold for later, Copy request, Batch"), s.openMore).Large()
	v.was = kit.NewButton("", nil, kit.Plain, s.SendWithoutMarks)
	v.wasRow = kit.NewRow(8, v.was, kit.NewSpring(), small(withoutMarks, resources.Text3).Ellipsis().Trailing())
	v.wasRow.Hide()
	last := kit.NewRow(8, v.why, v.budget, kit.NewSpring(), v.addKey, v.shortcut)
	v.box = kit.NewColumn(8,
		kit.NewRow(8, v.line, v.table),
		container.NewBorder(nil, nil, nil, kit.NewInset(0, 0, 0, 4, v.more), v.button),
		v.wasRow,
		last,
	)
	return v
}

// showFoot shows what the order costs that a click would send, and reports whether the foot is of another height by that.
func (s *Screen) showFoot() (grew bool) {
	o, problems := s.order, s.problems
	v, quote, why := s.foot, s.tariff.Quote(o), s.reason(problems)
	high := v.box.MinSize().Height
	priced := s.account.ID != 0 && order.Priceable(problems)
	button, line, own := wording.OrderVerb(o), "", [3]string{}
	if priced {
		button, line = s.tariff.Button(o, quote), s.tariff.Line(o, quote)
		own = s.charges.line(s.charges.key(s.account, o), o.Jobs())
	}
	if s.held != nil {
		button = s.buttonWord(o, false, false)
	}
	if own[1] != "" {
		v.line.SetSpans(kit.Span{Text: own[0]}, kit.Span{Text: own[1], Color: resources.Text1}, kit.Span{Text: own[2]})
	} else {
		v.line.SetText(line)
	}
	can := s.free(problems) && !s.account.ReadOnly
	v.button.SetText(button)
	kit.Enable(v.button, can && !s.account.NoKey)
	kit.Enable(v.more, can) // what is held needs no key
	word := lang.L("Price table")
	if priced && !quote.Known {
		word = lang.L("Enter prices…")
	}
	if v.table.Text() != word {
		v.table.SetText(word)
		v.box.Refresh()
	}
	s.showWithoutMarks()
	s.showBudget(quote, priced && why.words == "")

	v.why.SetText(why.words)
	v.why.SetColor(toneOf(why.wrong, resources.Text2))
	kit.Show(v.why, why.words != "" || !v.budget.Visible())
	kit.Show(v.addKey, why.noKey)
	return v.box.MinSize().Height != high
}

// reason is why the button is off, or what went wrong. The zero value: neither.
type reason struct {
	words string
	wrong bool // it tells of a mistake
	noKey bool
}

func (s *Screen) reason(problems []client.ValidationError) (r reason) {
	switch {
	case s.failure != "":
		r.words, r.wrong = s.failure, true
	case s.gate.waiting != nil:
		r.words = lang.L("Next: %s, sent as soon as the previous click is saved.", s.gate.waiting.word)
	case s.held != nil && s.held.gone != "":
		r.words = lang.L("Job %s is no longer held.", s.held.name())
	case s.held != nil && s.held.job.ProfileID != s.account.ID:
		r.words = lang.L("Job %s belongs to another profile. Switch back to that profile to save it.", s.held.name())
	case s.account.ReadOnly:
		r.words = readOnlyWords()
	case s.account.NoKey:
		r.words, r.noKey = lang.L("No key for %s, so nothing can be sent. Your library works as usual.", s.account.Name), true
	case len(problems) > 0:
		r.words = wording.Rule(problems[0].Message)
	case s.paused.Load():
		r.words = lang.L("Sending is paused. This waits in the queue until you resume.")
	}
	return r
}

// showBudget shows what is left of the tightest budget, where one is watched and there is room for it.
func (s *Screen) showBudget(quote order.Quote, room bool) {
	var line []kit.Span
	if room && s.budgets != nil {
		q := *s.budgets
		q.Each, q.Known = []*int64{new(int64(quote.Total))}, quote.Known
		line = price.BudgetLine(q)
	}
	s.foot.budget.SetSpans(line...)
	kit.Show(s.foot.budget, len(line) > 0)
}

// showWithoutMarks shows the button of a click without the marks on the canvas.
func (s *Screen) showWithoutMarks() {
	v := s.foot
	f, drawn := s.withoutMarks()
	kit.Show(v.wasRow, drawn)
	if !drawn {
		return
	}
	o, problems := f.Build(s.env())
	word := lang.L("Send without marks")
	if s.account.ID != 0 && order.Priceable(problems) {
		word = s.buttonWord(o, false, true)
	}
	if word != v.was.Text() {
		v.was.SetText(word)
		v.wasRow.Refresh() // the words beside it may have room now, or none
	}
	kit.Enable(v.was, s.free(problems) && !s.account.NoKey)
}

// toneOf is the colour of words that may tell of a mistake.
func toneOf(wrong bool, right fyne.ThemeColorName) fyne.ThemeColorName {
	if wrong {
		return resources.Err
	}
	return right
}

// openMore opens the menu of what else can be done with the form, above its arrow: below there is only the end of the window.
func (s *Screen) openMore() {
	more, menu := s.foot.more, action.Menu(s.moreActions(), s.Post)
	size := widget.NewMenu(menu).MinSize()
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(more)
	kit.ShowMenu(s.Canvas(), menu, fyne.NewPos(at.X+more.Size().Width-size.Width, at.Y-size.Height-6))
}

// moreActions are what else can be done with the form, beside the button.
func (s *Screen) moreActions() []action.Action {
	all := s.Actions()
	was, hold, list := action.ByID(all, "job.asItWas"), action.ByID(all, "job.hold"), action.ByID(all, "job.batch")
	was.Hidden = !s.foot.wasRow.Visible() || s.foot.was.Disabled()
	if s.held != nil {
		hold.Label, list.Hidden = lang.L("Save and keep held"), true
	}
	list.Line = true
	return []action.Action{was, hold, action.ByID(all, "job.copy"), list}
}

// keyWords is a shortcut in the words of the system.
func keyWords(mod fyne.KeyModifier, key fyne.KeyName) string {
	return action.Chord{Key: key, Mod: mod}.Words(action.OnMac)
}

// readOnlyWords says why nothing can be sent while the library can only be looked at.
func readOnlyWords() string {
	return lang.L("The library is open read-only because its disk cannot be written. Nothing is sent or saved.")
}

// free reports whether the form can be handed over: it is complete, and not what is being handed over already.
func (s *Screen) free(problems []client.ValidationError) bool {
	mine := s.held == nil || (s.held.gone == "" && s.held.job.ProfileID == s.account.ID)
	a := s.gate.ask(s.requestKey())
	return len(problems) == 0 && s.account.ID != 0 && mine && (a == admitted || a == queued)
}

// charges knows what own pictures cost of what the form asks for. It belongs to the window's goroutine.
type charges struct {
	host    action.Host
	library Library
	changed func() // more is known

	asked sampleKey         // whose charges were asked for last
	of    sampleKey         // whose are known
	own   client.PriceRange // what they came to, in micro-units of the currency; nothing is said where it is not enough
}

type sampleKey struct {
	profile                 int64
	kind                    db.JobKind
	size, quality, currency string
}

// key says which charges tell about an order; the zero value where none do. The sandbox's amounts are not real.
func (c *charges) key(a Account, o order.Order) sampleKey {
	if a.ID == 0 || a.Sandbox || o.Jobs() == 0 {
		return sampleKey{}
	}
	switch r := o.Requests[0].(type) {
	case client.EditRequest:
		return sampleKey{a.ID, db.EditImage, r.Size, r.Quality, a.Currency}
	case client.ImageRequest:
		return sampleKey{a.ID, db.TextToImage, r.Size, r.Quality, a.Currency}
	}
	return sampleKey{}
}

// want reads what own pictures cost of what the form asks for, once for each size and quality that comes to the front, in the
// background.
func (c *charges) want(key sampleKey) {
	if key == c.asked {
		return
	}
	c.asked = key
	if key == (sampleKey{}) {
		return
	}
	c.host.Go(func(ctx context.Context) {
		all, err := c.library.PictureSamples(ctx, key.profile, key.currency)
		var amounts []client.Micros
		for _, s := range all {
			if s.Kind == key.kind && s.Size == key.size && s.Quality == key.quality && len(amounts) < client.SamplesMost {
				amounts = append(amounts, client.Micros(s.ChargedMicros))
			}
		}
		c.host.Post(func() {
			if err != nil {
				c.host.Log().Warn("cannot read what own pictures cost", slog.Int64("profile", key.profile), slog.Any("err", err))
				return
			}
			if c.asked != key {
				return // something else is in front by now
			}
			c.of, c.own = key, client.RangeOf(amounts)
			c.changed()
		})
	})
}

// line is what own pictures cost of what the form asks for: "¥0.06 to ¥0.09 from your last 14 edits". None where there are
// too few of them. The amount is the second part: it stands out. jobs is how many are asked for.
func (c *charges) line(key sampleKey, jobs int) (own [3]string) {
	if !c.own.Enough() || c.of != key {
		return own
	}
	amount := wording.Money(int64(c.own.Least), key.currency)
	if most := wording.Money(int64(c.own.Most), key.currency); most != amount {
		amount = lang.L("%s to %s", amount, most)
	}
	if jobs > 1 {
		amount = lang.L("%s each", amount)
	}
	n := c.own.Calls
	words := lang.N("%[2]s, based on your last picture", "%[2]s, based on your last %[1]s pictures", n, lang.Number(n), hole)
	if key.kind == db.EditImage {
		words = lang.N("%[2]s, based on your last edit", "%[2]s, based on your last %[1]s edits", n, lang.Number(n), hole)
	}
	before, after := around(words)
	return [3]string{before, amount, after}
}
