package client

// completeJSON repairs truncated JSON: it keeps the text up to the last complete value, and closes the open brackets.
// It returns nil if there is no complete value.
func completeJSON(body []byte) []byte {
	var open []byte // closing brackets, the innermost last
	whole, depth := 0, 0
	closing := []byte(nil)
	keep := func(end int) {
		whole, depth = end, len(open)
		closing = append(closing[:0], open...)
	}
	last := byte(0) // last character outside of strings, except white space
	for i := 0; i < len(body); i++ {
		switch c := body[i]; c {
		case ' ', '\t', '\r', '\n':
			continue
		case '{', '[':
			if len(open) == maxJSONDepth {
				return nil
			}
			open = append(open, c+2) // '}' and ']' are two positions later in ASCII
		case '}', ']':
			if len(open) == 0 || open[len(open)-1] != c {
				return nil
			}
			open = open[:len(open)-1]
			keep(i + 1)
		case '"':
			end := stringEnd(body, i)
			if end < 0 {
				return closeBrackets(body[:whole], closing[:depth])
			}
			if last == ':' || last == '[' || last == ',' && len(open) > 0 && open[len(open)-1] == ']' {
				keep(end)
			}
			i = end - 1
		case ',':
			keep(i)
		}
		last = body[i]
	}
	return closeBrackets(body[:whole], closing[:depth])
}

// stringEnd returns the position after the string that begins at position at; -1 if the string is truncated.
func stringEnd(body []byte, at int) int {
	for i := at + 1; i < len(body); i++ {
		switch body[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return -1
}

func closeBrackets(whole, brackets []byte) []byte {
	if len(whole) == 0 {
		return nil
	}
	all := append([]byte(nil), whole...)
	for i := len(brackets) - 1; i >= 0; i-- {
		all = append(all, brackets[i])
	}
	return all
}
