package batch

import "strings"

// column is a known column, by its name in the header.
type column string

const (
	colKind       column = "kind"
	colModel      column = "model"
	colPrompt     column = "prompt"
	colNegative   column = "negative_prompt"
	colSeconds    column = "seconds"
	colResolution column = "resolution"
	colRatio      column = "aspect_ratio"
	colSize       column = "size"
	colAudio      column = "audio"
	colFirst      column = "first_frame"
	colLast       column = "last_frame"
	colImages     column = "images"
	colSeed       column = "seed"
	colQuality    column = "quality"
	colFormat     column = "output_format"
	colClips      column = "clips"
)

// columns returns all columns in the order in which they are written.
func columns() []column {
	return []column{
		colKind, colModel, colPrompt, colNegative, colSeconds, colResolution, colRatio, colSize, colAudio,
		colFirst, colLast, colImages, colSeed, colQuality, colFormat, colClips,
	}
}

// columnOf finds the column that a name in a header or a key of an object means.
func columnOf(name string) (column, bool) {
	name = strings.NewReplacer(" ", "_", "-", "_").Replace(strings.ToLower(strings.TrimSpace(name)))
	switch name {
	case "text":
		return colPrompt, true
	case "negative":
		return colNegative, true
	case "duration":
		return colSeconds, true
	case "ratio":
		return colRatio, true
	case "sound":
		return colAudio, true
	case "first":
		return colFirst, true
	case "last":
		return colLast, true
	case "image", "image_urls":
		return colImages, true
	case "format":
		return colFormat, true
	case "count":
		return colClips, true
	}
	for _, c := range columns() {
		if string(c) == name {
			return c, true
		}
	}
	return "", false
}

// field is the name on the wire that a problem of the column stands at.
func (c column) field() string {
	if c == colFirst || c == colLast {
		return "input_reference"
	}
	return string(c)
}

// clipsOnly reports whether pictures have no such parameter.
func (c column) clipsOnly() bool {
	switch c {
	case colNegative, colSeconds, colResolution, colRatio, colAudio, colFirst, colLast, colSeed:
		return true
	}
	return false
}

// picturesOnly reports whether clips have no such parameter.
func (c column) picturesOnly() bool { return c == colImages || c == colQuality || c == colFormat }
