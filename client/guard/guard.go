// Package guard recovers panics, so that a fault ends one operation and not the program. It also redacts secrets in
// logs and crash reports.
//
// [Run], [Do] and [Go] call a function. If the function panics, they convert the panic to a [*Panic] with its stack,
// and pass it to the function set by [SetReporter]. [Group] runs the parts of one result on goroutines. Every goroutine
// and timer of the program starts here; a test of package gui checks this. [Redact] removes keys and links from a text,
// [HideKey] registers a key for it, and [RetryInUse] retries file operations that Windows refuses temporarily.
//
// Go cannot recover a stack overflow, a concurrent map write, an out-of-memory error, or an abort in C. Parsers of data
// from outside must therefore limit their recursion.
//
// The package imports only the standard library. Every other package may import it.
package guard

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"
)

// Window is the task name for work on the window's goroutine.
const Window = "window"

// Panic is the error of a function that panicked. Its texts are redacted, so they may be logged, stored and copied.
type Panic struct {
	Task  string // name of the task that panicked, for logs: "download"
	Value string // the argument of panic, redacted and truncated
	Stack string // stack of the goroutine, redacted
}

// Error implements error.
func (p *Panic) Error() string { return "panic in " + p.Task + ": " + p.Value }

// Details returns the error and its stack, as text of several lines.
func (p *Panic) Details() string { return p.Error() + "\n\n" + p.Stack }

var reporter atomic.Pointer[func(*Panic)]

// SetReporter sets the function that receives every panic, and returns the previous function. The reporter runs on the
// goroutine that panicked, and must be safe for concurrent use. Without a reporter, which is the initial state, panics
// are not recovered, so that tests fail.
func SetReporter(report func(*Panic)) (before func(*Panic)) {
	var next *func(*Panic)
	if report != nil {
		next = &report
	}
	if old := reporter.Swap(next); old != nil {
		return *old
	}
	return nil
}

// Recover must be deferred. It recovers a panic, reports it, and calls failed, which may be nil.
func Recover(work string, failed func(*Panic)) {
	report := reporter.Load()
	if report == nil {
		return
	}
	value := recover()
	if value == nil {
		return
	}
	p, known := value.(*Panic) // from a worker of a Group, already reported
	if !known {
		p = newPanic(work, value)
		(*report)(p)
	}
	if failed != nil {
		failed(p)
	}
}

// newPanic returns the description of a panic. It must be called while the goroutine panics, so that the stack shows
// the faulty call.
func newPanic(work string, value any) *Panic {
	return &Panic{Task: work, Value: maskKeys(truncate(fmt.Sprint(value))), Stack: Redact(string(debug.Stack()))}
}

// maxValue is the maximum length of Panic.Value, in bytes.
const maxValue = 4 << 10

func truncate(s string) string {
	if len(s) > maxValue {
		return s[:maxValue] + "…"
	}
	return s
}

// Run calls f and returns nil, or the [*Panic] that ended it.
func Run(work string, f func()) (err error) {
	defer Recover(work, func(p *Panic) { err = p })
	f()
	return nil
}

// Do calls f and returns its error, or the [*Panic] that ended it.
func Do(work string, f func() error) (err error) {
	defer Recover(work, func(p *Panic) { err = p })
	return f()
}

// Func wraps f in [Run], for [sync.WaitGroup.Go] and callbacks.
func Func(work string, f func()) func() {
	return func() { _ = Run(work, f) } // the reporter has the error
}

// Go runs f on a new goroutine.
func Go(work string, f func()) { go Func(work, f)() }

// AfterFunc is [time.AfterFunc] with panics recovered.
func AfterFunc(d time.Duration, work string, f func()) *time.Timer {
	return time.AfterFunc(d, Func(work, f))
}

// AfterContext is [context.AfterFunc] with panics recovered.
func AfterContext(ctx context.Context, work string, f func()) (stop func() bool) {
	return context.AfterFunc(ctx, Func(work, f))
}

// Group runs the parts of one result on goroutines. The zero value is ready to use.
type Group struct {
	work  sync.WaitGroup
	first atomic.Pointer[Panic]
}

// Go runs one part on a new goroutine.
func (g *Group) Go(work string, f func()) {
	g.work.Go(func() {
		defer Recover(work, func(p *Panic) { g.first.CompareAndSwap(nil, p) })
		f()
	})
}

// Wait waits for all parts. If a part panicked, Wait panics with the first [*Panic], because there is no result.
func (g *Group) Wait() {
	g.work.Wait()
	if p := g.first.Load(); p != nil {
		panic(p)
	}
}
