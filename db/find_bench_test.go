package db_test

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"viviscope/db"
	"viviscope/db/dbtest"
	"viviscope/db/search"
)

// mixes are queries of all kinds: common, rare and absent words, parts of words, other scripts, and filters with many
// or few matches, alone and combined.
var mixes = map[string]string{
	"everything":             ``,
	"common word":            `snow`,
	"one letter":             `p`,
	"two letters":            `pa`,
	"two words":              `paper harbour`,
	"phrase":                 `"golden hour"`,
	"rare word":              `take4711`,
	"rare and common":        `take4711 snow`,
	"absent":                 `zebracorn`,
	"absent and common":      `snow zebracorn`,
	"part of words":          `anter`,
	"signs":                  `%`,
	"without":                `boats -paper -snow`,
	"only without":           `-snow`,
	"CJK one letter":         `船`,
	"CJK word":               `灯塔`,
	"CJK infix":              `船在运`,
	"CJK absent":             `鲸鱼座`,
	"Cyrillic":               `маяк`,
	"accents":                `zurich`,
	"model and tag":          `model:clip-2.6 tag:coast`,
	"rare mix":               `model:clip-3.0 tag:"chapter 2" seconds:15 star:on sound:off`,
	"words and rare filters": `snow tag:夜景 star:on cost:4..5`,
	"seed":                   `seed:48210770`,
	"month":                  `date:2025-07`,
	"size and ratio":         `size:1080.. ratio:9:16 kind:clip`,
	"living":                 `link:living`,
	"trash":                  `status:trashed night`,
	"imported":               `status:imported`,
	"album":                  `album:"Project 2" -tag:draft`,
	"saved search":           `album:"Coast at night"`,
	"saved search and words": `album:"Coast at night" paper`,
	"saved words":            `album:"Paper harbour" -snow`,
	"saved without":          `album:"No paper" -tag:draft`,
	"saved hand":             `album:"Paper of project 2"`,
	"phrase of small words":  `"on a"`,
	"long phrase":            `"in the style of a children's book"`,
	"absent phrase":          `"hour golden"`,
	"absent small words":     `"a the on"`,
	"phrase being typed":     `"a the o`,
	"phrase of one letters":  `"r h"`,
	"phrase of parts":        `"arbour cran"`,
	"absent pair":            `"in in"`,
	"without phrases":        `-"on a" -"of a" -"in the"`,
	"hyphen":                 `close-up`,
	"letters":                `a b c d p s t w`,
	"without CJK":            `夜 -灯 -船在运`,
	"CJK and phrase":         `の "golden hour"`,
	"common sign":            `,`,
	"three tags":             `tag:coast tag:night -tag:draft`,
	"without tags":           `-tag:coast -tag:night -tag:draft -tag:winter -tag:summer`,
	"cost and words":         `cost:1..2 snow`,
	"dates":                  `date:..2024-11-25`,
	"many filters":           `kind:clip model:clip-3.0 ratio:9:16 seconds:8..10 sound:on -tag:draft date:2025 snow -paper`,
}

// saved are the saved searches of the mixes, in addition to that of every generated library.
var saved = map[string]string{
	"Paper harbour":      `paper harbour`,
	"No paper":           `-paper -"golden hour" -tag:night`,
	"Paper of project 2": `album:"Project 2" paper -tag:draft`,
}

// keptLibraries is the environment variable with a folder that keeps generated libraries for the next run: a million
// rows take minutes to generate.
const keptLibraries = "VIVISCOPE_BENCH_LIBRARIES"

// generatedDir returns the folder of a library of n assets.
func generatedDir(b *testing.B, n int, o db.Options) string {
	b.Helper()
	dir := filepath.Join(b.TempDir(), "library")
	if kept := os.Getenv(keptLibraries); kept != "" {
		dir = filepath.Join(kept, strconv.Itoa(n))
		if _, err := os.Stat(dir); err == nil {
			return dir
		}
	}
	if err := dbtest.Rows(context.Background(), dir, n, dbtest.Options{Seed: 1, Library: o}); err != nil {
		b.Fatal(err)
	}
	return dir
}

func generated(b *testing.B, n int) (*db.Library, search.Names) {
	b.Helper()
	o := db.Options{Now: dbtest.End}
	begun := time.Now()
	dir := generatedDir(b, n, o)
	made := time.Since(begun)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	begun = time.Now()
	l, err := db.Open(context.Background(), dir, o)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = l.Close() })
	opened := time.Since(begun)
	if _, err := dbtest.Count(context.Background(), l, search.Filter{}); err != nil {
		b.Fatal(err)
	}
	words := time.Since(begun)
	runtime.GC()
	runtime.ReadMemStats(&after)
	b.Run("open", func(b *testing.B) {
		for b.Loop() { // all runs use one library
		}
		for what, took := range map[string]time.Duration{"generated": made, "opened": opened, "words": words} {
			b.ReportMetric(float64(took.Milliseconds()), what+"-ms")
		}
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/(1<<20), "MB")
	})
	names, err := l.Names(context.Background(), dbtest.End())
	if err != nil {
		b.Fatal(err)
	}
	for name, query := range saved {
		if _, there := names.Albums[strings.ToLower(name)]; there {
			continue
		}
		if _, err := l.SaveAlbum(context.Background(),
			db.Album{Name: name, Query: query, CreatedAt: dbtest.End()}); err != nil {
			b.Fatal(err)
		}
	}
	if names, err = l.Names(context.Background(), dbtest.End()); err != nil {
		b.Fatal(err)
	}
	return l, names
}

// p95 runs fn for each iteration (-benchtime 40x or more) and reports the median, the 95th percentile and the maximum.
func p95(b *testing.B, fn func() error) {
	b.Helper()
	var all []time.Duration
	for b.Loop() {
		begun := time.Now()
		if err := fn(); err != nil {
			b.Fatal(err)
		}
		all = append(all, time.Since(begun))
	}
	slices.Sort(all)
	b.ReportMetric(float64(all[len(all)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(all[len(all)*95/100].Microseconds())/1000, "p95-ms")
	b.ReportMetric(float64(all[len(all)-1].Microseconds())/1000, "max-ms")
}

func benchmarkFind(b *testing.B, n int) {
	if testing.Short() { // only checks that the benchmark runs
		n /= 100
	}
	l, names := generated(b, n)
	ctx := context.Background()
	x, err := l.Index(ctx)
	if err != nil {
		b.Fatal(err)
	}
	find := func(f search.Filter) error { _, err := x.Find(ctx, f); return err }
	for _, name := range slices.Sorted(maps.Keys(mixes)) {
		query := mixes[name]
		f, unusable := search.ParseQuery(query).Filter(names)
		if len(unusable) > 0 {
			b.Fatalf("%s: %v", query, unusable)
		}
		b.Run("count/"+name, func(b *testing.B) {
			p95(b, func() error { _, err := dbtest.Count(ctx, l, f); return err })
		})
		b.Run("grid/"+name, func(b *testing.B) {
			p95(b, func() error { return find(f) })
		})
	}
	for _, o := range []search.Order{search.Oldest, search.Largest, search.Longest, search.MostExpensive,
		search.ByName} {
		b.Run("order/"+string(o), func(b *testing.B) {
			p95(b, func() error { return find(search.Filter{Order: o}) })
		})
	}
	b.Run("index", func(b *testing.B) {
		p95(b, func() error { return find(search.Filter{}) })
	})
	b.Run("days", func(b *testing.B) {
		p95(b, func() error { _, err := x.Days(ctx, search.Filter{}, time.UTC); return err })
	})
	b.Run("days of a word", func(b *testing.B) {
		p95(b, func() error { _, err := x.Days(ctx, search.Filter{Text: "snow"}, time.UTC); return err })
	})
	for _, typed := range []string{"n", "pa", "tag:", "model:c", "夜", "snow h"} {
		b.Run("suggest/"+typed, func(b *testing.B) {
			p95(b, func() error { x.Suggest(typed, names, 8); return nil })
		})
	}
	newest, err := l.NewestAssets(ctx, 1)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("star one", func(b *testing.B) {
		on := false
		p95(b, func() error {
			on = !on
			if _, err := l.StarAll(ctx, []int64{newest[0].ID}, on); err != nil {
				return err
			}
			_, err := dbtest.Count(ctx, l, search.Filter{Starred: true})
			return err
		})
	})
}

func BenchmarkFind100k(b *testing.B) { benchmarkFind(b, 100_000) }
func BenchmarkFind1M(b *testing.B)   { benchmarkFind(b, 1_000_000) }
