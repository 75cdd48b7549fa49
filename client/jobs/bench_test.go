//go:build unix

package jobs_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/dbtest"
)

// BenchmarkThousandTasks lets the engine watch 1,000 running tasks for 60 seconds of real time, with the real client,
// library and clock, and prints what that costs. The bar: under 5 % of one core, under 100 MB more.
func BenchmarkThousandTasks(b *testing.B) {
	tasks, warmUp, span := 1000, 60*time.Second, 60*time.Second
	if testing.Short() { // shows that the benchmark runs; its figures mean nothing
		tasks, warmUp, span = 20, time.Second, time.Second
	}
	url := startBenchServer(b)
	ctx := context.Background()
	for b.Loop() {
		lib, err := db.Open(ctx, b.TempDir(), db.Options{})
		must(b, err)
		p, err := lib.SaveProfile(ctx, db.Profile{
			Name: "bench", BaseURL: url, Saved: true, Currency: "CNY", MaxTasks: tasks, MaxImages: 2, PollSeconds: 10,
		})
		must(b, err)
		request, err := json.Marshal(videoOf("a thousand boats"))
		must(b, err)
		rows := make([]db.Job, tasks)
		now := time.Now()
		for i := range rows {
			rows[i] = db.Job{
				Kind: db.TextToVideo, State: db.InProgress, ProfileID: p.ID, Model: "clip-3.0",
				Prompt:  "a thousand boats",
				Request: request, TaskID: fmt.Sprintf("task_%d", i), Currency: "CNY",
				SentAt: now, AcceptedAt: now, LastCheckAt: now, ExpiresAt: now.Add(7 * 24 * time.Hour),
			}
		}
		_, err = dbtest.InsertJobs(ctx, lib, rows...)
		must(b, err)
		rows = nil

		debug.FreeOSMemory()
		rssBefore := resident(b)
		e, err := jobs.New(jobs.Options{Library: lib, Keys: keysFunc(func() (string, error) { return testKey, nil })})
		must(b, err)
		var progress, states atomic.Int64
		e.Subscribe(func(ev jobs.Event) {
			switch ev.(type) {
			case jobs.Progress:
				progress.Add(1)
			case jobs.JobChanged:
				states.Add(1)
			}
		})
		must(b, e.Start(ctx))
		time.Sleep(warmUp) // the first polls come closer together until there is something to predict from
		progress.Store(0)
		cpuBefore, peak := processorTime(), int64(0)
		// real time: it is measured
		for end := time.Now().Add(span); time.Now().Before(end); time.Sleep(time.Second) {
			peak = max(peak, resident(b))
		}
		cpu := processorTime() - cpuBefore
		status, routines := e.Status(), runtime.NumGoroutine()
		must(b, e.Stop(ctx))
		must(b, lib.Close())

		share := 100 * cpu.Seconds() / span.Seconds()
		more := float64(peak-rssBefore) / (1 << 20)
		b.ReportMetric(share, "%core")
		b.ReportMetric(more, "MB")
		b.ReportMetric(float64(progress.Load())/span.Seconds(), "progress/s")
		fmt.Printf("%d tasks watched for %v: %.2f %% of one core, %.1f MB more (peak), %d times progress, %d goroutines\n",
			status.Watched, span, share, more, progress.Load(), routines)
		if !testing.Short() && (share >= 5 || more >= 100 || status.Watched != tasks ||
			progress.Load() < int64(tasks) || states.Load() != 0) {
			b.Errorf("over the bar: %.2f %%, %.1f MB, %d watched, %d times progress, %d changes", share, more,
				status.Watched, progress.Load(), states.Load())
		}
	}
}

func startBenchServer(b *testing.B) string {
	b.Helper()
	self, err := os.Executable()
	must(b, err)
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), benchServer+"=1")
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	must(b, err)
	out, err := cmd.StdoutPipe()
	must(b, err)
	must(b, cmd.Start())
	b.Cleanup(func() {
		in.Close()
		cmd.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	must(b, err)
	return strings.TrimSpace(line)
}

// processorTime returns the CPU time of this process on all cores, in user and system mode.
func processorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// resident returns the resident memory of this process in bytes, from the system if it reports it, else from the Go
// runtime.
func resident(b *testing.B) int64 {
	b.Helper()
	if raw, err := os.ReadFile("/proc/self/statm"); err == nil {
		var size, pages int64
		if _, err := fmt.Sscan(string(raw), &size, &pages); err == nil {
			return pages * int64(os.Getpagesize())
		}
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.Sys - m.HeapReleased)
}
