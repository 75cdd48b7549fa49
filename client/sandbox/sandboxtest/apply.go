package sandboxtest

import (
	"bytes"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"strings"

	"viviscope/client"
	"viviscope/client/guard"
)

// withFaults applies pending faults. It runs before the key is checked, like faults of a network.
func (b *Box) withFaults(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if f, hit := b.faults.take(r.Method, r.URL.Path); hit {
			b.apply(f, w, r, next)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// apply handles a request according to a fault.
func (b *Box) apply(f Fault, w http.ResponseWriter, r *http.Request, next http.Handler) {
	switch f.Kind {
	case LoseRequest:
		drain(r)
		drop(w, f.Reset)
	case Hang:
		drain(r)
		b.hang(r)
		drop(w, f.Reset)
	case Answer:
		if f.Handled {
			record(next, w, r)
		} else {
			drain(r)
		}
		sendFixedResponse(f, w)
	case Gone:
		refuse(w, http.StatusGone, "artifact_gone", "the video is no longer available")
	case FailTask:
		b.failTask(f, w, r, next)
	default:
		b.applyToResponse(f, w, r, record(next, w, r))
	}
}

// applyToResponse modifies the response of a handled request according to a fault.
func (b *Box) applyToResponse(f Fault, w http.ResponseWriter, r *http.Request, a *recorder) {
	switch f.Kind {
	case LoseAnswer:
		drop(w, f.Reset)
	case HangHeaders:
		b.hangHeaders(w, r, a.raw(true))
	case HangAnswer:
		b.hang(r)
		drop(w, f.Reset)
	case Cut:
		dropAfter(w, a.raw(true), f.After, f.Reset)
	case CutHeaders:
		raw := a.raw(true)
		dropAfter(w, raw, bytes.Index(raw, []byte("\r\n\r\n"))*2/3, f.Reset)
	case CutUnsized:
		body := a.part(f.After)
		a.body.Truncate(len(body))
		raw := a.raw(false)
		dropAfter(w, raw, len(raw), f.Reset)
	case CutBody, HangBody:
		a.header.Set("Content-Length", fmt.Sprint(a.body.Len()))
		part := bytes.Clone(a.part(f.After))
		a.send(w, part)
		if fl, ok := w.(http.Flusher); ok {
			fl.Flush()
		}
		if f.Kind == HangBody {
			b.hang(r)
		}
		panic(http.ErrAbortHandler)
	case ShortBody:
		part := bytes.Clone(a.part(f.After))
		a.header.Set("Content-Length", fmt.Sprint(len(part)))
		a.send(w, part)
	case LongBody:
		more := f.After
		if more == 0 {
			more = 1000
		}
		a.body.Write(bytes.Repeat([]byte("x"), more))
		a.header.Set("Content-Length", fmt.Sprint(a.body.Len()))
		a.send(w, a.body.Bytes())
	case Alter:
		alter(f, w, a)
	}
}

// failTask fails the task that the request names or creates.
func (b *Box) failTask(f Fault, w http.ResponseWriter, r *http.Request, next http.Handler) {
	why := client.TaskError{Code: f.Code, Message: f.Message}
	if why.Code == "" {
		why.Code = "task_failed"
	}
	if why.Message == "" {
		why.Message = "the generation failed"
	}
	if rest, ok := strings.CutPrefix(r.URL.Path, "/v1/videos/"); ok {
		id, _, _ := strings.Cut(rest, "/")
		b.FailTask(id, why)
		next.ServeHTTP(w, r)
		return
	}
	a := record(next, w, r)
	var made struct {
		ID string `json:"id"`
	}
	if json.Unmarshal(a.body.Bytes(), &made) == nil {
		b.FailTask(made.ID, why)
	}
	a.send(w, a.body.Bytes())
}

// codeInvalid is the code of most refusals.
const codeInvalid = "invalid_request_error"

// refuse sends an error in the shape of the sandbox.
func refuse(w http.ResponseWriter, status int, code, message string) {
	sendFixedResponse(Fault{Status: status, Code: code, Message: message}, w)
}

// envelope returns the body of an error in the shape of the sandbox.
func envelope(status int, code, message string) any {
	kind := "server_error"
	if status < 500 {
		kind = codeInvalid
	}
	type inner struct {
		Message string  `json:"message"`
		Type    string  `json:"type"`
		Param   *string `json:"param"` // always null
		Code    string  `json:"code"`
	}
	return map[string]inner{"error": {Message: message, Type: kind, Code: code}}
}

// sendFixedResponse sends the response of a fault, independent of the request.
func sendFixedResponse(f Fault, w http.ResponseWriter) {
	status := f.Status
	if status == 0 {
		status = http.StatusInternalServerError
	}
	message := f.Message
	if message == "" {
		message = http.StatusText(status)
	}
	kind, body := faultBody(f.Shape, status, f.Code, message)
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("Content-Length", fmt.Sprint(len(body)))
	f.setHeaders(h)
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

// faultBody returns an error body in one of the shapes of real services.
func faultBody(shape Shape, status int, code, message string) (contentType string, body []byte) {
	var v any
	switch shape {
	case ShapeHTML:
		return "text/html; charset=utf-8", fmt.Appendf(nil,
			"<!DOCTYPE html>\n<html><head><title>%d %s</title></head><body><h1>%s</h1><hr>nginx</body></html>\n",
			status, http.StatusText(status), message)
	case ShapePlain, ShapeRaw:
		return "text/plain; charset=utf-8", []byte(message)
	case ShapeEmpty:
		return "text/plain; charset=utf-8", nil
	case ShapeData:
		v = struct {
			Code    string `json:"code"`
			Message string `json:"message"`
			Data    *int   `json:"data"`
		}{code, message, nil}
	case ShapeDetail:
		v = map[string]string{"detail": message}
	case ShapeString:
		v = map[string]string{"error": message}
	default:
		v = envelope(status, code, message)
	}
	body, _ = json.Marshal(v) // never fails: only strings
	return "application/json; charset=utf-8", body
}

func (f Fault) setHeaders(h http.Header) {
	if f.RetryAfter != "" {
		h.Set("Retry-After", f.RetryAfter)
	}
	for k, v := range f.Header {
		h.Set(k, v)
	}
}

// alter sends the response of the service with the changes of a fault.
func alter(f Fault, w http.ResponseWriter, a *recorder) {
	body := a.body.Bytes()
	if len(f.Set) > 0 {
		var fields map[string]any
		if json.Unmarshal(body, &fields) == nil {
			for k, v := range f.Set {
				if v == nil {
					delete(fields, k)
				} else {
					fields[k] = v
				}
			}
			if b, err := json.Marshal(fields); err == nil {
				body = b
			}
		}
	}
	if f.Status != 0 {
		a.status = f.Status
	}
	a.header.Set("Content-Length", fmt.Sprint(len(body)))
	f.setHeaders(a.header)
	a.send(w, body)
}

// hang waits until the client or the server closes the connection.
func (b *Box) hang(r *http.Request) {
	b.faults.hang(+1)
	defer b.faults.hang(-1)
	<-r.Context().Done()
}

// drain reads the whole request, so that the client has sent all of it.
func drain(r *http.Request) { _, _ = io.Copy(io.Discard, r.Body) }

// drop closes the connection without a response.
func drop(w http.ResponseWriter, reset bool) { dropAfter(w, nil, 0, reset) }

// hangHeaders sends two thirds of the headers and waits until the client or the server closes the connection. Over
// HTTP/2, which cannot send partial headers, it sends nothing.
func (b *Box) hangHeaders(w http.ResponseWriter, r *http.Request, raw []byte) {
	hj, ok := w.(http.Hijacker)
	if !ok {
		b.hang(r)
		panic(http.ErrAbortHandler)
	}
	conn, _, err := hj.Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	defer conn.Close()
	defer guard.AfterContext(r.Context(), "sandbox connection", func() { _ = conn.Close() })()
	_, _ = conn.Write(raw[:bytes.Index(raw, []byte("\r\n\r\n"))*2/3])
	b.faults.hang(+1)
	defer b.faults.hang(-1)
	_, _ = io.Copy(io.Discard, conn) // ends when the client goes away
}

// dropAfter sends the first n bytes of a raw response and closes the connection. Over HTTP/2 it resets the stream.
func dropAfter(w http.ResponseWriter, raw []byte, n int, reset bool) {
	hj, ok := w.(http.Hijacker)
	if !ok {
		panic(http.ErrAbortHandler)
	}
	conn, _, err := hj.Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	_, _ = conn.Write(raw[:min(n, len(raw))])
	if t, ok := conn.(*tls.Conn); ok {
		conn = t.NetConn() // closed without close_notify, like a network failure
	}
	if tcp, ok := conn.(*net.TCPConn); ok && reset {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}

// recorder records a response.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// record runs a handler and returns its response.
func record(next http.Handler, w http.ResponseWriter, r *http.Request) *recorder {
	a := &recorder{header: w.Header().Clone()}
	next.ServeHTTP(a, r)
	if a.status == 0 {
		a.status = http.StatusOK
	}
	return a
}

func (a *recorder) Header() http.Header { return a.header }

func (a *recorder) WriteHeader(status int) {
	if a.status == 0 {
		a.status = status
	}
}

func (a *recorder) Write(p []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	return a.body.Write(p)
}

// part returns the first n bytes of the body, or half of it for 0.
func (a *recorder) part(n int) []byte {
	if n == 0 {
		n = a.body.Len() / 2
	}
	return a.body.Bytes()[:min(n, a.body.Len())]
}

// send sends the recorded response with another body.
func (a *recorder) send(w http.ResponseWriter, body []byte) {
	maps.Copy(w.Header(), a.header)
	w.WriteHeader(a.status)
	_, _ = w.Write(body)
}

// raw returns the response in HTTP/1.1 format. Without sized, the end of the connection ends the body.
func (a *recorder) raw(sized bool) []byte {
	h := a.header.Clone()
	h.Del("Content-Length")
	if sized {
		h.Set("Content-Length", fmt.Sprint(a.body.Len()))
	}
	h.Set("Connection", "close")
	var b bytes.Buffer
	fmt.Fprintf(&b, "HTTP/1.1 %d %s\r\n", a.status, http.StatusText(a.status))
	_ = h.Write(&b)
	b.WriteString("\r\n")
	b.Write(a.body.Bytes())
	return b.Bytes()
}
