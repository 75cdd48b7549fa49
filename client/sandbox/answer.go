package sandbox

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
)

// Limits of request bodies.
const (
	maxJSONBody = 1 << 20
	maxFormBody = maxPictureBytes*2 + maxJSONBody
	maxFormText = 256 << 10 // of one text part
	maxParts    = 100
)

// fields is a JSON body. Unknown keys are ignored.
type fields map[string]json.RawMessage

// readJSON reads a JSON object.
func readJSON(w http.ResponseWriter, r *http.Request) (fields, *refusal) {
	b, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxJSONBody))
	if err != nil {
		return nil, bodyRefusal(err)
	}
	var f fields
	if err := json.Unmarshal(b, &f); err != nil || f == nil {
		return nil, invalid("the request body must be a JSON object")
	}
	return f, nil
}

// get returns a field. It returns nil if the field is absent or null, which are equivalent.
func (f fields) get(name string) json.RawMessage {
	raw := bytes.TrimSpace(f[name])
	if bytes.Equal(raw, []byte("null")) {
		return nil
	}
	return raw
}

// checkSingle refuses a request for several results or for a stream. A response without them would still be charged.
func (f fields) checkSingle() *refusal {
	return checkSingleResult(string(f.get("n")), string(f.get("stream")))
}

func checkSingleResult(n, stream string) *refusal {
	switch {
	case n != "" && n != "1":
		return invalid("n must be 1")
	case stream != "" && stream != "false":
		return invalid("stream is not supported")
	}
	return nil
}

// stringField returns a string field, or "" if it is absent.
func (f fields) stringField(name string) (string, *refusal) {
	raw := f.get(name)
	if raw == nil {
		return "", nil
	}
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return "", invalid("%s must be a string", name)
	}
	return s, nil
}

// enumField returns a string field with a list of allowed values. It returns the JSON text of any other value, so that
// the validation of allowed values reports it.
func (f fields) enumField(name string) string {
	raw := f.get(name)
	var s string
	if raw != nil && json.Unmarshal(raw, &s) != nil {
		return string(raw)
	}
	return s
}

// form is a multipart body.
type form struct {
	values map[string][]string
	files  map[string][]formFile
}

type formFile struct {
	name string // file name from the client
	data []byte
}

// isForm reports whether the body of a request is a multipart form.
func isForm(r *http.Request) bool {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return err == nil && kind == "multipart/form-data"
}

// readForm reads a multipart form into memory, within the limits.
func readForm(w http.ResponseWriter, r *http.Request) (form, *refusal) {
	f := form{values: map[string][]string{}, files: map[string][]formFile{}}
	r.Body = http.MaxBytesReader(w, r.Body, maxFormBody)
	parts, err := r.MultipartReader()
	if err != nil {
		return f, invalid("the multipart form cannot be read")
	}
	for n := 0; ; n++ {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return f, nil
		}
		if err != nil {
			return f, bodyRefusal(err)
		}
		if n >= maxParts {
			return f, invalid("the form has too many parts")
		}
		// A part with a file name is a file, even if the name is empty.
		_, params, _ := mime.ParseMediaType(part.Header.Get("Content-Disposition"))
		_, isFile := params["filename"]
		limit := int64(maxFormText)
		if isFile {
			limit = maxPictureBytes
		}
		b, err := io.ReadAll(io.LimitReader(part, limit+1))
		if err != nil {
			return f, bodyRefusal(err)
		}
		if int64(len(b)) > limit {
			return f, tooLarge()
		}
		if name := part.FormName(); isFile {
			f.files[name] = append(f.files[name], formFile{part.FileName(), b})
		} else {
			f.values[name] = append(f.values[name], string(b))
		}
	}
}

// text returns the first value of a field, or "" if it is absent.
func (f form) text(name string) string {
	if v := f.values[name]; len(v) > 0 {
		return v[0]
	}
	return ""
}

func (f form) checkSingle() *refusal { return checkSingleResult(f.text("n"), f.text("stream")) }

// all returns every value of a field, also under its array name ("name[]").
func (f form) all(name string) []string {
	return append(append([]string(nil), f.values[name]...), f.values[name+"[]"]...)
}

// allFiles returns every file of a field, also under its array name ("name[]").
func (f form) allFiles(name string) []formFile {
	return append(append([]formFile(nil), f.files[name]...), f.files[name+"[]"]...)
}

func tooLarge() *refusal {
	return &refusal{http.StatusRequestEntityTooLarge, typeInvalid, codeTooLarge, "the request body is too large"}
}

func bodyRefusal(err error) *refusal {
	var big *http.MaxBytesError
	if errors.As(err, &big) {
		return tooLarge()
	}
	if strings.Contains(err.Error(), "multipart") {
		return invalid("the multipart form cannot be read")
	}
	return invalid("the request body could not be read")
}

// The error codes. If the interface defines none, they are those of similar servers.
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

// refusal is an error response.
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

// envelope is the body of every error response.
type envelope struct {
	Error envelopeError `json:"error"`
}

type envelopeError struct {
	Message string  `json:"message"`
	Type    string  `json:"type"`
	Param   *string `json:"param"` // always null
	Code    string  `json:"code"`
}
