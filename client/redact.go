package client

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"viviscope/client/guard"
)

const (
	maxMessage = 2000    // maximum length of a message for display, in characters
	maxRaw     = 8 << 10 // maximum length of a stored response, in bytes
)

// Redact removes secrets from a text, so that the user can share it: it shortens links to scheme and host, and replaces
// bearer keys. See [guard.Redact] for its limits.
func Redact(s string) string { return redact(s, "") }

func redact(s, key string) string {
	return guard.Redact(maskKey(strings.ToValidUTF8(s, "\uFFFD"), key))
}

// maskKey replaces the key in each spelling that a server may return; see [guard.KeyForms]. It replaces a short key
// only as a whole word, because it could be part of any other word.
func maskKey(s, key string) string {
	if key == "" {
		return s
	}
	for _, form := range guard.KeyForms(key) {
		if len(key) >= guard.MinKeyLen {
			s = strings.ReplaceAll(s, form, "[key]")
			continue
		}
		s = replaceWord(s, form, "[key]")
	}
	return s
}

// keyPlaceholder replaces the key in stored links.
const keyPlaceholder = "VIVISCOPE-KEY-OF-THE-PROFILE"

// NeedsKey reports whether a stored link contains the placeholder of the key. Such a link works only in this program.
func NeedsKey(link string) bool { return strings.Contains(link, keyPlaceholder) }

// replaceWord replaces word if there is no letter or digit beside it.
func replaceWord(s, word, by string) string {
	var b strings.Builder
	for {
		i := strings.Index(s, word)
		if i < 0 {
			b.WriteString(s)
			return b.String()
		}
		before, _ := utf8.DecodeLastRuneInString(s[:i])
		after, _ := utf8.DecodeRuneInString(s[i+len(word):])
		b.WriteString(s[:i])
		if isWordRune(before) || isWordRune(after) {
			b.WriteString(word)
		} else {
			b.WriteString(by)
		}
		s = s[i+len(word):]
	}
}

func isWordRune(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

// maxJSONDepth is the maximum nesting of stored JSON. Real counts have two levels. SQLite refuses a nesting of more
// than 1000.
const maxJSONDepth = 32

// truncateBeforeKey truncates a text to at most n bytes. It also removes the start of a key at the end, which would not
// be recognized as a key.
func truncateBeforeKey(s string, n int, key string) string {
	if len(s) <= n {
		return s
	}
	s = truncateBytes(s, n)
	for k := min(len(key)-1, len(s)); k > 0; k-- {
		if strings.HasSuffix(s, key[:k]) {
			return s[:len(s)-k]
		}
	}
	return s
}

// truncateBytes truncates a text to at most n bytes, at the border of a character.
func truncateBytes(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
