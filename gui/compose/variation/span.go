package variation

import (
	"fmt"
	"strconv"
	"strings"
)

// spanDigits bounds the numbers of a range, so that they and their distance are plain integers.
const spanDigits = 9

// span is a range of whole numbers, both ends included.
type span struct {
	first, last int
	width       int // least width of a number; zeros fill it up
}

// readSpan reads "1..3"; false for every other text. Blanks around the numbers do no harm.
func readSpan(text string) (span, bool) {
	a, b, ok := strings.Cut(text, "..")
	if !ok {
		return span{}, false
	}
	a, b = strings.TrimSpace(a), strings.TrimSpace(b)
	first, okA := wholeNumber(a)
	last, okB := wholeNumber(b)
	if !okA || !okB {
		return span{}, false
	}
	s := span{first: first, last: last}
	if padded(a) || padded(b) {
		s.width = max(len(a), len(b))
	}
	return s, true
}

func wholeNumber(text string) (int, bool) {
	digits := strings.TrimPrefix(text, "-")
	if digits == "" || len(digits) > spanDigits || strings.ContainsFunc(digits, func(r rune) bool { return r < '0' || r > '9' }) {
		return 0, false
	}
	n, err := strconv.Atoi(text)
	return n, err == nil
}

// padded reports whether a number was typed with zeros in front of it.
func padded(text string) bool {
	digits := strings.TrimPrefix(text, "-")
	return len(digits) > 1 && digits[0] == '0'
}

func (s span) count() int {
	if s.first > s.last {
		return capped(int64(s.first) - int64(s.last) + 1)
	}
	return capped(int64(s.last) - int64(s.first) + 1)
}

func (s span) texts() []string {
	step := 1
	if s.first > s.last {
		step = -1
	}
	var all []string
	for n := s.first; ; n += step {
		all = append(all, fmt.Sprintf("%0*d", s.width, n))
		if n == s.last {
			return all
		}
	}
}
