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

// replaceKey replaces the key in a stored text by keyPlaceholder. It ignores a short key, which may be part of many
// texts by chance.
func (c *Client) replaceKey(s string) string {
	if len(c.key) < guard.MinKeyLen {
		return s
	}
	for _, form := range guard.KeyForms(c.key) {
		s = strings.ReplaceAll(s, form, keyPlaceholder)
	}
	return s
}

// displayText returns a message of the service for display: redacted, on one line, and truncated.
func (c *Client) displayText(s string) string {
	s = strings.Join(strings.FieldsFunc(c.redact(truncateBeforeKey(s, 8*maxMessage, c.key)), func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r)
	}), " ")
	if utf8.RuneCountInString(s) > maxMessage {
		s = string([]rune(s)[:maxMessage]) + "…"
	}
	return s
}

// rawExcerpt returns the start of a response body, redacted, for diagnosis by the user.
func (c *Client) rawExcerpt(body []byte) string {
	return truncateBytes(c.redact(truncateBeforeKey(string(body[:min(len(body), 8*maxRaw)]), 4*maxRaw, c.key)), maxRaw)
}

// storableJSON returns a JSON object of a response for storage: redacted, otherwise unchanged. It returns nil if the
// object is too large or too deeply nested, or if redaction made it invalid.
func (c *Client) storableJSON(b json.RawMessage) json.RawMessage {
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
			depth++
			if depth > maxJSONDepth {
				return nil
			}
		case t == json.Delim('}'), t == json.Delim(']'):
			depth--
		}
	}
}
