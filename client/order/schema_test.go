package order_test

import (
	"encoding/json"
	"slices"
	"testing"

	"viviscope/client/order"
	"viviscope/resources/schemas"
)

// The schemas of requests have the fields of the table, with the same choices. The table has a row for each frame and
// one for the pictures of an edit; requests hold them as input_reference and image_urls.
func TestSchemasMatchFields(t *testing.T) {
	pictures := []string{"first_frame", "last_frame", order.FieldImages}
	for _, kind := range order.Kinds() {
		data, err := schemas.Files.ReadFile(string(kind) + ".json")
		if err != nil {
			t.Fatal(err)
		}
		var schema struct {
			Properties map[string]struct {
				Type string   `json:"type"`
				Enum []string `json:"enum"`
			} `json:"properties"`
		}
		if err := json.Unmarshal(data, &schema); err != nil {
			t.Fatal(err)
		}
		for _, f := range order.Fields() {
			property, there := schema.Properties[f.Name]
			delete(schema.Properties, f.Name)
			want := slices.Contains(f.Kinds, kind) && !slices.Contains(pictures, f.Name)
			if there != want {
				t.Errorf("%s: the schema has %s: %v, want %v", kind, f.Name, there, want)
			}
			if there && property.Type == "string" && !slices.Equal(property.Enum, f.Choices) {
				t.Errorf("%s: %s is one of %q in the schema and of %q in the table", kind, f.Name, property.Enum,
					f.Choices)
			}
		}
		for name := range schema.Properties {
			if name == order.FieldFrames || name == "image_urls" {
				continue
			}
			t.Errorf("%s: the table lacks %s of the schema", kind, name)
		}
	}
}
