package order

import "slices"

// The wire names of the fields of the form, as in client.ValidationError.
const (
	FieldModel    = "model"
	FieldFrames   = "input_reference" // both slots of a clip
	FieldImage    = "image"           // for a missing picture of an edit
	FieldImages   = "images"          // the pictures of an edit
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

// fieldRank returns the position of a field in the form. Pictures follow the model.
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
