package client

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"time"
)

// Services of this family disagree about types: numbers come as strings ("62%"), codes as numbers, objects as strings
// of JSON. These readers take what is there and never fail; what cannot be read is as good as absent, and null is absent.

// fields are the members of a JSON object as they came.
type fields map[string]json.RawMessage

// object reads a JSON object; nil for anything else.
func object(b []byte) fields {
	b = bytes.TrimSpace(b)
	if len(b) == 0 || b[0] != '{' {
		return nil
	}
	var f fields
	if json.Unmarshal(b, &f) != nil {
		return nil
	}
	return f
}

// list reads a JSON array; nil for anything else.
func list(b []byte) []json.RawMessage {
	b = bytes.TrimSpace(b)
	if len(b) == 0 || b[0] != '[' {
		return nil
	}
	var l []json.RawMessage
	if json.Unmarshal(b, &l) != nil {
		return nil
	}
	return l
}

// has reports whether a member is there and not null.
func (f fields) has(name string) bool {
	v := bytes.TrimSpace(f[name])
	return len(v) > 0 && !bytes.Equal(v, []byte("null"))
}

// text reads the first of the named members that is a non-empty string, or a number or boolean in its own spelling.
func (f fields) text(names ...string) string {
	for _, n := range names {
		if s := text(f[n]); s != "" {
			return s
		}
	}
	return ""
}

func text(b json.RawMessage) string {
	b = bytes.TrimSpace(b)
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

// number reads the first of the named members that is a whole number, also one with a fraction (cut off), in a string,
// or with a percent sign.
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

// when reads the first of the named members that is a time: seconds or milliseconds since 1970, as number or string,
// or RFC 3339. Zero where there is none.
func (f fields) when(names ...string) time.Time {
	for _, n := range names {
		if at, err := time.Parse(time.RFC3339Nano, text(f[n])); err == nil {
			return at.UTC()
		}
		switch s, ok := (fields{n: f[n]}).number(n); {
		case !ok || s <= 0 || s > 1<<50:
		case s > 1<<36: // seconds reach this in the year 4147
			return time.UnixMilli(s).UTC()
		default:
			return time.Unix(s, 0).UTC()
		}
	}
	return time.Time{}
}

// compact gives JSON on one line, for a message that is no string.
func compact(b json.RawMessage) string {
	var out bytes.Buffer
	if json.Compact(&out, b) != nil {
		return ""
	}
	return out.String()
}
