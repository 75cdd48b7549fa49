package client

import (
	"fmt"
	"testing"
	"time"
)

// BenchmarkPacing prints how soon an end is seen and what that costs in requests, beside fixed intervals, all under the
// same pacer: go test -run - -bench Pacing ./client. Its short form only shows that it runs.
func BenchmarkPacing(b *testing.B) {
	for b.Loop() {
		printPacing(b)
	}
}

func printPacing(b *testing.B) {
	fmt.Printf("\n%-7s %5s  %-22s %8s %8s %8s %10s %6s %9s\n", "shape", "tasks", "policy", "mean s", "p95 s",
		"failed s", "requests", "peak/s", "closest s")
	history := knownDurations(200)
	tasks, counts := 4000, []int{1, 10, 100, 1000}
	if testing.Short() {
		tasks, counts = 20, []int{1, 10}
	}
	for _, mix := range []string{"linear", "mixed"} {
		for _, n := range counts {
			rounds := tasks / n
			twelve := simulate(fixedPolicy(12*time.Second), mixes()[mix], n, rounds, 1)
			rows := []struct {
				name string
				p    policy
				aim  bool
			}{
				{"fixed 10 s", fixedPolicy(10 * time.Second), false},
				{"fixed 12 s", fixedPolicy(12 * time.Second), false},
				{"fixed 15 s", fixedPolicy(15 * time.Second), false},
				{"aim, pace 10 s", aimPolicy(history, 10*time.Second), true},
				{"aim, pace 12 s", aimPolicy(history, 12*time.Second), true},
				{"aim, first time, 10 s", aimPolicy(nil, 10*time.Second), true},
				{"aim, first time, 12 s", aimPolicy(nil, 12*time.Second), true},
			}
			for _, row := range rows {
				r := simulate(row.p, mixes()[mix], n, rounds, 1)
				verdict := ""
				if row.aim && r.mean < twelve.mean && r.requests < twelve.requests {
					verdict = "sooner than fixed 12 s with fewer requests"
				} else if row.aim {
					verdict = "BAR MISSED"
				}
				fmt.Printf("%-7s %5d  %-22s %8.2f %8.1f %8.1f %10.1f %6d %9.1f  %s\n",
					mix, n, row.name, r.mean, r.p95, r.failed, r.requests, r.peak, r.closest.Seconds(), verdict)
				if verdict == "BAR MISSED" && !testing.Short() {
					b.Errorf("%s, %d tasks, %s: mean %.2f s with %.1f requests, fixed 12 s: %.2f s with %.1f", mix, n,
						row.name, r.mean, r.requests, twelve.mean, twelve.requests)
				}
			}
		}
	}
}
