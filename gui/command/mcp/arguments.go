package mcp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// readArguments validates arguments against the schema of a tool and adds defaults. null means no arguments. Numbers
// are kept as text: a seed exceeds the precision of floating point.
func readArguments(
	schema *jsonschema.Schema, input *jsonschema.Resolved, raw json.RawMessage,
) (map[string]json.RawMessage, error) {
	args, value := map[string]json.RawMessage{}, any(map[string]any{})
	raw = bytes.TrimSpace(raw)
	if len(raw) > 0 && string(raw) != "null" {
		if err := errors.Join(json.Unmarshal(raw, &args), json.Unmarshal(raw, &value)); err != nil {
			return nil, errors.New("the arguments are no JSON object")
		}
	}
	if err := input.Validate(value); err != nil {
		return nil, errors.New(argumentFault(schema, "", value))
	}
	return args, input.ApplyDefaults(&args)
}

// argumentFault returns why a schema rejects a value. It omits the value, which may be long and untrusted. where is its
// path in the arguments; "" for all of them.
func argumentFault(s *jsonschema.Schema, where string, value any) string {
	name := where
	if name == "" {
		name = "the arguments"
	}
	if kind := kindOf(value); s.Type != "" && kind != s.Type && (kind != "integer" || s.Type != "number") {
		return fmt.Sprintf("%s: want %s, got %s", name, s.Type, kind)
	}
	if s.Enum != nil && !slices.Contains(s.Enum, value) {
		words, _ := json.Marshal(s.Enum) // it came from JSON
		return fmt.Sprintf("%s: want one of %s", name, words)
	}
	var fault string
	switch v := value.(type) {
	case map[string]any:
		fault = objectFault(s, where, name, v)
	case []any:
		fault = listFault(s, name, v)
	case string:
		fault = lengthFault(name, "characters", len([]rune(v)), s.MinLength, s.MaxLength)
		if fault == "" && s.Pattern != "" {
			fault = fmt.Sprintf("%s: want a text that matches %s", name, s.Pattern)
		}
	case float64:
		if low, high := s.Minimum, s.Maximum; low != nil && v < *low {
			fault = fmt.Sprintf("%s: want at least %g", name, *low)
		} else if high != nil && v > *high {
			fault = fmt.Sprintf("%s: want at most %g", name, *high)
		}
	}
	if fault == "" {
		fault = name + " does not fit the schema of the tool"
	}
	return fault
}

func objectFault(s *jsonschema.Schema, where, name string, v map[string]any) string {
	var names, known []string
	for key := range v {
		names = append(names, key)
	}
	slices.Sort(names)
	for key := range s.Properties {
		known = append(known, key)
	}
	slices.Sort(known)
	for _, key := range s.Required {
		if _, has := v[key]; !has {
			return fmt.Sprintf("%s: %s is missing", name, key)
		}
	}
	for _, key := range names {
		property := s.Properties[key]
		place := strings.TrimPrefix(where+"."+key, ".")
		if property == nil && s.AdditionalProperties != nil && len(known) > 0 {
			return fmt.Sprintf("%s: there is no %.40q; known are %s", name, key, strings.Join(known, ", "))
		}
		if property != nil && !fits(property, v[key]) {
			return argumentFault(property, place, v[key])
		}
	}
	return ""
}

func listFault(s *jsonschema.Schema, name string, v []any) string {
	if fault := lengthFault(name, "items", len(v), s.MinItems, s.MaxItems); fault != "" || s.Items == nil {
		return fault
	}
	for i, item := range v {
		if !fits(s.Items, item) {
			return argumentFault(s.Items, fmt.Sprintf("%s[%d]", name, i), item)
		}
	}
	return ""
}

func lengthFault(name, of string, n int, least, most *int) string {
	switch {
	case least != nil && n < *least:
		return fmt.Sprintf("%s: want at least %d %s, got %d", name, *least, of, n)
	case most != nil && n > *most:
		return fmt.Sprintf("%s: want at most %d %s, got %d", name, *most, of, n)
	}
	return ""
}

// fits reports whether a value matches a schema.
func fits(s *jsonschema.Schema, value any) bool {
	resolved, err := s.CloneSchemas().Resolve(nil)
	return err != nil || resolved.Validate(value) == nil
}

// kindOf returns the JSON type of a value.
func kindOf(value any) string {
	switch v := value.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case []any:
		return "array"
	case float64:
		if v == float64(int64(v)) {
			return "integer"
		}
		return "number"
	}
	return "object"
}
