package prices

import (
	"cmp"
	"slices"
	"time"

	"viviscope/client"
	"viviscope/gui/wording"
)

// Row is a line of the table: a price and the day from which it applies.
type Row struct {
	Item
	From  string // the day as typed; "" means today
	Price string // as typed; "" means not known

	like    string    // the model whose price applies while this one is empty; "" for a model of the catalogue
	kept    time.Time // start of the stored price; zero if there is none
	planned bool      // kept is in the future
	was     [2]string // From and Price of the stored price
}

// edited reports whether a row differs from the stored price.
func (r Row) edited() bool { return r.was != [2]string{r.From, r.Price} }

// Rows are the editable prices of a profile: for each price a row with the amount that applies now, and a row for each
// amount that applies from a later day. It is a value; methods that change it return another.
type Rows struct {
	Currency  string // of the profile, ISO 4217
	List      []Row
	Reference bool // reference figures, not the account's own prices

	models   []client.Alias // of the profile
	versions []version      // as stored, oldest first
	typedIn  string         // the currency in which the edits were typed, if the profile has another one since; else ""
}

// NewRows returns the rows of stored versions, which are ordered from the oldest on. A price that can be entered and is
// not known has an empty row: the models of the catalogue and of the profile, and the sizes and qualities of pictures
// that have reference figures.
func NewRows(versions []version, currency string, models []client.Alias, now time.Time) Rows {
	r := Rows{Currency: currency, models: models, versions: versions}
	r.Reference = r.inForce(now).Reference
	r.List = r.catalogue()
	for _, k := range keptRows(versions, currency, now) {
		i := r.last(k.Item)
		switch {
		case i < 0:
			r.List = append(r.List, k)
		case r.List[i].kept.IsZero() && !k.planned:
			k.like = r.List[i].like
			r.List[i] = k
		default:
			k.like = r.List[i].like
			r.List = slices.Insert(r.List, i+1, k)
		}
	}
	return r
}

// inForce returns the stored table that applies at a moment; an empty one if there is none.
func (r Rows) inForce(at time.Time) client.PriceTable { return tableAt(r.versions, at) }

// otherCurrency returns the currency of a stored table that applies now or later, or of the edits, if it differs from
// that of the rows; else "".
func (r Rows) otherCurrency(now time.Time) string {
	was := r.inForce(now).Currency
	if was != "" && was != r.Currency {
		return was
	}
	for _, v := range r.versions {
		if v.from.After(now) && v.table.Currency != "" && v.table.Currency != r.Currency {
			return v.table.Currency
		}
	}
	if r.Edited() > 0 {
		return r.typedIn
	}
	return ""
}

// keptRows returns the stored prices that apply now or later, in the order of their tables and each by its start.
func keptRows(versions []version, currency string, now time.Time) (all []Row) {
	current, last := map[Item]client.Micros{}, map[Item]int{}
	for _, v := range versions {
		prices := pricesOf(v.table)
		var items []Item
		for _, k := range prices {
			items = append(items, k.Item)
		}
		for _, row := range all { // prices that the version does not have any more
			items = append(items, row.Item)
		}
		next := byItem(prices)
		for _, item := range items {
			before, wasKnown := current[item]
			amount, isKnown := next[item]
			if isKnown == wasKnown && amount == before {
				continue
			}
			row := Row{Item: item, kept: v.from, planned: v.from.After(now), From: dayText(v.from.In(now.Location()))}
			if isKnown {
				current[item] = amount
				row.Price = wording.FormatAmount(amount, currency)
			} else {
				delete(current, item)
			}
			row.was = [2]string{row.From, row.Price}
			i, there := last[item]
			if there && !row.planned {
				all[i] = row
				continue
			}
			last[item] = len(all)
			all = append(all, row)
		}
	}
	return slices.DeleteFunc(all, func(r Row) bool { return r.Price == "" && !r.planned })
}

// dayText returns how a day is written in a row.
func dayText(t time.Time) string { return t.Format(time.DateOnly) }

// catalogue returns an empty row for each price that can be entered.
func (r Rows) catalogue() (all []Row) {
	has := func(item Item) bool { return slices.ContainsFunc(all, func(row Row) bool { return row.Item == item }) }
	addClips := func(model, like string, own client.Limits, perClip bool) {
		m, known := client.VideoModelByID(cmp.Or(like, model))
		m = m.WithLimits(own)
		for _, tier := range tiers() {
			tier.Model, tier.PerClip = model, perClip
			made := slices.Contains(m.Resolutions, tier.Resolution) && (!tier.Audio || m.AllowsAudio(tier.Resolution))
			item := Item{Video: tier}
			if known && made && !has(item) {
				all = append(all, Row{Item: item, like: like})
			}
		}
	}
	for _, m := range client.VideoModels() {
		addClips(m.ID, "", client.Limits{}, false)
	}
	calls := client.PriceTable{} // any picture of a further model, and its tokens
	for _, a := range r.models {
		_, clip := client.VideoModelByID(a.Like)
		_, picture := client.ImageModelByID(a.Like)
		_, catalogued := client.VideoModelByID(a.ID)
		if clip && !catalogued {
			addClips(a.ID, a.Like, a.Limits, false)
			addClips(a.ID, a.Like, a.Limits, true)
		}
		if _, known := client.ImageModelByID(a.ID); picture && !known {
			calls.Images = append(calls.Images, client.ImageRate{Model: a.ID},
				client.ImageRate{Model: a.ID, Edit: true})
			calls.ModelTokens = append(calls.ModelTokens, client.ModelTokens{Model: a.ID})
		}
	}
	for _, k := range slices.Concat(pricesOf(client.ReferenceTable(r.Currency)), pricesOf(calls)) {
		if !has(k.Item) {
			all = append(all, Row{Item: k.Item})
		}
	}
	return all
}

// last returns the index of the last row of a price; -1 for none.
func (r Rows) last(item Item) int {
	for i, row := range slices.Backward(r.List) {
		if row.Item == item {
			return i
		}
	}
	return -1
}

// at returns the index of the row with the price that applies now; -1 for none.
func (r Rows) at(item Item) int {
	return slices.IndexFunc(r.List, func(row Row) bool { return row.Item == item && !row.planned })
}

// SetPrice returns the rows with another price in one of them. A price that replaces another one applies from today on,
// unless its row begins later.
func (r Rows) SetPrice(i int, text string, now time.Time) Rows {
	r.List = slices.Clone(r.List)
	row := &r.List[i]
	row.Price = text
	switch {
	case row.planned:
	case row.Price == row.was[1]:
		row.From = row.was[0]
	case row.From == row.was[0]:
		row.From = dayText(now)
	}
	return r
}

// SetFrom returns the rows with another day in one of them.
func (r Rows) SetFrom(i int, text string) Rows {
	r.List = slices.Clone(r.List)
	r.List[i].From = text
	return r
}

// Fill returns the rows with the prices of another table, from today on. What it does not price becomes unknown.
// Planned rows get its prices too.
func (r Rows) Fill(table client.PriceTable, now time.Time) Rows {
	prices := map[Item]string{}
	for _, k := range pricesOf(table) {
		prices[k.Item] = wording.FormatAmount(k.amount, r.Currency)
		if r.last(k.Item) < 0 {
			r.List = append(slices.Clone(r.List), Row{Item: k.Item})
		}
	}
	r.Reference = table.Reference
	for i, row := range r.List {
		r = r.SetPrice(i, prices[row.Item], now)
	}
	return r
}

// withReference returns the rows with the reference figures of pictures without a known price. Those of tokens are
// filled in only if no price of tokens is known.
func (r Rows) withReference(now time.Time) Rows {
	table := client.ReferenceTable(r.Currency)
	if slices.ContainsFunc(r.List, func(row Row) bool { return row.Token != 0 && row.Model == "" && row.Price != "" }) {
		table.Tokens = nil
	}
	r.Reference = true
	for _, k := range pricesOf(table) {
		if i := r.at(k.Item); i >= 0 && r.List[i].Price == "" {
			r = r.SetPrice(i, wording.FormatAmount(k.amount, r.Currency), now)
		}
	}
	return r
}

// Reset returns the stored rows.
func (r Rows) Reset(now time.Time) Rows { return NewRows(r.versions, r.Currency, r.models, now) }

// Carry returns the rows with the input of other rows of the same profile, which may have been read earlier. The
// profile may have had another currency then.
func (r Rows) Carry(typed Rows) Rows {
	r.List, r.Reference = slices.Clone(r.List), typed.Reference
	if r.typedIn = cmp.Or(typed.typedIn, typed.Currency); r.typedIn == r.Currency {
		r.typedIn = ""
	}
	for _, row := range typed.List {
		if !row.edited() {
			continue
		}
		i := slices.IndexFunc(r.List, func(o Row) bool { return o.Item == row.Item && o.kept.Equal(row.kept) })
		if i < 0 {
			i = r.at(row.Item)
		}
		if i >= 0 {
			r.List[i].From, r.List[i].Price = row.From, row.Price
		} else {
			r.List = append(r.List, row)
		}
	}
	return r
}

// stored returns the rows after the versions of a save are in the library. saved are the rows as they were saved; what
// was typed since stays.
func (r Rows) stored(saved Rows, add []version, now time.Time) Rows {
	typed := r
	typed.typedIn = "" // the user confirmed the currency
	typed.List = slices.Clone(r.List)
	for i := range typed.List {
		if i < len(saved.List) && typed.List[i] == saved.List[i] {
			typed.List[i].was = [2]string{typed.List[i].From, typed.List[i].Price}
		}
	}
	versions := slices.DeleteFunc(slices.Clone(r.versions), func(v version) bool {
		return slices.ContainsFunc(add, func(a version) bool { return a.from.Equal(v.from) })
	})
	versions = append(versions, add...)
	slices.SortFunc(versions, func(a, b version) int { return a.from.Compare(b.from) })
	return NewRows(versions, r.Currency, r.models, now).Carry(typed)
}

// Typed reports whether the user changed a price or the mark of reference prices. A new currency of the profile is no
// change by the user.
func (r Rows) Typed(now time.Time) bool {
	return r.Edited() > 0 || r.Reference != r.inForce(now).Reference
}

// Edited returns how many rows differ from the stored prices.
func (r Rows) Edited() (n int) {
	for _, row := range r.List {
		if row.edited() {
			n++
		}
	}
	return n
}
