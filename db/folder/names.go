package folder

import (
	"path"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// maxTitle is the maximum length of the title in a file name, in bytes. With date and ref the name stays well below the
// usual limit of 255, even if a tool adds a suffix.
const maxTitle = 60

// Stem returns a file name without extension: "2026-11-21 paper boats on a canal [7f3a]". The date is in the location
// of at. The name is valid on Linux, macOS and Windows for any title.
func Stem(at time.Time, words, ref string) string {
	date := at.Format("2006-01-02")
	if at.Year() < 0 || at.Year() > 9999 {
		date = "0000-00-00"
	}
	short := "[" + ref[:min(4, len(ref))] + "]"
	if w := SafeTitle(words); w != "" {
		return date + " " + w + " " + short
	}
	return date + " " + short
}

// SafeTitle keeps the characters of a text that are safe in a file name: letters and digits of any script with their
// marks, hyphen, underscore and comma. Apostrophes are removed, and everything else separates words. The result is
// composed (NFC), because some file systems decompose names. It has at most maxTitle bytes and is cut between words if
// possible.
func SafeTitle(s string) string {
	plain := strings.Map(func(r rune) rune {
		switch {
		case r == '\'' || r == '’':
			return -1
		case unicode.Is(unicode.Variation_Selector, r):
			return ' '
		case unicode.IsLetter(r), unicode.IsNumber(r), unicode.IsMark(r), strings.ContainsRune("-_,", r):
			return r
		}
		return ' '
	}, norm.NFC.String(Truncate(s, 4*1024)))
	var all []string
	for word := range strings.FieldsSeq(plain) {
		word = strings.TrimLeftFunc(word, unicode.IsMark)
		if word != "" { // a mark needs a letter before it
			all = append(all, word)
		}
	}
	const edges = " -_,"
	words := strings.Trim(strings.Join(all, " "), edges)
	if len(words) > maxTitle {
		cut := Truncate(words, maxTitle)
		if i := strings.LastIndexByte(cut, ' '); i > maxTitle/2 && words[len(cut)] != ' ' {
			cut = cut[:i]
		}
		words = strings.TrimRight(cut, edges)
	}
	return words
}

// Truncate cuts a text to at most n bytes, at the boundary of a rune.
func Truncate(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// SidecarOf returns the path of the sidecar of a file.
func SidecarOf(rel string) string { return strings.TrimSuffix(rel, path.Ext(rel)) + ".json" }
