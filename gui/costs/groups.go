package costs

import (
	"context"
	"fmt"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// grouping is one way to part the ledger.
type grouping struct {
	by    db.LedgerGrouping
	word  string // in the list of choices
	head  string // over the names
	empty string // what has no name
}

func groupings() []grouping {
	return []grouping{
		{db.ByDay, lang.L("By day"), lang.X("column", "Day"), ""},
		{db.ByModel, lang.L("By model"), lang.L("Model"), lang.L("corrections of a sum")},
		{db.ByJobKind, lang.L("By kind"), lang.L("Kind of job"), lang.L("corrections of a sum")},
		{db.ByProfile, lang.L("By profile"), lang.L("Profile"), ""},
		{db.ByTag, lang.L("By tag"), lang.X("noun", "Tag"), lang.L("without a tag")},
		{db.ByAlbum, lang.L("By album"), lang.L("Album"), lang.L("in no album")},
	}
}

func groupingOf(by db.LedgerGrouping) grouping {
	all := groupings()
	for _, g := range all {
		if g.by == by {
			return g
		}
	}
	return all[0]
}

// group is one group in words. Its rates come later, because they need a look at every file.
type group struct {
	name     string
	sandbox  bool
	charged  string
	share    float64 // of the largest group, 0 to 1
	percent  string  // of the whole; "" where groups overlap or are never added
	reserved string
	atRisk   string
	jobs     string
	filter   db.LedgerFilter // chooses what is in it
	narrow   func(*question) // looks at it alone; nil: it has no name to look for
}

// groupsOf words groups, the dearest first.
func groupsOf(all []db.LedgerGroup, by db.LedgerGrouping, a answer) []group {
	most, whole := int64(0), int64(0)
	for _, g := range all {
		most, whole = max(most, g.Charged), whole+max(g.Charged, 0)
	}
	var out []group
	for _, g := range all {
		p := a.profile
		if by == db.ByProfile {
			for _, other := range a.profiles {
				if other.ID == g.Profile {
					p = other
				}
			}
		}
		m := wording.MoneyFormat{Currency: g.Currency, Sandbox: p.Sandbox}
		o := group{name: groupName(g, by, a, p), charged: m.Alone(g.Charged), jobs: jobCount(g.Jobs), sandbox: p.Sandbox}
		if g.Reserved != 0 {
			o.reserved = m.Of(g.Reserved)
		}
		if g.AtRisk != 0 {
			o.atRisk = lang.L("up to %s", m.Of(g.AtRisk))
		}
		if most > 0 && by != db.ByProfile {
			o.share = max(float64(g.Charged)/float64(most), 0)
		}
		if whole > 0 && by != db.ByTag && by != db.ByAlbum && by != db.ByProfile {
			o.percent = percent(g.Charged, whole)
		}
		o.filter = a.question.sums()
		o.filter.Currency = g.Currency
		o.narrow = narrowTo(g, by)
		if o.narrow != nil {
			q := a.question
			o.narrow(&q)
			o.filter = q.sums()
			o.filter.Currency = g.Currency
		}
		out = append(out, o)
	}
	return out
}

func jobCount(n int) string { return lang.N("%s job", "%s jobs", n, lang.Number(n)) }

func groupName(g db.LedgerGroup, by db.LedgerGrouping, a answer, p db.Profile) string {
	switch {
	case by == db.ByProfile:
		return p.Name
	case g.Key == "":
		return groupingOf(by).empty
	case by == db.ByJobKind:
		return wording.Kind(db.JobKind(g.Key))
	case by == db.ByAlbum:
		return albumName(a.albums, g.Key)
	}
	return g.Key
}

func albumName(all []db.Album, ref string) string {
	for _, a := range all {
		if a.Ref == ref {
			return a.Name
		}
	}
	return lang.L("deleted album")
}

// narrowTo returns how to look at a group alone; nil where that cannot be asked for.
func narrowTo(g db.LedgerGroup, by db.LedgerGrouping) func(*question) {
	switch {
	case by == db.ByProfile:
		return func(q *question) { q.profile, q.currency = g.Profile, "" }
	case g.Key == "":
		return nil
	case by == db.ByModel:
		return func(q *question) { q.filter.model = g.Key }
	case by == db.ByJobKind:
		return func(q *question) { q.filter.jobKind = db.JobKind(g.Key) }
	case by == db.ByTag:
		return func(q *question) { q.filter.tag = g.Key }
	case by == db.ByAlbum:
		return func(q *question) { q.filter.album = g.Key }
	}
	return nil
}

// percent words a share of a whole above zero, rounded half up.
func percent(part, whole int64) string {
	for whole > 1<<52 { // the product below must fit
		part, whole = part>>1, whole>>1
	}
	if part < 0 {
		return ""
	}
	if n := (part*100 + whole/2) / whole; n > 0 || part == 0 {
		return fmt.Sprintf("%d %%", n)
	}
	return lang.L("under %s", "1 %")
}

// rates are what a second kept and a starred picture did cost, in words; "" where nothing was got.
type rates struct{ second, starred string }

// readRates reads the rates of what a filter chooses, in the currency that it names.
func readRates(ctx context.Context, l Library, f db.LedgerFilter) (rates, error) {
	var out rates
	for _, r := range []struct {
		of func(context.Context, db.LedgerFilter) ([]db.CostRate, error)
		to *string
	}{{l.CostPerSecondKept, &out.second}, {l.CostPerStarred, &out.starred}} {
		all, err := r.of(ctx, f)
		if err != nil {
			return rates{}, fmt.Errorf("read rates: %w", err)
		}
		for _, rate := range all {
			if rate.Currency == f.Currency && rate.Amount > 0 {
				*r.to = wording.MoneyFormat{Currency: rate.Currency}.Of(rate.PerUnit)
			}
		}
	}
	return out, nil
}

// exact writes an amount as a person would type it.
func exact(micros int64, currency string) string {
	return wording.FormatAmount(client.Micros(micros), currency)
}

// least is the smallest amount that a currency's own digits tell from none.
func least(currency string) int64 {
	unit := int64(1_000_000)
	for range client.CurrencyDigits(currency) {
		unit /= 10
	}
	return unit
}
