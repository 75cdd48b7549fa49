package boards

import (
	"fyne.io/fyne/v2"

	planning "viviscope/client/boards"
	"viviscope/client/order"
	"viviscope/db/boards"
	"viviscope/gui/action"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

func problemCount(n int) string { return lang.N("%s problem", "%s problems", n, lang.Number(n)) }

// names are the cards as people call them: "K11" and "9".
func (f *foot) names(cards ...string) (names []string) {
	for _, card := range cards {
		if i := f.b.view.ShotByID(card); i >= 0 {
			names = append(names, lang.Number(i+1))
		} else {
			names = append(names, f.b.cardName(card))
		}
	}
	return names
}

// list names cards in a sentence, shots side by side as one: "1–4, 7 and K3".
func (f *foot) list(cards ...string) string {
	var words []string
	for names := f.names(cards...); len(cards) > 0; {
		n, first := 1, f.b.view.ShotByID(cards[0])
		for first >= 0 && n < len(cards) && f.b.view.ShotByID(cards[n]) == first+n {
			n++
		}
		if n > 2 {
			words = append(words, names[0]+"–"+names[n-1])
		} else {
			words = append(words, names[:n]...)
		}
		cards, names = cards[n:], names[n:]
	}
	return wording.List(words)
}

// begin is the name of a card as the first words of a sentence.
func (f *foot) begin(card string) string {
	if i := f.b.view.ShotByID(card); i >= 0 {
		return lang.L("Shot %d", i+1)
	}
	return f.b.cardName(card)
}

// asked words what a card asks a model for: "5 s · clip-2.6 · 720P".
func (f *foot) asked(card string) string {
	w := f.b.view.Want(card)
	parts := []string{w.Model, wording.Size(w.Size), w.Quality}
	if w.Kind.IsVideo() {
		parts = []string{lang.L("%d s", w.Seconds), w.Model, w.Resolution}
		if w.Audio && !f.orderContext().Limits(w.Model).Form.LacksAudio() {
			parts = append(parts, lang.L("audio"))
		}
	}
	return wording.Dotted(parts...)
}

// problemText words a problem: what is wrong, what follows, both in the row of a card, and what can be done, elsewhere or here.
type problemText struct {
	icon            fyne.Resource
	lead, rest, row string
	leads, stays    []action.Action
}

// problemText returns the words of a problem.
func (f *foot) problemText(p planning.Problem) (w problemText) {
	b, now := f.b, f.b.Now()
	n, cards, first, frame := len(p.Cards), f.list(p.Cards...), f.begin(p.Cards[0]), b.cardName(p.Frame)
	chosen, _ := b.view.Chosen(p.Frame)
	accept := func(word string) []action.Action {
		return []action.Action{{Label: word, Do: func() {
			for _, card := range p.Cards {
				f.accepted[planning.Accepted{Kind: p.Kind, Card: card}] = true
			}
			b.edition++
			b.show()
		}}}
	}
	see := func(card string) []action.Action {
		return []action.Action{{Label: lang.L("Show %s", b.cardName(card)), Do: func() { b.choose(card) }}}
	}
	switch p.Kind {
	case planning.Unreachable:
		w = problemText{icon: resources.IconLink, lead: lang.L("%s: its address has died", frame), row: lang.L("%s has no address", frame),
			rest: lang.N("shot %s cannot be sent without one", "shots %s cannot be sent without one", n, cards), leads: f.addresses(p.Frame)}
		if chosen.Asset.Link == "" {
			w.lead = w.row
		}
	case planning.Dying:
		w = problemText{icon: resources.IconClock, lead: lang.L("%[1]s: its address dies at %[2]s", frame, wording.When(p.Dies, now)),
			rest: lang.N("shot %[1]s would be sent at about %[2]s", "shots %[1]s would be sent at about %[2]s", n, cards, wording.When(p.Begins, now)),
			row:  lang.L("%s dies before its turn", frame), leads: f.addresses(p.Frame)}
	case planning.Gone:
		w = problemText{icon: resources.IconTrash, lead: lang.L("%s: its picture is in the trash, or gone", frame), row: lang.L("%s has no picture", frame), leads: see(p.Frame)}
		if p.Frame == "" {
			w.lead = lang.L("%s begins with the last frame of the shot before", first)
			w.rest, w.row, w.leads = lang.L("whose clip is in the trash, or gone"), lang.L("the clip of the shot before is gone"), see(p.Cards[0])
		}
	case planning.OtherRatio:
		is := b.ratio(chosen.Asset)
		w = problemText{icon: resources.IconCrop, lead: lang.L("%[1]s is %[2]s, the board is %[3]s", frame, is, planning.RatioOf(b.view.Settings.Size)),
			rest: lang.N("shot %[1]s would come as %[2]s and force re-encoding of the film", "shots %[1]s would come as %[2]s and force re-encoding of the film",
				n, cards, is), row: lang.L("%[1]s is %[2]s", frame, is), stays: accept(lang.L("Use it as it is")),
			leads: []action.Action{{Label: lang.L("Extend on the canvas…"), Do: func() { b.Creator.Edit(chosen.Asset) }}}}
	case planning.Unpriced:
		w = problemText{icon: resources.IconCoin, lead: lang.L("%s: no price is known", first), rest: f.asked(p.Cards[0]), row: lang.L("no price"),
			leads: []action.Action{{Label: lang.L("Add the price…"), Do: b.Navigator.ShowPrices}},
			stays: append(f.cheaper(p.Cards[0]), accept(lang.L("Make it without a price"))...)}
	case planning.Waits:
		w = problemText{icon: resources.IconHourglass, lead: lang.L("%s begins with the last frame of the shot before", first),
			rest: lang.L("which is neither made nor ordered here"), row: lang.L("the shot before is not made"), leads: see(p.Cards[0])}
		if p.Frame != "" {
			w.lead, w.rest, w.row = lang.L("%[1]s is made from %[2]s", first, frame), lang.L("which has no picture and is not being made"),
				lang.L("%s has no picture", frame)
		}
	case planning.Broken, planning.Damaged:
		w = problemText{icon: resources.IconWarning, lead: lang.L("%s cannot be made like this", first), rest: problemReason(p), row: problemReason(p), leads: see(p.Cards[0])}
	}
	return w
}

// problemReason returns the broken rule, or why a picture cannot be read, in the language of the window.
func problemReason(p planning.Problem) string {
	if p.Err != nil {
		return wording.Fault(p.Err)
	}
	return wording.Rule(p.Rule)
}

// addresses are the ways to an address for the picture of a keyframe.
func (f *foot) addresses(frame string) (ways []action.Action) {
	chosen, _ := f.b.view.Chosen(frame)
	if c := f.renewal(frame); chosen.Asset.ID != 0 && len(c.Problems) == 0 {
		word := f.label(c)
		ways = append(ways, action.Action{Label: word, Do: func() { f.press(word, c) }})
	}
	if !f.b.view.Hosting {
		ways = append(ways, action.Action{Label: lang.L("Set up image hosting…"), Do: f.b.Navigator.ShowHosting})
	}
	return append(ways, action.Action{Label: lang.L("Paste an address…"), Do: func() { f.paste(frame) }})
}

// cheaper is the way to make a shot by the model that can do it for the least.
func (f *foot) cheaper(card string) (use []action.Action) {
	shot, c := f.b.view.ShotByID(card), f.another(card)
	if shot < 0 || len(c.Items) == 0 {
		return nil
	}
	for _, fit := range order.Which(c.Items[len(c.Items)-1].Form, c.Env, tariffOf(c.Quote).Table) {
		if word := lang.L("Use %s", fit.Model.ID); fit.Cheapest {
			use = append(use, action.Action{Label: word + " · " + tariffOf(c.Quote).Price(fit.Quote), Do: func() {
				f.b.edit(word, func(b *boards.Board) { b.Shots[shot].Model = fit.Model.ID })
			}})
		}
	}
	return use
}
