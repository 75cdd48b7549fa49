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

	"viviscope/db/ledger"

	"pgregory.net/rapid"

	"viviscope/db/search"
)

// ledgerFixture is a library with entries of all kinds in two currencies: jobs of all kinds with and without files,
// tags, an album, corrections, and charges that were priced later.
type ledgerFixture struct {
	*Library
	profiles []Profile
	album    Album
	coast    Album // a saved search
	jobs     map[int64]Job
	assets   map[int64][]Asset // by job
}

func newLedgerFixture(t testing.TB, jobs int) ledgerFixture {
	t.Helper()
	p := ledgerFixture{Library: newLibrary(t), jobs: map[int64]Job{}, assets: map[int64][]Asset{}}
	ctx := context.Background()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	for i, currency := range []string{"CNY", "JPY"} {
		profile, err := p.SaveProfile(ctx,
			Profile{Name: fmt.Sprint("profile ", i), Currency: currency, BaseURL: "https://service.example"})
		must(err)
		p.profiles = append(p.profiles, profile)
	}
	var err error
	p.album, err = p.SaveAlbum(ctx, Album{Name: "Film"})
	must(err)
	p.coast, err = p.SaveAlbum(ctx, Album{Name: "Coast", Query: "tag:coast"})
	must(err)
	var unpriced []LaterPrice
	for i := range jobs {
		profile := p.profiles[i%3/2]
		j := Job{ProfileID: profile.ID, Board: []string{"", strings.Repeat("b", 32), strings.Repeat("c", 32)}[i%5%3],
			Kind:   []JobKind{TextToVideo, FramesToVideo, TextToImage, EditImage}[i%4],
			Model:  []string{"clip-2.6", "clip-3.0", "genimage-2.5-flare"}[i%3],
			Prompt: []string{"a quiet harbour", "snow at night", "paper boats"}[i%3], Currency: profile.Currency,
			TaskID: fmt.Sprint("task", i), State: Saved,
			CreatedAt: noon.Add(time.Duration(i*7-jobs*3) * time.Hour), Request: json.RawMessage("{}")}
		j = newJob(t, p.Library, j)
		p.jobs[j.ID] = j
		cost, at := amount(int64(i*1_234_567%9_000_000)), j.CreatedAt
		if i%11 == 5 {
			cost = nil
		}
		ways := [][]EntryKind{{Reserve, Charge}, {Reserve, Refund}, {Charge}, {Reserve}, {UnconfirmedEntry},
			{UnconfirmedEntry, Void}, {UnconfirmedEntry, Charge}}
		_, err := p.Change(ctx, j.ID, func(c *Change) error {
			for n, kind := range ways[i%len(ways)] {
				c.Append(Entry{Kind: kind, AmountMicros: cost, At: at.Add(time.Duration(n) * 40 * time.Minute)})
			}
			for n := range i % 3 {
				c.Add(Asset{Kind: map[bool]AssetKind{true: Clip, false: Picture}[j.Kind.IsVideo()],
					Path: fmt.Sprintf("files/%d-%d", i, n), SHA256: strings.Repeat("a", 64),
					Seconds: float64(i%5) + 0.5, ItemIndex: n, Starred: i%2 == 0,
					Tags: [][]string{nil, {"coast"}, {"coast", "night"}}[i%5%3]})
			}
			p.assets[j.ID] = c.Added()
			return nil
		})
		must(err)
		made, err := assetsOf(ctx, p.Library, search.Filter{})
		must(err)
		p.assets[j.ID] = slices.DeleteFunc(made, func(a Asset) bool { return a.JobID != j.ID })
		if i%4 == 1 && len(p.assets[j.ID]) > 0 {
			_, err := p.AddToAlbum(ctx, p.album.Ref, p.assets[j.ID][0].ID)
			must(err)
		}
		if cost == nil && i%2 == 1 {
			entries, err := p.Entries(ctx, j.ID)
			must(err)
			for _, e := range entries {
				if e.Kind != Charge {
					continue
				}
				unpriced = append(unpriced, LaterPrice{EntryID: e.ID, AmountMicros: int64(i) * 1000,
					Note: "priced later at 0.50"})
			}
		}
		if i%9 == 2 {
			_, err := p.Correct(ctx, Correction{ProfileID: profile.ID, AmountMicros: int64(i%5-2)*100_000 + 1,
				At: at.AddDate(0, 0, -1), Note: "the console says so"})
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

func drawLedgerFilter(t *rapid.T, p ledgerFixture) ledger.Filter {
	maybe := func(name string) bool { return rapid.IntRange(0, 3).Draw(t, name) == 0 }
	var f ledger.Filter
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
		f.Kinds = rapid.SliceOfNDistinct(rapid.SampledFrom([]EntryKind{Reserve, Charge, Refund, UnconfirmedEntry,
			Void}), 1, 3, rapid.ID).Draw(t, "which kinds")
	}
	if maybe("models") {
		f.Models = rapid.SampledFrom([][]string{{"clip-2.6"}, {"clip-3.0", "none"}, {"none"}}).Draw(t, "which models")
	}
	if maybe("job kinds") {
		f.JobKinds = rapid.SampledFrom([][]string{{"text_to_video"}, {"text_to_image", "edit_image"}}).Draw(t,
			"which job kinds")
	}
	f.Tag = rapid.SampledFrom([]string{"", "", "", "coast", "NIGHT", "none"}).Draw(t, "tag")
	if maybe("album") {
		f.Album = rapid.SampledFrom([]string{p.album.Ref, p.coast.Ref}).Draw(t, "which album")
	}
	f.Text = rapid.SampledFrom([]string{"", "", "", "harbour", "night -snow", "console", "-console", "clip",
		"task7"}).Draw(t, "text")
	f.Currency = rapid.SampledFrom([]string{"", "", "CNY", "JPY", "CHF"}).Draw(t, "currency")
	if maybe("min") {
		f.MinMicros = amount(rapid.Int64Range(-300_000, 5_000_000).Draw(t, "least"))
	}
	if maybe("max") {
		f.MaxMicros = amount(rapid.Int64Range(-300_000, 5_000_000).Draw(t, "most"))
	}
	f.Unpriced, f.OpenOnly = maybe("unpriced"), maybe("open")
	return f
}

// filed reports whether a file of a job is in the album.
func (p ledgerFixture) filed(j Job) bool { return len(p.assets[j.ID]) > 0 && (j.ID-1)%4 == 1 }

// chosenByHand returns the matching entries by a plain loop over all of them.
func (p ledgerFixture) chosenByHand(t *rapid.T, f ledger.Filter) (chosen []Entry, open, priced map[int64]bool) {
	ctx := context.Background()
	all, err := p.Entries(ctx, 0)
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
		j := p.jobs[e.JobID]
		task := j.TaskID
		if strings.Contains(f.Text, "task") && f.Text != task {
			task = ""
		}
		tagged := func(tag string) bool {
			return slices.ContainsFunc(p.assets[e.JobID], func(a Asset) bool {
				return slices.Contains(a.Tags, strings.ToLower(tag))
			})
		}
		unpriced := e.AmountMicros == nil && (e.Kind == Charge && !priced[e.ID] || open[e.ID])
		switch {
		case f.ProfileID != 0 && e.ProfileID != f.ProfileID, !f.From.IsZero() && e.At.Before(f.From), !f.To.IsZero() &&
			!e.At.Before(f.To),
			len(f.Kinds) > 0 && !slices.Contains(f.Kinds, e.Kind), len(f.Models) > 0 &&
				!slices.Contains(f.Models, j.Model),
			len(f.JobKinds) > 0 && !slices.Contains(f.JobKinds, string(j.Kind)), f.Tag != "" && !tagged(f.Tag),
			f.Album == p.album.Ref && !p.filed(j), f.Album == p.coast.Ref && !tagged("coast"),
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

func sumsByHand(chosen []Entry, open, priced map[int64]bool) []ledger.Sums {
	sums := map[string]*ledger.Sums{}
	for _, e := range chosen {
		s := sums[e.Currency]
		if s == nil {
			s = &ledger.Sums{Currency: e.Currency}
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
	var all []ledger.Sums
	for _, currency := range slices.Sorted(maps.Keys(sums)) {
		all = append(all, *sums[currency])
	}
	return all
}
