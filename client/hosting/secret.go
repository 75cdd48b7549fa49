package hosting

import (
	"fmt"
	"io"
	"log/slog"
)

// Secret is a text that does not print. Behind a function even a printer that walks through unexported fields finds
// nothing.
type Secret struct{ text func() string }

// NewSecret hides a text.
func NewSecret(text string) Secret { return Secret{func() string { return text }} }

// Empty reports whether there is none.
func (s Secret) Empty() bool { return s.reveal() == "" }

func (s Secret) reveal() string {
	if s.text == nil {
		return ""
	}
	return s.text()
}

const hidden = "[secret]"

// String hides the text.
func (s Secret) String() string { return hidden }

// Format hides the text from every verb of fmt.
func (s Secret) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, hidden) }

// LogValue hides the text from slog.
func (s Secret) LogValue() slog.Value { return slog.StringValue(hidden) }

// MarshalText hides the text from encoders.
func (s Secret) MarshalText() ([]byte, error) { return []byte(hidden), nil }
