package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"viviscope/client/automation"
	"viviscope/resources/schemas"
)

// fakeOwner answers every call like the owner of a library and records it.
type fakeOwner struct {
	mu    sync.Mutex
	calls []string // the name of each call, and its arguments as JSON
	fail  error
	block chan struct{} // not nil: calls wait until their context ends, and say so here
}

var fakeAnswers = map[string]any{
	"models": automation.ModelsAnswer{Protocol: 2, Models: []automation.Model{}},
	"price": automation.PriceAnswer{Protocol: 2, Problems: []automation.Problem{},
		Quote: automation.Quote{Each: []automation.Amount{}, DayLeft: amount("reserved", 4_000_000),
			Approval: "always"}},
	"find": automation.FindAnswer{Protocol: 2, Assets: []automation.Asset{}, Unknown: []string{}},
	"look": automation.LookAnswer{Protocol: 2,
		Asset: automation.Asset{Ref: "7f3a9c32", Kind: "clip", Tags: []string{}}, JPEG: []byte("\xff\xd8\xff")},
	"costs": automation.CostsAnswer{Protocol: 2, Sums: []automation.CostSum{}, Groups: []automation.CostGroup{}},
	"tag":   automation.DoneAnswer{Protocol: 2},
	"cast":  automation.CastAnswer{Protocol: 2, Cast: []automation.CastUses{}},
}

func init() {
	for name, calls := range map[string][]string{"jobs": {"jobs", "wait", "make", "board_make"},
		"board": {"board_show", "board_apply"},
		"join":  {"join", "board_join"}, "files": {"export", "board_export"}} {
		answers := map[string]any{
			"jobs": automation.JobsAnswer{Protocol: 2, Exit: 5, Jobs: []automation.Job{
				{Ref: "7f3a9c32", State: "held", Hold: "approval", Files: []automation.File{},
					Next: []string{"approve", "wait"}}}},
			"board": automation.BoardAnswer{Protocol: 2, Boards: []automation.BoardName{}, Cards: []automation.Card{}},
			"join":  automation.JoinAnswer{Protocol: 2, How: "copied"},
			"files": automation.FilesAnswer{Protocol: 2, Refs: []string{}, Problems: []automation.Problem{}},
		}
		for _, call := range calls {
			fakeAnswers[call] = answers[name]
		}
	}
	fakeAnswers["board_price"] = fakeAnswers["price"]
}

func amount(kind string, micros int64) *automation.Amount {
	return &automation.Amount{Kind: kind, Micros: &micros, Currency: "CNY"}
}

func (o *fakeOwner) Do(ctx context.Context, call string, args, into any, _ func(json.RawMessage)) error {
	raw, err := json.Marshal(args)
	if err != nil {
		return err
	}
	o.mu.Lock()
	o.calls = append(o.calls, call+" "+string(raw))
	fail, block := o.fail, o.block
	o.mu.Unlock()
	if block != nil {
		block <- struct{}{}
		<-ctx.Done()
		close(block)
		return ctx.Err()
	}
	if fail != nil {
		return fail
	}
	answer, known := fakeAnswers[call]
	if !known {
		return &automation.Failure{Code: automation.CodeForbidden, Message: "not for clients",
			Exit: automation.ExitInvalid}
	}
	data, err := json.Marshal(answer)
	return errors.Join(err, json.Unmarshal(data, into))
}

func (o *fakeOwner) last() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.calls[len(o.calls)-1]
}

// assistant connects the SDK's client to a server of this owner, through pipes.
func assistant(t *testing.T, o *fakeOwner, version string) *sdk.ClientSession {
	t.Helper()
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	served := make(chan error, 1)
	go func() {
		served <- errors.Join(Serve(context.Background(), o, fromClient, toClient, "1.2.3"), fromClient.Close(),
			toClient.Close())
	}()
	s, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).
		Connect(t.Context(), &sdk.IOTransport{Reader: fromServer, Writer: toServer},
			&sdk.ClientSessionOptions{ProtocolVersion: version})
	if err != nil {
		t.Fatal(err, <-served)
	}
	t.Cleanup(func() {
		if err := toServer.Close(); err != nil { // the end of stdin
			t.Error(err)
		}
		if err := <-served; err != nil {
			t.Errorf("the end of stdin is an error: %v", err)
		}
	})
	return s
}

// right holds valid arguments for each tool.
var right = map[string]map[string]any{
	"models":      {},
	"price":       {"rows": []any{clip}},
	"find":        {"query": "boats"},
	"look":        {"ref": "7f3a", "at": 1.5},
	"jobs":        {"states": []any{"held"}},
	"wait":        {"refs": []any{"7f3a"}},
	"costs":       {"since": "2026-11-01"},
	"board":       {"ref": "7f3a"},
	"cast":        {},
	"tag":         {"refs": []any{"7f3a"}, "add": []any{"boats"}, "star": true},
	"board_apply": {"board": map[string]any{"name": "Harbour", "anything": "else"}},
	"join":        {"refs": []any{"7f3a", "7f3a"}},
	"export":      {"refs": []any{"7f3a"}, "name": "for Ann"},
	"make":        {"request_id": "teaser-07", "rows": []any{clip}, "max_cost": "5.10"},
	"board_make":  {"request_id": "teaser-08", "ref": "7f3a", "version": 3, "stage": "clips"},
}

var clip = map[string]any{"kind": "text_to_video",
	"request": map[string]any{"model": "clip-3.0", "prompt": "paper boats", "seed": json.Number("9007199254740993")}}

// Tools that must never be offered to an assistant, regardless of the list.
func TestUserDecisionsAreNotOffered(t *testing.T) {
	s := assistant(t, &fakeOwner{}, "")
	list, err := s.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
		for _, never := range []string{"approv", "releas", "discard", "resolv", "adopt", "budget", "grant", "key",
			"host", "delete", "trash", "setting",
			"import", "track", "yield", "profile"} {
			if strings.Contains(tool.Name, never) {
				t.Errorf("the tool %s is offered", tool.Name)
			}
		}
	}
	slices.Sort(names)
	want := []string{"board", "board_apply", "board_make", "cast", "costs", "export", "find", "join", "jobs", "look", "make",
		"models", "price", "tag", "wait"}
	slices.Sort(want)
	if !slices.Equal(names, want) {
		t.Errorf("tools %v, want %v", names, want)
	}
	// The same for arguments: no path, client, folder or agreement.
	for _, tool := range list.Tools {
		data, err := json.Marshal(tool.InputSchema)
		if err != nil {
			t.Fatal(err)
		}
		var schema jsonschema.Schema
		if err := json.Unmarshal(data, &schema); err != nil {
			t.Fatal(err)
		}
		for _, never := range []string{"folder", "path", "paths", "token", "agree", "follow", "profile", "base_url",
			"settings"} {
			if _, there := schema.Properties[never]; there {
				t.Errorf("%s takes the argument %s", tool.Name, never)
			}
		}
		args := map[string]any{"folder": "/etc"}
		for name, value := range right[tool.Name] {
			args[name] = value
		}
		if r, err := s.CallTool(t.Context(), &sdk.CallToolParams{Name: tool.Name, Arguments: args}); err != nil ||
			!r.IsError {
			t.Errorf("%s takes an argument that it does not have: %v", tool.Name, err)
		}
	}
}

func TestToolsAreDescribed(t *testing.T) {
	s := assistant(t, &fakeOwner{}, "")
	list, err := s.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	reading := []string{"cast", "models", "price", "find", "look", "jobs", "wait", "costs", "board"}
	for _, tool := range list.Tools {
		a, spends := tool.Annotations, tool.Name == "make" || tool.Name == "board_make"
		if a == nil || a.ReadOnlyHint != slices.Contains(reading, tool.Name) || a.OpenWorldHint == nil ||
			*a.OpenWorldHint != spends ||
			!a.ReadOnlyHint && (a.DestructiveHint == nil || *a.DestructiveHint) || spends && !a.IdempotentHint {
			t.Errorf("%s says of itself %+v", tool.Name, a)
		}
		if len(tool.Description) < 20 || tool.Title == "" || tool.OutputSchema == nil {
			t.Errorf("%s is not described", tool.Name)
		}
		required := fmt.Sprint(tool.InputSchema.(map[string]any)["required"])
		if strings.Contains(required, "request_id") != spends {
			t.Errorf("%s requires %s", tool.Name, required)
		}
	}
	about := s.InitializeResult()
	if n := len([]rune(about.Instructions)); n == 0 || n > 1200 {
		t.Errorf("%d characters of instructions", n)
	}
	offers, err := json.Marshal(about.Capabilities)
	if err != nil || strings.Contains(string(offers), "logging") || about.ServerInfo.Version != "1.2.3" {
		t.Errorf("the server says of itself %+v %+v", about.Capabilities, about.ServerInfo)
	}
}

var (
	toolName     = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)
	propertyName = regexp.MustCompile(`^[a-zA-Z0-9_.-]{1,64}$`)
)

// Model providers reject a whole request for one unsupported tool. Anthropic and OpenAI accept everything listed here.
func TestModelsAcceptTheSchemasOfAllTools(t *testing.T) {
	list, err := assistant(t, &fakeOwner{}, "").ListTools(t.Context(), nil)
	if err != nil || len(list.Tools) == 0 {
		t.Fatal(list, err)
	}
	for _, tool := range list.Tools {
		if !toolName.MatchString(tool.Name) || len([]rune(tool.Description)) > 1024 {
			t.Errorf("%s: %d characters of description", tool.Name, len([]rune(tool.Description)))
		}
		checkInput(t, tool.Name, tool.InputSchema.(map[string]any), "object")
	}
	for _, keyword := range []string{"oneOf", "anyOf", "allOf", "not", "$ref", "if", "enum", "const"} {
		if refusedInput("x", map[string]any{"type": "object", keyword: []any{}}, "object") == nil {
			t.Errorf("%s is accepted", keyword)
		}
	}
	if refusedInput("x", map[string]any{"type": []any{"object", "null"}}, "") == nil {
		t.Error("a list of types is accepted")
	}
}

func checkInput(t *testing.T, where string, schema map[string]any, kind string) {
	t.Helper()
	for _, problem := range refusedInput(where, schema, kind) {
		t.Error(problem)
	}
}

// refusedInput returns the parts of an input schema that providers reject, with their paths. kind is the required type;
// "" for any.
func refusedInput(where string, schema map[string]any, kind string) (problems []string) {
	refuse := func(format string, args ...any) { problems = append(problems, where+": "+fmt.Sprintf(format, args...)) }
	is, _ := schema["type"].(string)
	if kind != "" && is != kind ||
		!slices.Contains([]string{"object", "array", "string", "integer", "number", "boolean"}, is) {
		refuse("type %v", schema["type"])
	}
	allowed := map[string][]string{"object": {"properties", "required", "additionalProperties"},
		"array":  {"items", "minItems", "maxItems"},
		"string": {"enum", "pattern", "maxLength"}, "integer": {"minimum", "maximum", "default"},
		"number": {"minimum", "maximum", "default"}}[is]
	for keyword := range schema {
		if !slices.Contains(append([]string{"type", "description"}, allowed...), keyword) {
			refuse("keyword %s", keyword)
		}
	}
	if more, has := schema["additionalProperties"]; has && more != false {
		refuse("additionalProperties %v", more)
	}
	properties, _ := schema["properties"].(map[string]any)
	for name, property := range properties {
		if !propertyName.MatchString(name) {
			refuse("property %q", name)
		}
		inner, _ := property.(map[string]any)
		problems = append(problems, refusedInput(where+"."+name, inner, "")...)
	}
	required, _ := schema["required"].([]any)
	for _, name := range required {
		if text, _ := name.(string); properties[text] == nil {
			refuse("required %v is no property", name)
		}
	}
	if is == "array" {
		items, _ := schema["items"].(map[string]any)
		problems = append(problems, refusedInput(where+"[]", items, "")...)
	}
	return problems
}

// A schema cannot express a choice between two arguments, so the call checks it.
func TestExactlyOneOfArguments(t *testing.T) {
	o := &fakeOwner{}
	s := assistant(t, o, "")
	for name, args := range map[string]map[string]any{"price": {"rows": []any{clip}, "ref": "7f3a"},
		"join":   {"refs": []any{"7f3a"}, "board": "7f3a"},
		"export": {"refs": []any{"7f3a"}, "board": "7f3a"}} {
		for _, args := range []map[string]any{args, {}} {
			r, err := s.CallTool(t.Context(), &sdk.CallToolParams{Name: name, Arguments: args})
			if err != nil || !r.IsError ||
				!strings.Contains(r.Content[0].(*sdk.TextContent).Text, "give exactly one of ") {
				t.Errorf("%s %v: %v %+v", name, args, err, r)
			}
		}
	}
	if len(o.calls) > 0 {
		t.Errorf("called %v", o.calls)
	}
}

func TestEveryToolIsOneCall(t *testing.T) {
	o := &fakeOwner{}
	s := assistant(t, o, "")
	for name, want := range map[string]string{
		"models":      `models {}`,
		"price":       `price {"rows":[{"kind":"text_to_video","request":{"model":"clip-3.0","prompt":"paper boats","seed":9007199254740993}}]}`,
		"find":        `find {"limit":20,"query":"boats"}`,
		"look":        `look {"at":1.5,"ref":"7f3a"}`,
		"jobs":        `jobs {"limit":20,"states":["held"]}`,
		"wait":        `wait {"refs":["7f3a"],"seconds":20}`,
		"costs":       `costs {"since":"2026-11-01"}`,
		"board":       `board_show {"ref":"7f3a"}`,
		"tag":         `tag {"add":["boats"],"refs":["7f3a"],"star":true}`,
		"board_apply": `board_apply {"board":{"anything":"else","name":"Harbour"}}`,
		"join":        `join {"refs":["7f3a","7f3a"]}`,
		"export":      `export {"name":"for Ann","refs":["7f3a"]}`,
		"make": `make {"max_cost":"5.10","request_id":"teaser-07",` +
			`"rows":[{"kind":"text_to_video","request":{"model":"clip-3.0","prompt":"paper boats","seed":9007199254740993}}]}`,
		"board_make": `board_make {"ref":"7f3a","request_id":"teaser-08","stage":"clips","version":3}`,
	} {
		r, err := s.CallTool(t.Context(), &sdk.CallToolParams{Name: name, Arguments: right[name]})
		if err != nil || r.IsError {
			t.Errorf("%s: %v %+v", name, err, r)
			continue
		}
		if got := o.last(); got != want {
			t.Errorf("%s asks %s, want %s", name, got, want)
		}
		text := r.Content[len(r.Content)-1].(*sdk.TextContent).Text
		structured, err := json.Marshal(r.StructuredContent)
		if err != nil {
			t.Fatal(err)
		}
		var a, b any
		if err := errors.Join(json.Unmarshal([]byte(text), &a), json.Unmarshal(structured, &b)); err != nil ||
			fmt.Sprint(a) != fmt.Sprint(b) {
			t.Errorf("%s: the text %s is not the answer %s", name, text, structured)
		}
		if _, picture := r.Content[0].(*sdk.ImageContent); picture != (name == "look") {
			t.Errorf("%s answers with %T", name, r.Content[0])
		}
	}
	for name, want := range map[string]string{"join": `board_join {"board":"7f3a"}`,
		"export": `board_export {"board":"7f3a"}`, "price": `board_price {"ref":"7f3a"}`} {
		arguments := map[string]any{"board": "7f3a"}
		if name == "price" {
			arguments = map[string]any{"ref": "7f3a"}
		}
		r, err := s.CallTool(t.Context(), &sdk.CallToolParams{Name: name, Arguments: arguments})
		if err != nil || r.IsError || o.last() != want {
			t.Errorf("%s of a board asks %s: %v", name, o.last(), err)
		}
	}
}

func TestAnswersMatchSchemas(t *testing.T) {
	s := assistant(t, &fakeOwner{}, "")
	list, err := s.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range list.Tools {
		schema := schemaOf(t, tool.OutputSchema)
		r, err := s.CallTool(t.Context(), &sdk.CallToolParams{Name: tool.Name, Arguments: right[tool.Name]})
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(r.StructuredContent); err != nil {
			t.Errorf("%s: %v", tool.Name, err)
		}
	}
}

func schemaOf(t *testing.T, v any) *jsonschema.Resolved {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var schema jsonschema.Schema
	if err := json.Unmarshal(data, &schema); err != nil {
		t.Fatal(err)
	}
	r, err := schema.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestFailureIsInResult(t *testing.T) {
	o := &fakeOwner{}
	s := assistant(t, o, "")
	shape, err := schemas.Files.ReadFile("error.json")
	if err != nil {
		t.Fatal(err)
	}
	schema := schemaOf(t, json.RawMessage(shape))
	call := func(name string, args map[string]any) automation.Failure {
		t.Helper()
		r, err := s.CallTool(t.Context(), &sdk.CallToolParams{Name: name, Arguments: args})
		if err != nil || !r.IsError {
			t.Fatalf("%s %v: %v %+v", name, args, err, r)
		}
		var answer automation.ErrorAnswer
		var value any
		text := []byte(r.Content[0].(*sdk.TextContent).Text)
		if err := errors.Join(json.Unmarshal(text, &answer), json.Unmarshal(text, &value)); err != nil ||
			answer.Protocol != automation.Protocol {
			t.Errorf("%s: %v %+v", name, err, answer)
		}
		if err := schema.Validate(value); err != nil {
			t.Error(err)
		}
		if r.StructuredContent != nil { // the TypeScript SDK holds it to the schema of the tool, and hands neither on
			t.Errorf("%s: a failure has structured content", name)
		}
		return *answer.Error
	}
	for _, c := range []struct {
		tool string
		args map[string]any
	}{
		{"make", map[string]any{"rows": []any{clip}}},
		{"make", map[string]any{"request_id": "", "rows": []any{clip}}},
		{"make", map[string]any{"request_id": "a b", "rows": []any{clip}}},
		{"make", map[string]any{"request_id": "a", "rows": []any{}}},
		{"make", map[string]any{"request_id": "a", "rows": []any{clip}, "max_cost": "lots"}},
		{"make", map[string]any{"request_id": "a", "rows": []any{clip}, "max_cots": "1"}},
		{"make", map[string]any{"request_id": "a", "rows": []any{map[string]any{"kind": "text_to_video",
			"request": map[string]any{"model": "clip-3.0", "like": "clip-2.5"}}}}},
		{"wait", map[string]any{"refs": []any{"7f3a"}, "seconds": 600}},
		{"wait", map[string]any{"refs": []any{"7f3a"}, "seconds": 0}},
		{"wait", map[string]any{}},
		{"look", map[string]any{"ref": "../../etc/passwd"}},
		{"export", map[string]any{"refs": []any{"7f3a"}, "name": "../out"}},
		{"export", map[string]any{"refs": []any{"7f3a"}, "name": ".."}},
		{"export", map[string]any{"refs": []any{"7f3a"}, "name": "C:"}},
		{"export", map[string]any{"refs": []any{"7f3a"}, "board": "7f3a"}},
		{"board_make", map[string]any{"request_id": "a", "ref": "7f3a"}},
	} {
		if f := call(c.tool, c.args); f.Code != automation.CodeUsage || f.Exit != automation.ExitInvalid ||
			f.Message == "" {
			t.Errorf("%s %v: %+v", c.tool, c.args, f)
		}
	}
	if len(o.calls) != 0 {
		t.Errorf("the owner was asked %v", o.calls)
	}
	o.fail = &automation.Failure{Code: automation.CodeOverMaxCost, Message: "too much", Exit: automation.ExitOver,
		Quote: &automation.Quote{Each: []automation.Amount{}}, Next: []string{automation.NextNewClick}}
	if f := call("make", right["make"]); f.Code != automation.CodeOverMaxCost || f.Exit != automation.ExitOver ||
		f.Quote == nil || len(f.Next) != 1 {
		t.Errorf("a failure of the owner: %+v", f)
	}
	o.fail = errors.New("the disk is gone")
	if f := call("look", right["look"]); f.Code != automation.CodeInternal || f.Exit != automation.ExitOther {
		t.Errorf("another error: %+v", f)
	}
	if _, err := s.CallTool(t.Context(),
		&sdk.CallToolParams{Name: "approve", Arguments: map[string]any{}}); err == nil {
		t.Error("approve can be called")
	}
}

func TestACancelledToolEndsItsCall(t *testing.T) {
	o := &fakeOwner{block: make(chan struct{})}
	s := assistant(t, o, "")
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-o.block
		cancel()
	}()
	if _, err := s.CallTool(ctx, &sdk.CallToolParams{Name: "wait", Arguments: right["wait"]}); err == nil {
		t.Error("a cancelled call is answered")
	}
	<-o.block // closed when the owner's context has ended
}

// Assistants also end their servers with a signal, which is not an error.
func TestTheEndOfTheContextEndsTheServer(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	stdin, assistant := io.Pipe()
	_, stdout := io.Pipe()
	served := make(chan error, 1)
	go func() { served <- Serve(ctx, &fakeOwner{}, stdin, stdout, "1") }()
	cancel()
	if err := errors.Join(<-served, assistant.Close()); err != nil {
		t.Error(err)
	}
}

func TestResources(t *testing.T) {
	o := &fakeOwner{}
	s := assistant(t, o, "")
	for uri, want := range map[string]struct{ asked, holds string }{
		"viviscope://asset/7f3a9c32":     {`look {"ref":"7f3a9c32"}`, `"ref":"7f3a9c32"`},
		"viviscope://thumbnail/7f3a9c32": {`look {"ref":"7f3a9c32"}`, "\xff\xd8\xff"},
		"viviscope://board/7f3a9c32":     {`board_show {"ref":"7f3a9c32"}`, `"cards":[]`},
		"viviscope://budget": {"price ",
			`"day_left":{"kind":"reserved","micros":4000000,"currency":"CNY"},"approval":"always"`},
		"viviscope://rules": {"", "request_id"},
	} {
		r, err := s.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: uri})
		if err != nil || len(r.Contents) != 1 {
			t.Errorf("%s: %v", uri, err)
			continue
		}
		if c := r.Contents[0]; !strings.Contains(c.Text+string(c.Blob), want.holds) || c.MIMEType == "" {
			t.Errorf("%s: %+v", uri, c)
		}
		if want.asked != "" && !strings.HasPrefix(o.last(), want.asked) {
			t.Errorf("%s asks %s", uri, o.last())
		}
	}
	o.fail = &automation.Failure{Code: automation.CodeNotFound, Message: "there is none", Exit: automation.ExitInvalid}
	for _, uri := range []string{"viviscope://asset/ffff", "viviscope://asset/../../etc/passwd", "viviscope://keys",
		"file:///etc/passwd", "viviscope://board/"} {
		if r, err := s.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: uri}); err == nil {
			t.Errorf("%s: %+v", uri, r.Contents)
		}
	}
}

func TestThePromptHoldsTheBrief(t *testing.T) {
	s := assistant(t, &fakeOwner{}, "")
	r, err := s.GetPrompt(t.Context(),
		&sdk.GetPromptParams{Name: "storyboard",
			Arguments: map[string]string{"brief": "boats at dusk {style}", "shots": "4"}})
	if err != nil {
		t.Fatal(err)
	}
	text := r.Messages[0].Content.(*sdk.TextContent).Text
	for _, want := range []string{"boats at dusk {style}", "a film of 4 shots of 5 seconds", "choose one that suits",
		"board_apply", "board_make"} {
		if !strings.Contains(text, want) {
			t.Errorf("the prompt does not say %q", want)
		}
	}
	if strings.Contains(text, "{shots}") || strings.Contains(text, "{brief}") {
		t.Error("a place was not filled in")
	}
	if _, err := s.GetPrompt(t.Context(), &sdk.GetPromptParams{Name: "storyboard"}); err == nil ||
		!strings.Contains(err.Error(), "brief") {
		t.Errorf("without a brief: %v", err)
	}
}

// Only these calls reach the owner.
var allowed = []string{"models", "price", "find", "look", "jobs", "wait", "costs", "board_show", "tag", "board_apply",
	"join", "board_join",
	"export", "board_export", "make", "board_make", "board_price", "cast"}

var seed = flag.Uint64("seed", 0, "of the hostile assistant; 0: another one each time")

// A hostile assistant makes 10,000 random calls: nothing panics, the server keeps answering, and only calls of the
// tools reach the owner, without paths, folders or client names.
func TestAHostileAssistant(t *testing.T) {
	n := *seed
	if n == 0 {
		n = rand.Uint64()
	}
	t.Logf("-seed %d", n)
	h := hostile{Rand: rand.New(rand.NewPCG(n, 1))}
	o := &fakeOwner{}
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	served := make(chan error, 1)
	go func() {
		served <- errors.Join(Serve(context.Background(), o, fromClient, toClient, "1"), fromClient.Close(),
			toClient.Close())
	}()
	s, err := sdk.NewClient(&sdk.Implementation{Name: "hostile", Version: "1"}, nil).Connect(t.Context(),
		&sdk.IOTransport{Reader: fromServer, Writer: toServer}, nil)
	if err != nil {
		t.Fatal(err)
	}
	reached := 0
	for range 10_000 {
		name, args := h.call()
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		_, err := s.CallTool(ctx, &sdk.CallToolParams{Name: name, Arguments: args})
		cancel()
		if errors.Is(err, context.DeadlineExceeded) {
			t.Fatalf("%s is never answered", name)
		}
	}
	if r, err := s.CallTool(t.Context(), &sdk.CallToolParams{Name: "find", Arguments: right["find"]}); err != nil ||
		r.IsError {
		t.Errorf("after it a call is not answered: %v", err)
	}
	if err := toServer.Close(); err != nil {
		t.Error(err)
	}
	if err := <-served; err != nil {
		t.Error(err)
	}
	for _, asked := range o.calls {
		call, raw, _ := strings.Cut(asked, " ")
		var args map[string]json.RawMessage
		if err := json.Unmarshal([]byte(raw), &args); err != nil || !slices.Contains(allowed, call) {
			t.Errorf("the owner is asked %s: %v", asked, err)
		}
		for _, never := range []string{"folder", "paths", "follow", "agree", "tasks", "token", "key", "profile"} {
			if _, there := args[never]; there {
				t.Errorf("the owner is asked %s", asked)
			}
		}
		var name string
		if args["name"] != nil && json.Unmarshal(args["name"], &name) != nil || strings.ContainsAny(name, `/\:`) ||
			strings.HasPrefix(name, ".") {
			t.Errorf("the owner is asked to write to %s", args["name"])
		}
		reached++
	}
	if reached < 1000 {
		t.Errorf("only %d of the calls were good enough for the owner: nothing was tried", reached)
	}
}

// hostile makes calls that are almost valid, and some that are not.
type hostile struct {
	*rand.Rand
	refs  map[string][]string // of what there is, by its kind; none: "7f3a"
	board map[string]any      // a plan of which something can be made; nil: that of right
}

// kinds are the kinds of objects that tools reference.
var kinds = map[string]string{"look": "asset", "tag": "asset", "join": "asset", "export": "asset", "find": "asset",
	"wait": "job", "jobs": "job",
	"make": "job", "board": "board", "board_apply": "board", "board_make": "board"}

func (h hostile) call() (string, any) {
	names := []string{"approve", "release", "import", "hello", "yield", "", "make\x00", "tools/call", "board_export"}
	for name := range right {
		names = append(names, name)
	}
	slices.Sort(names)
	name := names[h.IntN(len(names))]
	args := map[string]any{}
	for key, value := range right[name] {
		switch h.IntN(10) {
		case 0:
		case 1:
			args[key] = h.value(3)
		default:
			args[key] = h.real(value, kinds[name])
		}
	}
	if h.IntN(4) == 0 {
		keys := []string{"folder", "Folder", "path", "paths", "token", "agree", "name", "board",
			"ref", "refs", "cards", "profile", "__proto__", "seconds", "limit", "request_id", "hold"}
		args[keys[h.IntN(len(keys))]] = h.value(3)
	}
	if h.IntN(50) == 0 {
		return name, h.value(2)
	}
	return name, args
}

// real replaces the ref in right by an existing one.
func (h hostile) real(value any, kind string) any {
	switch v := value.(type) {
	case []any:
		list := []any{}
		for _, one := range v {
			list = append(list, h.real(one, kind))
		}
		return list
	case map[string]any:
		if h.board != nil && kind == "board" {
			return h.board
		}
	}
	if refs := h.refs[kind]; value == "7f3a" && len(refs) > 0 {
		return refs[h.IntN(len(refs))]
	}
	switch {
	case value == 3:
		return 1 + h.IntN(3)
	case value == "teaser-08":
		return fmt.Sprintf("teaser-%d", h.IntN(100))
	case value == "clips" && h.IntN(2) == 0:
		return "keyframes"
	}
	return value
}

func (h hostile) value(depth int) any {
	texts := []string{"../../etc/passwd", "/etc/passwd", `C:\Windows`, "file:///etc/passwd", "http://169.254.169.254/",
		"..", ".hidden", "a\x00b", "\u202egnp.exe",
		strings.Repeat("A", 70_000), "' OR 1=1 --", "$(id)", "7f3a", "", "NaN", "5.10", "-1", "1e400", "{{.}}",
		"<script>"}
	switch n := h.IntN(9); {
	case n < 3 || depth == 0:
		return texts[h.IntN(len(texts))]
	case n == 3:
		return json.Number([]string{"0", "-1", "1e300", "9007199254740993", "25", "2.5",
			"123456789012345678901234567890"}[h.IntN(7)])
	case n == 4:
		return h.IntN(2) == 0
	case n == 5:
		return nil
	case n == 6:
		list := []any{}
		for range h.IntN(5) {
			list = append(list, h.value(depth-1))
		}
		return list
	}
	object := map[string]any{}
	for range h.IntN(5) {
		object[[]string{"kind", "request", "model", "first", "last", "images", "link", "like", "copies",
			"$ref"}[h.IntN(10)]] = h.value(depth - 1)
	}
	return object
}

// Each protocol version of the SDK can list, call, reject, read and end.
func TestProtocolVersions(t *testing.T) {
	versions := []string{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"}
	for _, version := range versions {
		if !slices.Contains(sdk.SupportedProtocolVersions(), version) {
			t.Errorf("the SDK does not know %s any more", version)
		}
		t.Run(version, func(t *testing.T) {
			s := assistant(t, &fakeOwner{}, version)
			list, err := s.ListTools(t.Context(), nil)
			if err != nil || len(list.Tools) != len(right) {
				t.Fatal(err)
			}
			if r, err := s.CallTool(t.Context(),
				&sdk.CallToolParams{Name: "make", Arguments: right["make"]}); err != nil || r.IsError {
				t.Errorf("make: %v", err)
			}
			if r, err := s.CallTool(t.Context(),
				&sdk.CallToolParams{Name: "make", Arguments: map[string]any{}}); err != nil || !r.IsError {
				t.Errorf("a wrong call: %v", err)
			}
			if _, err := s.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: "viviscope://rules"}); err != nil {
				t.Error(err)
			}
			if _, err := s.GetPrompt(t.Context(),
				&sdk.GetPromptParams{Name: "storyboard", Arguments: map[string]string{"brief": "boats"}}); err != nil {
				t.Error(err)
			}
		})
	}
}
