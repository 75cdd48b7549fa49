package sandbox

import (
	"bytes"
	"fmt"
	"maps"
	"net/http"
)

// recorder keeps an answer instead of sending it.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// handle runs a handler and returns its answer.
func handle(next http.Handler, w http.ResponseWriter, r *http.Request) *recorder {
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

// part is the beginning of the body: n bytes, or half of it for 0.
func (a *recorder) part(n int) []byte {
	if n == 0 {
		n = a.body.Len() / 2
	}
	return a.body.Bytes()[:min(n, a.body.Len())]
}

// send sends the answer with the given body.
func (a *recorder) send(w http.ResponseWriter, body []byte) {
	maps.Copy(w.Header(), a.header)
	w.WriteHeader(a.status)
	_, _ = w.Write(body)
}

// raw is the answer as it goes over an HTTP/1.1 connection, which then ends. Without a length the end of the connection
// is the end of the body.
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
