package jobs

import (
	"context"
	"errors"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// command carries out what is about no job alone and costs nothing, whatever else is under way.
func (q *Queue) command(do func(context.Context) error) {
	q.v.run(q.v.Sender.Send, ofNone, jobs.Agreement{}, free(do), q.v.complain)
}

func (q *Queue) sendAllHeld() { q.sendAll(q.held) }

// sendAll sends one held job at once; several go through a review, because one click then costs more than one price.
func (q *Queue) sendAll(held []item) {
	send := func() { q.release(held) }
	if n := len(held); n > 1 {
		q.v.review(lang.N("Send %s job?", "Send %s jobs?", n, lang.Number(n)), held, sendWords(held, false), lang.L("Keep them held"), send)
	} else {
		send()
	}
}

// release lets held jobs go, those of one profile after those of another: who pays is asked by itself, and what was answered for one
// profile is not asked again for the sake of the next. Nothing follows what was decided against.
func (q *Queue) release(held []item) {
	if len(held) == 0 {
		return
	}
	var together, later []item
	var ids []int64
	for _, it := range held {
		if it.ProfileID != held[0].ProfileID {
			later = append(later, it)
			continue
		}
		together, ids = append(together, it), append(ids, it.ID)
	}
	do := func(ctx context.Context, how jobs.Terms) error { return q.v.Engine.Release(ctx, how, ids...) }
	q.v.run(q.v.Sender.Release, 0, quoteOf(held[0].profile, together).Shown(), do, func(err error) {
		q.v.complain(err)
		if err == nil {
			q.release(later)
		}
	})
}

// sendWords is the word of the button that sends jobs, with what that may cost; asks is whether a question follows.
func sendWords(held []item, asks bool) string {
	n, total := len(held), totalOf(held)
	switch {
	case n == 1:
		return lang.L("Send it · %s", total)
	case n == 2 && asks:
		return lang.L("Send both… · %s", total)
	case n == 2:
		return lang.L("Send both · %s", total)
	case asks:
		return lang.N("Send all %[1]s… · %[2]s", "Send all %[1]s… · %[2]s", n, lang.Number(n), total)
	}
	return lang.N("Send all %[1]s · %[2]s", "Send all %[1]s · %[2]s", n, lang.Number(n), total)
}

// counted are the jobs that add to a total: those of sandboxes are not real, and count only where there are no others.
func counted(list []item) []item {
	real := where(list, func(it *item) bool { return !it.profile.Sandbox })
	if len(real) == 0 {
		return list
	}
	return real
}

// where are the jobs of a list of which something holds. An item is large, and a list may have thousands: no other is copied.
func where(list []item, holds func(it *item) bool) (of []item) {
	n := 0
	for i := range list {
		if holds(&list[i]) {
			n++
		}
	}
	if n == len(list) {
		return list
	}
	of = make([]item, 0, n)
	for i := range list {
		if holds(&list[i]) {
			of = append(of, list[i])
		}
	}
	return of
}

// totalOf words what jobs cost together, play money by itself.
func totalOf(list []item) string {
	real := counted(list)
	if play := where(list, func(it *item) bool { return it.profile.Sandbox }); len(play) > 0 && len(play) < len(list) {
		return totalOf(real) + " + " + totalOf(play)
	}
	sum := new(int64)
	for i := range list {
		if list[i].again == nil || list[i].profile.Currency != list[0].profile.Currency {
			return list[0].priced(nil)
		}
		*sum += *list[i].again
	}
	return list[0].priced(sum)
}

// newFoot makes the line under the rows: what can be done with those that are marked, and what is open of all.
func (q *Queue) newFoot() {
	q.picked = kit.NewText("", resources.SizeSM, resources.Text1, true)
	q.send = kit.NewButton("", nil, kit.Plain, func() { q.sendAll(q.markedItems()) }).Small()
	q.discard = kit.NewButton("", nil, kit.Plain, func() { q.remove(q.markedItems()) }).Small()
	q.copied = kit.NewButton(lang.L("Copy requests"), nil, kit.Plain, func() {
		var all []string
		for _, it := range q.markedItems() {
			all = append(all, client.Redact(string(it.Request)))
		}
		q.v.Copy(strings.Join(all, "\n"))
	}).Small()
	q.sums = kit.NewText("", resources.SizeSM, resources.Text2, false).Trailing()
	row := kit.NewRow(8, q.picked, q.send, q.discard, q.copied, kit.NewSpring(), q.sums)
	line := kit.NewFixed(0, footHeight, kit.NewInset(4, 16, 4, 16, row))
	q.foot = container.NewStack(kit.NewGround(resources.BgPanel), kit.NewColumn(0, kit.NewRule(), line))
}

// markedItems are the jobs that are marked, in their order; folded ones too, but none that chip or profile leave out.
func (q *Queue) markedItems() []item {
	return where(q.shown, func(it *item) bool { return q.marked[it.ID] })
}

// hasMarked reports whether all of some jobs are marked.
func (q *Queue) hasMarked(of []item) bool {
	for i := range of {
		if !q.marked[of[i].ID] {
			return false
		}
	}
	return len(of) > 0
}

// mark marks jobs, or takes their marks away.
func (q *Queue) mark(on bool, of []item) {
	for _, it := range of {
		if on {
			q.marked[it.ID] = true
		} else {
			delete(q.marked, it.ID)
		}
	}
	q.render()
}

// showFoot shows what can be done with all that are marked, and sums what is open.
func (q *Queue) showFoot() {
	marked := q.markedItems()
	q.marked = map[int64]bool{} // without those that are gone, or are not shown any more
	held := true
	for _, it := range marked {
		q.marked[it.ID] = true
		held = held && jobs.CanReleaseTogether(it.Job)
	}
	n := len(marked)
	q.checkAll.SetOn(q.hasMarked(q.shown))
	q.picked.SetText(lang.N("%s selected", "%s selected", n, lang.Number(n)))
	if held && n > 0 {
		q.send.SetText(sendWords(marked, n > 1))
	}
	q.discard.SetText(lang.N("Remove %s job…", "Remove %s jobs…", n, lang.Number(n)))
	for o, on := range map[fyne.CanvasObject]bool{q.picked: n > 0, q.copied: n > 0, q.send: n > 0 && held, q.discard: n > 0 && unsent(marked)} {
		kit.Show(o, on)
	}
	var spans []kit.Span
	sum := func(words string, color fyne.ThemeColorName, amount func(it *item) *int64, has func(it *item) bool) {
		of := where(q.items, func(it *item) bool { return has(it) && (q.payer == 0 || it.ProfileID == q.payer) })
		if total := sumOf(of, amount); total != "" {
			if len(spans) > 0 {
				spans = append(spans, kit.Span{Text: " · ", Color: resources.Text3})
			}
			spans = append(spans, kit.Span{Text: words + " ", Color: color}, kit.Span{Text: total, Bold: true, Color: color})
		}
	}
	costs, again := func(it *item) *int64 { return it.cost.Micros }, func(it *item) *int64 { return it.again }
	sum(lang.L("Reserved"), resources.Text2, costs, func(it *item) bool { return it.cost.Kind == db.Reserve })
	sum(lang.L("Unconfirmed, up to"), resources.Warn, costs, func(it *item) bool { return it.State == db.Unconfirmed })
	sum(lang.L("Waiting and held, est."), resources.Text2, again, func(it *item) bool { return it.State == db.Waiting || it.State == db.Held })
	q.sums.SetSpans(spans...)
	kit.Show(q.foot, n > 0 || len(spans) > 0)
	q.foot.Refresh()
}

// sumOf words what jobs come to, each currency by itself, and play money only where there is no other, and how many have no price; "" for
// none.
func sumOf(list []item, amount func(it *item) *int64) string {
	list = counted(list)
	var order []wording.MoneyFormat
	sums, unpriced := map[wording.MoneyFormat]int64{}, 0
	for i := range list {
		micros, money := amount(&list[i]), list[i].money()
		if micros == nil {
			unpriced++
			continue
		}
		if !slices.Contains(order, money) {
			order = append(order, money)
		}
		sums[money] = db.Sum(sums[money], *micros)
	}
	var words []string
	for _, money := range order {
		words = append(words, money.Alone(sums[money]))
	}
	sum := strings.Join(words, " + ")
	switch none := lang.N("%s without a price", "%s without a price", unpriced, lang.Number(unpriced)); {
	case unpriced == 0:
		return sum
	case sum == "":
		return none
	default:
		return wording.Commas(sum, none)
	}
}

// remove asks before it removes jobs, where nothing was sent of any of them.
func (q *Queue) remove(of []item) {
	n := len(of)
	if n == 0 || !unsent(of) {
		return
	}
	kit.Ask(q.v.Canvas(), lang.N("Remove %s job?", "Remove %s jobs?", n, lang.Number(n)), unsentNote(of), nil,
		kit.Answer{Word: lang.L("Keep"), Kind: kit.Primary, Enter: true},
		kit.Answer{Word: lang.X("verb", "Remove"), Kind: kit.Danger, Do: func() {
			q.command(func(ctx context.Context) (err error) {
				for _, it := range of {
					err = errors.Join(err, q.v.Engine.Discard(ctx, it.ID))
				}
				return err
			})
		}})
}

// unsentNote returns the sentence about the cost of held and waiting jobs. Those from a copy of the library may have
// been charged.
func unsentNote(of []item) string {
	if slices.ContainsFunc(of, func(it item) bool { return jobs.MayHaveBeenSent(it.Job) }) {
		return lang.L("Some of this may have been sent and charged since the library was copied. Look at the service first.")
	}
	return lang.L("Nothing has been sent or charged.")
}

// unsent reports whether nothing was sent of any of some jobs.
func unsent(of []item) bool {
	return !slices.ContainsFunc(of, func(it item) bool { return it.State != db.Held && it.State != db.Waiting })
}
