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

// stageOffer returns the offer of a stage.
func stageOffer(v boards.View, w planning.Context, stage int) offer {
	c := planning.Stage(v, w, stage)
	return offer{c, stageWord(c, stage, w.Hold)}
}

// stageWord returns the label of the button of a stage without the price: "Make 3 clips", "Hold 3 clips".
func stageWord(c *planning.Click, stage int, hold bool) string {
	n := len(c.Cards)
	switch count := lang.Number(n); {
	case stage == planning.Final && hold:
		return lang.N("Hold %s final", "Hold %s finals", n, count)
	case stage == planning.Final:
		return lang.N("Make final: %s chosen take", "Make final: %s chosen takes", n, count)
	case stage == planning.Outdated && hold:
		return lang.N("Hold %s remake", "Hold %s remakes", n, count)
	case stage == planning.Outdated:
		return remakeWord(c)
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

// remakeWord returns "Remake 2 shots", or "Remake 1 keyframe and 2 shots".
func remakeWord(c *planning.Click) string {
	shots := len(c.Cards) - c.FrameCount()
	ofFrames := lang.N("%s keyframe", "%s keyframes", c.FrameCount(), lang.Number(c.FrameCount()))
	ofShots := lang.N("%s shot", "%s shots", shots, lang.Number(shots))
	switch {
	case c.FrameCount() == 0:
		return lang.L("Remake %s", ofShots)
	case shots == 0:
		return lang.L("Remake %s", ofFrames)
	}
	return lang.L("Remake %[1]s and %[2]s", ofFrames, ofShots)
}

// amount returns what a click costs: "¥8.40 est.", "about ¥0.12 est.", "price not known".
func (o offer) amount() string {
	if q := o.Quoted(); !q.Known {
		return o.money().Price(0, false)
	}
	sum := plain(o.sum())
	if n := o.FrameCount(); o.Purpose == planning.Remake && n > 0 && n < len(o.Cards) {
		frames, shots := offer{o.OfFrames(true), ""}, offer{o.OfFrames(false), ""}
		sum = plain(frames.sum()) + " + " + plain(shots.sum())
	}
	return o.money().Mark(lang.L("%s est.", sum))
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
