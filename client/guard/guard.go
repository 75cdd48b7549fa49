// Package guard keeps a panic from ending the program. A function that runs through it ends alone: the panic becomes a
// [*Panic] with the stack, which is given to the function that [SetReporter] set. Every goroutine and timer of the
// program starts here; a test of package gui checks this.
//
// Some faults cannot be recovered in Go: a stack overflow, a concurrent map write, memory that cannot be had, and an
// abort in C. Recursion over data from outside therefore has a bound where it is parsed.
//
// The package imports only the standard library, and every other package may import it.
package guard

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"
)

// Window is the name of work on the window's goroutine.
const Window = "window"

// Panic is the error of a function that panicked. Its texts contain no key and no link beyond scheme and host: they fit
// a log, a file and the clipboard.
type Panic struct {
	Work  string // the name of what ended, for logs: "download"
	Value string // what was passed to panic
	Stack string // of the goroutine
}

// Error implements error.
func (p *Panic) Error() string { return "panic in " + p.Work + ": " + p.Value }

// Details returns the error and its stack, as text of several lines.
func (p *Panic) Details() string { return p.Error() + "\n\n" + p.Stack }

var reporter atomic.Pointer[func(*Panic)]

// SetReporter sets the function that receives every panic, on the goroutine that panicked, and returns the one before
// it. It must be safe for concurrent use. While it is nil, as at the start of a process, panics are not recovered: a
// test fails by them.
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

// Recover is deferred. Where the function that deferred it panics, it reports the panic and calls failed, which may be
// nil.
func Recover(work string, failed func(*Panic)) {
	report := reporter.Load()
	if report == nil {
		return
	}
	value := recover()
	if value == nil {
		return
	}
	p, known := value.(*Panic) // of a worker of a Group, which was reported
	if !known {
		p = newPanic(work, value)
		(*report)(p)
	}
	if failed != nil {
		failed(p)
	}
}

// newPanic describes a panic. It is called while the goroutine panics, so that its stack still shows where.
func newPanic(work string, value any) *Panic {
	return &Panic{Work: work, Value: maskWords(short(fmt.Sprint(value))), Stack: Redact(string(debug.Stack()))}
}

// maxValue bounds the value of a panic in a report, bytes.
const maxValue = 4 << 10

func short(s string) string {
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

// Func returns f with [Run] around it, for [sync.WaitGroup.Go] and callbacks.
func Func(work string, f func()) func() {
	return func() { _ = Run(work, f) } // the reporter has the error
}

// Go runs f on a goroutine of its own.
func Go(work string, f func()) { go Func(work, f)() }

// AfterFunc is [time.AfterFunc].
func AfterFunc(d time.Duration, work string, f func()) *time.Timer {
	return time.AfterFunc(d, Func(work, f))
}

// AfterContext is [context.AfterFunc].
func AfterContext(ctx context.Context, work string, f func()) (stop func() bool) {
	return context.AfterFunc(ctx, Func(work, f))
}

// Group runs the parts of one result on goroutines. The zero value is ready for use.
type Group struct {
	work  sync.WaitGroup
	first atomic.Pointer[Panic]
}

// Go runs one part.
func (g *Group) Go(work string, f func()) {
	g.work.Go(func() {
		defer Recover(work, func(p *Panic) { g.first.CompareAndSwap(nil, p) })
		f()
	})
}

// Wait waits for all parts. Where one panicked, Wait panics as well: the caller has no result to return.
func (g *Group) Wait() {
	g.work.Wait()
	if p := g.first.Load(); p != nil {
		panic(p)
	}
}
