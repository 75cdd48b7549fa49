package db

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// purse is a library with entries of all kinds in two currencies: jobs of all kinds with and without files, tags, an album,
// corrections, and charges that were priced later.
type purse struct {
	*Library
	profiles []Profile
	album    Album
	assets   map[int64][]Asset // by job
}

func newPurse(t testing.TB, jobs int) purse {
	t.Helper()
	p := purse{Library: newLibrary(t), assets: map[int64][]Asset{}}
	ctx := context.Background()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	for i, currency := range []string{"CNY", "JPY"} {
		profile, err := p.SaveProfile(ctx, Profile{Name: fmt.Sprint("profile ", i), Currency: currency, BaseURL: "https://service.example"})
		must(err)
		p.profiles = append(p.profiles, profile)
	}
	var err error
	p.album, err = p.SaveAlbum(ctx, Album{Name: "Film"})
	must(err)
	var unpriced []LaterPrice
	for i := range jobs {
		profile := p.profiles[i%3/2]
		j := Job{ProfileID: profile.ID, Kind: jobKinds[i%4], Model: []string{"clip-2.6", "clip-3.0", "genimage-2.5-flare"}[i%3],
			Prompt: []string{"a quiet harbour", "snow at night", "paper boats"}[i%3], Currency: profile.Currency, TaskID: fmt.Sprint("task", i), State: Saved,
			CreatedAt: noon.Add(time.Duration(i*7-jobs*3) * time.Hour), Request: json.RawMessage("{}")}
		j = newJob(t, p.Library, j)
		cost, at := amount(int64(i*1_234_567%9_000_000)), j.CreatedAt
		if i%11 == 5 {
			cost = nil
		}
		ways := [][]EntryKind{{Reserve, Charge}, {Reserve, Refund}, {Charge}, {Reserve}, {UnconfirmedEntry}, {UnconfirmedEntry, Void}, {UnconfirmedEntry, Charge}}
		_, err := p.Change(ctx, j.ID, func(c *Change) error {
			for n, kind := range ways[i%len(ways)] {
				c.Append(Entry{Kind: kind, AmountMicros: cost, At: at.Add(time.Duration(n) * 40 * time.Minute)})
			}
			for n := range i % 3 {
				c.Add(Asset{Kind: map[bool]AssetKind{true: Clip, false: Picture}[j.Kind.IsVideo()], Path: fmt.Sprintf("files/%d-%d", i, n), SHA256: strings.Repeat("a", 64),
					Seconds: float64(i%5) + 0.5, ItemIndex: n, Starred: i%2 == 0, Tags: [][]string{nil, {"coast"}, {"coast", "night"}}[i%5%3]})
			}
			p.assets[j.ID] = c.Added()
			return nil
		})
		must(err)
		made, err := p.Assets(ctx, AssetFilter{})
		must(err)
		p.assets[j.ID] = slices.DeleteFunc(made, func(a Asset) bool { return a.JobID != j.ID })
		if i%4 == 1 && len(p.assets[j.ID]) > 0 {
			_, err := p.AddToAlbum(ctx, p.album.Ref, p.assets[j.ID][0].ID)
			must(err)
		}
		if cost == nil && i%2 == 1 {
			entries, err := p.Entries(ctx, EntryFilter{JobID: j.ID, Kinds: []EntryKind{Charge}})
			must(err)
			for _, e := range entries {
				unpriced = append(unpriced, LaterPrice{EntryID: e.ID, AmountMicros: int64(i) * 1000, Note: "priced later at 0.50"})
			}
		}
		if i%9 == 2 {
			_, err := p.Correct(ctx, Correction{ProfileID: profile.ID, AmountMicros: int64(i%5-2)*100_000 + 1, At: at.AddDate(0, 0, -1), Note: "the console says so"})
			must(err)
		}
	}
	_, left, err := p.PriceLater(ctx, unpriced)
	must(err)
	if len(left) > 0 || len(unpriced) == 0 {
		t.Fatalf("%d of %d left without a price", len(left), len(unpriced))
	}
	return p
}

func drawLedgerFilter(t *rapid.T, p purse) LedgerFilter {
	maybe := func(name string) bool { return rapid.IntRange(0, 3).Draw(t, name) == 0 }
	var f LedgerFilter
	if maybe("profile") {
		f.ProfileID = rapid.SampledFrom(p.profiles).Draw(t, "which profile").ID
	}
	if maybe("from") {
		f.From = noon.Add(time.Duration(rapid.IntRange(-200, 200).Draw(t, "from hours")) * time.Hour)
	}
	if maybe("to") {
		f.To = noon.Add(time.Duration(rapid.IntRange(-200, 200).Draw(t, "to hours")) * time.Hour)
	}
	if maybe("kinds") {
		f.Kinds = rapid.SliceOfNDistinct(rapid.SampledFrom(entryKinds[:]), 1, 3, rapid.ID).Draw(t, "which kinds")
	}
	if maybe("models") {
		f.Models = rapid.SampledFrom([][]string{{"clip-2.6"}, {"clip-3.0", "none"}, {"none"}}).Draw(t, "which models")
	}
	if maybe("job kinds") {
		f.JobKinds = rapid.SampledFrom([][]JobKind{{TextToVideo}, {TextToImage, EditImage}}).Draw(t, "which job kinds")
	}
	f.Tag = rapid.SampledFrom([]string{"", "", "", "coast", "NIGHT", "none"}).Draw(t, "tag")
	if maybe("album") {
		f.Album = p.album.Ref
	}
	f.Text = rapid.SampledFrom([]string{"", "", "", "harbour", "night -snow", "console", "-console", "clip", "task7"}).Draw(t, "text")
	f.Currency = rapid.SampledFrom([]string{"", "", "CNY", "JPY", "XXX"}).Draw(t, "currency")
	if maybe("min") {
		f.MinMicros = amount(rapid.Int64Range(-300_000, 5_000_000).Draw(t, "least"))
	}
	if maybe("max") {
		f.MaxMicros = amount(rapid.Int64Range(-300_000, 5_000_000).Draw(t, "most"))
	}
	f.Unpriced, f.OpenOnly = maybe("unpriced"), maybe("open")
	return f
}

// chosenByHand goes through all entries as a reader of the tables would.
func (p purse) chosenByHand(t *rapid.T, f LedgerFilter) (chosen []Entry, open, priced map[int64]bool) {
	ctx := context.Background()
	all, err := p.Entries(ctx, EntryFilter{})
	if err != nil {
		t.Fatal(err)
	}
	open, priced = map[int64]bool{}, map[int64]bool{}
	last := map[int64]Entry{}
	for _, e := range slices.Backward(all) {
		priced[e.Prices] = true
		if e.Correction == "" {
			delete(open, last[e.JobID].ID)
			if e.Kind == Reserve || e.Kind == UnconfirmedEntry {
				open[e.ID], last[e.JobID] = true, e
			}
		}
	}
	in := func(words ...string) bool {
		for _, term := range strings.Fields(f.Text) {
			word, not := strings.CutPrefix(term, "-")
			if slices.ContainsFunc(words, func(w string) bool { return strings.Contains(w, word) }) == not {
				return false
			}
		}
		return true
	}
	for _, e := range all {
		var j Job
		if e.JobID != 0 {
			if j, err = p.Job(ctx, e.JobID); err != nil {
				t.Fatal(err)
			}
		}
		task := j.TaskID
		if strings.Contains(f.Text, "task") && f.Text != task {
			task = ""
		}
		tagged := slices.ContainsFunc(p.assets[e.JobID], func(a Asset) bool { return slices.Contains(a.Tags, strings.ToLower(f.Tag)) })
		filed := len(p.assets[e.JobID]) > 0 && (j.ID-1)%4 == 1
		unpriced := e.AmountMicros == nil && (e.Kind == Charge && !priced[e.ID] || open[e.ID])
		switch {
		case f.ProfileID != 0 && e.ProfileID != f.ProfileID, !f.From.IsZero() && e.At.Before(f.From), !f.To.IsZero() && !e.At.Before(f.To),
			len(f.Kinds) > 0 && !slices.Contains(f.Kinds, e.Kind), len(f.Models) > 0 && !slices.Contains(f.Models, j.Model),
			len(f.JobKinds) > 0 && !slices.Contains(f.JobKinds, j.Kind), f.Tag != "" && !tagged, f.Album != "" && !filed,
			!in(j.Prompt, j.Model, e.Note, task), f.Currency != "" && e.Currency != f.Currency,
			f.MinMicros != nil && (e.AmountMicros == nil || *e.AmountMicros < *f.MinMicros),
			f.MaxMicros != nil && (e.AmountMicros == nil || *e.AmountMicros > *f.MaxMicros),
			f.Unpriced && !unpriced, f.OpenOnly && !open[e.ID]:
			continue
		}
		chosen = append(chosen, e)
	}
	slices.SortFunc(chosen, func(a, b Entry) int {
		if c := b.At.Compare(a.At); c != 0 {
			return c
		}
		return int(b.ID - a.ID)
	})
	return chosen, open, priced
}

func sumsByHand(chosen []Entry, open, priced map[int64]bool) []LedgerSums {
	sums := map[string]*LedgerSums{}
	for _, e := range chosen {
		s := sums[e.Currency]
		if s == nil {
			s = &LedgerSums{Currency: e.Currency}
			sums[e.Currency] = s
		}
		s.Entries++
		if e.Kind == Charge {
			s.Jobs++
		}
		if e.AmountMicros == nil {
			if e.Kind == Charge && !priced[e.ID] || open[e.ID] {
				s.Unpriced++
			}
			continue
		}
		switch {
		case e.Correction != "":
			s.Charged, s.Corrected = s.Charged+*e.AmountMicros, s.Corrected+*e.AmountMicros
		case e.Kind == Charge:
			s.Charged += *e.AmountMicros
		case e.Kind == Refund:
			s.Refunded += *e.AmountMicros
		case open[e.ID] && e.Kind == Reserve:
			s.Reserved += *e.AmountMicros
		case open[e.ID]:
			s.AtRisk += *e.AmountMicros
		}
	}
	var all []LedgerSums
	for _, currency := range slices.Sorted(maps.Keys(sums)) {
		all = append(all, *sums[currency])
	}
	return all
}

// Under any filter: the sums are those of the entries that are listed, page by page, and so are the groups of what has one
// group only, by the days of any time zone.
func TestSumsFollowTheFilter(t *testing.T) {
	p := newPurse(t, 60)
	tokyo, err := time.LoadLocation("Asia/Tokyo")
	if err != nil {
		t.Fatal(err)
	}
	chatham, err := time.LoadLocation("Pacific/Chatham")
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		ctx, f := context.Background(), drawLedgerFilter(t, p)
		chosen, open, priced := p.chosenByHand(t, f)
		want := sumsByHand(chosen, open, priced)
		got, err := p.LedgerSums(ctx, f)
		if d := cmp.Diff(want, got); err != nil || d != "" {
			t.Fatalf("%+v: %v (-by hand +got)\n%s", f, err, d)
		}
		var listed []Entry
		for before, more := int64(0), true; more; {
			var rows []LedgerRow
			if rows, more, err = p.Ledger(ctx, f, before, rapid.IntRange(1, 60).Draw(t, "page")); err != nil {
				t.Fatal(err)
			}
			for _, r := range rows {
				listed, before = append(listed, r.Entry), r.Entry.ID
				if r.Open != open[r.Entry.ID] || r.Priced != priced[r.Entry.ID] || r.Job.ID != r.JobID {
					t.Fatalf("row %+v", r)
				}
				if made := p.assets[r.JobID]; len(made) > 0 != (r.AssetID != 0) {
					t.Fatalf("entry %d: asset %d of %d", r.Entry.ID, r.AssetID, len(made))
				}
			}
		}
		if d := cmp.Diff(chosen, listed); d != "" {
			t.Fatalf("%+v (-by hand +listed)\n%s", f, d)
		}
		loc := rapid.SampledFrom([]*time.Location{nil, tokyo, chatham}).Draw(t, "zone")
		for _, by := range []LedgerGrouping{ByModel, ByJobKind, ByEntryKind, ByProfile, ByDay, ByDayModel} {
			groups, err := p.Breakdown(ctx, f, by, loc)
			if err != nil {
				t.Fatal(err)
			}
			whole := map[string]LedgerSums{}
			for _, g := range groups {
				s := whole[g.Currency]
				whole[g.Currency] = LedgerSums{g.Currency, s.Charged + g.Charged, s.Corrected + g.Corrected, s.Reserved + g.Reserved, s.AtRisk + g.AtRisk,
					s.Refunded + g.Refunded, s.Jobs + g.Jobs, s.Unpriced + g.Unpriced, s.Entries + g.Entries}
				if by == ByDay {
					same := f
					same.From, same.To = g.Day, g.Day.AddDate(0, 0, 1)
					same.Currency = g.Currency
					if f.From.After(same.From) {
						same.From = f.From
					}
					if !f.To.IsZero() && f.To.Before(same.To) {
						same.To = f.To
					}
					if s, err := p.LedgerSums(ctx, same); err != nil || len(s) != 1 || s[0] != g.LedgerSums {
						t.Fatalf("day %s: %+v, its own sum %+v, %v", g.Day, g.LedgerSums, s, err)
					}
				}
			}
			if len(whole) != len(want) {
				t.Fatalf("%s: %d currencies, want %d", by, len(whole), len(want))
			}
			for _, s := range want {
				if whole[s.Currency] != s {
					t.Fatalf("by %s: %+v, want %+v", by, whole[s.Currency], s)
				}
			}
		}
		for _, by := range []LedgerGrouping{ByTag, ByAlbum} {
			groups, err := p.Breakdown(ctx, f, by, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, g := range groups {
				same := f
				same.Currency = g.Currency
				switch {
				case g.Key == "":
					continue
				case by == ByTag && f.Tag == "":
					same.Tag = g.Key
				case by == ByAlbum:
					same.Album = g.Key
				default:
					continue
				}
				if s, err := p.LedgerSums(ctx, same); err != nil || len(s) != 1 || s[0] != g.LedgerSums {
					t.Fatalf("%s %q: %+v, its own sum %+v, %v", by, g.Key, g.LedgerSums, s, err)
				}
			}
		}
	})
}

func TestTotalsAreTheSums(t *testing.T) {
	p := newPurse(t, 40)
	for _, profile := range p.profiles {
		for _, period := range [][2]time.Time{{}, {noon.AddDate(0, 0, -2), noon.AddDate(0, 0, 1)}} {
			totals, err := p.Totals(t.Context(), profile.ID, period[0], period[1])
			if err != nil {
				t.Fatal(err)
			}
			sums, err := p.LedgerSums(t.Context(), LedgerFilter{ProfileID: profile.ID, From: period[0], To: period[1], Currency: profile.Currency})
			if err != nil || len(sums) != 1 {
				t.Fatalf("%v, %v", sums, err)
			}
			s := sums[0]
			if want := (Totals{s.Currency, s.Charged, s.Reserved, s.AtRisk, s.Refunded, s.Unpriced, s.Jobs}); totals != want {
				t.Errorf("totals %+v, sums %+v", totals, want)
			}
		}
	}
}

func TestPriceLaterLeavesTheChargeAlone(t *testing.T) {
	l := newLibrary(t)
	p := newProfile(t, l)
	j := newJob(t, l, videoJob(p.ID, "x"))
	if err := appendEntry(l, j.ID, Entry{Kind: Reserve}); err != nil {
		t.Fatal(err)
	}
	if _, left, err := l.PriceLater(t.Context(), []LaterPrice{{EntryID: 1, AmountMicros: 5}}); err != nil || len(left) != 1 {
		t.Errorf("an open entry got a price: %v, %v", left, err)
	}
	if err := appendEntry(l, j.ID, Entry{Kind: Charge, At: noon.AddDate(0, -1, 0)}); err != nil {
		t.Fatal(err)
	}
	was, err := l.Entries(t.Context(), EntryFilter{})
	if err != nil {
		t.Fatal(err)
	}
	written, left, err := l.PriceLater(t.Context(), []LaterPrice{{EntryID: 2, AmountMicros: 4_480_000, UnitMicros: amount(560_000)}, {EntryID: 2, AmountMicros: 1}, {EntryID: 1, AmountMicros: 1}})
	if err != nil || len(written) != 1 || len(left) != 2 {
		t.Fatalf("%+v, %v, %v", written, left, err)
	}
	if e := written[0]; e.Kind != Void || e.Prices != 2 || e.JobID != j.ID || !e.At.Equal(noon.AddDate(0, -1, 0)) || e.Note == "" || !validRef.MatchString(e.Correction) {
		t.Errorf("%+v", e)
	}
	is, err := l.Entries(t.Context(), EntryFilter{})
	if err != nil || len(is) != 3 || cmp.Diff(was, is[1:]) != "" {
		t.Errorf("%+v became %+v, %v", was, is, err)
	}
	if sums, err := l.LedgerSums(t.Context(), LedgerFilter{}); err != nil || sums[0].Charged != 4_480_000 || sums[0].Unpriced != 0 {
		t.Errorf("%+v, %v", sums, err)
	}
	if _, _, err := l.PriceLater(t.Context(), []LaterPrice{{EntryID: 99}}); err == nil {
		t.Error("an entry that is not there got a price")
	}
}

func TestExplainOffersTheUnconfirmedFirst(t *testing.T) {
	p := newPurse(t, 60)
	all, err := p.Explain(t.Context(), p.profiles[0].ID, "CNY", time.Time{}, time.Time{}, 4_938_268) // what job 4 may have cost
	if err != nil || len(all) == 0 {
		t.Fatal(err)
	}
	order := []Suspicion{SuspectUnconfirmed, SuspectUnpriced, SuspectVoided, SuspectRefunded, SuspectAmount}
	if !slices.IsSortedFunc(all, func(a, b Suspect) int { return slices.Index(order, a.Why) - slices.Index(order, b.Why) }) || all[0].Why != SuspectUnconfirmed {
		t.Errorf("order of %d suspects", len(all))
	}
	if !all[0].Exact || *all[0].AmountMicros != 4_938_268 {
		t.Errorf("first %+v", all[0].Entry)
	}
	less, err := p.Explain(t.Context(), p.profiles[0].ID, "CNY", time.Time{}, time.Time{}, -8_641_969)
	if err != nil || len(less) == 0 {
		t.Fatal(err)
	}
	for _, s := range less {
		if s.Why != SuspectAmount || !s.Exact {
			t.Errorf("%s explains that less was charged", s.Why)
		}
	}
	if none, err := p.Explain(t.Context(), p.profiles[0].ID, "CNY", time.Time{}, time.Time{}, 0); err != nil || none != nil {
		t.Errorf("no difference: %v, %v", none, err)
	}
}

func TestCostRates(t *testing.T) {
	l := newLibrary(t)
	p := newProfile(t, l)
	add := func(kind JobKind, cost int64, assets ...Asset) {
		t.Helper()
		j := newJob(t, l, Job{ProfileID: p.ID, Kind: kind, Currency: "CNY", Model: "m"})
		if _, err := l.Change(t.Context(), j.ID, func(c *Change) error {
			c.Append(Entry{Kind: Charge, AmountMicros: &cost})
			for i, a := range assets {
				a.Path, a.SHA256, a.ItemIndex = fmt.Sprintf("files/%d-%d", j.ID, i), strings.Repeat("a", 64), i
				c.Add(a)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	add(TextToVideo, 2_800_000, Asset{Kind: Clip, Seconds: 5})
	add(FramesToVideo, 2_000_001, Asset{Kind: Clip, Seconds: 2.5, TrashedAt: noon})
	add(TextToImage, 60_000, Asset{Kind: Picture, Starred: true}, Asset{Kind: Picture})
	add(EditImage, 70_001, Asset{Kind: Picture, Starred: true})
	seconds, err := l.CostPerSecondKept(t.Context(), LedgerFilter{})
	if want := []CostRate{{"CNY", 4_800_001, 5000, 960_000}}; err != nil || cmp.Diff(want, seconds) != "" {
		t.Errorf("%+v, %v", seconds, err)
	}
	stars, err := l.CostPerStarred(t.Context(), LedgerFilter{})
	if want := []CostRate{{"CNY", 130_001, 2, 65_001}}; err != nil || cmp.Diff(want, stars) != "" {
		t.Errorf("%+v, %v", stars, err)
	}
	if only, err := l.CostPerStarred(t.Context(), LedgerFilter{JobKinds: []JobKind{TextToVideo}}); err != nil || only != nil {
		t.Errorf("clips per star: %+v, %v", only, err)
	}
	for _, c := range []struct{ micros, times, by, want int64 }{{1, 1, 2, 1}, {-1, 1, 2, -1}, {1, 1, 3, 0}, {2, 1, 3, 1}, {5, 1, 0, 0}, {1 << 62, 1000, 1, 0}, {1 << 62, 1000, 2000, 1 << 61}} {
		if got := divided(c.micros, c.times, c.by); got != c.want {
			t.Errorf("%d × %d / %d = %d, want %d", c.micros, c.times, c.by, got, c.want)
		}
	}
}

// What a person corrected is what a job and its files cost, and is still there when the library is made again from its folder.
func TestRebuildKeepsCorrections(t *testing.T) {
	l := newLibrary(t)
	p, err := l.SaveProfile(t.Context(), Profile{ID: 0, Name: "Studio", BaseURL: "https://service.example", Saved: true, Currency: "CNY"})
	if err != nil {
		t.Fatal(err)
	}
	for i, unpriced := range []bool{true, false} {
		j := clipOf(fmt.Sprint("boats", i))
		j.ProfileID, j.Currency = p.ID, "CNY"
		j = newJob(t, l, j)
		m := madeBy(j, 0)
		m.Service.ProfileID = p.ID
		if unpriced {
			m.Costs[0].AmountMicros, m.Costs[1].AmountMicros = nil, nil
		}
		to := landMade(t, l, fmt.Sprint("content ", i), m)
		if _, err := l.Change(t.Context(), j.ID, func(c *Change) error {
			c.Job.State = Saved
			for _, e := range slices.Backward(m.Costs) {
				c.Append(Entry{Kind: e.Kind, AmountMicros: e.AmountMicros, Currency: e.Currency, At: e.At})
			}
			c.Add(Asset{Ref: AssetRef(j.Ref, 0), Kind: Clip, Path: to.Path, SHA256: to.SHA256, Bytes: to.Bytes})
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	if _, left, err := l.PriceLater(t.Context(), []LaterPrice{{EntryID: 2, AmountMicros: 2_800_000, Note: "priced later at 0.56"}}); err != nil || len(left) > 0 {
		t.Fatal(left, err)
	}
	for _, c := range []Correction{
		{ProfileID: p.ID, JobID: 2, AmountMicros: -500_000, At: noon, Note: "half of it came back"},
		{ProfileID: p.ID, AmountMicros: 11, At: noon.AddDate(0, 0, -3), Note: "the console says so"},
	} {
		if _, err := l.Correct(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
	sums := func(l *Library) (all []LedgerSums, costs []int64) {
		t.Helper()
		all, err := l.LedgerSums(t.Context(), LedgerFilter{})
		if err != nil {
			t.Fatal(err)
		}
		assets, err := l.Assets(t.Context(), AssetFilter{Order: Dearest})
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range assets {
			costs = append(costs, orElse(a.CostMicros, -1))
		}
		return all, costs
	}
	before, costs := sums(l)
	if want := []LedgerSums{{Currency: "CNY", Charged: 5_800_011, Corrected: 2_300_011, Jobs: 2, Entries: 7}}; cmp.Diff(want, before) != "" {
		t.Errorf("%+v", before)
	}
	if want := []int64{3_000_000, 2_800_000}; !slices.Equal(costs, want) {
		t.Errorf("the files cost %v, want %v", costs, want)
	}
	l, r := rebuilt(t, l)
	after, same := sums(l)
	if d := cmp.Diff(before, after); d != "" || len(r.Problems) > 0 || !slices.Equal(costs, same) {
		t.Errorf("problems %v, costs %v (-before +after)\n%s", r.Problems, same, d)
	}
}

func FuzzCorrections(f *testing.F) {
	f.Add([]byte(`{"viviscope":1,"corrections":[{"ref":"0123456789abcdef0123456789abcdef","amount_micros":-5,"currency":"CNY","at":"2026-11-21T12:00:00Z","note":"x"}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		all, err := parseCorrections(data)
		for _, c := range all {
			if err != nil || !validRef.MatchString(c.Ref) || c.Amount > maxMicros || c.Amount < -maxMicros || len(c.Currency) != 3 {
				t.Errorf("%+v, %v", c, err)
			}
		}
	})
}
