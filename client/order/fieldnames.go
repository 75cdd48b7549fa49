package order

import "slices"

// The fields of the form by their wire names, as client.ValidationError uses them.
const (
	FieldModel    = "model"
	FieldFrames   = "input_reference" // both slots of a clip
	FieldImage    = "image"           // the missing picture of an edit
	FieldImages   = "images"          // the pictures of an edit, one of them unusable
	FieldPrompt   = "prompt"
	FieldNegative = "negative_prompt"
	FieldSeconds  = "seconds"
	FieldTier     = "resolution"
	FieldRatio    = "aspect_ratio"
	FieldSize     = "size"
	FieldQuality  = "quality"
	FieldFormat   = "output_format"
	FieldAudio    = "audio"
	FieldSeed     = "seed"
)

// fieldRank returns the position of a field in the form. The pictures of a request follow its model.
func fieldRank(field string) int {
	return slices.Index(fieldOrder, field)
}

var fieldOrder = func() []string {
	names := []string{FieldModel, FieldFrames, FieldImage, FieldImages}
	for _, f := range fields {
		if !slices.Contains(names, f.Name) {
			names = append(names, f.Name)
		}
	}
	return names
}()
