package db

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"viviscope/db/ledger"
)

var benchWords = strings.Fields(`paper boats canal golden hour slow pan wide shot lantern mist harbour snow mountain aurora night
	market rain neon street cat window garden bees macro lens storm lighthouse waves desert dunes caravan kite meadow fox river
	bridge tram city rooftop dancer silk smoke ink water glass marble statue forest moss owl moon comet whale coral reef diver`)

// benchLibrary creates a library of n jobs in one year, each with an asset and two ledger entries.
func benchLibrary(b *testing.B, n int) *Library {
	b.Helper()
	l := newLibrary(b)
	p := newProfile(b, l)
	r := rand.New(rand.NewPCG(1, 2))
	start := noon.AddDate(-1, 0, 0)
	err := l.write(context.Background(), func(tx *sql.Tx) error {
		for i := range n {
			var prompt strings.Builder
			for range 12 + r.IntN(30) {
				prompt.WriteString(benchWords[r.IntN(len(benchWords))] + " ")
			}
			fmt.Fprintf(&prompt, "take%d", i)
			j := videoJob(p.ID, prompt.String())
			j.State, j.TaskID = Saved, fmt.Sprintf("task-%d", i)
			j.fill(newRef(), 0, start.Add(time.Duration(i)*365*24*time.Hour/time.Duration(n)))
			j.AcceptedAt, j.FinishedAt = j.CreatedAt, j.CreatedAt.Add(time.Minute)
			j, err := insertJob(b.Context(), tx, j)
			if err != nil {
				return err
			}
			a := Asset{Kind: Clip, Path: "files/" + j.Ref + ".mp4", SHA256: strings.Repeat("a", 64),
				Bytes: 1 << 20}.withJob(j, j.CreatedAt)
			if _, err := insertAsset(b.Context(), tx, a, p.ID); err != nil {
				return err
			}
			for _, kind := range []EntryKind{Reserve, Charge} {
				e := entryWithJob(j, Entry{Kind: kind, AmountMicros: amount(int64(r.IntN(1e7)))}, j.CreatedAt)
				if _, err := ledger.Insert(b.Context(), tx, e); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	return l
}

func BenchmarkLibrary(b *testing.B) {
	n := benchSize(100_000)
	l := benchLibrary(b, n)
	ctx := context.Background()
	must := func(b *testing.B, err error) {
		if err != nil {
			b.Fatal(err)
		}
	}
	b.Run("jobs/newest", func(b *testing.B) {
		for b.Loop() {
			_, err := l.Jobs(ctx, JobFilter{Limit: 200})
			must(b, err)
		}
	})
	b.Run("jobs/words", func(b *testing.B) {
		for b.Loop() {
			_, err := l.Jobs(ctx, JobFilter{Limit: 200, Text: "zebra"})
			must(b, err)
		}
	})
	b.Run("jobs/under way", func(b *testing.B) {
		for b.Loop() {
			_, err := l.Jobs(ctx, JobFilter{States: []JobState{Queued, InProgress, Downloading}})
			must(b, err)
		}
	})
	b.Run("jobs/counts", func(b *testing.B) {
		for b.Loop() {
			_, err := l.JobCounts(ctx, 1)
			must(b, err)
		}
	})
	b.Run("spent", func(b *testing.B) {
		for b.Loop() {
			_, _, _, err := l.Budget().Spent(ctx, 1, "CNY", noon.AddDate(0, 0, -1), noon.AddDate(0, -1, 0), 0)
			must(b, err)
		}
	})
	b.Run("durations", func(b *testing.B) {
		for b.Loop() {
			_, err := l.Durations(ctx, 1, "clip-3.0", 8, "1080P", 50)
			must(b, err)
		}
	})
	b.Run("insert", func(b *testing.B) {
		for b.Loop() {
			_, err := insertJobs(ctx, l, videoJob(1, "paper boats"))
			must(b, err)
		}
	})
	b.Run("change", func(b *testing.B) {
		for b.Loop() {
			_, err := l.Change(ctx, 7, func(c *Change) error {
				c.Job.Progress = (c.Job.Progress + 1) % 100
				return nil
			})
			must(b, err)
		}
	})
	b.Run("open", func(b *testing.B) {
		for b.Loop() {
			must(b, l.Close())
			l = openLibrary(b, l.Dir())
		}
	})
}

// benchSize returns n, or a hundredth of it with -short, which only checks that the benchmark runs.
func benchSize(n int) int {
	if testing.Short() {
		return n / 100
	}
	return n
}
