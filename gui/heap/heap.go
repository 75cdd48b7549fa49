package heap

import (
	"context"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// headroom is how much may be made anew before the garbage is collected, at least. Nearly all that is in use are pixels, fonts and the
// index of the library, which hold no pointers: going through them takes some ten milliseconds beside the window, while at the usual
// percentage their garbage is as large as they are.
const headroom = 12 << 20

// startPercent is how much garbage there may be while the program starts, in percent of what is in use: the library's index grows from
// nothing then, and would be gone through for each few megabytes, beside the window that is being filled.
const startPercent = 400

// Tame sets how the Go heap begins; [Watch] goes on from there. That of C is tamed wherever this package is part of a program.
func Tame() { debug.SetGCPercent(startPercent) }

// Trim gives freed memory of the C heap back to the system, where that does not go by itself. It takes some milliseconds, in which
// other threads may wait for memory.
func Trim() { trimC() }

// What Watch goes by.
const (
	look = 4 * time.Second // between two looks
	rest = 8 << 20         // bytes made anew since the last look at most: the program is at rest
)

// Watch ends the start of the program after some seconds. From then on the Go heap holds no more than what is in use and some room, what was
// freed in C goes back while the program works, and what both heaps still keep whenever it comes to rest. It returns when ctx ends.
func Watch(ctx context.Context) {
	tick := time.NewTicker(look)
	defer tick.Stop()
	w := watch{worked: true}
	for begun := false; ; begun = true {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if !begun {
			debug.SetGCPercent(100) // the ceiling is lower
			hold()
			afterEachCollection(ctx, hold)
		}
		due := w.due(made())
		if due {
			debug.FreeOSMemory()
		}
		if due || w.worked { // a millisecond or two every few seconds
			trimC()
		}
	}
}

// hold has the Go heap keep to its ceiling. Past it, what is garbage is collected and what is free goes back to the system.
func hold() { debug.SetMemoryLimit(ceiling(measured())) }

// held is the memory of the Go run-time, in bytes.
type held struct {
	live  uint64 // found in use by the last collection
	other uint64 // what is not of the heap, and what the heap cannot use for want of the right size
}

func measured() held {
	all := []metrics.Sample{
		{Name: "/gc/heap/live:bytes"},
		{Name: "/memory/classes/total:bytes"},
		{Name: "/memory/classes/heap/objects:bytes"},
		{Name: "/memory/classes/heap/free:bytes"},
		{Name: "/memory/classes/heap/released:bytes"},
	}
	metrics.Read(all)
	n := func(i int) uint64 { return all[i].Value.Uint64() }
	return held{live: n(0), other: n(1) - n(2) - n(3) - n(4)}
}

// ceiling is the most that the Go run-time may hold, in bytes.
func ceiling(h held) int64 { return int64(h.live + h.other + max(headroom, h.live/6)) }

// afterEachCollection calls fn after each collection of garbage, on a goroutine of the run-time, until ctx ends.
func afterEachCollection(ctx context.Context, fn func()) {
	if ctx.Err() == nil {
		runtime.AddCleanup(new([2]*byte), func(struct{}) { // found unused by the next collection
			fn()
			afterEachCollection(ctx, fn)
		}, struct{}{})
	}
}

// made gives what the Go heap has made since the start, in bytes.
func made() uint64 {
	all := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(all)
	return all[0].Value.Uint64()
}

// watch decides when it is time. It gives back once for each time that the program worked.
type watch struct {
	made   uint64 // at the last look
	worked bool   // since what was kept was given back
}

func (w *watch) due(made uint64) bool {
	before := w.made
	w.made = made
	if made-before > rest {
		w.worked = true
		return false
	}
	due := w.worked
	w.worked = false
	return due
}
