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

// problemTexts explains the problems of a click, and offers what can be done about them.
type problemTexts struct {
	doc    *document
	labels *cardLabels
	prices *boardPrices
	offers *offerMaker
	orders *orderSender
}

// problemText explains a problem.
type problemText struct {
	icon       fyne.Resource
	lead, rest string          // what is wrong, and what follows
	row        string          // both, in the row of a card
	leads      []action.Action // what can be done elsewhere
	stays      []action.Action // what can be done here
}

// text explains a problem of a click with a purpose.
func (p *problemTexts) text(of planning.Problem, purpose planning.Purpose) (w problemText) {
	doc, now := p.doc, p.doc.Now()
	n, cards, first, frame := len(of.Cards), p.labels.list(of.Cards...), p.labels.firstWords(of.Cards[0]),
		doc.cardName(of.Frame)
	chosen, _ := doc.view.Chosen(of.Frame)
	switch of.Kind {
	case planning.Unreachable:
		w = problemText{icon: resources.IconLink, lead: lang.L("%s: its address has died", frame),
			row: lang.L("%s has no address", frame), leads: p.addresses(of.Frame),
			rest: lang.N("shot %s cannot be sent without one", "shots %s cannot be sent without one", n, cards)}
		if chosen.Asset.Link == "" {
			w.lead = w.row
		}
	case planning.Dying:
		at, begins := wording.When(of.Dies, now), wording.When(of.Begins, now)
		w = problemText{icon: resources.IconClock, lead: lang.L("%[1]s: its address dies at %[2]s", frame, at),
			row: lang.L("%s dies before its turn", frame), leads: p.addresses(of.Frame),
			rest: lang.N("shot %[1]s would be sent at about %[2]s", "shots %[1]s would be sent at about %[2]s", n,
				cards, begins)}
	case planning.Gone:
		w = problemText{icon: resources.IconTrash, lead: lang.L("%s: its picture is in the trash, or gone", frame),
			row: lang.L("%s has no picture", frame), leads: p.see(of.Frame)}
		if of.Frame == "" {
			w.lead = lang.L("%s begins with the last frame of the shot before", first)
			w.rest, w.row = lang.L("whose clip is in the trash, or gone"), lang.L("the clip of the shot before is gone")
			w.leads = p.see(of.Cards[0])
		}
	case planning.OtherRatio:
		is, board := p.labels.ratio(chosen.Asset), planning.RatioOf(doc.view.Settings.Size)
		extend := action.Action{Label: lang.L("Extend on the canvas…"), Do: func() { doc.Creator.Edit(chosen.Asset) }}
		w = problemText{icon: resources.IconCrop, lead: lang.L("%[1]s is %[2]s, the board is %[3]s", frame, is, board),
			rest: lang.N("shot %[1]s would come as %[2]s and force re-encoding of the film",
				"shots %[1]s would come as %[2]s and force re-encoding of the film", n, cards, is),
			row:   lang.L("%[1]s is %[2]s", frame, is),
			stays: p.accept(lang.L("Use it as it is"), of), leads: []action.Action{extend}}
	case planning.Unpriced:
		w = problemText{icon: resources.IconCoin, lead: lang.L("%s: no price is known", first),
			rest:  p.request(doc.view.Want(of.Cards[0])),
			row:   lang.L("no price"),
			leads: []action.Action{{Label: lang.L("Add the price…"), Do: doc.Navigator.ShowPrices}},
			stays: p.accept(lang.L("Make it without a price"), of)}
		if final := doc.view.Settings.Final; purpose == planning.MakeFinal && final != nil {
			w.rest = wording.Dotted(final.Model, final.Resolution)
		} else {
			w.stays = append(p.cheaper(of.Cards[0]), w.stays...)
		}
	case planning.Waits:
		w = problemText{icon: resources.IconHourglass,
			lead: lang.L("%s begins with the last frame of the shot before", first),
			rest: lang.L("which is neither made nor ordered here"), row: lang.L("the shot before is not made"),
			leads: p.see(of.Cards[0])}
		if of.Frame != "" {
			w.lead, w.row = lang.L("%[1]s is made from %[2]s", first, frame), lang.L("%s has no picture", frame)
			w.rest = lang.L("which has no picture and is not being made")
		}
	case planning.Broken, planning.Damaged:
		why := problemReason(of)
		w = problemText{icon: resources.IconWarning, lead: lang.L("%s cannot be made like this", first), rest: why,
			row:   why,
			leads: p.see(of.Cards[0])}
	}
	return w
}

// problemReason returns the broken rule, or why a picture cannot be read.
func problemReason(of planning.Problem) string {
	if of.Err != nil {
		return wording.Fault(of.Err)
	}
	return wording.Rule(of.Rule)
}

// see returns the action that shows a card.
func (p *problemTexts) see(card string) []action.Action {
	return []action.Action{{Label: lang.L("Show %s", p.doc.cardName(card)), Do: func() { p.doc.choose(card) }}}
}

// accept returns the action by which the user accepts a problem.
func (p *problemTexts) accept(label string, of planning.Problem) []action.Action {
	return []action.Action{{Label: label, Do: func() { p.prices.accept(of) }}}
}

// addresses returns the actions that give the picture of a keyframe an address.
func (p *problemTexts) addresses(frame string) (ways []action.Action) {
	chosen, _ := p.doc.view.Chosen(frame)
	renewal := p.offers.renewal(frame)
	if chosen.Asset.ID != 0 && len(renewal.Problems) == 0 {
		label := p.offers.label(renewal)
		ways = append(ways, action.Action{Label: label, Do: func() { p.orders.press(label, renewal) }})
	}
	if !p.doc.view.Hosting {
		ways = append(ways, action.Action{Label: lang.L("Set up image hosting…"), Do: p.doc.Navigator.ShowHosting})
	}
	return append(ways, action.Action{Label: lang.L("Paste an address…"), Do: func() { askAddress(p.doc, frame) }})
}

// cheaper returns the action that makes a shot with the cheapest model that can do it.
func (p *problemTexts) cheaper(card string) (use []action.Action) {
	shot, o := p.doc.view.ShotByID(card), p.offers.another(card)
	if shot < 0 || len(o.Items) == 0 {
		return nil
	}
	tariff := tariffOf(o.Quote)
	for _, fit := range order.CompareModels(o.Items[len(o.Items)-1].Form, o.Env, tariff.Table) {
		if !fit.Cheapest {
			continue
		}
		step := lang.L("Use %s", fit.Model.ID)
		use = append(use, action.Action{Label: step + " · " + tariff.Price(fit.Quote), Do: func() {
			p.doc.edit(step, func(b *boards.Board) { b.Shots[shot].Model = fit.Model.ID })
		}})
	}
	return use
}

// request returns what a request asks a model for: "5 s · clip-2.6 · 720P".
func (p *problemTexts) request(w boards.Want) string {
	if !w.Kind.IsVideo() {
		return wording.Dotted(w.Model, wording.Size(w.Size), wording.Quality(w.Quality))
	}
	parts := []string{lang.L("%d s", w.Seconds), w.Model, w.Resolution}
	if w.Audio && !p.prices.context().Limits(w.Model).Format.LacksAudio() {
		parts = append(parts, lang.L("audio"))
	}
	return wording.Dotted(parts...)
}
