package jobs

import (
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/status"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// costLook returns the icon of an amount's kind, nil if there is no amount, and its tone.
func (it *item) costLook() (fyne.Resource, kit.Tone) {
	if it.cost.Estimate {
		return resources.IconCoin, kit.ToneNeutral
	}
	return action.EntryIcon(it.cost.Kind)
}

// amount returns the cost of the job in the parts that a card shows: "up to", "¥4.50", "unconfirmed".
func (it *item) amount() (prefix, number, word string) {
	c := it.cost
	word = c.Word
	switch {
	case c.Micros == nil:
	case c.Kind == db.UnconfirmedEntry:
		prefix, number = lang.X("before an amount", "up to"), wording.Money(*c.Micros, it.Currency)
	case c.Kind == db.Refund:
		prefix, number, word = lang.X("before an amount", "refunded"), c.Number, ""
	default:
		number = c.Number
	}
	return prefix, number, it.money().Mark(word)
}

// number returns the amount in a row, with a mark for play money.
func (it *item) number() []kit.Span {
	if it.cost.Unpriced {
		return []kit.Span{{Text: lang.L("price not known"), Color: resources.Text2}}
	}
	number := []kit.Span{{Text: it.cost.Number, Bold: true}}
	if it.cost.Micros != nil {
		number = append(number, kit.Span{Text: it.money().Mark(""), Color: resources.Text2})
	}
	return number
}

// againPrice returns what the same request costs today: "¥5.60 est.".
func (it *item) againPrice() string { return it.estimate(it.again) }

// estimate formats an amount that is not paid yet; nil: not known.
func (it *item) estimate(micros *int64) string {
	if micros == nil {
		return it.money().Price(0, false)
	}
	return it.money().Price(*micros, true)
}

// money returns the format of amounts of who pays.
func (it *item) money() wording.MoneyFormat {
	return wording.MoneyFormat{Currency: it.profile.Currency, Play: it.profile.Sandbox, AmongPlay: it.amongPlay}
}

// twice returns what a second job costs, and what both cost if the first request arrived; "" if one of the two has no
// price or another currency.
func (it *item) twice() (second, both string) {
	first, currency := it.cost.Micros, it.profile.Currency
	if first == nil || it.again == nil {
		return "", ""
	}
	if it.Currency == currency {
		both = wording.Money(*first+*it.again, currency)
	}
	return wording.Money(*it.again, currency), both
}

// twiceNote returns the warning before a request is sent a second time.
func (it *item) twiceNote(now time.Time) string {
	note := lang.L("This creates a second job.")
	if status.MayBeThere(it.Job, now) {
		note += " " + lang.L("The first clip may still be on the service. It is downloaded if the task is found again.")
	}
	_, both := it.twice()
	if both == "" {
		return note + " " + lang.L("If the first request arrived, you pay for both.")
	}
	return note + " " + lang.L("If the first request arrived, you pay for both: %s.", it.money().Mark(both))
}

// resendLabel returns the label of the Send again button, with the additional cost.
func (it *item) resendLabel() string {
	price := it.againPrice()
	second, _ := it.twice()
	if second != "" {
		price = it.money().Mark(lang.L("%s more", second))
	}
	return lang.L("Send again · %s", price)
}

// sendLabel returns the label of the button that sends held jobs, with their price; asks: a question follows.
func sendLabel(held []*item, asks bool) string {
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

// quoteOf returns the quote that the buttons of jobs of one profile show together. Jobs that a pause holds are left
// out: they were admitted when they were made.
func quoteOf(payer db.Profile, list []*item) jobs.Quote {
	q := jobs.Quote{Profile: payer, Currency: payer.Currency, Known: true}
	for _, it := range list {
		if it.State == db.Held && it.Hold == db.HeldPaused {
			continue
		}
		q.Each = append(q.Each, it.again)
		q.Known = q.Known && it.again != nil
		if it.again != nil {
			q.Total = db.Sum(q.Total, *it.again)
		}
	}
	return q
}

func sandboxed(it *item) bool { return it.profile.Sandbox }

// counted returns the jobs that add to a total. Sandbox jobs count only if there are no others.
func counted(list []*item) []*item {
	paid := filter(list, func(it *item) bool { return !sandboxed(it) })
	if len(paid) == 0 {
		return list
	}
	return paid
}

// totalOf returns the estimate of jobs together, play money apart.
func totalOf(list []*item) string {
	paid := counted(list)
	if len(paid) < len(list) {
		return totalOf(paid) + " + " + totalOf(filter(list, sandboxed))
	}
	first, sum := list[0], new(int64)
	for _, it := range list {
		if it.again == nil || it.profile.Currency != first.profile.Currency {
			return first.estimate(nil)
		}
		*sum += *it.again
	}
	return first.estimate(sum)
}

// sumOf adds up amounts of jobs, each currency apart, and counts the jobs without a price. The sum is "" if no job has
// a price. Play money is left out if there is other money.
func sumOf(list []*item, amount func(it *item) *int64) (sum string, unpriced int) {
	var order []wording.MoneyFormat
	sums := map[wording.MoneyFormat]int64{}
	for _, it := range counted(list) {
		micros, money := amount(it), it.money()
		if micros == nil {
			unpriced++
			continue
		}
		if !slices.Contains(order, money) {
			order = append(order, money)
		}
		sums[money] = db.Sum(sums[money], *micros)
	}
	var parts []string
	for _, money := range order {
		parts = append(parts, money.Alone(sums[money]))
	}
	return strings.Join(parts, " + "), unpriced
}

// forecast returns how long waiting jobs take together, from what earlier ones took, and what they cost; "" for fewer
// than two.
func forecast(list []*item) string {
	if len(list) < 2 {
		return ""
	}
	type lane struct {
		profile int64
		video   bool
	}
	lanes, atOnce := map[lane][]time.Duration{}, map[lane]int{}
	for _, it := range list {
		if it.takes == 0 {
			return totalOf(list)
		}
		l := lane{it.ProfileID, it.Kind.IsVideo()}
		atOnce[l] = it.profile.MaxImages
		if l.video {
			atOnce[l] = it.profile.MaxTasks
		}
		lanes[l] = append(lanes[l], it.takes)
	}
	took := time.Duration(0)
	for l, each := range lanes {
		took = max(took, wording.TotalTime(each, atOnce[l]))
	}
	return lang.L("about %s", wording.Elapsed(took)) + ", " + totalOf(list)
}
