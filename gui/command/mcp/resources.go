package mcp

import (
	"cmp"
	"context"
	"encoding/json"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"viviscope/client/automation"
)

// addResources adds the resources and the prompt.
func (o offers) addResources(server *sdk.Server, c Conn) {
	read := func(ctx context.Context, q *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
		content, err := readResource(ctx, c, strings.TrimPrefix(q.Params.URI, "viviscope://"))
		return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{content}}, err
	}
	for _, r := range o.Resources {
		server.AddResource(r, read)
	}
	for _, r := range o.Templates {
		server.AddResourceTemplate(r, read)
	}
	server.AddPrompt(o.Prompt, func(_ context.Context, q *sdk.GetPromptRequest) (*sdk.GetPromptResult, error) {
		if strings.TrimSpace(q.Params.Arguments["brief"]) == "" {
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams,
				Message: "the argument brief is missing: say what the film is about"}
		}
		var filled []string
		for name, other := range map[string]string{"brief": "", "shots": "6", "seconds": "5",
			"style": "choose one that suits the brief"} {
			filled = append(filled, "{"+name+"}", cmp.Or(q.Params.Arguments[name], other))
		}
		text := strings.NewReplacer(filled...).Replace(storyboard)
		return &sdk.GetPromptResult{Messages: []*sdk.PromptMessage{{Role: "user",
			Content: &sdk.TextContent{Text: text}}}}, nil
	})
}

// readResource reads a resource by its URI, which the server has matched with offers.json.
func readResource(ctx context.Context, c Conn, address string) (*sdk.ResourceContents, error) {
	var answer any
	var err error
	switch kind, ref, _ := strings.Cut(address, "/"); kind {
	case "rules":
		return &sdk.ResourceContents{Text: rules}, nil
	case "budget":
		answer, err = budget(ctx, c)
	case "board":
		answer = &json.RawMessage{}
		err = c.Do(ctx, "board_show", automation.BoardArgs{Ref: ref}, answer, nil)
	default:
		var look automation.LookAnswer
		if err = c.Do(ctx, "look", automation.LookArgs{Ref: ref}, &look, nil); kind == "thumbnail" && err == nil {
			return &sdk.ResourceContents{Blob: look.JPEG}, nil
		}
		answer = look.Asset
	}
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(answer)
	return &sdk.ResourceContents{Text: string(text)}, err
}

// budget requests the price of a clip, which includes the remainder of the client's caps. Unset caps are absent.
func budget(ctx context.Context, c Conn) (any, error) {
	var price automation.PriceAnswer
	clip := automation.Row{Kind: "text_to_video", Request: json.RawMessage(`{"model":"clip-3.0","prompt":"-"}`)}
	err := c.Do(ctx, "price", automation.MakeArgs{Rows: []automation.Row{clip}}, &price, nil)
	return struct {
		DayLeft  *automation.Amount `json:"day_left,omitempty"`
		Left     *automation.Amount `json:"left,omitempty"`
		Approval string             `json:"approval,omitempty"` // why a clip needs approval
	}{price.Quote.DayLeft, price.Quote.Left, price.Quote.Approval}, err
}
