// Package cast defines the cast of a library: named people, places, things and looks, each with pictures and words. A
// prompt mentions an entry as "@name". Start with [Entry] and [Expand], which returns the text that is sent and the
// pictures that belong to it.
//
// The package is pure: it reads no files and no database. Package db stores the entries.
package cast

import (
	"errors"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Kind is the kind of an [Entry].
type Kind string

// The kinds of entries.
const (
	Person Kind = "person"
	Place  Kind = "place"
	Thing  Kind = "thing"
	Look   Kind = "look"
)

// Kinds returns all kinds, in display order.
func Kinds() []Kind { return []Kind{Person, Place, Thing, Look} }

// Entry is a member of the cast.
type Entry struct {
	Name     string   `json:"name"` // without "@"; unique, ignoring case
	Kind     Kind     `json:"kind"`
	Words    string   `json:"words,omitempty"`    // description, sent once with each request
	Pictures []string `json:"pictures,omitempty"` // refs of assets in the order of sending, at most [MaxPictures]
}

// Limits of an [Entry].
const (
	MaxPictures = 4
	MaxName     = 40   // characters
	MaxWords    = 1000 // characters
)

// Errors of [Entry.Check].
var (
	ErrName     = errors.New("a name has 1 to 40 letters, digits, hyphens and underscores, and no spaces")
	ErrKind     = errors.New("the kind is person, place, thing or look")
	ErrWords    = errors.New("the words have more than 1,000 characters")
	ErrPictures = errors.New("an entry has at most 4 different pictures")
	ErrEmpty    = errors.New("an entry needs words or a picture")
)

// Check returns the first problem of an entry; nil if it is valid.
func (e Entry) Check() error {
	distinct := slices.Compact(slices.Sorted(slices.Values(e.Pictures)))
	switch {
	case !IsName(e.Name):
		return ErrName
	case !slices.Contains(Kinds(), e.Kind):
		return ErrKind
	case utf8.RuneCountInString(e.Words) > MaxWords:
		return ErrWords
	case len(e.Pictures) > MaxPictures, len(distinct) != len(e.Pictures):
		return ErrPictures
	case e.Words == "" && len(e.Pictures) == 0:
		return ErrEmpty
	}
	return nil
}

// Equal reports whether two entries have the same content.
func (e Entry) Equal(o Entry) bool {
	return e.Name == o.Name && e.Kind == o.Kind && e.Words == o.Words && slices.Equal(e.Pictures, o.Pictures)
}

// IsName reports whether a name can be mentioned in a prompt.
func IsName(name string) bool {
	n := 0
	for _, r := range name {
		if !isNameRune(r) {
			return false
		}
		n++
	}
	return n > 0 && n <= MaxName
}

// isNameRune reports whether a name can contain a character. Combining marks belong to the letters of many scripts.
func isNameRune(r rune) bool {
	return r == '_' || r == '-' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

// Find returns the entry with a name, ignoring case.
func Find(all []Entry, name string) (Entry, bool) {
	i := slices.IndexFunc(all, func(e Entry) bool { return strings.EqualFold(e.Name, name) })
	if i < 0 {
		return Entry{}, false
	}
	return all[i], true
}

// Mention is an "@name" in a prompt.
type Mention struct {
	From, To int    // byte offsets in the prompt; From is that of the "@"
	Name     string // as typed, without "@"
	Entry    int    // index in the cast; -1: the cast has no such entry
}

// Mentions returns the mentions in a prompt. The "@" of an address such as "name@example.com" is not a mention, because
// it follows a letter or digit of a script with spaces.
func Mentions(prompt string, all []Entry) (mentions []Mention) {
	before := rune(' ')
	for at := 0; at < len(prompt); {
		r, size := utf8.DecodeRuneInString(prompt[at:])
		if r != '@' || isNameRune(before) && !isUnspaced(before) {
			before, at = r, at+size
			continue
		}
		name, entry := resolve(nameAt(prompt[at+size:]), all)
		end := at + size + len(name)
		if name != "" {
			mentions = append(mentions, Mention{From: at, To: end, Name: name, Entry: entry})
		}
		before, at = '@', end
	}
	return mentions
}

// nameAt returns the characters of a name that a text begins with. A hyphen at the end is punctuation.
func nameAt(text string) string {
	end := strings.IndexFunc(text, func(r rune) bool { return !isNameRune(r) })
	if end < 0 {
		end = len(text)
	}
	return strings.TrimRight(text[:end], "-")
}

// resolve returns the name that typed characters mention, and the index of its entry; -1 and the typed characters if
// there is none. Scripts without spaces continue after a name, so there the longest name at the beginning counts.
func resolve(typed string, all []Entry) (name string, entry int) {
	entry = -1
	for i, e := range all {
		if strings.EqualFold(e.Name, typed) {
			return typed, i
		}
		rest, ok := strings.CutPrefix(typed, e.Name)
		if next, _ := utf8.DecodeRuneInString(rest); ok && isUnspaced(next) && len(e.Name) > len(name) {
			name, entry = e.Name, i
		}
	}
	switch {
	case entry >= 0:
		return name, entry
	case IsName(typed):
		return typed, -1
	}
	return "", -1
}

// isUnspaced reports whether a character belongs to a script that is written without spaces between words.
func isUnspaced(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer,
		unicode.Myanmar)
}

// Unknown returns the mentioned names that the cast does not have, as typed, each once.
func Unknown(prompt string, all []Entry) (names []string) {
	for _, m := range Mentions(prompt, all) {
		if m.Entry < 0 && !slices.Contains(names, m.Name) {
			names = append(names, m.Name)
		}
	}
	return names
}
