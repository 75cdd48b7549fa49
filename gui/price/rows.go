package price

import (
	"cmp"
	"slices"
	"time"

	"viviscope/client"
	"viviscope/db"
	"viviscope/db/search"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// version is a price table and the moment from which it applies.
type version struct {
	from  time.Time
	table client.PriceTable
}

// Row is a line of the table: a price and the day from which it applies.
type Row struct {
	Of
	From  string // the day as typed; "" means today
	Price string // as typed; "" means not known

	like    string    // the model whose price applies while this one is empty; "" for a model of the catalogue
	kept    time.Time // start of the stored price; zero if there is none
	planned bool      // kept is in the future
	was     [2]string // From and Price of the stored price
}

// edited reports whether a row differs from what is stored.
func (r Row) edited() bool { return r.was != [2]string{r.From, r.Price} }

// Rows are the editable prices of a profile: for each price a row with the amount that applies now, and a row for each amount that
// applies from a later day. It is a value; methods that change it return another.
type Rows struct {
	Currency  string // of the profile, ISO 4217
	List      []Row
	Reference bool // reference figures, not the account's own prices

	models   []client.Alias // of the profile
	versions []version      // as stored, oldest first
}

// NewRows returns the rows of stored versions, oldest first. A price that can be entered and is not known has an empty row: those of the
// models of the catalogue and of the profile, and the sizes and qualities of pictures that have reference figures.
func NewRows(versions []version, currency string, models []client.Alias, now time.Time) Rows {
	r := Rows{Currency: currency, models: models, versions: versions}
	r.Reference = r.inForce(now).Reference
	r.List = r.catalogue()
	for _, k := range keptRows(versions, currency, now) {
		i := r.last(k.Of)
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

// otherCurrency returns the currency of a stored table that applies now or later, if that is another one than the rows have;
// else "".
func (r Rows) otherCurrency(now time.Time) string {
	if was := r.inForce(now).Currency; was != "" && was != r.Currency {
		return was
	}
	for _, v := range r.versions {
		if v.from.After(now) && v.table.Currency != "" && v.table.Currency != r.Currency {
			return v.table.Currency
		}
	}
	return ""
}

// tableAt returns the table of [versionAt].
func tableAt(versions []version, at time.Time) client.PriceTable {
	return versionAt(versions, at).table
}

// versionAt returns the last version that begins at a moment or before; an empty one if there is none.
func versionAt(versions []version, at time.Time) (found version) {
	for _, v := range versions {
		if !v.from.After(at) {
			found = v
		}
	}
	return found
}

// keptRows returns the stored prices that apply now or later, in the order of their tables and each by its start.
func keptRows(versions []version, currency string, now time.Time) (all []Row) {
	type price struct {
		amount client.Micros
		known  bool
	}
	is, last := map[Of]price{}, map[Of]int{}
	for _, v := range versions {
		becomes := map[Of]price{}
		var order []Of
		for _, k := range pricesOf(v.table) {
			if _, twice := becomes[k.Of]; !twice { // the first one counts, as it does for an estimate
				becomes[k.Of] = price{k.amount, true}
				order = append(order, k.Of)
			}
		}
		for _, row := range all {
			if _, there := becomes[row.Of]; !there {
				becomes[row.Of] = price{}
				order = append(order, row.Of)
			}
		}
		for _, of := range order {
			p := becomes[of]
			if is[of] == p {
				continue
			}
			is[of] = p
			row := Row{Of: of, kept: v.from, planned: v.from.After(now), From: dayText(v.from.In(now.Location()))}
			if p.known {
				row.Price = wording.FormatAmount(p.amount, currency)
			}
			row.was = [2]string{row.From, row.Price}
			if i, there := last[of]; there && !row.planned {
				all[i] = row
				continue
			}
			last[of] = len(all)
			all = append(all, row)
		}
	}
	return slices.DeleteFunc(all, func(r Row) bool { return r.Price == "" && !r.planned })
}

// dayText returns how a day is written in a row.
func dayText(t time.Time) string { return t.Format(time.DateOnly) }

// catalogue returns an empty row for each price that can be entered.
func (r Rows) catalogue() (all []Row) {
	has := func(of Of) bool { return slices.ContainsFunc(all, func(row Row) bool { return row.Of == of }) }
	addClips := func(model, like string, own client.Limits, perClip bool) {
		m, known := client.VideoModelByID(cmp.Or(like, model))
		m = m.Limited(own)
		for _, tier := range tiers() {
			tier.Model, tier.PerClip = model, perClip
			made := slices.Contains(m.Resolutions, tier.Resolution) && (!tier.Audio || m.AllowsAudio(tier.Resolution))
			if of := (Of{Video: tier}); known && made && !has(of) {
				all = append(all, Row{Of: of, like: like})
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
			calls.Images = append(calls.Images, client.ImageRate{Model: a.ID}, client.ImageRate{Model: a.ID, Edit: true})
			calls.ModelTokens = append(calls.ModelTokens, client.ModelTokens{Model: a.ID})
		}
	}
	for _, k := range slices.Concat(pricesOf(client.ReferenceTable(r.Currency)), pricesOf(calls)) {
		if !has(k.Of) {
			all = append(all, Row{Of: k.Of})
		}
	}
	return all
}

// last returns the index of the last row of a price; -1 for none.
func (r Rows) last(of Of) int {
	for i, row := range slices.Backward(r.List) {
		if row.Of == of {
			return i
		}
	}
	return -1
}

// at returns the index of the row with the price that applies now; -1 for none.
func (r Rows) at(of Of) int {
	return slices.IndexFunc(r.List, func(row Row) bool { return row.Of == of && !row.planned })
}

// SetPrice returns the rows with another price in one of them. A price that replaces another one applies from today on, unless its row
// begins later.
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

// Fill returns the rows with the prices of another table, from today on. What it does not price becomes unknown. Planned
// rows get its prices too.
func (r Rows) Fill(table client.PriceTable, now time.Time) Rows {
	prices := map[Of]string{}
	for _, k := range pricesOf(table) {
		if _, twice := prices[k.Of]; twice {
			continue
		}
		prices[k.Of] = wording.FormatAmount(k.amount, r.Currency)
		if r.last(k.Of) < 0 {
			r.List = append(slices.Clone(r.List), Row{Of: k.Of})
		}
	}
	r.Reference = table.Reference
	for i, row := range r.List {
		r = r.SetPrice(i, prices[row.Of], now)
	}
	return r
}

// withReference returns the rows with the reference figures of pictures where no price is known. Those of tokens are taken together only.
func (r Rows) withReference(now time.Time) Rows {
	table := client.ReferenceTable(r.Currency)
	if slices.ContainsFunc(r.List, func(row Row) bool { return row.Token != 0 && row.Model == "" && row.Price != "" }) {
		table.Tokens = nil
	}
	r.Reference = true
	for _, k := range pricesOf(table) {
		if i := r.at(k.Of); i >= 0 && r.List[i].Price == "" {
			r = r.SetPrice(i, wording.FormatAmount(k.amount, r.Currency), now)
		}
	}
	return r
}

// Reset returns the stored rows.
func (r Rows) Reset(now time.Time) Rows { return NewRows(r.versions, r.Currency, r.models, now) }

// Carry returns the rows with what was typed into other rows of the same profile, which may have been read earlier.
func (r Rows) Carry(typed Rows) Rows {
	r.List, r.Reference = slices.Clone(r.List), typed.Reference
	for _, row := range typed.List {
		if !row.edited() {
			continue
		}
		i := slices.IndexFunc(r.List, func(o Row) bool { return o.Of == row.Of && o.kept.Equal(row.kept) })
		if i < 0 {
			i = r.at(row.Of)
		}
		if i >= 0 {
			r.List[i].From, r.List[i].Price = row.From, row.Price
		} else {
			r.List = append(r.List, row)
		}
	}
	return r
}

// stored returns the rows after the versions of a save are in the library. saved are the rows as they were saved; what was typed since
// stays.
func (r Rows) stored(saved Rows, add []version, now time.Time) Rows {
	typed := r
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

// step is a price from a moment on.
type step struct {
	row    int
	at     time.Time
	of     Of
	amount client.Micros
	known  bool
}

// Plan returns the versions to store, oldest first, and the problems by row. Stored versions that are in force or past never change: a
// price begins now or later. With a problem nothing must be stored.
func (r Rows) Plan(now time.Time) (add []version, problems map[int]string) {
	steps, problems := r.steps(now)
	moments := []time.Time{now}
	for _, s := range steps {
		moments = append(moments, s.at)
	}
	for _, v := range r.versions {
		if v.from.After(now) {
			moments = append(moments, v.from)
		}
	}
	slices.SortFunc(moments, time.Time.Compare)
	stored := slices.Clone(r.versions)
	for _, at := range slices.CompactFunc(moments, time.Time.Equal) {
		table, wrong := r.tableOf(steps, at, now)
		for of, problem := range wrong {
			problems[r.rowAt(of, steps, at)] = problem
		}
		if !samePrices(tableAt(stored, at), table) {
			add = append(add, version{at, table})
			after := slices.IndexFunc(stored, func(v version) bool { return v.from.After(at) })
			if after < 0 {
				after = len(stored)
			}
			stored = slices.Insert(stored, after, version{at, table})
		}
	}
	return add, problems
}

// steps returns the prices that begin now or later, by their start, with what is wrong in single rows.
func (r Rows) steps(now time.Time) (all []step, problems map[int]string) {
	problems = map[int]string{}
	for i, row := range r.List {
		amount, given, err := wording.ParseAmount(row.Price, r.Currency)
		at := row.kept
		if row.edited() {
			var day error
			at, day = begin(row, now)
			err = cmp.Or(err, day)
		}
		s := step{i, at, row.Of, amount, given}
		switch {
		case err != nil:
			problems[i] = wording.Fault(err)
		case row.planned && !given && row.was[1] != "": // it was taken back
		case !row.planned && !row.edited(): // as stored
		case slices.ContainsFunc(all, func(o step) bool { return o.of == s.of && o.at.Equal(s.at) }):
			problems[i] = lang.L("another price begins on this day")
		default:
			all = append(all, s)
		}
	}
	slices.SortStableFunc(all, func(a, b step) int { return a.at.Compare(b.at) })
	return all, problems
}

// errEarlier is the error for a price that would begin before today.
var errEarlier = wording.MarkedError(lang.Mark("choose today or a later day: earlier jobs keep their prices"))

// begin returns when the price of an edited row begins: now if it is today, else at the beginning of its day.
func begin(row Row, now time.Time) (time.Time, error) {
	if row.planned && row.From == row.was[0] && row.kept.After(now) { // else it has begun since the rows were read
		return row.kept, nil
	}
	if row.From == "" {
		return now, nil
	}
	day, err := wording.ParseDay(row.From, now)
	if err != nil {
		return now, err
	}
	today := search.BeginOfDay(now.Year(), now.Month(), now.Day(), now.Location())
	switch {
	case day.Before(today):
		return now, errEarlier
	case day.Equal(today):
		return now, nil
	}
	return day, nil
}

// tableOf returns the table that applies at a moment, and what is wrong with its prices together.
func (r Rows) tableOf(steps []step, at, now time.Time) (_ client.PriceTable, wrong map[Of]string) {
	var prices []known
	for _, k := range pricesOf(r.inForce(now)) {
		if !slices.ContainsFunc(prices, func(p known) bool { return p.Of == k.Of }) {
			prices = append(prices, k)
		}
	}
	for _, s := range steps {
		if s.at.After(at) {
			break
		}
		i := slices.IndexFunc(prices, func(k known) bool { return k.Of == s.of })
		switch {
		case i >= 0 && s.known:
			prices[i].amount = s.amount
		case i >= 0:
			prices = slices.Delete(prices, i, i+1)
		case s.known:
			prices = append(prices, known{s.of, s.amount})
		}
	}
	order := func(k known) int { return r.last(k.Of) }
	slices.SortStableFunc(prices, func(a, b known) int { return cmp.Compare(order(a), order(b)) })
	return tableWith(prices, r.Currency, r.referenceAt(at, now))
}

// referenceAt reports whether the table that applies at a moment holds reference figures: as it is stored, unless the user
// changed the mark.
func (r Rows) referenceAt(at, now time.Time) bool {
	if kept := tableAt(r.versions, at); r.Reference == r.inForce(now).Reference && len(pricesOf(kept)) > 0 {
		return kept.Reference
	}
	return r.Reference
}

// rowAt returns the row that a problem of a price at a moment belongs to.
func (r Rows) rowAt(of Of, steps []step, at time.Time) int {
	row := r.at(of)
	for _, s := range steps {
		if s.of == of && !s.at.After(at) {
			row = s.row
		}
	}
	if row < 0 {
		return r.last(of)
	}
	return row
}

// tableWith returns a table of prices. A price that must not stand beside another one, or not without it, is wrong.
func tableWith(prices []known, currency string, reference bool) (t client.PriceTable, wrong map[Of]string) {
	t, wrong = client.PriceTable{Currency: currency, Reference: reference}, map[Of]string{}
	tokens := map[string]*client.ModelTokens{}
	given := map[Of]bool{}
	var models []string // with prices of tokens
	for _, k := range prices {
		given[k.Of] = true
		switch k.section() {
		case ofTokens:
			if tokens[k.Model] == nil {
				tokens[k.Model] = &client.ModelTokens{Model: k.Model}
				models = append(models, k.Model)
			}
			*ofToken(&tokens[k.Model].TokenPrices, k.Token) = k.amount
		case ofPictures:
			rate := k.Image
			rate.PerPicture = k.amount
			t.Images = append(t.Images, rate)
		case ofClips:
			rate := k.Video
			rate.PerSecond = k.amount
			t.Video = append(t.Video, rate)
		}
	}
	for of := range given {
		second := of
		if second.Video.PerClip = false; of.Video.PerClip && given[second] {
			wrong[of] = lang.L("enter a price per second or one per clip")
		}
	}
	for _, model := range models {
		for kind := TextToken; kind <= OutputToken; kind++ {
			if of := (Of{Token: kind, Model: model}); !given[of] {
				wrong[of] = lang.L("pictures need all three prices: enter 0 if one is free")
			}
		}
		if model == "" {
			t.Tokens = &tokens[model].TokenPrices
		} else {
			t.ModelTokens = append(t.ModelTokens, *tokens[model])
		}
	}
	return t, wrong
}

// samePrices reports whether two tables hold the same prices, in any order.
func samePrices(a, b client.PriceTable) bool {
	prices := func(t client.PriceTable) map[Of]client.Micros {
		all := map[Of]client.Micros{}
		for _, k := range pricesOf(t) {
			if _, twice := all[k.Of]; !twice {
				all[k.Of] = k.amount
			}
		}
		return all
	}
	left, right := prices(a), prices(b)
	if len(left) == 0 && len(right) == 0 {
		return true // the currency of no price does not matter
	}
	if a.Currency != b.Currency || a.Reference != b.Reference || len(left) != len(right) {
		return false
	}
	for of, amount := range left {
		if other, there := right[of]; !there || other != amount {
			return false
		}
	}
	return true
}

// Dirty reports whether the rows differ from what is stored, also by something that cannot be read.
func (r Rows) Dirty(now time.Time) bool {
	add, problems := r.Plan(now)
	return len(add)+len(problems) > 0
}

// Edited returns how many rows differ from what is stored.
func (r Rows) Edited() (n int) {
	for _, row := range r.List {
		if row.edited() {
			n++
		}
	}
	return n
}

// Inherited returns the price that applies while a row of a further model is empty: for video that of the model it is like, for tokens
// that of every model; "" if there is none or it cannot be read.
func (r Rows) Inherited(row Row) string {
	of := row.Of
	of.Video.Model, of.Video.PerClip, of.Model = row.like, false, ""
	i := r.at(of)
	if row.like == "" && row.Model == "" || row.Video.PerClip || i < 0 {
		return ""
	}
	amount, given, err := wording.ParseAmount(r.List[i].Price, r.Currency)
	if !given || err != nil {
		return ""
	}
	return wording.FormatAmount(amount, r.Currency)
}

// byTokens returns the cost of a picture by the prices of tokens, "" where these are not known: it holds where it has no price of its own.
func byTokens(rate client.ImageRate, t client.PriceTable) string {
	if t.Images = nil; rate.Size == "" {
		return "" // it depends on the size
	}
	const prompt = "a prompt of some forty characters, or more"
	sizes := map[string]string{client.Size4K: "3840x2160", client.Size2K: "2048x2048", client.Size1024: "1024x1024"}
	asked := client.ImageRequest{Model: rate.Model, Prompt: prompt, Quality: rate.Quality, Size: sizes[rate.Size]}
	e := asked.Estimate(t)
	if rate.Edit {
		e = client.EditRequest{ImageRequest: asked, Image: []byte{0}}.Estimate(t)
	}
	if !e.Known {
		return ""
	}
	return wording.PlainMoney(int64(e.Amount), t.Currency)
}

// seen returns the recent costs of such pictures: "seen 0.05 to 0.07"; "" where there were none.
func seen(rate client.ImageRate, samples []db.PictureSample, currency string) string {
	var amounts []client.Micros
	for _, s := range samples {
		w, h := client.ImageRequest{Size: s.Size}.Dimensions()
		quality := s.Quality
		if quality == "" {
			quality = "medium"
		}
		of := client.ImageRate{Edit: s.Kind == db.EditImage, Size: client.SizeClass(w, h), Quality: quality}
		if rate.Model != "" {
			of.Model = s.Model
		}
		if of == rate {
			amounts = append(amounts, client.Micros(s.ChargedMicros))
		}
	}
	own := client.RangeOf(amounts)
	if own.Calls == 0 {
		return ""
	}
	least, most := wording.PlainMoney(int64(own.Least), currency), wording.PlainMoney(int64(own.Most), currency)
	words := lang.L("seen %[1]s to %[2]s", least, most)
	if least == most {
		words = lang.L("seen %s", least)
	}
	if own.Calls < client.SamplesLeast {
		words = lang.N("%[1]s (%[2]d call)", "%[1]s (%[2]d calls)", own.Calls, words, own.Calls)
	}
	return words
}
