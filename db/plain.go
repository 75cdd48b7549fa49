package db

import (
	"bytes"
	"encoding/json"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"viviscope/db/folder"
	"viviscope/db/ledger"
	"viviscope/db/search"
)

// The most that is believed of a sidecar, far above what the service makes. A sum of such amounts stays far below
// what the ledger can count.
const (
	maxMicros  = ledger.MaxMicros
	maxItem    = 1000
	maxTask    = 512
	maxCosts   = 8
	maxName    = 200
	maxPrompt  = 256 << 10
	maxURL     = 8 << 10
	maxSide    = 1 << 16
	maxInputs  = 64
	maxSeconds = 24 * 3600
	maxRecipe  = 64 << 10 // of its request: one with whole pictures in it cannot be sent again anyway
)

var (
	validRef  = regexp.MustCompile(`^[0-9a-f]{32}$`)
	validRefs = regexp.MustCompile(`^([0-9a-f]{32}( |$))+$`)
	validSums = regexp.MustCompile(`^([0-9a-f]{64}( |$))+$`)
)

var (
	validInput    = regexp.MustCompile(`^inputs/[0-9a-f]{64}\.[a-z0-9]{1,8}$`)
	validShot     = regexp.MustCompile(`^[0-9a-f]{8}$`)
	validCurrency = regexp.MustCompile(`^[A-Z]{3}$`)
)

var (
	validClickID = regexp.MustCompile(`^[!-~]{1,128}$`)
	validSum     = regexp.MustCompile(`^[0-9a-f]{64}$`)
)

// maxClient is the length of a client's name, in characters.
const maxClient = 32

// CleanClientName returns a typed name in the form that is stored: composed (NFC), with single spaces.
func CleanClientName(typed string) string {
	return strings.Join(strings.Fields(norm.NFC.String(typed)), " ")
}

// IsClientName reports whether a text can be the name of a client: at most 32 letters, digits, spaces and some signs,
// as [CleanClientName] returns it. Characters that are invisible or change the direction of the text are no part of a
// name.
func IsClientName(name string) bool {
	other := func(r rune) bool {
		seen := unicode.In(r, unicode.Letter, unicode.Mark, unicode.Number) || strings.ContainsRune(" -_.,'’+&()", r)
		return !seen || unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
	}
	return name != "" && utf8.ValidString(name) && utf8.RuneCountInString(name) <= maxClient &&
		!strings.ContainsFunc(name, other) && CleanClientName(name) == name
}

// SameClientName reports whether two names are too similar to tell two clients apart: they differ in case or accents.
func SameClientName(a, b string) bool { return search.Fold(a) == search.Fold(b) }

// IsClickID reports whether a text can be the ID of a click.
func IsClickID(id string) bool { return validClickID.MatchString(id) }

// keepIf makes a value zero unless it may stay.
func zeroUnless[T any](v *T, ok bool) {
	if !ok {
		var zero T
		*v = zero
	}
}

// isTask reports whether s can be a task ID, by the rule of client.CheckTaskID.
func isTask(s string) bool {
	control := func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }
	return s != "" && len(s) <= maxTask && s != "." && s != ".." && utf8.ValidString(s) &&
		!strings.ContainsFunc(s, control)
}

func isAmount(n *int64) bool { return n == nil || (*n >= 0 && *n <= maxMicros) }

// IsTime reports whether a time can be one of ours.
func IsPlausibleTime(t time.Time) bool { return t.Year() >= 2000 && t.Year() < 2200 }

// IsWebURL reports whether a text is an address of the web that carries no password.
func IsWebURL(s string) bool {
	u, err := url.Parse(s)
	return err == nil && len(s) <= maxURL && (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != "" &&
		u.User == nil &&
		!strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r == 0x7f })
}

// plainText makes a text of one or more lines from typed or stored input, at most n bytes long.
func cleanText(s string, n int) string {
	return folder.Truncate(strings.ToValidUTF8(strings.ReplaceAll(s, "\x00", ""), ""), n)
}

// plainLine makes one line of a text, at most n bytes long.
func cleanLine(s string, n int) string {
	return folder.Truncate(strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, s)), n)
}

// compactJSON removes the whitespace of a sidecar's JSON; nil if it is empty.
func compactJSON(raw json.RawMessage) json.RawMessage {
	var b bytes.Buffer
	if len(raw) == 0 || bytes.Equal(raw, []byte("null")) || json.Compact(&b, raw) != nil {
		return nil
	}
	return b.Bytes()
}

// maxCapped is how many members of a foreign list are read.
const maxListLen = 64

// capped is a list that reads at most [maxCapped] members from JSON and drops the rest. A sidecar of the maximum size
// can hold ten million empty members, and each would cost a hundred bytes of memory.
type cappedList[T any] []T

// UnmarshalJSON reads the beginning of an array.
func (f *cappedList[T]) UnmarshalJSON(raw []byte) error {
	if bytes.Equal(raw, []byte("null")) {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	if t, err := d.Token(); err != nil || t != json.Delim('[') {
		return json.Unmarshal(raw, (*[]T)(f)) // for its error message: this is no array
	}
	*f = nil
	for d.More() && len(*f) < maxListLen {
		var v T
		if err := d.Decode(&v); err != nil {
			return err
		}
		*f = append(*f, v)
	}
	return nil
}

// The limits of the user's remarks on an asset.
const (
	maxTags = 64
	maxTag  = 64       // bytes of one tag
	maxNote = 16 << 10 // bytes
)

// CleanTag makes a tag from typed input: composed (NFC), one line, single spaces, without commas and quotes, at most 64
// bytes; "" if nothing is left. Case is kept, but two tags that differ only in case are the same tag.
func CleanTag(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == ',' || r == '"' || unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r) || r == unicode.ReplacementChar:
			return -1
		}
		return r
	}, norm.NFC.String(strings.ToValidUTF8(s, "")))
	return strings.TrimSpace(folder.Truncate(strings.Join(strings.Fields(s), " "), maxTag))
}

// cleanTags returns a list of tags as stored in a row: without duplicates, in order.
func cleanTags(all []string) []string {
	var kept []string
	seen := map[string]bool{}
	for _, t := range all {
		t = CleanTag(t)
		if key := search.Fold(t); t != "" && !seen[key] && len(kept) < maxTags {
			seen[key] = true
			kept = append(kept, t)
		}
	}
	slices.SortFunc(kept, func(a, b string) int { return strings.Compare(search.Fold(a), search.Fold(b)) })
	return kept
}

// cleanNote makes a note from typed input or from a sidecar.
func cleanNote(s string) string {
	return strings.TrimSpace(cleanText(s, maxNote))
}
