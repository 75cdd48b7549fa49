//go:build !(linux || freebsd || openbsd || netbsd)

package notify

import (
	"context"
	"log/slog"
)

// Notifier is none on this system.
type Notifier struct{}

// New makes a notifier that shows nothing.
func New(string, string, *slog.Logger) *Notifier { return &Notifier{} }

// Send returns ErrNone.
func (*Notifier) Send(context.Context, Note) error { return ErrNone }

// Close does nothing.
func (*Notifier) Close() error { return nil }
