package settings

import (
	"context"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"viviscope/gui/action/actiontest"
)

// BenchmarkFirstOpening is the first look at the page: no step of it may hold up the window's goroutine.
func BenchmarkFirstOpening(b *testing.B) {
	before, _ := reader(b)
	w := test.NewTempWindow(b, before.Content())
	w.Resize(fyne.NewSize(1270, 840))
	d := before.host.Deps
	var due []func()
	window := &fakeWindow{t: b, scale: 1,
		Host: &actiontest.Host{Poster: func(f func()) { due = append(due, f) }, Worker: func(func(context.Context)) {}}}
	d.Window = window
	best := map[int]time.Duration{} // by the number of the step: what else the computer did is left out
	number := 0
	step := func(f func()) {
		at := time.Now()
		f()
		took := time.Since(at)
		if least, ok := best[number]; !ok || took < least {
			best[number] = took
		}
		number++
	}
	for b.Loop() {
		due, number = nil, 0
		s := New(d)
		window.screen = s
		step(func() { w.SetContent(s.Content()) })
		s.Update(context.Background())
		for len(due) > 0 {
			f := due[0]
			due = due[1:]
			step(f)
		}
	}
	var longest, all time.Duration
	var steps []time.Duration
	for i := range len(best) {
		steps = append(steps, best[i])
		longest, all = max(longest, best[i]), all+best[i]
	}
	b.Log(steps)
	b.ReportMetric(float64(longest.Microseconds())/1000, "ms-longest-step")
	b.ReportMetric(float64(all.Microseconds())/1000, "ms-all-steps")
}
