package mcp

import (
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"viviscope/client/automation"
	"viviscope/client/guard"
)

// broken is an error that panics when formatted.
type broken struct{}

// Error implements error.
func (broken) Error() string { panic("the error has no text") }

// A tool that panics returns a failure, and the server answers the next call.
func TestAToolThatPanicsFailsAlone(t *testing.T) {
	reports := make(chan *guard.Panic, 1)
	before := guard.SetReporter(func(p *guard.Panic) { reports <- p })
	defer func() { guard.SetReporter(before) }()
	o := &fakeOwner{fail: broken{}}
	s := assistant(t, o, "")
	r, err := s.CallTool(t.Context(), &sdk.CallToolParams{Name: "models", Arguments: map[string]any{}})
	if err != nil || !r.IsError {
		t.Fatalf("got %v, %v", r, err)
	}
	text := r.Content[0].(*sdk.TextContent).Text
	if got := (<-reports).Task; got != "tool models" || !strings.Contains(text, automation.CodeInternal) ||
		!strings.Contains(text, "the error has no text") {
		t.Errorf("%s: %s", got, text)
	}
	o.mu.Lock()
	o.fail = nil
	o.mu.Unlock()
	if r, err := s.CallTool(t.Context(),
		&sdk.CallToolParams{Name: "models", Arguments: map[string]any{}}); err != nil || r.IsError {
		t.Errorf("the next call: %v, %v", r, err)
	}
}
