package variation

import (
	"fmt"
	"strings"

	"viviscope/gui/lang"
)

// Max is how many texts one text may stand for.
const Max = 100

// TooManyError says that a text stands for more texts than Max.
type TooManyError struct {
	Count int // how many it stands for; at most 2147483647 is told
	Max   int
}

// Error says both numbers.
func (e *TooManyError) Error() string {
	if e.Count >= many {
		return fmt.Sprintf("too many variations: at most %d are possible", e.Max)
	}
	return fmt.Sprintf("%d variations: at most %d are possible", e.Count, e.Max)
}

// Words says both numbers in the language of the window.
func (e *TooManyError) Words() string {
	if e.Count >= many {
		return lang.L("too many variations: at most %d are possible", e.Max)
	}
	return lang.L("%s variations: at most %d are possible", lang.Number(e.Count), e.Max)
}

// Expand returns every text that text stands for, in the order in which a person reads them; text itself, without its
// escapes, where it has no group. Errors: *TooManyError.
func Expand(text string) ([]string, error) {
	parts := parse(text)
	if n := parts.count(); n > Max {
		return nil, &TooManyError{Count: n, Max: Max}
	}
	return parts.texts(), nil
}

// Count returns how many texts text stands for, without making them. Errors: *TooManyError.
func Count(text string) (int, error) {
	n := parse(text).count()
	if n > Max {
		return n, &TooManyError{Count: n, Max: Max}
	}
	return n, nil
}

// Escape returns a text that stands for text alone, byte by byte: for a prompt that was sent before and comes back into a
// field whose text is expanded. A text that already stands for itself is returned as it is.
func Escape(text string) string {
	if parts := parse(text); parts.count() == 1 && parts.texts()[0] == text {
		return text
	}
	var b strings.Builder
	slashes := 0
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch c {
		case '\\':
			slashes++
		case '{', '}':
			// The backslashes before a brace count twice, and one more makes it text.
			b.WriteString(strings.Repeat(`\`, slashes+1))
			slashes = 0
		default:
			slashes = 0
		}
		b.WriteByte(c)
	}
	return b.String()
}
