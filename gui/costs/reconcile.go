package costs

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// reconcileDraft is what was typed to be compared, and is not lost when the sheet closes.
type reconcileDraft struct{ first, last, amount, note string }

// comparison is the ledger of a time beside what the console says of it.
type comparison struct {
	period     period
	money      wording.MoneyFormat
	ledger     int64 // charged, with its corrections
	corrected  int64
	console    int64
	difference int64 // what the console has more; below 0: less
	suspects   []db.Suspect
}

// errFar is a difference that no correction can hold.
var errFar = errors.New("the two are too far apart to be compared")

// compare reads the ledger of a time and what could explain the difference to an amount.
func compare(ctx context.Context, l Library, profile db.Profile, p period, console int64) (comparison, error) {
	c := comparison{period: p, money: wording.MoneyFormat{Currency: profile.Currency, Sandbox: profile.Sandbox}, console: console}
	all, err := l.LedgerSums(ctx, db.LedgerFilter{ProfileID: profile.ID, From: p.from, To: p.to, Currency: profile.Currency})
	if err != nil {
		return c, fmt.Errorf("read sums to compare: %w", err)
	}
	s := sumsIn(all, profile.Currency)
	if s.Charged < 0 && console > math.MaxInt64+s.Charged {
		return c, errFar
	}
	c.ledger, c.corrected, c.difference = s.Charged, s.Corrected, console-s.Charged
	if c.suspects, err = l.Explain(ctx, profile.ID, profile.Currency, p.from, p.to, c.difference); err != nil {
		return c, fmt.Errorf("look for what explains the difference: %w", err)
	}
	return c, nil
}

// words tell the two sums and their difference.
func (c comparison) words() string {
	if c.corrected != 0 {
		return lang.L("The ledger has %[1]s charged, %[2]s of it corrections, the console %[3]s.", c.money.Alone(c.ledger), c.money.Signed(c.corrected), c.money.Alone(c.console))
	}
	return lang.L("The ledger has %[1]s charged, the console %[2]s.", c.money.Alone(c.ledger), c.money.Alone(c.console))
}

// verdict tells the difference.
func (c comparison) verdict() string {
	switch {
	case c.difference == 0:
		return lang.L("They agree to the last digit.")
	case c.difference > 0:
		return lang.L("The console has %s more.", c.money.Of(c.difference))
	}
	return lang.L("The console has %s less.", c.money.Of(-c.difference))
}

// correction is the entry that squares the two. It is written at the end of the time, or now where that has not ended.
func (c comparison) correction(profile int64, note string, now time.Time) db.Correction {
	at := c.period.to.Add(-time.Millisecond) // the ledger counts in milliseconds
	if at.After(now) {
		at = now
	}
	return db.Correction{ProfileID: profile, Currency: c.money.Currency, AmountMicros: c.difference, At: at, Note: strings.TrimSpace(note)}
}

// suspicion words why an entry could explain the difference.
func suspicion(s db.Suspect) string {
	why := ""
	switch s.Why {
	case db.SuspectUnconfirmed:
		why = lang.L("unconfirmed: it may have been charged")
	case db.SuspectUnpriced:
		why = lang.L("charged, and no price is known")
	case db.SuspectVoided:
		why = lang.L("voided: said not to be charged")
	case db.SuspectRefunded:
		why = lang.L("refunded: perhaps not given back")
	case db.SuspectAmount:
		return lang.L("a charge of just this amount")
	}
	if s.Exact {
		return listed(why, lang.L("just this amount"))
	}
	return why
}

// suspectRows word what could explain the difference.
func suspectRows(all []db.Suspect, now time.Time) (rows [][]cell) {
	for _, s := range all {
		r := rowOf(s.LedgerRow, false, now)
		rows = append(rows, []cell{{words: r.when}, {words: r.what}, {words: suspicion(s)}, {words: r.amount}})
	}
	return rows
}

// found words how many entries could explain the difference.
func (c comparison) found() string {
	switch n := len(c.suspects); {
	case c.difference == 0:
		return ""
	case n == 0:
		return lang.L("No entry of this time explains it by itself.")
	default:
		return lang.N("%s entry could explain it.", "%s entries could explain it, the likeliest first.", n, lang.Number(n)) + " " + lang.L("Enter or a click leads there.")
	}
}
