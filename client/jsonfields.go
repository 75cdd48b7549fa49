package client

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"time"
)

// encode encodes JSON without escaping < > &.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}

// maxMembers is the maximum number of members of an object or a list. Each member needs some hundred bytes of memory,
// so a response within its size limit could otherwise need gigabytes.
const maxMembers = 4096

// hasTooManyMembers reports whether a JSON object or list has more than maxMembers members.
func hasTooManyMembers(b []byte) bool {
	depth, commas, quoted := 0, 0, false
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{', c == '[':
			depth++
		case c == '}', c == ']':
			depth--
		case c == ',' && depth == 1:
			commas++
			if commas >= maxMembers {
				return true
			}
		}
	}
	return false
}

// fields are the members of a JSON object. Services differ in their types: numbers are strings ("62%"), codes are
// numbers, and objects are strings with JSON. The methods accept these variants and never fail. They treat null and
// unreadable values as missing.
type fields map[string]json.RawMessage

// trimmed removes surrounding white space and byte order marks.
func trimmed(b []byte) []byte { return bytes.Trim(b, " \t\r\n\ufeff") }

// object parses a JSON object. It returns nil for anything else, and for an object with too many members.
func object(b []byte) fields {
	b = trimmed(b)
	if len(b) == 0 || b[0] != '{' || hasTooManyMembers(b) {
		return nil
	}
	var f fields
	if json.Unmarshal(b, &f) != nil {
		return nil
	}
	return f
}

// list parses a JSON array. It returns nil for anything else, and for an array with too many members.
func list(b []byte) []json.RawMessage {
	b = trimmed(b)
	if len(b) == 0 || b[0] != '[' || hasTooManyMembers(b) {
		return nil
	}
	var l []json.RawMessage
	if json.Unmarshal(b, &l) != nil {
		return nil
	}
	return l
}

// has reports whether a member exists and is not null.
func (f fields) has(name string) bool {
	v := bytes.TrimSpace(f[name])
	return len(v) > 0 && !bytes.Equal(v, []byte("null"))
}

// textOf returns the first of the named members that is a non-empty string, a number or a boolean; "" for none. Numbers
// keep their spelling.
func (f fields) textOf(names ...string) string {
	for _, n := range names {
		if s := text(f[n]); s != "" {
			return s
		}
	}
	return ""
}

// stringOf returns the first of the named members that is a non-empty string; "" for none. It is used for the task
// status, because a number there is an HTTP status.
func (f fields) stringOf(names ...string) string {
	for _, n := range names {
		if v := bytes.TrimSpace(f[n]); len(v) > 0 && v[0] == '"' && text(v) != "" {
			return text(v)
		}
	}
	return ""
}

// text returns a JSON string, number or boolean as text; "" for anything else.
func text(b json.RawMessage) string {
	b = trimmed(b)
	if len(b) == 0 {
		return ""
	}
	switch c := b[0]; {
	case c == '"':
		var s string
		if json.Unmarshal(b, &s) != nil {
			return ""
		}
		return s
	case c == 't', c == 'f', c == '-', c >= '0' && c <= '9':
		return string(b)
	}
	return ""
}

// number returns the first of the named members that is a number, also in a string or with a percent sign. It truncates
// a fraction. It returns false if there is none.
func (f fields) number(names ...string) (int64, bool) {
	for _, n := range names {
		s := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text(f[n])), "%"))
		if i, err := strconv.ParseInt(s, 10, 64); err == nil {
			return i, true
		}
		if x, err := strconv.ParseFloat(s, 64); err == nil && math.Abs(x) < 1<<62 {
			return int64(x), true
		}
	}
	return 0, false
}

// timeOf returns the first of the named members that is a time: RFC 3339, or seconds or milliseconds since 1970. It
// returns zero if there is none, or if the time is out of range.
func (f fields) timeOf(names ...string) time.Time {
	for _, n := range names {
		if at, err := time.Parse(time.RFC3339Nano, text(f[n])); err == nil {
			at = at.UTC()
			if at.Unix() > 0 && at.Unix() < 1<<36 {
				return at
			}
		}
		switch s, ok := (fields{n: f[n]}).number(n); {
		case !ok || s <= 0 || s >= 1000<<36:
		case s > 1<<36: // seconds reach this in the year 4147
			return time.UnixMilli(s).UTC()
		default:
			return time.Unix(s, 0).UTC()
		}
	}
	return time.Time{}
}

// compact returns JSON on one line; "" if it is invalid.
func compact(b json.RawMessage) string {
	var out bytes.Buffer
	if json.Compact(&out, b) != nil {
		return ""
	}
	return out.String()
}

// compactStructure returns a JSON object or list on one line; "" for anything else.
func compactStructure(b json.RawMessage) string {
	if object(b) == nil && list(b) == nil {
		return ""
	}
	return compact(b)
}
