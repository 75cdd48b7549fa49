package sandbox

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"viviscope/client"
)

// withFaults lets ordered troubles happen. They come before the key is looked at, as those of a network do.
func (s *Server) withFaults(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.count(r)
		if f, hit := s.opts.Faults.take(r.Method, r.URL.Path); hit {
			s.log.Debug("sandbox fault", "kind", f.Kind, "method", r.Method, "path", r.URL.Path)
			s.strike(f, w, r, next)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// strike does to a request what a fault says.
func (s *Server) strike(f Fault, w http.ResponseWriter, r *http.Request, next http.Handler) {
	switch f.Kind {
	case LoseRequest:
		drain(r)
		drop(w, f.Reset)
	case Hang:
		drain(r)
		s.hang(r)
		drop(w, f.Reset)
	case Answer:
		if f.Handled {
			handle(next, w, r)
		} else {
			drain(r)
		}
		s.fixedAnswer(f, w)
	case Gone:
		s.refuse(w, gone("the video is no longer available"))
	case FailTask:
		s.strikeTask(f, w, r, next)
	default:
		s.strikeAnswer(f, w, r, handle(next, w, r))
	}
}

// strikeAnswer spoils the answer of a request that was handled.
func (s *Server) strikeAnswer(f Fault, w http.ResponseWriter, r *http.Request, a *recorder) {
	switch f.Kind {
	case LoseAnswer:
		drop(w, f.Reset)
	case HangHeaders:
		s.hangHeaders(w, r, a.raw(true))
	case HangAnswer:
		s.hang(r)
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
			s.hang(r)
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
		s.alter(f, w, a)
	}
}

// strikeTask makes a task fail: the one that is asked for, or the one that the request makes.
func (s *Server) strikeTask(f Fault, w http.ResponseWriter, r *http.Request, next http.Handler) {
	why := client.TaskError{Code: f.Code, Message: f.Message}
	if why.Code == "" {
		why.Code = codeTaskFailed
	}
	if why.Message == "" {
		why.Message = "the generation failed"
	}
	if rest, ok := strings.CutPrefix(r.URL.Path, "/v1/videos/"); ok {
		id, _, _ := strings.Cut(rest, "/")
		s.failTask(id, why)
		next.ServeHTTP(w, r)
		return
	}
	a := handle(next, w, r)
	var made struct {
		ID string `json:"id"`
	}
	if json.Unmarshal(a.body.Bytes(), &made) == nil {
		s.failTask(made.ID, why)
	}
	a.send(w, a.body.Bytes())
}

// fixedAnswer sends an answer that has nothing to do with the request.
func (s *Server) fixedAnswer(f Fault, w http.ResponseWriter) {
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
	s.wrote(w.Write(body))
}

// faultBody makes an error body in one of the shapes that are seen in the field.
func faultBody(shape Shape, status int, code, message string) (contentType string, body []byte) {
	var v any
	switch shape {
	case ShapeHTML:
		return "text/html; charset=utf-8", fmt.Appendf(nil,
			"<!DOCTYPE html>\n<html><head><title>%d %s</title></head><body><h1>%s</h1><hr>nginx</body></html>\n", status, http.StatusText(status), message)
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
		kind := typeServer
		if status < 500 {
			kind = typeInvalid
		}
		v = envelope{envelopeError{Message: message, Type: kind, Code: code}}
	}
	body, _ = json.Marshal(v) // strings alone: cannot fail
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

// alter changes the answer of the service.
func (s *Server) alter(f Fault, w http.ResponseWriter, a *recorder) {
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

func (s *Server) wrote(_ int, err error) {
	if err != nil {
		s.log.Debug("the client went away before the answer", "err", err)
	}
}
