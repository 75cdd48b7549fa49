package db

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"viviscope/db/cast"
	"viviscope/db/search"
)

// mixed adds assets of all kinds to a library.
func mixed(t testing.TB, l *Library, n int) []Asset {
	t.Helper()
	p := newProfile(t, l)
	shapes := [][2]int{{1280, 720}, {720, 1280}, {1024, 1024}, {3840, 2160}, {0, 0}, {1440, 1080}}
	tags := [][]string{nil, {"coast"}, {"Coast", "night"}, {"night"}, nil}
	words := []string{"paper boats", "a paper boat at night", "纸船在运河上", "Zürich by night", "", "boathouse"}
	for i := range n {
		a := Asset{Kind: Picture, Width: shapes[i%6][0], Height: shapes[i%6][1], Bytes: int64(i * 7919 % 101),
			Starred: i%4 == 0,
			Tags:    tags[i%5], Note: strings.Repeat("keep", i%7/6),
			CreatedAt: noon.Add(time.Duration(i*i%50) * time.Hour).UTC()}
		if i%3 == 0 {
			a.Kind, a.Seconds, a.HasAudio = Clip, []float64{5.041, 8, 10}[i/3%3], i%2 == 0
		}
		if i%5 == 1 {
			a.Link, a.LinkExpires = "https://example.com/x", noon.Add(time.Duration(i-n/2)*time.Hour).UTC()
		}
		if i%9 == 0 {
			a.TrashedAt = noon.UTC()
		}
		if i%8 == 7 { // imported
			a.Ref, a.Name, a.Path, a.SHA256 = newRef(), fmt.Sprintf("IMG %d.png", i), fmt.Sprintf("files/%d.png", i),
				strings.Repeat("b", 64)
			if _, err := l.addImported(t.Context(), a); err != nil {
				t.Fatal(err)
			}
			continue
		}
		j := videoJob(p.ID, words[i%6])
		j.Model = []string{"clip-2.6", "clip-3.0", "image-1"}[i%3]
		j.SetUsedCast(castOf(j.Prompt))
		if i%2 == 0 {
			j.Request = fmt.Appendf(nil, `{"seed":%d}`, i%4)
		}
		j = newJob(t, l, j)
		addAsset(t, l, j, a)
		if i%4 != 3 {
			if err := appendEntry(l, j.ID,
				Entry{Kind: Charge, AmountMicros: amount(int64(i % 6 * 500_000))}); err != nil {
				t.Fatal(err)
			}
		}
	}
	var all []Asset
	for _, trashed := range []bool{true, false} {
		some, err := assetsOf(t.Context(), l, search.Filter{Trashed: trashed})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, some...)
	}
	if len(all) != n {
		t.Fatalf("%d of %d assets", len(all), n)
	}
	return all
}

// castOf returns the cast that jobs of [mixed] used, by their prompt.
func castOf(prompt string) []cast.Used {
	return map[string][]cast.Used{
		"a paper boat at night": {{Name: "José", Words: "a man"}, {Name: "Mara", Words: "a woman"}},
		"boathouse":             {{Name: "Mara", Words: "a woman of forty"}},
	}[prompt]
}

// matchesPlainly is the simplest implementation of a filter, without its text search.
func matchesPlainly(f search.Filter, a Asset) bool {
	side := min(a.Width, a.Height)
	has := func(tag string) bool {
		return slices.ContainsFunc(a.Tags, func(t string) bool { return strings.EqualFold(t, tag) })
	}
	mentions := func(name string) bool {
		return slices.ContainsFunc(castOf(a.Prompt), func(u cast.Used) bool { return strings.EqualFold(u.Name, name) })
	}
	ok := (f.Kind == "" || f.Kind == string(a.Kind)) && (!f.Starred || a.Starred) &&
		(len(f.Models) == 0 || slices.Contains(f.Models, a.Model)) &&
		!slices.ContainsFunc(f.Tags, func(t string) bool { return !has(t) }) && (!f.Untagged || len(a.Tags) == 0) &&
		!slices.ContainsFunc(f.Cast, func(name string) bool { return !mentions(name) }) &&
		(f.From.IsZero() || !a.CreatedAt.Before(f.From)) && (f.To.IsZero() || a.CreatedAt.Before(f.To)) &&
		side >= f.MinSide && (f.MaxSide == 0 || side <= f.MaxSide) &&
		(f.MinSeconds == 0 || a.Seconds >= f.MinSeconds) &&
		(f.MaxSeconds == 0 || a.Kind == Clip && a.Seconds <= f.MaxSeconds+0.005) &&
		(f.Sound == "" || a.Kind == Clip && a.HasAudio == (f.Sound == search.WithSound)) &&
		(f.Seed == nil || a.Seed != nil && *a.Seed == *f.Seed) &&
		(f.MinCost == nil || a.CostMicros != nil && *a.CostMicros >= *f.MinCost) &&
		(f.MaxCost == nil || a.CostMicros != nil && *a.CostMicros <= *f.MaxCost) &&
		(f.LinkValidAt.IsZero() || a.LinkExpires.After(f.LinkValidAt)) &&
		(f.Origin == "" || (a.JobID == 0) == (f.Origin == search.Imported))
	switch f.Ratio {
	case search.Wide16x9:
		ok = ok && a.Height > 0 && a.Width*9 == a.Height*16
	case search.Portrait:
		ok = ok && a.Height > a.Width
	case search.Square:
		ok = ok && a.Width > 0 && a.Width == a.Height
	}
	switch f.Text {
	case "night":
		ok = ok && strings.Contains(a.Prompt, "night")
	case "运河 -night":
		ok = ok && strings.Contains(a.Prompt, "运河")
	case "-paper":
		ok = ok && !strings.Contains(a.Prompt, "paper")
	case `"paper boat"`:
		ok = ok && strings.Contains(a.Prompt, "paper boat ")
	case `-"paper boats" -"运河上"`:
		ok = ok && !strings.Contains(a.Prompt, "paper boats") && !strings.Contains(a.Prompt, "运河上")
	}
	return ok
}

func filters(t *rapid.T) search.Filter {
	maybe := func(name string) bool { return rapid.IntRange(0, 5).Draw(t, name) == 0 }
	var f search.Filter
	f.Kind = rapid.SampledFrom([]string{"", "", search.Clip, search.Picture}).Draw(t, "kind")
	f.Text = rapid.SampledFrom([]string{"", "", "", "night", "运河 -night", "-paper", `"paper boat"`,
		`-"paper boats" -"运河上"`}).Draw(t, "text")
	f.Starred, f.Untagged = maybe("starred"), maybe("untagged")
	if maybe("models") {
		f.Models = []string{"clip-2.6", "image-1"}
	}
	if maybe("tags") {
		f.Tags = rapid.SampledFrom([][]string{{"coast"}, {"NIGHT", "coast"}, {"none"}}).Draw(t, "which")
	}
	if maybe("cast") {
		f.Cast = rapid.SampledFrom([][]string{{"mara"}, {"JOSÉ", "Mara"}, {"none"}}).Draw(t, "who")
	}
	if maybe("dates") {
		f.From, f.To = noon.Add(5*time.Hour), noon.Add(30*time.Hour)
	}
	if maybe("side") {
		f.MinSide, f.MaxSide = 720, rapid.SampledFrom([]int{0, 1024}).Draw(t, "most")
	}
	f.Ratio = rapid.SampledFrom([]search.Ratio{"", "", "", search.Wide16x9, search.Portrait, search.Square}).Draw(t,
		"ratio")
	if maybe("seconds") {
		f.MinSeconds, f.MaxSeconds = 5, rapid.SampledFrom([]float64{0, 5.04, 8}).Draw(t, "longest")
	}
	f.Sound = rapid.SampledFrom([]search.Sound{"", "", "", search.WithSound, search.WithoutSound}).Draw(t, "sound")
	if maybe("seed") {
		f.Seed = amount(2)
	}
	if maybe("cost") {
		f.MinCost = amount(500_000)
	}
	if maybe("most cost") {
		f.MaxCost = amount(1_500_000)
	}
	if maybe("living") {
		f.LinkValidAt = noon
	}
	f.Origin = rapid.SampledFrom([]search.Origin{"", "", "", search.Generated, search.Imported}).Draw(t, "origin")
	return f
}

// Any combination of filters finds the same assets as a plain loop, in each order. Count and Days agree.
func TestFindAgreesWithPlainFilter(t *testing.T) {
	l := newLibrary(t)
	all := mixed(t, l, 120)
	rapid.Check(t, func(t *rapid.T) {
		f := filters(t)
		f.Trashed = rapid.Bool().Draw(t, "trashed")
		if rapid.Bool().Draw(t, "not") {
			f.Not = []search.Filter{filters(t)}
		}
		saved := search.Filter{} // of a saved search
		if rapid.Bool().Draw(t, "saved") {
			saved = filters(t)
			f.Within = &saved
		}
		f.Order = rapid.SampledFrom([]search.Order{search.Newest, search.Oldest, search.Largest, search.Smallest,
			search.MostPixels, search.Longest, search.Shortest, search.MostExpensive, search.Cheapest,
			search.FewestPixels, search.ByName, search.ByNameDesc, search.ByModel, search.ByModelDesc}).Draw(t, "order")
		wanted := map[int64]bool{}
		for _, a := range all {
			empty := len(f.Not) > 0 && cmp.Equal(f.Not[0], search.Filter{})
			if a.TrashedAt.IsZero() != f.Trashed && matchesPlainly(f, a) && matchesPlainly(saved, a) &&
				(len(f.Not) == 0 || empty || !matchesPlainly(f.Not[0], a)) {
				wanted[a.ID] = true
			}
		}
		got, err := idsOf(context.Background(), l, f)
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range got {
			if !wanted[id] {
				t.Fatalf("%d is not one of them", id)
			}
		}
		if len(got) != len(wanted) {
			t.Fatalf("%d of %d found", len(got), len(wanted))
		}
		checkSums(t, l, f, got)
	})
}

func checkSums(t *rapid.T, l *Library, f search.Filter, all []int64) {
	ctx := context.Background()
	if n, err := countOf(ctx, l, f); err != nil || n != len(all) {
		t.Fatalf("counted %d, found %d, %v", n, len(all), err)
	}
	rows, err := rowsOf(ctx, l, f)
	if err != nil || len(rows) != len(all) {
		t.Fatalf("%d rows of %d, %v", len(rows), len(all), err)
	}
	x, err := l.Index(ctx)
	if err != nil {
		t.Fatal(err)
	}
	days, err := x.Days(ctx, f, noon.Location())
	if err != nil {
		t.Fatal(err)
	}
	byDay, cost := map[int64]bool{}, int64(0)
	for i, r := range rows {
		if r.ID != all[i] {
			t.Fatalf("row %d is %d, not %d", i, r.ID, all[i])
		}
		at := r.At().In(noon.Location())
		byDay[time.Date(at.Year(), at.Month(), at.Day(), 0, 0, 0, 0, at.Location()).Unix()] = true
		cost += r.CostMicros
	}
	for i, d := range days {
		if !byDay[d.Start.Unix()] || i > 0 && !d.Start.Before(days[i-1].Start) {
			t.Fatalf("day %v has no assets, or is not sorted", d.Start)
		}
		delete(byDay, d.Start.Unix())
		for _, c := range d.Costs {
			cost -= c.Micros
		}
	}
	if len(byDay) > 0 || cost != 0 {
		t.Fatalf("days without a span %v, %d micros missing", byDay, cost)
	}
}
