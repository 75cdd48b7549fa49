package db

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// The most that a person can say about an asset.
const (
	maxTags  = 64
	maxTag   = 64       // bytes of one tag
	maxNote  = 16 << 10 // bytes
	tagComma = ','      // parts tags where a person types several
)

// CleanTag makes a tag of what was typed: composed (NFC), one line, single blanks, without commas and quotes, at most 64
// bytes; "" where nothing is left. Case is kept, but two tags that differ only by it are the same tag.
func CleanTag(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == tagComma || r == '"' || unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r) || r == unicode.ReplacementChar:
			return -1
		}
		return r
	}, norm.NFC.String(strings.ToValidUTF8(s, "")))
	return strings.TrimSpace(clip(strings.Join(strings.Fields(s), " "), maxTag))
}

// cleanTags makes a list of tags as it stands in a row: each once, in order.
func cleanTags(all []string) []string {
	var kept []string
	seen := map[string]bool{}
	for _, t := range all {
		t = CleanTag(t)
		if key := foldName(t); t != "" && !seen[key] && len(kept) < maxTags {
			seen[key] = true
			kept = append(kept, t)
		}
	}
	slices.SortFunc(kept, func(a, b string) int { return strings.Compare(foldName(a), foldName(b)) })
	return kept
}

// foldName is a name as names are compared.
func foldName(s string) string { return fold(s) }

// cleanNote makes a note of what was typed, or of what a sidecar says.
func cleanNote(s string) string {
	return strings.TrimSpace(clip(strings.ToValidUTF8(strings.ReplaceAll(s, "\x00", ""), ""), maxNote))
}
