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

// maxMembers is how many members an object or a list may have: far above any real one. Each costs some hundred bytes of
// memory however short it is written, so an answer within its cap could still take gigabytes.
const maxMembers = 4096

// crowded reports whether an object or a list has more than maxMembers members. What is no JSON is not its concern.
func crowded(b []byte) bool {
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
			if commas++; commas >= maxMembers {
				return true
			}
		}
	}
	return false
}

// fields are the members of a JSON object as they came.
type fields map[string]json.RawMessage

// object reads a JSON object; nil for anything else, and for one with more members than any real one has.
func object(b []byte) fields {
	b = bytes.TrimSpace(b)
	if len(b) == 0 || b[0] != '{' || crowded(b) {
		return nil
	}
	var f fields
	if json.Unmarshal(b, &f) != nil {
		return nil
	}
	return f
}

// list reads a JSON array; nil for anything else, and for one with more members than any real one has.
func list(b []byte) []json.RawMessage {
	b = bytes.TrimSpace(b)
	if len(b) == 0 || b[0] != '[' || crowded(b) {
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
// or RFC 3339. Zero where there is none, or one so far away that no format of ours could hold it.
func (f fields) when(names ...string) time.Time {
	for _, n := range names {
		if at, err := time.Parse(time.RFC3339Nano, text(f[n])); err == nil {
			if at = at.UTC(); at.Unix() > 0 && at.Unix() < 1<<36 {
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

// compact gives JSON on one line, for a message that is no string.
func compact(b json.RawMessage) string {
	var out bytes.Buffer
	if json.Compact(&out, b) != nil {
		return ""
	}
	return out.String()
}
