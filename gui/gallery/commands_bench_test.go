package gallery

import (
	"context"
	"encoding/json"
	"log/slog"
	"path/filepath"
	"runtime/debug"
	"testing"
	"time"

	"viviscope/client/automation"
	"viviscope/client/instance"
	"viviscope/client/jobs"
	"viviscope/client/keys"
	"viviscope/db"
)

// noKeys has no keys: nothing is sent in these benchmarks.
type noKeys struct{}

func (noKeys) Key(context.Context, db.Profile) (string, error) { return "", keys.ErrNone }

// window is what calls need of the program around the library here.
type window struct {
	automation.Backend
	lib *db.Library
}

func (window) Window() bool { return true }
func (w window) Profile(ctx context.Context, _, _, _ string) (db.Profile, error) {
	return w.lib.Profile(ctx, 1)
}

// BenchmarkFiftyCommands measures how long each frame keeps the window's goroutine busy while a user scrolls through
// 100,000 assets: alone, and while 50 commands request jobs, files, models, costs and prices over its socket. The two
// alternate, so that both run under the same load of the machine.
func BenchmarkFiftyCommands(b *testing.B) {
	debug.SetGCPercent(30) // as in the program
	dir := generated(b, many())
	g, _, _ := open(b, dir)
	lib, log := g.d.Library.(*db.Library), slog.New(slog.DiscardHandler)
	engine, err := jobs.New(jobs.Options{Library: lib, Keys: noKeys{}})
	check(b, err)
	server := automation.NewServer(automation.Options{Library: lib, Engine: engine, Backend: window{lib: lib}, Log: log,
		Now: time.Now})
	socket := filepath.Join(b.TempDir(), "library")
	listener, err := instance.Listen(socket, log, server.Serve)
	check(b, err)
	defer func() { check(b, listener.Close()) }()
	conn := automation.NewConn(automation.Target{Library: socket, Log: log},
		func(context.Context) (automation.Owner, error) {
			return nil, db.ErrLocked
		})
	row := automation.Row{Kind: "text_to_video",
		Request: json.RawMessage(`{"model":"clip-3.0","prompt":"Paper boats"}`)}
	calls := []struct {
		name         string
		args, answer any
	}{
		{"jobs", automation.JobsArgs{}, &automation.JobsAnswer{}},
		{"find", automation.FindArgs{Query: "golden harbour"}, &automation.FindAnswer{}},
		{"models", automation.ModelsArgs{}, &automation.ModelsAnswer{}},
		{"costs", automation.CostsArgs{By: "model"}, &automation.CostsAnswer{}},
		{"price", automation.MakeArgs{Rows: []automation.Row{row}}, &automation.PriceAnswer{}},
	}
	took := make([]time.Duration, len(calls))
	scroll := func(next chan<- int) (busy []time.Duration) {
		for i := range 800 {
			g.frame(func() { g.rows.SetOffset(float32(i) * 110) })
			time.Sleep(time.Millisecond)
			if i%16 == 0 && next != nil {
				next <- i / 16
			}
		}
		busy, g.busy = g.busy, nil
		g.settle()
		g.busy = nil
		return busy
	}
	var alone, asked []time.Duration
	for b.Loop() {
		for range 3 {
			alone = append(alone, scroll(nil)...)
			next, done := make(chan int, 50), make(chan struct{})
			go func() {
				defer close(done)
				for n := range next {
					begun, c := time.Now(), calls[n%len(calls)]
					if err := conn.Do(b.Context(), c.name, c.args, c.answer, nil); err != nil {
						b.Errorf("%s: %v", c.name, err)
					}
					took[n%len(calls)] = max(took[n%len(calls)], time.Since(begun))
				}
			}()
			asked = append(asked, scroll(next)...)
			close(next)
			<-done
		}
	}
	for i, c := range calls {
		b.ReportMetric(float64(took[i].Microseconds())/1000, "ms-most/"+c.name)
	}
	ms := func(all []time.Duration) float64 { return float64(percentile(all, 95).Microseconds()) / 1000 }
	b.ReportMetric(ms(alone), "busy-ms/frame-p95-alone")
	b.ReportMetric(ms(asked), "busy-ms/frame-p95-asked")
	b.ReportMetric(0, "ns/op")
	b.Logf("%d frames alone, %d while commands ask", len(alone), len(asked))
}
