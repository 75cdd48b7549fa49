package folder

import (
	"path"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// maxWords is the maximum length of the prompt in a file name, in bytes. With the date and the ref the name stays well
// below the 255 that file systems allow, even if a tool adds something.
const maxTitle = 60

// Stem makes the name of a file without its extension: "2026-11-21 paper boats on a canal [7f3a]". The date is in the
// location of at. The name is valid on Linux, macOS and Windows, for any words.
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

// Words keeps the characters of a text that are safe in a file name: letters and digits of any script with their marks,
// hyphen, underscore and comma. Everything else separates words, except the apostrophe, which joins them. The result is
// composed (NFC), so that a name reads the same on a file system that decomposes it. It is cut between words if there
// are several.
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
		if word = strings.TrimLeftFunc(word, unicode.IsMark); word != "" { // a mark has a letter before it
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

// Clip cuts a text to at most n bytes, between two runes.
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
