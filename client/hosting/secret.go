package hosting

import (
	"fmt"
	"io"
	"log/slog"
)

// Secret is a text that is never printed. It is inside a closure, so that reflection on unexported fields does not find
// it.
type Secret struct{ text func() string }

// NewSecret returns a Secret with a text.
func NewSecret(text string) Secret { return Secret{func() string { return text }} }

// Empty reports whether the text is empty.
func (s Secret) Empty() bool { return s.reveal() == "" }

func (s Secret) reveal() string {
	if s.text == nil {
		return ""
	}
	return s.text()
}

const hidden = "[secret]"

// String returns a placeholder.
func (s Secret) String() string { return hidden }

// Format writes a placeholder for every verb of fmt.
func (s Secret) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, hidden) }

// LogValue returns a placeholder for slog.
func (s Secret) LogValue() slog.Value { return slog.StringValue(hidden) }

// MarshalText returns a placeholder for encoders.
func (s Secret) MarshalText() ([]byte, error) { return []byte(hidden), nil }
