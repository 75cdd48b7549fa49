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

// Limits for the values of a sidecar, far above those of the service. Sums of such amounts cannot overflow.
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
	maxRecipe  = 64 << 10 // request of a recipe: one with embedded pictures cannot be sent again anyway
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

// maxClient is the maximum length of a client's name, in runes.
const maxClient = 32

// CleanClientName returns a typed name in stored form: composed (NFC), with single spaces.
func CleanClientName(typed string) string {
	return strings.Join(strings.Fields(norm.NFC.String(typed)), " ")
}

// IsClientName reports whether a text is a valid name of a client: at most 32 letters, digits, spaces and some
// punctuation, in the form of [CleanClientName]. Characters that are invisible or change the text direction are
// invalid.
func IsClientName(name string) bool {
	other := func(r rune) bool {
		seen := unicode.In(r, unicode.Letter, unicode.Mark, unicode.Number) || strings.ContainsRune(" -_.,'’+&()", r)
		return !seen || unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
	}
	return name != "" && utf8.ValidString(name) && utf8.RuneCountInString(name) <= maxClient &&
		!strings.ContainsFunc(name, other) && CleanClientName(name) == name
}

// SameClientName reports whether two names differ at most in case and accents. Two clients must not have such names.
func SameClientName(a, b string) bool { return search.Fold(a) == search.Fold(b) }

// IsClickID reports whether a text is a valid ID of a click.
func IsClickID(id string) bool { return validClickID.MatchString(id) }

// zeroUnless sets a value to zero unless ok is set.
func zeroUnless[T any](v *T, ok bool) {
	if !ok {
		var zero T
		*v = zero
	}
}

// isTask reports whether s is a valid task ID, by the rule of client.CheckTaskID.
func isTask(s string) bool {
	control := func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }
	return s != "" && len(s) <= maxTask && s != "." && s != ".." && utf8.ValidString(s) &&
		!strings.ContainsFunc(s, control)
}

func isAmount(n *int64) bool { return n == nil || (*n >= 0 && *n <= maxMicros) }

// IsPlausibleTime reports whether a time is between the years 2000 and 2199, as all stored times are.
func IsPlausibleTime(t time.Time) bool { return t.Year() >= 2000 && t.Year() < 2200 }

// IsWebURL reports whether a text is an http or https URL without user and password.
func IsWebURL(s string) bool {
	u, err := url.Parse(s)
	return err == nil && len(s) <= maxURL && (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != "" &&
		u.User == nil &&
		!strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r == 0x7f })
}

// cleanText returns typed or stored text as valid UTF-8 without NUL, cut to n bytes. It may have several lines.
func cleanText(s string, n int) string {
	return folder.Truncate(strings.ToValidUTF8(strings.ReplaceAll(s, "\x00", ""), ""), n)
}

// cleanLine returns text without control characters and surrounding spaces, cut to n bytes.
func cleanLine(s string, n int) string {
	return folder.Truncate(strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, s)), n)
}

// compactJSON removes the whitespace of JSON. It returns nil for empty, null and invalid JSON.
func compactJSON(raw json.RawMessage) json.RawMessage {
	var b bytes.Buffer
	if len(raw) == 0 || bytes.Equal(raw, []byte("null")) || json.Compact(&b, raw) != nil {
		return nil
	}
	return b.Bytes()
}

// maxListLen is the maximum number of elements read by a [cappedList].
const maxListLen = 64

// cappedList is a list that reads at most [maxListLen] elements from JSON and drops the rest. A sidecar of the maximum
// size can contain ten million empty elements, each of which would take a hundred bytes of memory.
type cappedList[T any] []T

// UnmarshalJSON implements [json.Unmarshaler].
func (f *cappedList[T]) UnmarshalJSON(raw []byte) error {
	if bytes.Equal(raw, []byte("null")) {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	if t, err := d.Token(); err != nil || t != json.Delim('[') {
		return json.Unmarshal(raw, (*[]T)(f)) // returns the error: it is not an array
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

// The limits of the user's annotations of an asset.
const (
	maxTags = 64
	maxTag  = 64       // bytes of one tag
	maxNote = 16 << 10 // bytes
)

// CleanTag returns a typed tag in stored form: composed (NFC), one line, single spaces, without commas and quotes, at
// most 64 bytes. The result may be empty. Case is kept, but tags that differ only in case are the same tag.
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

// cleanTags returns a list of tags in stored form: clean, without duplicates, sorted.
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

// cleanNote returns a typed note, or one from a sidecar, in stored form.
func cleanNote(s string) string {
	return strings.TrimSpace(cleanText(s, maxNote))
}
