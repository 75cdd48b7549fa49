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

// The kinds of faults. "Handled" means that the service processes the request (accepts, charges) before the fault.
const (
	LoseRequest FaultKind = "lose_request" // the request is read but not processed, and the connection closes
	LoseAnswer  FaultKind = "lose_answer"  // handled; the connection closes without a response
	// handled; the connection closes after After bytes of the raw response, including the status line
	Cut        FaultKind = "cut"
	CutHeaders FaultKind = "cut_headers" // handled; the connection closes in the middle of the headers
	// handled; full Content-Length, but only After bytes of the body (0: half)
	CutBody    FaultKind = "cut_body"
	CutUnsized FaultKind = "cut_unsized" // like CutBody, without Content-Length: the client cannot detect the cut
	ShortBody  FaultKind = "short_body"  // handled; After bytes of the body (0: half), with a matching Content-Length
	// handled; the body and After more bytes (0: 1000), with a matching Content-Length
	LongBody    FaultKind = "long_body"
	HangHeaders FaultKind = "hang_headers" // handled; the first part of the headers, then silence
	// the request is read but not processed; no response until the client disconnects
	Hang       FaultKind = "hang"
	HangAnswer FaultKind = "hang_answer" // handled; no response until the client disconnects
	HangBody   FaultKind = "hang_body"   // handled; headers and After bytes of the body (0: half), then silence
	// responds with Status, Shape, Code, Message, Header and RetryAfter instead
	Answer   FaultKind = "answer"
	Alter    FaultKind = "alter"     // handled; Status, Header and Set modify the response
	FailTask FaultKind = "fail_task" // the created or requested task fails with Code and Message
	Gone     FaultKind = "gone"      // 410 artifact_gone
)

// Shape is the form of an error body. Real services use different ones.
type Shape string

// The shapes of an error body.
const (
	ShapeError  Shape = ""       // {"error":{"message","type","param":null,"code"}}
	ShapeData   Shape = "data"   // {"code","message","data":null}
	ShapeDetail Shape = "detail" // {"detail":"message"}
	ShapeString Shape = "string" // {"error":"message"}
	ShapeHTML   Shape = "html"   // error page of a proxy
	ShapePlain  Shape = "plain"  // the message as text
	ShapeEmpty  Shape = "empty"  // no body
	ShapeRaw    Shape = "raw"    // Message is the body, unchanged
)

// Fault describes one fault: the requests that it affects, and its effect.
type Fault struct {
	Method string `json:"method,omitempty"` // "": every method
	Path   string `json:"path,omitempty"`   // a pattern of path.Match, such as /v1/videos/*/content; "": every path
	Skip   int    `json:"skip,omitempty"`   // matching requests before the first affected one
	Times  int    `json:"times,omitempty"`  // affected requests; 0: one, negative: all

	Kind       FaultKind         `json:"kind"`
	After      int               `json:"after,omitempty"` // bytes, see the kinds
	Reset      bool              `json:"reset,omitempty"` // closes connections with a TCP reset
	Handled    bool              `json:"handled,omitempty"`
	Status     int               `json:"status,omitempty"` // of Answer and Alter; 0: 500, or unchanged
	Shape      Shape             `json:"shape,omitempty"`  // of Answer
	Code       string            `json:"code,omitempty"`
	Message    string            `json:"message,omitempty"`
	RetryAfter string            `json:"retry_after,omitempty"` // header value: seconds or an HTTP date
	Header     map[string]string `json:"header,omitempty"`
	// of Alter: fields of a JSON response to replace; nil removes a field
	Set map[string]any `json:"set,omitempty"`
}

// Check returns an error if the fault is invalid.
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

// Faults is a list of pending faults. The oldest matching fault applies to a request. The zero value is empty and ready
// to use. It is safe for concurrent use.
type Faults struct {
	mu      sync.Mutex
	pending []Fault
	hits    int
	hanging int
}

// Add adds faults. It panics if one is invalid, because the test would wait for it forever.
func (f *Faults) Add(faults ...Fault) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.add(faults)
}

// Replace atomically replaces all pending faults.
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

// Clear removes all pending faults.
func (f *Faults) Clear() { f.Replace() }

// Hits returns the number of requests with a fault so far.
func (f *Faults) Hits() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.hits
}

// Hanging returns the number of requests that hang now. They were read, and the allowed part of their response was
// sent.
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

// take returns the fault for a request and decrements its count.
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
			x.Times--
			if x.Times == 0 {
				f.pending = slices.Delete(f.pending, i, i+1)
			}
		}
		return hit, true
	}
	return Fault{}, false
}
