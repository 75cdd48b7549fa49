package settings

import (
	"cmp"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/spend"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// summary returns the permissions of a grant and the used amounts as text.
func (a accessInfo) summary(now time.Time) string {
	g := a.grant
	if g.Approve == "" {
		return approveWord("")
	}
	limit := func(micros *int64) string { return wording.Money(*micros, g.Currency) }
	parts := []string{approveWord(g.Approve)}
	if g.Approve == db.ApproveAbove {
		parts[0] = approveWord(db.ApproveAlways)
		if g.Above != nil {
			parts[0] = lang.L("asks above %s", limit(g.Above))
		}
	}
	if g.Click != nil {
		parts = append(parts, lang.L("at most %s per request", limit(g.Click)))
	}
	if g.Day != nil {
		parts = append(parts, lang.L("at most %s per day", limit(g.Day)))
	}
	if g.Total != nil {
		parts = append(parts, lang.L("at most %s in total", limit(g.Total)))
	}
	switch {
	case g.EndsAt.IsZero():
	case g.EndsAt.After(now):
		parts = append(parts, lang.L("until %s", lang.Day(g.EndsAt.In(now.Location()))))
	default:
		parts = append(parts, lang.L("ended %s, now asks every time", wording.When(g.EndsAt, now)))
	}
	if words := a.otherCurrency(); words != "" {
		parts = append(parts, words)
	}
	used := func(micros int64) string { return wording.Money(micros, a.profile.Currency) }
	return wording.Dotted(parts...) + "\n" + lang.L("used: %[1]s today, %[2]s since %[3]s", used(a.today),
		used(a.total), wording.When(g.Since, now))
}

// otherCurrency returns that the limits are in another currency than the prices; "" if they are not.
func (a accessInfo) otherCurrency() string {
	g := a.grant
	if g.Currency == a.profile.Currency || cmp.Or(g.Above, g.Click, g.Day, g.Total) == nil {
		return ""
	}
	return lang.L("Its limits are in %[1]s, but the prices are in %[2]s.", g.Currency, a.profile.Currency)
}

func approveWord(a db.Approve) string {
	switch a {
	case db.ApproveNever:
		return lang.L("does not ask within its limits")
	case db.ApproveAbove:
		return lang.L("asks above an amount")
	case db.ApproveAlways:
		return lang.L("asks every time")
	}
	return lang.L("no permission")
}

// grantSheet edits what a client may do with one profile.
type grantSheet struct {
	access        accessInfo
	now           func() time.Time
	approve       *options[db.Approve]
	ends          *options[time.Duration] // from now, or [unchangedEnd] or [noEnd]
	amounts       [4]*kit.AmountEntry     // in the order of [grantAmounts]
	above, limits fyne.CanvasObject       // fields of some kinds of approval
	summary       *kit.Text
}

// The ends of a grant that are not relative to now.
const (
	unchangedEnd time.Duration = 0
	noEnd        time.Duration = -1
	day                        = 24 * time.Hour
)

// grantAmounts returns the amounts of a grant in the order of the form.
func grantAmounts(g *db.Grant) [4]**int64 { return [4]**int64{&g.Above, &g.Click, &g.Day, &g.Total} }

// newGrantSheet opens the sheet for the access of a client to a profile. onSave receives the grant.
func newGrantSheet(h *host, client string, access accessInfo, onSave func(db.Grant)) *grantSheet {
	f := &grantSheet{access: access, now: h.Now, summary: note("").Wrap(true).MinLines(2)}
	p, old := access.profile, access.grant
	var sheet *kit.Sheet
	for i, micros := range grantAmounts(&old) {
		e := spend.NewAmountField(*micros, p.Currency, lang.L("no limit"))
		e.OnChanged = func(string) { f.update() }
		e.OnSubmitted = func(string) { sheet.Default() }
		f.amounts[i] = e
	}
	f.amounts[0].SetPlaceHolder(approveWord(db.ApproveAlways))
	f.approve = newOptions(approveWord, func(db.Approve) {
		f.update()
	}, "", db.ApproveAlways, db.ApproveAbove, db.ApproveNever)
	f.approve.show(old.Approve)
	f.ends = newOptions(f.endWord, func(time.Duration) {}, noEnd, day, 7*day, 30*day, 365*day)
	end := unchangedEnd
	if old.EndsAt.IsZero() {
		end = noEnd
	}
	f.ends.show(end)
	f.above = kit.NewField(lang.L("Asks above"), f.amounts[0])
	f.limits = kit.NewColumn(12, kit.NewField(lang.L("Per request"), f.amounts[1]),
		kit.NewField(lang.L("Per day"), f.amounts[2]),
		kit.NewField(lang.L("In total"), f.amounts[3]), kit.NewField(lang.L("Ends"), f.ends.picker))
	f.update()
	sheet = kit.Ask(h.Canvas(), lang.L("%[1]s on %[2]s", client, p.Name),
		strings.TrimSpace(access.otherCurrency()+" "+lang.L("Amounts are in %s.", p.Currency)),
		kit.NewColumn(12, kit.NewField(lang.L("Approval"), f.approve.picker), f.above, f.limits, f.summary),
		kit.Answer{Word: lang.L("Cancel"), Kind: kit.Plain},
		kit.Answer{Word: lang.L("Save"), Kind: kit.Primary, Enter: true, Check: func() bool {
			_, err := f.grant()
			return err == nil
		},
			Do: func() {
				g, _ := f.grant()
				onSave(g)
			}})
	h.Canvas().Focus(f.approve.picker)
	return f
}

func (f *grantSheet) endWord(d time.Duration) string {
	switch d {
	case noEnd:
		return lang.X("end of a grant", "never")
	case unchangedEnd:
		return lang.Day(f.access.grant.EndsAt.Local())
	}
	return lang.N("in %d day", "in %d days", int(d/day), int(d/day))
}

// grant returns the grant in the form. The error is that of a visible amount.
func (f *grantSheet) grant() (g db.Grant, err error) {
	old := f.access.grant
	g = db.Grant{ProfileID: f.access.profile.ID, Approve: f.approve.value(), Since: old.Since,
		Currency: f.access.profile.Currency}
	switch d := f.ends.value(); d {
	case noEnd:
	case unchangedEnd:
		g.EndsAt = old.EndsAt
	default:
		g.EndsAt = f.now().Add(d)
	}
	for i, micros := range grantAmounts(&g) {
		if g.Approve == "" || i == 0 && g.Approve != db.ApproveAbove {
			continue
		}
		var wrong error
		*micros, wrong = spend.ReadAmount(f.amounts[i], g.Currency)
		err = cmp.Or(err, wrong)
	}
	return g, err
}

// update shows the fields of the chosen approval, and a summary of what the grant allows.
func (f *grantSheet) update() {
	a := f.approve.value()
	kit.Show(f.above, a == db.ApproveAbove)
	kit.Show(f.limits, a != "")
	g, err := f.grant()
	if err != nil {
		setText(f.summary, wording.Fault(err), resources.Err)
		return
	}
	words, color := grantSummary(g, f.access.profile, f.now())
	setText(f.summary, words, color)
}

// grantSummary returns what a client may spend without asking.
func grantSummary(g db.Grant, p db.Profile, now time.Time) (string, fyne.ThemeColorName) {
	request := g.Click // the most that one request may cost
	if g.Approve == db.ApproveAbove && g.Above != nil && (request == nil || *g.Above < *request) {
		request = g.Above
	}
	money := func(micros *int64) string { return wording.Money(*micros, p.Currency) }
	switch {
	case g.Approve == "":
		return lang.L("Its requests here wait for your approval."), resources.Text2
	case !g.EndsAt.IsZero() && !now.Before(g.EndsAt):
		return lang.L("Its permission has ended. Nothing is sent before you approve it."), resources.Warn
	case g.Approve == db.ApproveAlways, g.Approve == db.ApproveAbove && g.Above == nil:
		return lang.L("Nothing is sent before you approve it."), resources.Text2
	case p.Sandbox:
		return lang.L("The sandbox costs nothing."), resources.Text2
	case g.Total != nil:
		return lang.L("It may spend %s of real money in total without asking.", money(g.Total)), resources.Warn
	case g.Day != nil:
		return lang.L("It may spend %s of real money per day without asking.", money(g.Day)), resources.Warn
	case request != nil:
		return lang.L("It may spend %s of real money per request without asking, any number of times.", money(request)),
			resources.Err
	}
	return lang.L("It may spend any amount of real money without asking. Only the budgets of the profile limit it."),
		resources.Err
}
