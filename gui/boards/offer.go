package boards

import (
	"slices"

	planning "viviscope/client/boards"
	"viviscope/db/boards"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/spend"
	"viviscope/gui/wording"
)

// offer is a click that a button offers, with the text of that button.
type offer struct {
	*planning.Click
	word string // without a price
}

// stageOffer returns the offer to make the missing cards of a stage.
func stageOffer(v boards.View, w planning.Context, stage int) offer {
	c := planning.Missing(v, w, stage)
	return offer{c, stageWord(stage, len(c.Cards), w.Hold)}
}

// stageWord returns the label of the button of a stage without the price: "Make 3 clips", "Hold 3 clips".
func stageWord(stage, n int, hold bool) string {
	switch count := lang.Number(n); {
	case stage == planning.Keyframes && hold:
		return lang.N("Hold %s picture", "Hold %s pictures", n, count)
	case stage == planning.Keyframes:
		return lang.N("Make %s picture", "Make %s pictures", n, count)
	case hold:
		return lang.N("Hold %s clip", "Hold %s clips", n, count)
	default:
		return lang.N("Make %s clip", "Make %s clips", n, count)
	}
}

// amount returns what a click costs: "¥8.40 est.", "about ¥0.12 est.", "price not known".
func (o offer) amount() string {
	if q := o.Quoted(); !q.Known {
		return o.money().Price(0, false)
	}
	return o.money().Mark(lang.L("%s est.", plain(o.sum())))
}

// sum returns the known part of the price, without its kind. The amount is marked as bold.
func (o offer) sum() string {
	sum := bold(o.money().Of(o.Quoted().Total))
	if o.MakesPictures() {
		return lang.L("about %s", sum)
	}
	return sum
}

// money returns the format of amounts of the profile that pays.
func (o offer) money() wording.MoneyFormat {
	return wording.MoneyFormat{Currency: o.Quote.Currency, Play: o.Quote.Profile.Sandbox}
}

// budget returns the rest of the budget after a click.
func (o offer) budget() []kit.Span {
	if len(o.Items) == 0 {
		return nil
	}
	line := spend.BudgetLine(o.Quoted())
	if len(line) == 3 && o.MakesPictures() && o.Quoted().Known {
		about := spans(lang.L("about %s", bold(line[1].Text)))
		for i := range about {
			about[i].Color = line[i%2].Color
		}
		line = slices.Concat(line[:1], about, line[2:])
	}
	return line
}

// problemCount returns "3 problems".
func problemCount(n int) string { return lang.N("%s problem", "%s problems", n, lang.Number(n)) }
