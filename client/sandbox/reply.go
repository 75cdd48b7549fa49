package sandbox

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

func (s *Server) refuse(w http.ResponseWriter, r *refusal) {
	s.writeJSON(w, r.status, envelope{envelopeError{Message: r.message, Type: r.kind, Code: r.code}})
}

func (s *Server) writeJSON(w http.ResponseWriter, status int, body any) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false) // keeps links readable
	if err := enc.Encode(body); err != nil {
		s.log.Error("encode sandbox response", "err", err)
		status = http.StatusInternalServerError
	}
	h := w.Header()
	h.Set("Content-Type", "application/json; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Length", fmt.Sprint(b.Len()))
	w.WriteHeader(status)
	if _, err := w.Write(b.Bytes()); err != nil {
		s.log.Debug("write sandbox response", "err", err)
	}
}

func (s *Server) noRoute(w http.ResponseWriter, r *http.Request) {
	s.refuse(w, &refusal{http.StatusNotFound, typeInvalid, codeNotFound,
		fmt.Sprintf("Invalid URL (%s %s)", r.Method, r.URL.Path)})
}

func noTask() *refusal {
	return &refusal{http.StatusNotFound, typeInvalid, codeNoTask, "task not found"}
}

// serveFile serves GET and HEAD with ranges and conditional requests (RFC 9110 13 and 14).
func (s *Server) serveFile(w http.ResponseWriter, r *http.Request, name, kind, etag string, at time.Time) {
	f, err := s.store.openFile(name)
	if err != nil {
		s.log.Warn("open sandbox file", "name", name, "err", err)
		s.refuse(w, gone("the file is no longer available"))
		return
	}
	defer f.Close()
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("ETag", etag)
	h.Set("Cache-Control", "private, no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	http.ServeContent(w, r, "", at, f)
}

func scheme(r *http.Request) string {
	if r.TLS != nil {
		return "https"
	}
	return "http"
}

// maxStills limits the pictures that are rendered concurrently.
const maxStills = 2
