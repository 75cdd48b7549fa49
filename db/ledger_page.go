package db

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sort"
	"time"

	"viviscope/db/search"
)

// LedgerFilter chooses ledger entries. The zero value means all of them; everything that is given must hold.
type LedgerFilter struct {
	ProfileID int64       // 0: any
	JobID     int64       // 0: any
	From, To  time.Time   // From <= At < To; a zero time is no limit
	Kinds     []EntryKind // none: any; a correction is a Void
	Models    []string    // of the job; none: any
	JobKinds  []JobKind   // none: any
	Tag       string      // a file of the job has it, in any case of letters
	Album     string      // ref of an album, by hand or by search, that a file of the job is in
	Text      string      // words: each is part of the prompt, the model or the note, or is the job's task id
	Currency  string      // ISO 4217; "": any

	MinMicros, MaxMicros *int64 // both included, of the amount as it stands; an entry without one is in no range
	Unpriced             bool   // charges and open entries without an amount, unless a correction gave them one
	OpenOnly             bool   // reserves and unconfirmed entries without an end
}

// choice is a filter made ready for one walk over the lines.
type choice struct {
	from, to  int64 // milliseconds
	profile   int64
	money     uint32 // number of the currency, where moneySet
	kinds     uint8  // a bit for each kind
	models    []bool // by number; nil: any
	jobKinds  uint8  // a bit for each kind
	jobs      bitset // places of jobs that may be; nil: any
	words     []wordOf
	min, max  *int64
	moneySet  bool
	unpriced  bool
	open      bool
	ofJobOnly bool
}

// wordOf is where a word of the search was found.
type wordOf struct {
	not   bool
	jobs  bitset         // places
	notes map[int64]bool // entries
}

// chosen makes a filter ready. The ledger's index must not be locked: albums and words are read first.
func (l *Library) chosen(ctx context.Context, f LedgerFilter) (*choice, error) {
	c := &choice{profile: f.ProfileID, min: f.MinMicros, max: f.MaxMicros, unpriced: f.Unpriced, open: f.OpenOnly,
		from: math.MinInt64, to: math.MaxInt64}
	if !f.From.IsZero() {
		c.from = f.From.UnixMilli()
	}
	if !f.To.IsZero() {
		c.to = f.To.UnixMilli()
	}
	for _, k := range f.Kinds {
		c.kinds |= 1 << numberOf(entryKinds[:], k)
	}
	for _, k := range f.JobKinds {
		c.jobKinds |= 1 << numberOf(jobKinds[:], k)
		c.ofJobOnly = true
	}
	var files []search.Filter
	if f.Tag != "" {
		files = append(files, search.Filter{Tags: []string{f.Tag}})
	}
	if f.Album != "" {
		files = append(files, search.Filter{Album: f.Album})
	}
	for _, a := range files {
		ids, err := l.assetIDs(ctx, a)
		if err != nil {
			return nil, err
		}
		made := l.ledger.madeBy(ids)
		if c.jobs == nil {
			c.jobs = made
		} else {
			c.jobs.keep(made)
		}
		c.ofJobOnly = true
	}
	if f.JobID != 0 {
		of := l.ledger.placesOf([]int64{f.JobID})
		if c.jobs != nil {
			of.keep(c.jobs)
		}
		c.jobs, c.ofJobOnly = of, true
	}
	for _, t := range search.ParseWords(f.Text) {
		w, err := l.entriesWith(ctx, t)
		if err != nil {
			return nil, err
		}
		c.words = append(c.words, w)
	}
	x := &l.ledger
	x.mu.RLock()
	defer x.mu.RUnlock()
	if len(f.Models) > 0 {
		c.models, c.ofJobOnly = make([]bool, len(x.models.all)), true
		for _, m := range f.Models {
			if n, ok := x.models.number[m]; ok {
				c.models[n] = true
			}
		}
	}
	if f.Currency != "" {
		n, ok := x.money.number[f.Currency]
		c.money, c.moneySet = n, true
		if !ok {
			c.to = math.MinInt64
		}
	}
	return c, nil
}

// has reports whether a line is chosen, but for its time, which the walk keeps to.
func (c *choice) has(x *ledgerIndex, e *line) bool {
	if c.profile != 0 && e.profile != c.profile || c.kinds != 0 && c.kinds&(1<<e.kind) == 0 || c.moneySet && uint32(e.money) != c.money {
		return false
	}
	if c.ofJobOnly {
		if e.job < 0 || c.jobs != nil && !c.jobs.has(uint32(e.job)) {
			return false
		}
		j := &x.jobs[e.job]
		if c.jobKinds != 0 && c.jobKinds&(1<<j.kind) == 0 || c.models != nil && (int(j.model) >= len(c.models) || !c.models[j.model]) {
			return false
		}
	}
	if c.min != nil && (!e.known || e.amount < *c.min) || c.max != nil && (!e.known || e.amount > *c.max) ||
		c.unpriced && !x.unpriced(e) || c.open && !x.isOpen(e) {
		return false
	}
	for _, w := range c.words {
		if (e.job >= 0 && w.jobs.has(uint32(e.job)) || w.notes[e.id]) == w.not {
			return false
		}
	}
	return true
}

// entriesWith finds the jobs and the entries that have a word.
func (l *Library) entriesWith(ctx context.Context, t search.Term) (wordOf, error) {
	p := likePattern(t.Text)
	number := func(row scanner) (n int64, err error) { err = row.Scan(&n); return n, err }
	ids, err := list(ctx, l.reader, number, `SELECT id FROM jobs WHERE prompt LIKE ?1 ESCAPE '\' OR model LIKE ?1 ESCAPE '\' OR task_id = ?2`, p, t.Text)
	if err != nil {
		return wordOf{}, err
	}
	notes, err := list(ctx, l.reader, number, `SELECT id FROM ledger WHERE note <> '' AND note LIKE ? ESCAPE '\'`, p)
	if err != nil {
		return wordOf{}, err
	}
	w := wordOf{not: t.Not, jobs: l.ledger.placesOf(ids), notes: make(map[int64]bool, len(notes))}
	for _, id := range notes {
		w.notes[id] = true
	}
	return w, nil
}

// LedgerRow is a ledger entry with what it belongs to.
type LedgerRow struct {
	Entry
	Job      Job    // the zero value where the entry has none
	AssetID  int64  // the first file that the job made and that is not in the trash; 0: none
	AssetRef string // of it
	Open     bool   // a reserve or an unconfirmed entry without an end
	Priced   bool   // a charge without an amount that a correction gave one
	// ChargedSoFar is what was charged, in the entry's currency, from the beginning of the filter's period up to and with
	// this entry. Of the filter it regards the profile and the period only.
	ChargedSoFar int64
}

// Ledger returns the entries that a filter chooses, newest first, at most limit of them, and whether there are more. before
// is the id of the last entry of the page before; 0: from the newest.
func (l *Library) Ledger(ctx context.Context, f LedgerFilter, before int64, limit int) (rows []LedgerRow, more bool, err error) {
	rows, more, err = l.ledgerPage(ctx, f, before, limit)
	return rows, more, wrap(err, "read ledger")
}

func (l *Library) ledgerPage(ctx context.Context, f LedgerFilter, before int64, limit int) (rows []LedgerRow, more bool, err error) {
	if err := l.readLedger(ctx); err != nil {
		return nil, false, err
	}
	c, err := l.chosen(ctx, f)
	if err != nil {
		return nil, false, err
	}
	places, more, err := l.ledger.page(ctx, c, before, limit)
	if err != nil || len(places) == 0 {
		return nil, false, err
	}
	ids := make([]int64, len(places))
	for i, p := range places {
		ids[i] = p.id
	}
	entries, err := list(ctx, l.reader, scanEntry, "SELECT "+entryColumns+" FROM ledger WHERE id IN (SELECT value FROM json_each(?))", idList(ids))
	if err != nil {
		return nil, false, err
	}
	jobs, assets, err := l.jobsOfEntries(ctx, entries)
	if err != nil {
		return nil, false, err
	}
	byID := make(map[int64]Entry, len(entries))
	for _, e := range entries {
		byID[e.ID] = e
	}
	for _, p := range places {
		e := byID[p.id]
		a := assets[e.JobID]
		rows = append(rows, LedgerRow{Entry: e, Job: jobs[e.JobID], AssetID: a.id, AssetRef: a.ref, Open: p.open, Priced: p.priced, ChargedSoFar: p.soFar})
	}
	return rows, more, nil
}

// placed is one line of a page.
type placed struct {
	id, soFar    int64
	open, priced bool
}

// page walks from the line before which it begins down to the oldest, and then up again over what was charged before.
func (x *ledgerIndex) page(ctx context.Context, c *choice, before int64, limit int) (all []placed, more bool, err error) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	first := sort.Search(len(x.lines), func(i int) bool { return x.lines[i].at >= c.from })
	i := sort.Search(len(x.lines), func(i int) bool { return x.lines[i].at >= c.to }) - 1
	if before != 0 {
		at := slices.IndexFunc(x.lines, func(e line) bool { return e.id == before })
		i = min(i, at-1)
	}
	var places []int
	for ; i >= first; i-- {
		if i&0xffff == 0 && ctx.Err() != nil {
			return nil, false, ctx.Err()
		}
		if !c.has(x, &x.lines[i]) {
			continue
		}
		if more = limit > 0 && len(places) == limit; more {
			break
		}
		places = append(places, i)
	}
	if len(places) == 0 {
		return nil, false, nil
	}
	soFar := make([]int64, len(x.money.all)) // by currency
	all = make([]placed, len(places))
	next := len(places) - 1
	for i := first; next >= 0; i++ {
		e := &x.lines[i]
		if (c.profile == 0 || e.profile == c.profile) && (e.kind == chargeLine || e.correction) {
			soFar[e.money] += e.amount
		}
		if i == places[next] {
			all[next] = placed{e.id, soFar[e.money], x.isOpen(e), x.priced[e.id]}
			next--
		}
	}
	return all, more, nil
}

// madeAsset names a file that a job made.
type madeAsset struct {
	id, job int64
	ref     string
}

// jobsOfEntries reads the jobs of entries and the first file of each that is kept.
func (l *Library) jobsOfEntries(ctx context.Context, entries []Entry) (map[int64]Job, map[int64]madeAsset, error) {
	var ids []int64
	for _, e := range entries {
		if e.JobID != 0 {
			ids = append(ids, e.JobID)
		}
	}
	slices.Sort(ids)
	in := idList(slices.Compact(ids))
	all, err := list(ctx, l.reader, scanJob, "SELECT "+jobColumns+" FROM jobs WHERE id IN (SELECT value FROM json_each(?))", in)
	if err != nil {
		return nil, nil, err
	}
	made, err := list(ctx, l.reader, func(row scanner) (a madeAsset, err error) {
		err = row.Scan(&a.id, &a.ref, &a.job)
		return a, err
	}, "SELECT id, ref, job_id FROM assets WHERE job_id IN (SELECT value FROM json_each(?)) AND trashed_at IS NULL", in)
	if err != nil {
		return nil, nil, err
	}
	slices.SortFunc(made, func(a, b madeAsset) int { return -cmp.Compare(a.id, b.id) })
	jobs, assets := make(map[int64]Job, len(all)), make(map[int64]madeAsset, len(made))
	for _, j := range all {
		jobs[j.ID] = j
	}
	for _, a := range made {
		assets[a.job] = a
	}
	return jobs, assets, nil
}
