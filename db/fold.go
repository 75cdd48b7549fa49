package db

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// fold makes a text comparable: without case, without the accents of Latin, Greek and Cyrillic letters, full width as
// half, each run of blanks as one. Marks of other scripts stay, because there they make another word.
func fold(s string) string { return string(appendFold(nil, s)) }

// appendFold is fold into a buffer.
func appendFold(to []byte, s string) []byte {
	start := len(to)
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= utf8.RuneSelf:
			return appendFoldWide(to[:start], s)
		case c <= ' ' || c == 0x7f:
			if n := len(to); n > start && to[n-1] != ' ' {
				to = append(to, ' ')
			}
		case c >= 'A' && c <= 'Z':
			to = append(to, c+'a'-'A')
		default:
			to = append(to, c)
		}
	}
	return trimLast(to, start)
}

func appendFoldWide(to []byte, s string) []byte {
	start := len(to)
	stripped := strings.Map(func(r rune) rune {
		switch {
		case r >= 0x300 && r <= 0x36f, r == utf8.RuneError:
			return -1
		case isGap(r):
			return ' '
		}
		return unicode.ToLower(r)
	}, norm.NFKD.String(s))
	gap := true
	for _, r := range norm.NFC.String(stripped) {
		if r == ' ' && gap {
			continue
		}
		gap = r == ' '
		to = utf8.AppendRune(to, r)
	}
	return trimLast(to, start)
}

func trimLast(to []byte, start int) []byte {
	if n := len(to); n > start && to[n-1] == ' ' {
		return to[:n-1]
	}
	return to
}
