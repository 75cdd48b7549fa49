package boards

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	planning "viviscope/client/boards"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/price"
	"viviscope/gui/wording"
)

// another offers one more take of a card, or its first one.
func (f *foot) another(card string) offer {
	word := lang.L("Another take")
	switch {
	case len(f.b.view.Takes(card)) > 0:
	case f.b.view.ShotByID(card) >= 0:
		word = lang.L("Make this clip")
	default:
		word = lang.L("Make this picture")
	}
	return offerOf(f.b.view, f.orderContext(), word, card)
}

// edits returns the offer to make the keyframes without a picture from the picture of one: those that are edits of it, and
// those behind it that have words. It has no cards where there is none. The board must be changed by
// [planning.MakeEditsOf] before it is sent.
func (f *foot) edits(frame string) offer {
	c := planning.EditsOf(f.b.view, f.orderContext(), frame)
	names := f.names(c.Cards...)
	word := lang.L("Make %s from this", wording.List(names))
	if n := len(names); n > 2 {
		word = lang.L("Make %[1]s to %[2]s from this", names[0], names[n-1])
	}
	return offer{c, word}
}

// renewal returns the offer to give the picture of a keyframe an address again, by an edit.
func (f *foot) renewal(frame string) offer {
	return offer{planning.Renewal(f.b.view, f.orderContext(), frame), lang.L("Renew by an edit")}
}

// label is the word of a click with its price; "…" says that a sheet opens before anything is sent.
func (f *foot) label(c offer) string {
	switch n := len(c.Problems); {
	case n > 0:
		return c.word + "… · " + problemCount(n)
	case f.asks(c):
		return c.word + "… · " + c.amount()
	}
	return c.word + " · " + c.amount()
}

// asks reports whether a click is looked at before it is sent: something stands against it, or it costs more than the amount to ask about.
func (f *foot) asks(c offer) bool {
	return len(c.Problems) > 0 || c.Quoted().Asks() == jobs.ScopeClick && !f.holds()
}

// doubleClick is longer than one takes.
const doubleClick = time.Second

// press orders what a button offers at the price that it shows. With a problem, or over the amount of a click, the check sheet opens, and
// nothing is sent.
func (f *foot) press(shown string, c offer) {
	if f.off() != "" || len(c.Items) == 0 || f.b.Now().Sub(f.ordered).Abs() < doubleClick { // which is one order
		return
	}
	now := f.again(c)
	switch {
	case f.label(now) != shown || now.Hold != c.Hold: // an address died, or a price changed: what is pressed next is what is in sight
		f.b.edition++
		f.b.show()
	case f.asks(now):
		f.check(now)
	default:
		f.send(now, now.Quoted().Shown())
	}
}

// again is a click as it is by now.
func (f *foot) again(c offer) offer {
	if c.Renews && len(c.Cards) > 0 {
		return f.renewal(c.Cards[0])
	}
	return offerOf(f.b.view, f.orderContext(), c.word, c.Cards...)
}

// send orders what was agreed to: all of it or nothing. Nothing more is ordered until the board was read since.
func (f *foot) send(c offer, agreed jobs.Agreement) {
	f.sent++
	f.ordered = f.b.Now()
	f.b.After(doubleClick, func() { f.b.Post(f.b.show) }) // if it is not saved by then
	profile := f.known.account.ID
	var orders []jobs.Order
	var made []db.Job
	commit := func(ctx context.Context, how jobs.Terms) (err error) {
		if orders == nil { // pictures are read once: what was asked about is what is sent
			if err = c.Cut(f.b.Engine.LastFrame); err == nil {
				orders, err = c.Orders(ctx, f.b.Library)
			}
			if err != nil {
				return err
			}
		}
		how.Hold = c.Hold
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
			if c.Renews {
				f.renewed[j.ID] = c.View.Assets[c.Items[i].Form.Edit.Pictures[0].Asset].ID
			}
		}
		if err != nil && !errors.Is(err, price.ErrDeclined) {
			f.ordered = time.Time{} // nothing was
			f.b.Log().Error("cannot commit a click on a board", slog.Any("err", err))
			var see []action.Action
			if i := slices.IndexFunc(c.Problems, func(p planning.Problem) bool { return p.Kind == planning.Damaged }); i >= 0 {
				card := cmp.Or(c.Problems[i].Frame, c.Problems[i].Cards[0])
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
