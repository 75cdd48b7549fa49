package sandboxtest

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"sync"
)

// FaultKind is a kind of fault.
type FaultKind string

// The kinds of faults. "Handled" means that the service does what was asked (accepts, charges) before the fault.
const (
	LoseRequest FaultKind = "lose_request" // the request is read, nothing is done, the connection closes
	LoseAnswer  FaultKind = "lose_answer"  // handled, and the connection closes without a byte
	// handled; After bytes of the raw answer, from its first line on, then the end
	Cut        FaultKind = "cut"
	CutHeaders FaultKind = "cut_headers" // handled; the connection closes in the middle of the headers
	// handled; the length is announced, After bytes of the body come (0: half), then the end
	CutBody    FaultKind = "cut_body"
	CutUnsized FaultKind = "cut_unsized" // as CutBody, without a length: for the client the end looks like any other
	ShortBody  FaultKind = "short_body"  // handled; After bytes of the body (0: half), and a length that fits them
	// handled; the body and After more bytes (0: 1000), with a length that fits both
	LongBody    FaultKind = "long_body"
	HangHeaders FaultKind = "hang_headers" // handled; the first part of the headers, then silence
	Hang        FaultKind = "hang"         // the request is read, nothing is done, no answer until the client goes away
	HangAnswer  FaultKind = "hang_answer"  // handled, no answer until the client goes away
	HangBody    FaultKind = "hang_body"    // handled; headers and After bytes of the body (0: half), then silence
	// the answer of the fault instead: Status, Shape, Code, Message, Header, RetryAfter
	Answer   FaultKind = "answer"
	Alter    FaultKind = "alter"     // handled; Status, Header and Set change the answer
	FailTask FaultKind = "fail_task" // the task that is made or asked for fails with Code and Message
	Gone     FaultKind = "gone"      // 410 artifact_gone
)

// Shape is the form of an error body. Real services disagree about it.
type Shape string

// The shapes of an error body.
const (
	ShapeError  Shape = ""       // {"error":{"message","type","param":null,"code"}}
	ShapeData   Shape = "data"   // {"code","message","data":null}
	ShapeDetail Shape = "detail" // {"detail":"message"}
	ShapeString Shape = "string" // {"error":"message"}
	ShapeHTML   Shape = "html"   // a page of some proxy
	ShapePlain  Shape = "plain"  // the message as text
	ShapeEmpty  Shape = "empty"  // no body
	ShapeRaw    Shape = "raw"    // Message is the body, as it is
)

// Fault is one ordered fault: which requests it hits, and what happens to them.
type Fault struct {
	Method string `json:"method,omitempty"` // "": every method
	Path   string `json:"path,omitempty"`   // a pattern of path.Match, such as /v1/videos/*/content; "": every path
	Skip   int    `json:"skip,omitempty"`   // how many matching requests pass first
	Times  int    `json:"times,omitempty"`  // how many are hit then; 0: one, negative: all

	Kind       FaultKind         `json:"kind"`
	After      int               `json:"after,omitempty"` // bytes, see the kinds
	Reset      bool              `json:"reset,omitempty"` // connections end with a reset instead of an orderly end
	Handled    bool              `json:"handled,omitempty"`
	Status     int               `json:"status,omitempty"` // of Answer and Alter; 0: 500, or unchanged
	Shape      Shape             `json:"shape,omitempty"`  // of Answer
	Code       string            `json:"code,omitempty"`
	Message    string            `json:"message,omitempty"`
	RetryAfter string            `json:"retry_after,omitempty"` // the header as it is sent: seconds or an HTTP date
	Header     map[string]string `json:"header,omitempty"`
	Set        map[string]any    `json:"set,omitempty"` // of Alter: fields of a JSON answer to replace; nil removes one
}

// Check returns what is wrong with a fault, if anything.
func (f Fault) Check() error {
	known := []FaultKind{LoseRequest, LoseAnswer, Cut, CutHeaders, CutBody, CutUnsized, ShortBody, LongBody, Hang,
		HangHeaders,
		HangAnswer, HangBody, Answer, Alter, FailTask, Gone}
	shapes := []Shape{ShapeError, ShapeData, ShapeDetail, ShapeString, ShapeHTML, ShapePlain, ShapeEmpty, ShapeRaw}
	_, err := path.Match(f.Path, "")
	switch {
	case err != nil:
		return fmt.Errorf("fault path %q: %w", f.Path, err)
	case !slices.Contains(known, f.Kind):
		return fmt.Errorf("fault kind %q: unknown", f.Kind)
	case !slices.Contains(shapes, f.Shape):
		return fmt.Errorf("fault shape %q: unknown", f.Shape)
	case f.Skip < 0 || f.After < 0:
		return errors.New("fault: skip and after must not be negative")
	case f.Status != 0 && (f.Status < 200 || f.Status > 599):
		return fmt.Errorf("fault status %d: not from 200 to 599", f.Status)
	}
	return nil
}

// Faults is a list of faults to come. A request is hit by the oldest fault that matches it and has not passed its
// count. The zero value is empty and ready; it is safe for concurrent use.
type Faults struct {
	mu      sync.Mutex
	pending []Fault
	hits    int
	hanging int
}

// Add adds faults. It panics on one that Check refuses: a test would wait for it forever.
func (f *Faults) Add(faults ...Fault) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.add(faults)
}

// Replace orders faults in place of those that are still to come. No request passes in between.
func (f *Faults) Replace(faults ...Fault) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.pending = nil
	f.add(faults)
}

func (f *Faults) add(faults []Fault) {
	for _, x := range faults {
		if err := x.Check(); err != nil {
			panic("sandboxtest: " + err.Error())
		}
		if x.Times == 0 {
			x.Times = 1
		}
		f.pending = append(f.pending, x)
	}
}

// Clear forgets every fault that is still to come.
func (f *Faults) Clear() { f.Replace() }

// Hits returns how many requests were hit so far.
func (f *Faults) Hits() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.hits
}

// Hanging returns how many requests hang at this moment: they were read, and what a fault lets through of their answers
// has been written.
func (f *Faults) Hanging() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.hanging
}

func (f *Faults) hang(n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.hanging += n
}

// take finds the fault for a request and counts it down.
func (f *Faults) take(method, urlPath string) (Fault, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for i := range f.pending {
		x := &f.pending[i]
		if x.Method != "" && x.Method != method {
			continue
		}
		if ok, err := path.Match(x.Path, urlPath); x.Path != "" && (err != nil || !ok) {
			continue
		}
		if x.Skip > 0 {
			x.Skip--
			continue
		}
		hit := *x
		f.hits++
		if x.Times > 0 {
			if x.Times--; x.Times == 0 {
				f.pending = slices.Delete(f.pending, i, i+1)
			}
		}
		return hit, true
	}
	return Fault{}, false
}
