package boards

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/compose"
	"viviscope/gui/lang"
	"viviscope/gui/price"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
)

// offer is what a button orders, and its word without a price.
type offer struct {
	*click
	cards []string
	word  string
}

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

// another offers one more take of a card.
func (f *foot) another(card string) offer {
	return offer{newClick(f.b.view, f.world(), card), []string{card}, lang.L("Another take")}
}

// edits offers the keyframes without a picture that are to be edits of one; no cards: there is none.
func (f *foot) edits(frame string) offer {
	v, w := f.b.view, f.world()
	cards := slices.DeleteFunc(missing(v, w, pictures), func(card string) bool { return v.Want(card).From.Frame != frame })
	names := f.names(cards...)
	word := lang.L("Make %s from this", wording.List(names))
	if n := len(names); n > 2 {
		word = lang.L("Make %[1]s to %[2]s from this", names[0], names[n-1])
	}
	return offer{newClick(v, w, cards...), cards, word}
}

// renewal offers an edit that leaves a keyframe's picture as it is: its result has an address. It is another take, which may differ.
func (f *foot) renewal(frame string) offer {
	return offer{newRenewal(f.b.view, f.world(), frame), []string{frame}, lang.L("Renew by an edit")}
}

// label is the word of an offer with its price; "…" says that a sheet opens before anything is sent.
func (f *foot) label(o offer) string {
	q := o.quoted()
	switch n := len(f.troubles(o.click)); {
	case n > 0:
		return o.word + "… · " + problemCount(n)
	case q.Asks() == jobs.ScopeClick && !f.holds():
		return o.word + "… · " + o.amount()
	}
	return o.word + " · " + o.amount()
}

// amount is what a click costs: "¥8.40 est.", "about ¥0.12 est.", "price not known".
func (c *click) amount() string {
	q := c.quoted()
	if !q.Known {
		return c.money().Price(0, false)
	}
	return lang.L("%s est.", c.sum())
}

// sum is what is known of that, without its kind.
func (c *click) sum() string {
	if sum := c.money().Of(c.quoted().Total); !c.about() {
		return sum
	} else {
		return lang.L("about %s", sum)
	}
}

// about reports whether a click makes pictures, whose price follows from their tokens.
func (c *click) about() bool {
	return slices.ContainsFunc(c.items, func(it item) bool { return !it.form.Kind.IsVideo() })
}

// money words amounts of the profile that pays, beside whose name they stand.
func (c *click) money() wording.MoneyFormat { return wording.MoneyFormat{Currency: c.quote.Currency} }

// doubleClick is longer than one takes.
const doubleClick = time.Second

// press orders what a button offers at the price that it shows. With a problem, or over the amount of a click, the check sheet opens, and
// nothing is sent.
func (f *foot) press(shown string, o offer) {
	if f.off() != "" || len(o.items) == 0 || f.b.Now().Sub(f.ordered).Abs() < doubleClick { // which is one order
		return
	}
	held := o.hold
	if o = f.again(o); f.label(o) != shown || o.hold != held { // an address died, or a price changed: what is pressed next is what is in sight
		f.changed()
		f.b.show()
		return
	}
	if len(f.troubles(o.click)) > 0 || o.quoted().Asks() == jobs.ScopeClick && !f.holds() {
		f.check(o)
		return
	}
	f.send(o, o.quoted().Shown())
}

// again is an offer as it is by now.
func (f *foot) again(o offer) offer {
	if o.renews {
		return f.renewal(o.cards[0])
	}
	o.click = newClick(f.b.view, f.world(), o.cards...)
	return o
}

// send orders what was agreed to: all of it or nothing.
func (f *foot) send(o offer, agreed jobs.Agreement) {
	f.sending, f.ordered = true, f.b.Now()
	ref, profile := f.b.view.Ref, f.account.ID
	var orders []jobs.Order
	var made []db.Job
	commit := func(ctx context.Context, how jobs.Terms) (err error) {
		if orders == nil { // pictures are read once: what was asked about is what is sent
			if orders, err = o.orders(ctx, f.b.Library); err != nil {
				return err
			}
		}
		for _, it := range o.items { // first: one that goes on after all would be a second take
			for _, id := range it.instead {
				if err := f.b.Engine.Discard(ctx, id); err != nil && !errors.Is(err, db.ErrNotFound) {
					return err
				}
			}
		}
		how.Hold = o.hold
		made, err = f.b.Engine.Submit(ctx, profile, orders, how)
		return err
	}
	f.b.Sender.Send(agreed, commit, func(err error) {
		f.sending = false
		f.changed()
		if len(made) > 0 && f.sent[ref] == nil {
			f.sent[ref] = map[string]int64{}
		}
		for i, j := range made {
			f.sent[ref][j.Shot] = j.ID
			if o.renews {
				f.renewed[j.ID] = o.view.Assets[o.items[i].form.Edit.Pictures[0].Asset].ID
			}
		}
		if err != nil && !errors.Is(err, price.ErrDeclined) {
			f.ordered = time.Time{} // nothing was
			f.b.Log().Error("cannot commit a click on a board", slog.Any("err", err))
			f.b.Say(widgets.ToneErr, compose.NotSent(err), "")
		}
		f.b.show()
		f.b.RefreshAll()
	})
	f.b.show()
}

// compareRenewed shows renewed pictures that have come beside those that they renew.
func (f *foot) compareRenewed() {
	for job, before := range f.renewed {
		for _, a := range f.b.view.Assets {
			if a.JobID == job && f.b.view.Ref != "" {
				delete(f.renewed, job)
				f.b.Nav.Compare(before, a.ID)
				return
			}
		}
	}
}
