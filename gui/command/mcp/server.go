// Package mcp implements `viviscope mcp`: a server of the Model Context Protocol on stdin and stdout for AI assistants.
// Start with [Serve]. It does not access the library or a service: each tool makes one call of package automation
// through [Conn] and returns its answer.
//
// offers.json defines all tools and resources. None of them approves, resolves, deletes or changes settings: a program
// must not approve its own requests.
package mcp

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"viviscope/client/automation"
	"viviscope/client/guard"
	"viviscope/resources/schemas"
)

// Conn makes calls to the owner of a library. Do must be safe for concurrent use. *[automation.Conn] implements it.
type Conn interface {
	Do(ctx context.Context, call string, args, into any, event func(json.RawMessage)) error
}

var (
	//go:embed offers.json
	offersJSON []byte
	//go:embed instructions.md
	instructions string
	//go:embed rules.md
	rules string
	//go:embed storyboard.md
	storyboard string
)

// offers is the content of offers.json.
type offers struct {
	Tools     []tool
	Resources []*sdk.Resource
	Templates []*sdk.ResourceTemplate `json:"resourceTemplates"`
	Prompt    *sdk.Prompt
}

// tool is an MCP tool and the call that it makes.
type tool struct {
	*sdk.Tool
	Call    string
	OnBoard string             `json:"on_board"` // the call if a board is given
	OneOf   []string           `json:"one_of"`   // arguments of which exactly one is required
	Answer  string             // name of the answer's schema
	Input   *jsonschema.Schema `json:"inputSchema"`
}

// Serve serves an assistant until stdin or ctx ends, which is not an error. Only the protocol is written to stdout.
func Serve(ctx context.Context, c Conn, stdin io.ReadCloser, stdout io.WriteCloser, version string) error {
	server, err := newServer(c, version)
	if err == nil {
		err = server.Run(ctx, transport(stdin, stdout))
	}
	if err != nil && ctx.Err() == nil {
		return fmt.Errorf("serve assistant: %w", err)
	}
	return nil
}

func newServer(c Conn, version string) (*sdk.Server, error) {
	server := sdk.NewServer(&sdk.Implementation{Name: "viviscope", Title: "Viviscope", Version: version},
		&sdk.ServerOptions{
			Instructions: instructions,
			Capabilities: &sdk.ServerCapabilities{}, // derived from what is added below, without logging
		})
	var all offers
	if err := json.Unmarshal(offersJSON, &all); err != nil {
		return nil, err
	}
	for _, t := range all.Tools {
		answer, err := schemas.Files.ReadFile(t.Answer + ".json")
		if err != nil {
			return nil, err
		}
		input, err := t.Input.Resolve(nil)
		if err != nil {
			return nil, err
		}
		t.InputSchema, t.OutputSchema = t.Input, json.RawMessage(answer)
		server.AddTool(t.Tool, func(ctx context.Context, q *sdk.CallToolRequest) (result *sdk.CallToolResult, _ error) {
			err := guard.Run("tool "+t.Name, func() { result = t.answer(ctx, c, input, q.Params.Arguments) })
			if err != nil {
				result = failed(automation.FailureOf(err))
			}
			return result, nil
		})
	}
	all.addResources(server, c)
	return server, nil
}

// answer makes the call of a tool. A failure is also a result, so that the assistant can read it.
func (t tool) answer(ctx context.Context, c Conn, input *jsonschema.Resolved, raw json.RawMessage) *sdk.CallToolResult {
	args, err := readArguments(t.Input, input, raw)
	if err != nil {
		return failed(automation.Usage("%v", err))
	}
	if !t.hasOne(args) {
		return failed(automation.Usage("give exactly one of %s", strings.Join(t.OneOf, " and ")))
	}
	call := t.Call
	if t.OnBoard != "" && (args["board"] != nil || args["ref"] != nil) {
		call = t.OnBoard
	}
	var answer json.RawMessage
	if err := c.Do(ctx, call, args, &answer, nil); err != nil {
		return failed(err)
	}
	var look automation.LookAnswer
	if t.Call != "look" || json.Unmarshal(answer, &look) != nil {
		return result(answer)
	}
	picture := &sdk.ImageContent{Data: look.JPEG, MIMEType: "image/jpeg"}
	look.JPEG = []byte{} // do not send it twice
	return result(look, picture)
}

// hasOne reports whether a call has exactly one of the OneOf arguments. A schema would use oneOf, which model providers
// reject.
func (t tool) hasOne(args map[string]json.RawMessage) bool {
	given := 0
	for _, name := range t.OneOf {
		if _, has := args[name]; has {
			given++
		}
	}
	return len(t.OneOf) == 0 || given == 1
}

// result returns an answer as structured content, and as text for clients without support for that.
func result(answer any, more ...sdk.Content) *sdk.CallToolResult {
	text, err := json.Marshal(answer)
	if err != nil {
		return failed(fmt.Errorf("encode answer: %w", err))
	}
	return &sdk.CallToolResult{StructuredContent: json.RawMessage(text),
		Content: append(more, &sdk.TextContent{Text: string(text)})}
}

func failed(err error) *sdk.CallToolResult {
	f := automation.FailureOf(err)
	r := result(automation.ErrorAnswer{Protocol: automation.Protocol, Error: f, Exit: f.Exit})
	// clients would validate it against the answer schema and report that instead
	r.IsError, r.StructuredContent = true, nil
	return r
}
