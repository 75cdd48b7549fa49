package automation_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"viviscope/client"
	"viviscope/client/automation"
	"viviscope/resources/schemas"
)

var update = flag.Bool("update", false, "write the schemas anew")

// Types with an encoding that differs from their Go type.
var encoded = &jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{
	reflect.TypeFor[time.Time]():       {Type: "string", Format: "date-time"},
	reflect.TypeFor[json.RawMessage](): {Type: "object"},
	reflect.TypeFor[[]byte]():          {Type: "string", ContentEncoding: "base64", ContentMediaType: "image/jpeg"},
}}

// answers are the types of the schemas by their names.
var answers = map[string]any{
	"jobs": automation.JobsAnswer{}, "price": automation.PriceAnswer{}, "models": automation.ModelsAnswer{},
	"find": automation.FindAnswer{},
	"look": automation.LookAnswer{}, "costs": automation.CostsAnswer{}, "board": automation.BoardAnswer{},
	"files": automation.FilesAnswer{},
	"cast":  automation.CastAnswer{},
	"join":  automation.JoinAnswer{}, "done": automation.DoneAnswer{}, "error": automation.ErrorAnswer{},
	"event": automation.JobEvent{},
}

// The published schemas are generated from the Go types of the answers.
func TestSchemasMatchAnswers(t *testing.T) {
	want := map[string][]byte{}
	for name, answer := range answers {
		want[name] = answerSchema(t, name, answer)
	}
	for _, kind := range []client.Kind{client.TextToVideo, client.FramesToVideo, client.TextToImage, client.EditImage} {
		want[string(kind)] = requestSchema(t, kind)
	}
	dir := filepath.Join("..", "..", "resources", "schemas")
	for name, data := range want {
		if *update {
			if err := os.WriteFile(filepath.Join(dir, name+".json"), data, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if got, err := schemas.Files.ReadFile(name + ".json"); err != nil || !bytes.Equal(got, data) {
			t.Errorf("%s.json is not what the program answers with (%v): run go test ./client/automation -run TestSchemasMatchAnswers -update", name, err)
		}
	}
	files, err := schemas.Files.ReadDir(".")
	if err != nil || len(files) != len(want) && !*update {
		t.Errorf("%d schemas are embedded, %d are of a type: %v", len(files), len(want), err)
	}
}

// Fields may be added to an answer. A list is never null.
func TestAnswersAllowNewFields(t *testing.T) {
	for name := range answers {
		s := resolved(t, name)
		for _, at := range nested(s.Schema()) {
			if at.AdditionalProperties != nil || slices.Contains(at.Types, "null") {
				t.Errorf("%s.json forbids further fields or allows null: %+v", name, at)
			}
		}
	}
	jobs := resolved(t, "jobs")
	for document, holds := range map[string]bool{
		`{"viviscope":2,"jobs":[],"exit":0}`:              true,
		`{"viviscope":2,"jobs":[],"exit":0,"later":"on"}`: true,
		`{"viviscope":2,"jobs":null,"exit":0}`:            false,
		`{"viviscope":2,"exit":0}`:                        false,
	} {
		var value any
		if err := json.Unmarshal([]byte(document), &value); err != nil {
			t.Fatal(err)
		}
		if err := jobs.Validate(value); (err == nil) != holds {
			t.Errorf("%s: %v", document, err)
		}
	}
}

// A request that the service's rules allow is valid by its schema, and the schema contains every rule that it can
// express.
func TestRequestsMatchSchemas(t *testing.T) {
	for _, c := range []struct {
		kind    client.Kind
		request string
	}{
		{client.TextToVideo, `{"model":"clip-3.0","prompt":"boats","seconds":7,"audio":true,"resolution":"720P","seed":4}`},
		{client.TextToVideo, `{"model":"clip-3.0","prompt":"boats","seconds":16}`},
		{client.TextToVideo, `{"model":"clip-3.0","prompt":"boats","resolution":"4K"}`},
		{client.TextToVideo, `{"model":"clip-2.5","prompt":"boats","seconds":7}`},
		{client.TextToVideo, `{"model":"clip-2.5","prompt":"boats","seconds":10}`},
		{client.TextToVideo, `{"model":"clip-o1","prompt":"boats","audio":true}`},
		{client.TextToVideo, `{"model":"clip-3.0","prompt":"boats","aspect_ratio":"4:3"}`},
		{client.TextToVideo, `{"prompt":"boats"}`},
		{client.FramesToVideo, `{"model":"clip-3.0","input_reference":["https://a.example/1.png"]}`},
		{client.FramesToVideo, `{"model":"clip-3.0","input_reference":["https://a.example/1.png","https://a.example/2.png","https://a.example/3.png"]}`},
		{client.FramesToVideo, `{"model":"clip-3.0","input_reference":["file:///etc/passwd"]}`},
		{client.TextToImage, `{"model":"genimage-2.5-flare","prompt":"boats","quality":"xhigh","output_format":"jpeg","size":"2048x1024"}`},
		{client.TextToImage, `{"model":"genimage-2.5-flare","prompt":"boats","quality":"best"}`},
		{client.TextToImage, `{"model":"genimage-2.5-flare","size":"2048x1024"}`},
		{client.TextToImage, `{"model":"genimage-2.5-flare","prompt":"boats","output_format":"webp"}`},
		{client.EditImage, `{"model":"genimage-2.5-flare","prompt":"at night","image_urls":["https://a.example/1.png"]}`},
		{client.EditImage, `{"model":"genimage-2.5-flare","prompt":"at night","image_urls":["data:,x"]}`},
	} {
		request, err := client.ParseRequest(c.kind, json.RawMessage(c.request))
		if err != nil {
			t.Fatal(err)
		}
		var value any
		if err := json.Unmarshal([]byte(c.request), &value); err != nil {
			t.Fatal(err)
		}
		broken := request.Problems()
		if err := resolved(t, string(c.kind)).Validate(value); (err == nil) != (len(broken) == 0) {
			t.Errorf("%s %s: by the schema %v, by the rules %v", c.kind, c.request, err, broken)
		}
	}
}

func answerSchema(t *testing.T, name string, answer any) []byte {
	s, err := jsonschema.ForType(reflect.TypeOf(answer), encoded)
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range nested(s) {
		at.AdditionalProperties = nil
		withoutNull(at)
	}
	s.Title = "The answer " + name + " of Viviscope"
	return written(t, s)
}

// requestSchema is that of the JSON form of a request, in which it is stored and in which a caller sends it.
func requestSchema(t *testing.T, kind client.Kind) []byte {
	parsed, err := client.ParseRequest(kind, json.RawMessage(`{}`))
	if err != nil {
		t.Fatal(err)
	}
	s, err := jsonschema.ForType(reflect.TypeOf(parsed), encoded)
	if err != nil {
		t.Fatal(err)
	}
	s.Title = "A request of the kind " + string(kind)
	p := s.Properties
	leave := func(name string) {
		delete(p, name)
		s.PropertyOrder = slices.DeleteFunc(s.PropertyOrder, func(other string) bool { return other == name })
	}
	leave("like") // the profile defines the rules of a model
	leave("own")
	leave("image_name")
	least, links := 1, &jsonschema.Schema{Type: "string", Pattern: "^https?://"}
	p["model"].MinLength, p["size"].Pattern = &least, "^[0-9]+x[0-9]+$"
	if kind.IsVideo() {
		p["seconds"].Minimum, p["seconds"].Maximum = jsonschema.Ptr(float64(client.MinSeconds)),
			jsonschema.Ptr(float64(client.MaxSeconds))
		p["resolution"].Enum, p["aspect_ratio"].Enum = values(client.Resolutions()), values(client.Ratios())
		most := client.MaxReferences
		p["input_reference"].MaxItems, p["input_reference"].Items = &most, links
		if kind == client.TextToVideo {
			leave("input_reference")
			s.Required = append(s.Required, "prompt")
		}
		for _, m := range client.VideoModels() {
			only := map[string]*jsonschema.Schema{}
			if len(m.Seconds) != client.MaxSeconds-client.MinSeconds+1 {
				only["seconds"] = &jsonschema.Schema{Enum: values(m.Seconds)}
			}
			if m.Audio == client.AudioNever {
				only["audio"] = &jsonschema.Schema{Enum: []any{false}}
			}
			if len(only) > 0 {
				is := jsonschema.Schema{Properties: map[string]*jsonschema.Schema{"model": {Enum: []any{m.ID}}}}
				s.AllOf = append(s.AllOf, &jsonschema.Schema{If: &is, Then: &jsonschema.Schema{Properties: only}})
			}
		}
	} else {
		p["quality"].Enum, p["output_format"].Enum = values(client.Qualities()), values(client.Formats())
		if kind == client.EditImage {
			p["image_urls"].Items = links
		}
	}
	if p := p["prompt"]; slices.Contains(s.Required, "prompt") {
		p.MinLength = &least
	}
	for _, at := range nested(s) {
		withoutNull(at)
	}
	return written(t, s)
}

func values[T any](all []T) (any []any) {
	for _, v := range all {
		any = append(any, v)
	}
	return any
}

// nested returns a schema and all those in it.
func nested(s *jsonschema.Schema) []*jsonschema.Schema {
	all := []*jsonschema.Schema{s}
	for _, p := range s.Properties {
		all = append(all, nested(p)...)
	}
	if s.Items != nil {
		all = append(all, nested(s.Items)...)
	}
	return all
}

// withoutNull takes null away: what is absent is left out, and an empty list is [].
func withoutNull(s *jsonschema.Schema) {
	s.Types = slices.DeleteFunc(s.Types, func(name string) bool { return name == "null" })
	if len(s.Types) == 1 {
		s.Type, s.Types = s.Types[0], nil
	}
}

func written(t *testing.T, s *jsonschema.Schema) []byte {
	t.Helper()
	s.Schema = "https://json-schema.org/draft/2020-12/schema"
	data, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return append(data, '\n')
}

func resolved(t *testing.T, name string) *jsonschema.Resolved {
	t.Helper()
	data, err := schemas.Files.ReadFile(name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var s jsonschema.Schema
	if err := json.NewDecoder(strings.NewReader(string(data))).Decode(&s); err != nil {
		t.Fatal(err)
	}
	r, err := s.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
