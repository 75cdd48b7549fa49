package costs

import (
	"slices"
	"strings"

	"viviscope/db"
	"viviscope/db/ledger"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// figures are the sums of one currency in words.
type figures struct {
	currency string // "" if there is only one
	charged, reserved,
	unconfirmed, refunded sum
	atRisk bool // something is unconfirmed
}

// sum is one sum in words.
type sum struct{ amount, note string }

// open is the number of entries of a currency that have not ended, and of refunds.
type open struct{ reserved, unconfirmed, refunded int }

// figuresOf returns sums in words. unpriced is the number of charges without a known amount.
func figuresOf(s ledger.Sums, o open, unpriced int) figures {
	m := wording.MoneyFormat{Currency: s.Currency}
	f := figures{
		charged:     sum{m.Of(s.Charged), lang.N("%s completed job", "%s completed jobs", s.Jobs, lang.Number(s.Jobs))},
		reserved:    sum{m.Of(s.Reserved), lang.L("nothing is running")},
		unconfirmed: sum{m.Of(0), lang.L("nothing is open")},
		refunded:    sum{m.Of(s.Refunded), lang.L("nothing was refunded")},
		atRisk:      o.unconfirmed > 0 || s.AtRisk > 0,
	}
	if s.Corrected != 0 {
		f.charged.note = wording.Commas(f.charged.note, lang.L("%s corrected", m.Signed(s.Corrected)))
	}
	if unpriced > 0 {
		without := lang.N("%s without a price", "%s without a price", unpriced, lang.Number(unpriced))
		f.charged.note = wording.Commas(f.charged.note, without)
	}
	if o.reserved > 0 {
		f.reserved.note = lang.N("%s task running", "%s tasks running", o.reserved, lang.Number(o.reserved))
	}
	if f.atRisk {
		f.unconfirmed = sum{lang.L("up to %s", m.Of(s.AtRisk)),
			lang.N("%s job needs you", "%s jobs need you", o.unconfirmed, lang.Number(o.unconfirmed))}
		if s.AtRisk == 0 {
			f.unconfirmed.amount = lang.L("not known")
		}
	}
	if o.refunded > 0 {
		f.refunded.note = lang.N("%s failed, not in the sums", "%s failed, not in the sums",
			o.refunded, lang.Number(o.refunded))
	}
	return f
}

// listedText returns the number of the listed entries. If they are only a part of what the sums at the top count, their
// own sums follow, each currency for itself. It returns "" for a table of groups, which has other rows.
func listedText(a result) string {
	if a.query.by != ungrouped {
		return ""
	}
	all, n := a.listed, 0
	for _, s := range all {
		n += s.Entries
	}
	facts := []string{lang.N("%s entry", "%s entries", n, lang.Number(n))}
	if a.query.filter.kind == "" && a.query.filter.bar == nil {
		all = nil
	}
	for _, s := range all {
		m := wording.MoneyFormat{Currency: s.Currency}
		if s.Charged != 0 || s.Jobs > 0 {
			facts = append(facts, lang.L("%s charged", m.Of(s.Charged)))
		}
		if s.Reserved != 0 {
			facts = append(facts, lang.L("%s reserved", m.Of(s.Reserved)))
		}
		if s.AtRisk != 0 {
			facts = append(facts, lang.L("up to %s unconfirmed", m.Of(s.AtRisk)))
		}
		if s.Refunded != 0 {
			facts = append(facts, lang.L("%s refunded", m.Of(s.Refunded)))
		}
	}
	if a.more && a.query.order != (order{}) {
		facts = append(facts, lang.L("only the newest %s are sorted", lang.Number(sortMost)))
	}
	return strings.Join(facts, " · ")
}

// sumsIn returns the sums of a currency; empty ones if there are none.
func sumsIn(all []ledger.Sums, currency string) ledger.Sums {
	for _, s := range all {
		if s.Currency == currency {
			return s
		}
	}
	return ledger.Sums{Currency: currency}
}

// sumsOf adds up groups of one kind, or of all kinds if kind is "". Each currency has its own sums, ordered by code.
func sumsOf(groups []ledger.Group, kind db.EntryKind) (all []ledger.Sums) {
	for _, g := range groups {
		if kind != "" && g.Entry != kind {
			continue
		}
		compare := func(s ledger.Sums, currency string) int { return strings.Compare(s.Currency, currency) }
		i, known := slices.BinarySearchFunc(all, g.Currency, compare)
		if !known {
			all = slices.Insert(all, i, ledger.Sums{Currency: g.Currency})
		}
		s := &all[i]
		s.Charged += g.Charged
		s.Corrected += g.Corrected
		s.Reserved += g.Reserved
		s.AtRisk += g.AtRisk
		s.Refunded += g.Refunded
		s.Jobs += g.Jobs
		s.Unpriced += g.Unpriced
		s.Entries += g.Entries
	}
	return all
}
