package client

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"viviscope/client/guard"
)

const (
	maxMessage = 2000    // characters of a message that is shown
	maxRaw     = 8 << 10 // bytes of an answer that are kept
)

// Redact makes any text fit for a file that a person may show around: links are cut down to scheme and host, and bearer
// keys are replaced. A key that stands alone is not known as one.
func Redact(s string) string { return redact(s, "") }

func redact(s, key string) string {
	return guard.Redact(maskKey(strings.ToValidUTF8(s, "\uFFFD"), key))
}

// replaceKey replaces the key in each form in which a server may give it back. A short key is replaced where it stands
// alone only: it could be part of any word.
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

// keyPlaceholder stands for the key in links that are kept.
const keyPlaceholder = "VIVISCOPE-KEY-OF-THE-PROFILE"

// NeedsKey reports whether a link of an answer needs the key in it. Such a link is of no use to anybody else.
func NeedsKey(link string) bool { return strings.Contains(link, keyPlaceholder) }

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

// maxJSONDepth is how deep JSON that is kept may be nested. Real counts have two levels, and the readers of what is kept
// have limits of their own: SQLite takes nothing below 1000.
const maxJSONDepth = 32

// truncateBeforeKey cuts a text to at most n bytes without leaving the start of a key at the edge, where it would not be known as
// one.
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

// truncateBytes cuts at a character's border.
func truncateBytes(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
