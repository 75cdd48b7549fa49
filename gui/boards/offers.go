package boards

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"time"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/price"
	"viviscope/gui/wording"
)

// stageWord is the word of a stage's button: "Make 3 clips", "Hold 3 clips".
func stageWord(stage, n int, hold bool) string {
	switch count := lang.Number(n); {
	case stage == pictures && hold:
		return lang.N("Hold %s picture", "Hold %s pictures", n, count)
	case stage == pictures:
		return lang.N("Make %s picture", "Make %s pictures", n, count)
	case hold:
		return lang.N("Hold %s clip", "Hold %s clips", n, count)
	default:
		return lang.N("Make %s clip", "Make %s clips", n, count)
	}
}

// another offers one more take of a card, or its first one.
func (f *foot) another(card string) *click {
	word := lang.L("Another take")
	switch {
	case len(f.b.view.Takes(card)) > 0:
	case f.b.view.ShotByID(card) >= 0:
		word = lang.L("Make this clip")
	default:
		word = lang.L("Make this picture")
	}
	return newClick(f.b.view, f.orderContext(), word, card)
}

// edits offers the keyframes without a picture that are edits of one, or stand behind it and have words, as edits of it; no cards: there is
// none. The board has them so once editsOf changed it.
func (f *foot) edits(frame string) *click {
	v, w, all := f.b.view, f.orderContext(), f.b.ids(false)
	behind := all[slices.Index(all, frame)+1:]
	cards := slices.DeleteFunc(missing(v, w, pictures).cards, func(card string) bool {
		_, made := v.Chosen(frame)
		return v.Want(card).From.Frame != frame && !(made && slices.Contains(behind, card))
	})
	v.Board = clone(v.Board)
	editsOf(frame, cards)(&v.Board)
	names := f.names(cards...)
	word := lang.L("Make %s from this", wording.List(names))
	if n := len(names); n > 2 {
		word = lang.L("Make %[1]s to %[2]s from this", names[0], names[n-1])
	}
	return newClick(v, w, word, cards...)
}

// editsOf makes keyframes edits of another one.
func editsOf(frame string, cards []string) func(*boards.Board) {
	return func(x *boards.Board) {
		for i := range x.Frames {
			if k := &x.Frames[i]; slices.Contains(cards, k.ID) {
				k.Source, k.From = boards.FromKeyframe, frame
			}
		}
	}
}

// renewal offers an edit that leaves a keyframe's picture as it is: its result has an address. It is another take, which may differ.
func (f *foot) renewal(frame string) *click {
	c := newClick(f.b.view, f.orderContext(), lang.L("Renew by an edit"))
	c.cards, c.renews = []string{frame}, true
	chosen, _ := c.view.Chosen(frame)
	it := c.copied(frame)
	it.form.Edit.Pictures[0] = c.slot(&it, boards.Picture{Frame: frame, Asset: chosen.Asset.Ref}, 0)
	c.put(it, boards.Want{})
	return c
}

// label is the word of a click with its price; "…" says that a sheet opens before anything is sent.
func (f *foot) label(c *click) string {
	switch n := len(c.problems); {
	case n > 0:
		return c.word + "… · " + problemCount(n)
	case f.asks(c):
		return c.word + "… · " + c.amount()
	}
	return c.word + " · " + c.amount()
}

// asks reports whether a click is looked at before it is sent: something stands against it, or it costs more than the amount to ask about.
func (f *foot) asks(c *click) bool {
	return len(c.problems) > 0 || c.quoted().Asks() == jobs.ScopeClick && !f.holds()
}

// amount is what a click costs: "¥8.40 est.", "about ¥0.12 est.", "price not known".
func (c *click) amount() string {
	if q := c.quoted(); !q.Known {
		return c.money().Price(0, false)
	}
	return c.money().Mark(lang.L("%s est.", strings.ReplaceAll(c.sum(), marked, "")))
}

// sum is what is known of that, without its kind; the amount is marked.
func (c *click) sum() string {
	sum := bold(c.money().Of(c.quoted().Total))
	if c.about() {
		return lang.L("about %s", sum)
	}
	return sum
}

// about reports whether a click makes pictures, whose price follows from their tokens.
func (c *click) about() bool {
	return slices.ContainsFunc(c.items, func(it item) bool { return !it.form.Kind.IsVideo() })
}

// money returns the format of amounts of the profile that pays.
func (c *click) money() wording.MoneyFormat {
	return wording.MoneyFormat{Currency: c.quote.Currency, Play: c.quote.Profile.Sandbox}
}

// doubleClick is longer than one takes.
const doubleClick = time.Second

// press orders what a button offers at the price that it shows. With a problem, or over the amount of a click, the check sheet opens, and
// nothing is sent.
func (f *foot) press(shown string, c *click) {
	if f.off() != "" || len(c.items) == 0 || f.b.Now().Sub(f.ordered).Abs() < doubleClick { // which is one order
		return
	}
	now := f.again(c)
	switch {
	case f.label(now) != shown || now.hold != c.hold: // an address died, or a price changed: what is pressed next is what is in sight
		f.b.edition++
		f.b.show()
	case f.asks(now):
		f.check(now)
	default:
		f.send(now, now.quoted().Shown())
	}
}

// again is a click as it is by now.
func (f *foot) again(c *click) *click {
	if c.renews && len(c.cards) > 0 {
		return f.renewal(c.cards[0])
	}
	return newClick(f.b.view, f.orderContext(), c.word, c.cards...)
}

// send orders what was agreed to: all of it or nothing. Nothing more is ordered until the board was read since.
func (f *foot) send(c *click, agreed jobs.Agreement) {
	f.sent++
	f.ordered = f.b.Now()
	f.b.After(doubleClick, func() { f.b.Post(f.b.show) }) // if it is not saved by then
	profile := f.known.account.ID
	var orders []jobs.Order
	var made []db.Job
	commit := func(ctx context.Context, how jobs.Terms) (err error) {
		if orders == nil { // pictures are read once: what was asked about is what is sent
			if err = c.cut(f.b.Engine.LastFrame); err == nil {
				orders, err = c.orders(ctx, f.b.Library)
			}
			if err != nil {
				return err
			}
		}
		how.Hold = c.hold
		made, err = f.b.Engine.Submit(ctx, profile, orders, how)
		return err
	}
	f.b.Sender.Send(agreed, commit, func(err error) {
		if err == nil {
			f.ended.Add(1)
		} else {
			f.sent--
		}
		for i, j := range made {
			if c.renews {
				f.renewed[j.ID] = c.view.Assets[c.items[i].form.Edit.Pictures[0].Asset].ID
			}
		}
		if err != nil && !errors.Is(err, price.ErrDeclined) {
			f.ordered = time.Time{} // nothing was
			f.b.Log().Error("cannot commit a click on a board", slog.Any("err", err))
			var see []action.Action
			if i := slices.IndexFunc(c.problems, func(p problem) bool { return p.kind == damaged }); i >= 0 {
				card := cmp.Or(c.problems[i].frame, c.problems[i].cards[0])
				see = []action.Action{{Label: lang.L("Show %s", f.b.cardName(card)), Do: func() { f.b.choose(card) }}}
			}
			f.b.Say(kit.ToneErr, wording.NotSent(err), "", see...)
		}
		f.b.show()
		f.b.RefreshAll()
	})
	f.b.show()
}

// compareRenewed shows renewed pictures that have come beside those that they renew.
func (f *foot) compareRenewed() {
	for _, a := range f.b.view.Assets {
		if before, ok := f.renewed[a.JobID]; ok && f.b.view.Ref != "" {
			delete(f.renewed, a.JobID)
			f.b.Viewer.Compare(before, a.ID)
			return
		}
	}
}
