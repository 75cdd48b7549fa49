package batch

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"viviscope/client"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// keyReferences is the key of the first and the last frame on the wire.
const keyReferences = "input_reference"

// why is a reason of a SyntaxError before its line is known, in the words of the window.
type why string

// Error returns the reason.
func (w why) Error() string { return string(w) }

// readJSONL reads one object a line, and the keys that nobody knows.
func readJSONL(text string) (all []cells, unknown []string, err error) {
	n := 0
	for line := range strings.SplitSeq(text, "\n") {
		n++
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		c, strange, err := readObject(line)
		if err != nil {
			return nil, nil, &SyntaxError{n, err.Error()}
		}
		c.line = n
		if all, err = take(all, c); err != nil {
			return nil, nil, err
		}
		for _, key := range strange {
			if !slices.Contains(unknown, key) {
				unknown = append(unknown, key)
			}
		}
	}
	return all, unknown, nil
}

// readObject reads one line. It walks the object itself, because a key that stands there twice would lose a value.
func readObject(line string) (c cells, unknown []string, err error) {
	notObject := func() (cells, []string, error) { return cells{}, nil, why(lang.L("not a JSON object")) }
	if !strings.HasPrefix(line, "{") || !json.Valid([]byte(line)) {
		return notObject()
	}
	c.text = map[column]string{}
	d := json.NewDecoder(strings.NewReader(line))
	if _, err := d.Token(); err != nil {
		return notObject()
	}
	for d.More() {
		token, err := d.Token()
		if err != nil {
			return notObject()
		}
		key, _ := token.(string)
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return notObject()
		}
		values, known, err := readMember(key, raw)
		if err != nil {
			return cells{}, nil, err
		}
		if !known {
			unknown = append(unknown, key)
		}
		for col, text := range values {
			if _, twice := c.text[col]; twice {
				return cells{}, nil, why(lang.L("%s stands there twice", string(col)))
			}
			c.text[col] = strings.TrimSpace(newlines(text))
		}
	}
	return c, unknown, nil
}

// readMember reads one member of an object as cells.
func readMember(key string, raw json.RawMessage) (values map[column]string, known bool, err error) {
	if key == keyReferences {
		links, err := texts(key, raw)
		if err != nil {
			return nil, true, err
		}
		if len(links) > client.MaxReferences {
			return nil, true, why(wording.Rule(client.MsgTwoImages))
		}
		links = append(links, "", "")
		return map[column]string{colFirst: links[0], colLast: links[1]}, true, nil
	}
	col, ok := columnOf(key)
	if !ok {
		return nil, false, nil
	}
	list, err := texts(key, raw)
	if err != nil {
		return nil, true, err
	}
	if len(list) > 1 && col != colImages {
		return nil, true, why(lang.L("%s must be a single value", key))
	}
	return map[column]string{col: strings.Join(list, " ")}, true, nil
}

// texts reads a value as one text, or an array as several.
func texts(key string, raw json.RawMessage) ([]string, error) {
	raw = bytes.TrimSpace(raw)
	switch raw[0] {
	case '[':
		var items []json.RawMessage
		if err := json.Unmarshal(raw, &items); err != nil {
			return nil, why(lang.L("%s cannot be read", key))
		}
		var out []string
		for _, item := range items {
			if bytes.HasPrefix(bytes.TrimSpace(item), []byte("[")) {
				return nil, why(lang.L("%s must be text", key))
			}
			one, err := texts(key, item)
			if err != nil {
				return nil, err
			}
			out = append(out, one...)
		}
		return out, nil
	case '{':
		return nil, why(lang.L("%s must be text", key))
	case '"':
		var s string
		if err := json.Unmarshal(raw, &s); err != nil {
			return nil, why(lang.L("%s cannot be read", key))
		}
		return []string{s}, nil
	case 'n':
		return []string{""}, nil // null: not given
	}
	return []string{string(raw)}, nil // a number or a truth value, as it is written
}
