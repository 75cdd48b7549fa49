package client

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"viviscope/client/guard"
)

const (
	maxMessage = 2000    // characters of a message that is shown
	maxRaw     = 8 << 10 // bytes of an answer that are kept
)

// redact makes a foreign text fit for errors and logs: the key is replaced, links are cut down to scheme and host (path
// and query can both carry a signature), and queries without a link are cut.
func (c *Client) redact(s string) string { return redact(s, c.key) }

// Redact makes any text fit for a file that a person may show around: links are cut down to scheme and host, and bearer keys
// are replaced. A key that stands alone is not known as one.
func Redact(s string) string { return redact(s, "") }

func redact(s, key string) string {
	return guard.Redact(dropKey(strings.ToValidUTF8(s, "\uFFFD"), key))
}

// dropKey replaces the key in each form in which a server may give it back. A short key is replaced where it stands
// alone only: it could be part of any word.
func dropKey(s, key string) string {
	if key == "" {
		return s
	}
	for _, form := range guard.KeyForms(key) {
		if len(key) >= guard.PlainKey {
			s = strings.ReplaceAll(s, form, "[key]")
			continue
		}
		s = replaceWord(s, form, "[key]")
	}
	return s
}

// keyMark stands for the key in links that are kept.
const keyMark = "VIVISCOPE-KEY-OF-THE-PROFILE"

// HoldsKey reports whether a link of an answer needs the key in it. Such a link is of no use to anybody else.
func HoldsKey(link string) bool { return strings.Contains(link, keyMark) }

// maskKey makes a text of an answer fit to be kept: a mark stands for the key. A short key is part of many texts by
// chance.
func (c *Client) maskKey(s string) string {
	if len(c.key) < guard.PlainKey {
		return s
	}
	for _, form := range guard.KeyForms(c.key) {
		s = strings.ReplaceAll(s, form, keyMark)
	}
	return s
}

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
		if wordRune(before) || wordRune(after) {
			b.WriteString(word)
		} else {
			b.WriteString(by)
		}
		s = s[i+len(word):]
	}
}

func wordRune(r rune) bool { return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) }

// shown makes a message of the service fit for a line in the window: redacted, one line, of bounded length.
func (c *Client) shown(s string) string {
	s = strings.Join(strings.FieldsFunc(c.redact(window(s, 8*maxMessage, c.key)), func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r)
	}), " ")
	if utf8.RuneCountInString(s) > maxMessage {
		s = string([]rune(s)[:maxMessage]) + "…"
	}
	return s
}

// raw keeps the start of an answer for a person who asks what came.
func (c *Client) raw(body []byte) string {
	return cutBytes(c.redact(window(string(body[:min(len(body), 8*maxRaw)]), 4*maxRaw, c.key)), maxRaw)
}

// maxDepth is how deep JSON that is kept may be nested. Real counts have two levels, and the readers of what is kept have
// limits of their own: SQLite takes nothing below 1000.
const maxDepth = 32

// kept makes a foreign JSON object fit to be stored as it came: redacted. nil where it is too large or too deep for any
// real one, or is no JSON any more without what was cut out of it.
func (c *Client) kept(b json.RawMessage) json.RawMessage {
	if len(b) > maxRaw {
		return nil
	}
	out := []byte(c.redact(string(b)))
	d := json.NewDecoder(bytes.NewReader(out))
	for depth := 0; ; {
		switch t, err := d.Token(); {
		case errors.Is(err, io.EOF):
			if object(out) == nil {
				return nil
			}
			return out
		case err != nil:
			return nil
		case t == json.Delim('{'), t == json.Delim('['):
			if depth++; depth > maxDepth {
				return nil
			}
		case t == json.Delim('}'), t == json.Delim(']'):
			depth--
		}
	}
}

// window cuts a text to at most n bytes without leaving the start of a key at the edge, where it would not be known as
// one.
func window(s string, n int, key string) string {
	if len(s) <= n {
		return s
	}
	s = cutBytes(s, n)
	for k := min(len(key)-1, len(s)); k > 0; k-- {
		if strings.HasSuffix(s, key[:k]) {
			return s[:len(s)-k]
		}
	}
	return s
}

// cutBytes cuts at a character's border.
func cutBytes(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
