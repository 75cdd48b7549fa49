package dbtest

import (
	"path/filepath"
	"testing"
)

func BenchmarkRows(b *testing.B) {
	n := 100_000
	if testing.Short() {
		n = 1000
	}
	for b.Loop() {
		if err := Rows(b.Context(), filepath.Join(b.TempDir(), "rows"), n, Options{Seed: 1}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "assets/s")
}
