package order

import "slices"

// The fields of the form by their names on the wire, as client.ValidationError uses them.
const (
	FieldModel    = "model"
	FieldFrames   = "input_reference" // both slots of a clip
	FieldImage    = "image"           // the picture of an edit: there is none
	FieldImages   = "images"          // the pictures of an edit: one of them cannot be used
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

// rank is the place of a field in the order of the form. The pictures of a request come behind its model.
func rank(field string) int {
	return slices.Index(ranks, field)
}

var ranks = func() []string {
	names := []string{FieldModel, FieldFrames, FieldImage, FieldImages}
	for _, f := range fields {
		if !slices.Contains(names, f.Name) {
			names = append(names, f.Name)
		}
	}
	return names
}()
