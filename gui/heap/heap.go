package heap

import (
	"context"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// gcPercent is how much may be made anew before the garbage is collected, in percent of what is in use. Nearly all that is in use are
// pixels, fonts and the index of the library, which hold no pointers: going through them takes some ten milliseconds beside the
// window, while at the usual 100 their garbage is as large as they are.
const gcPercent = 15

// startPercent is gcPercent while the program starts: the library's index grows from nothing then, and would be gone through for each
// few megabytes, beside the window that is being filled.
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

// Watch ends the start of the program after some seconds, and from then on gives back what both heaps keep for nothing, whenever the
// program comes to rest after it did something. It returns when ctx ends.
func Watch(ctx context.Context) {
	tick := time.NewTicker(look)
	defer tick.Stop()
	w := watch{worked: true}
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		debug.SetGCPercent(gcPercent)
		if w.due(made()) {
			debug.FreeOSMemory()
			trimC()
		}
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
