package sandbox

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
)

// The codes of errors, where the interface names none: those of the servers of this family.
const (
	codeTaskFailed   = "task_failed"   // interface 2.1
	codeArtifactGone = "artifact_gone" // interface 4.3
	codeInvalid      = "invalid_request_error"
	codeBadKey       = "invalid_api_key"
	codeForbidden    = "permission_denied"
	codeNotFound     = "not_found"
	codeNoTask       = "task_not_found"
	codeContent      = "content_policy_violation"
	codeTooLarge     = "request_too_large"
	codeInternal     = "task_protocol_error"
)

// The types of errors.
const (
	typeInvalid   = "invalid_request_error"
	typeAuth      = "authentication_error"
	typeForbidden = "permission_error"
	typeServer    = "server_error"
)

// refusal is an answer other than success.
type refusal struct {
	status  int
	kind    string // the type of the envelope
	code    string
	message string
}

func (r *refusal) Error() string { return r.message }

func invalid(format string, args ...any) *refusal {
	return &refusal{http.StatusBadRequest, typeInvalid, codeInvalid, fmt.Sprintf(format, args...)}
}

func gone(format string, args ...any) *refusal {
	return &refusal{http.StatusGone, typeInvalid, codeArtifactGone, fmt.Sprintf(format, args...)}
}

func internal(message string) *refusal {
	return &refusal{http.StatusInternalServerError, typeServer, codeInternal, message}
}

// envelope is the body of every error.
type envelope struct {
	Error envelopeError `json:"error"`
}

type envelopeError struct {
	Message string  `json:"message"`
	Type    string  `json:"type"`
	Param   *string `json:"param"` // always null
	Code    string  `json:"code"`
}

func (s *Server) refuse(w http.ResponseWriter, r *refusal) {
	s.answer(w, r.status, envelope{envelopeError{Message: r.message, Type: r.kind, Code: r.code}})
}

func (s *Server) answer(w http.ResponseWriter, status int, body any) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false) // links stay legible for a person who looks
	if err := enc.Encode(body); err != nil {
		s.log.Error("the sandbox could not encode an answer", "err", err)
		status = http.StatusInternalServerError
	}
	h := w.Header()
	h.Set("Content-Type", "application/json; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Length", fmt.Sprint(b.Len()))
	w.WriteHeader(status)
	if _, err := w.Write(b.Bytes()); err != nil {
		s.log.Debug("the client went away before the answer", "err", err)
	}
}
