package boards

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync/atomic"
	"time"

	planning "viviscope/client/boards"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/spend"
	"viviscope/gui/wording"
)

// doubleClick is the time after an order in which another press is the second half of a double click.
const doubleClick = time.Second

// orderSender sends the orders that the user confirmed. All spending of a board goes through press, or through send
// from the check sheet. Window's goroutine, except for ended.
type orderSender struct {
	doc    *document
	prices *boardPrices
	offers *offerMaker

	sent    int64           // clicks that were sent, without those that failed
	ended   atomic.Int64    // those of them that have their jobs
	seen    int64           // those of these that the board has been read since
	ordered time.Time       // when the last click was sent
	renewed map[int64]int64 // by the job of a renewed picture: the asset to compare it with

	openSheet func(o offer) // opens the check sheet
}

// locked returns why nothing can be ordered for this board now, as a sentence; "": it can.
func (o *orderSender) locked() string {
	switch {
	case o.doc.locked() != "":
		return o.doc.locked()
	case !o.prices.isOwner():
		return lang.L("The board is still loading.")
	case o.prices.known.account.NoKey:
		return o.prices.accountFault()
	case o.isSaving():
		return lang.L("The last click is being saved.")
	}
	return ""
}

// isSaving reports whether the board does not show the jobs of the last click yet.
func (o *orderSender) isSaving() bool { return o.seen < o.sent }

// shownReason returns the reason of locked that is shown. That a click is being saved is shown only if it takes long.
func (o *orderSender) shownReason() string {
	if o.isSaving() && o.sinceOrder() < doubleClick {
		return ""
	}
	return o.locked()
}

func (o *orderSender) sinceOrder() time.Duration { return o.doc.Now().Sub(o.ordered).Abs() }

// allowNext has the next press count, even if it follows an order at once: it is no double click.
func (o *orderSender) allowNext() { o.ordered = time.Time{} }

// press orders what a button offers, at the price in its label. If the offer has problems or is above the amount to ask
// about, the check sheet opens and nothing is sent. If the offer is not what the label shows any more, the new label is
// shown and nothing is sent.
func (o *orderSender) press(label string, of offer) {
	if o.locked() != "" || len(of.Items) == 0 || o.sinceOrder() < doubleClick {
		return
	}
	now := o.offers.again(of)
	switch {
	case o.offers.label(now) != label || now.Hold != of.Hold: // an address expired, or a price changed
		o.doc.touch()
	case o.offers.asks(now):
		o.openSheet(now)
	default:
		o.send(now, now.Quoted().PriceAgreement())
	}
}

// send orders what the user agreed to: all of it or nothing. Nothing else is ordered until the board was read again.
func (o *orderSender) send(of offer, agreed jobs.Agreement) {
	o.sent++
	o.ordered = o.doc.Now()
	o.doc.After(doubleClick, func() { o.doc.Post(o.doc.onChange) }) // shows that it is being saved
	profile := o.prices.known.account.ID
	var list []jobs.Order
	var made []db.Job
	commit := func(ctx context.Context, how jobs.Terms) (err error) {
		if list == nil { // pictures are read once, so that what is sent is what the user agreed to
			list, err = o.build(ctx, of)
			if err != nil {
				return err
			}
		}
		how.Hold = of.Hold
		made, err = o.doc.Engine.Submit(ctx, profile, list, how)
		return err
	}
	o.doc.Sender.Send(agreed, commit, func(err error) { o.finish(of, made, err) })
	o.doc.onChange()
}

// build returns the orders of an offer with their pictures. It must not run on the window's goroutine.
func (o *orderSender) build(ctx context.Context, of offer) ([]jobs.Order, error) {
	err := of.ExtractFrames(o.doc.Engine.LastFrame)
	if err != nil {
		return nil, err
	}
	return of.Orders(ctx, o.doc.Library)
}

// finish handles the result of a click.
func (o *orderSender) finish(of offer, made []db.Job, err error) {
	if err == nil {
		o.ended.Add(1)
	} else {
		o.sent--
	}
	if of.Purpose == planning.Renew { // the user chooses after comparing
		for i, j := range made {
			o.renewed[j.ID] = of.View.Assets[of.Items[i].Form.Edit.Pictures[0].Asset].ID
		}
	} else {
		o.awaitTakes(of.View.BoardHead, made)
	}
	if err != nil && !errors.Is(err, spend.ErrDeclined) {
		o.allowNext()
		o.doc.Log().Error("cannot commit a click on a board", slog.Any("err", err))
		o.doc.Say(kit.ToneErr, wording.NotSent(err), "", o.showDamaged(of)...)
	}
	o.doc.onChange()
	o.doc.RefreshAll()
}

// awaitTakes makes cards with a choice of the user switch to the results of new jobs once these are saved.
func (o *orderSender) awaitTakes(head db.BoardHead, made []db.Job) {
	if o.doc.view.Ref == head.Ref && o.doc.locked() == "" {
		if x := o.doc.view.Board.Clone(); x.AwaitTakes(made) {
			o.doc.edit(lang.L("use the new takes"), func(x *boards.Board) { x.AwaitTakes(made) })
		}
		return
	}
	o.doc.Go(func(ctx context.Context) {
		err := o.doc.Store.AwaitTakes(context.WithoutCancel(ctx), made)
		if err != nil {
			o.doc.Log().Warn("await takes of a board", slog.Any("err", err))
		}
	})
}

// showDamaged returns the action that shows the card whose picture cannot be read, if there is one.
func (o *orderSender) showDamaged(of offer) []action.Action {
	i := slices.IndexFunc(of.Problems, func(p planning.Problem) bool { return p.Kind == planning.Damaged })
	if i < 0 {
		return nil
	}
	card := cmp.Or(of.Problems[i].Frame, of.Problems[i].Cards[0])
	return []action.Action{{Label: lang.L("Show %s", o.doc.cardName(card)), Do: func() { o.doc.choose(card) }}}
}

// compareRenewed shows a renewed picture that has arrived beside the picture that it replaces.
func (o *orderSender) compareRenewed() {
	for _, a := range o.doc.view.Assets {
		before, ok := o.renewed[a.JobID]
		if ok && o.doc.view.Ref != "" {
			delete(o.renewed, a.JobID)
			o.doc.Viewer.Compare(before, a.ID)
			return
		}
	}
}
