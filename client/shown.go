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

// replaceKey makes a text of an answer fit to be kept: a mark stands for the key. A short key is part of many texts by
// chance.
func (c *Client) replaceKey(s string) string {
	if len(c.key) < guard.MinKeyLen {
		return s
	}
	for _, form := range guard.KeyForms(c.key) {
		s = strings.ReplaceAll(s, form, keyPlaceholder)
	}
	return s
}

// displayText makes a message of the service fit for a line in the window: redacted, one line, of bounded length.
func (c *Client) displayText(s string) string {
	s = strings.Join(strings.FieldsFunc(c.redact(truncateBeforeKey(s, 8*maxMessage, c.key)), func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r)
	}), " ")
	if utf8.RuneCountInString(s) > maxMessage {
		s = string([]rune(s)[:maxMessage]) + "…"
	}
	return s
}

// rawExcerpt keeps the start of an answer for a person who asks what came.
func (c *Client) rawExcerpt(body []byte) string {
	return truncateBytes(c.redact(truncateBeforeKey(string(body[:min(len(body), 8*maxRaw)]), 4*maxRaw, c.key)), maxRaw)
}

// storableJSON makes a foreign JSON object fit to be stored as it came: redacted. nil where it is too large or too deep for any
// real one, or is no JSON any more without what was cut out of it.
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
			if depth++; depth > maxJSONDepth {
				return nil
			}
		case t == json.Delim('}'), t == json.Delim(']'):
			depth--
		}
	}
}
