package drawing

import (
	"image"
	"image/color"
)

// Drawing is what stands on the canvas. The zero value is no drawing; see Empty.
type Drawing struct {
	Source Source `json:"source"`
	Steps  []Step `json:"steps,omitempty"` // in the order in which they were done
	Marks  []Mark `json:"marks,omitempty"` // from the bottom to the top
	Next   int64  `json:"next,omitempty"`  // ID of the next mark: those of removed marks do not come again
}

// Source is what lies at the bottom of a drawing: an asset of the library, or an empty sheet.
type Source struct {
	Asset string      `json:"asset,omitempty"` // ref; "": an empty sheet
	Size  image.Point `json:"size"`            // pixels as the canvas starts: turned as the picture's EXIF says, made smaller where that was agreed to
	Fill  color.NRGBA `json:"fill"`            // of an empty sheet
}

// StepKind names what a step does to the pixels below the marks.
type StepKind string

// The steps.
const (
	Crop       StepKind = "crop"       // Rect stays
	Extend     StepKind = "extend"     // Rect is the new sheet, which may reach outside of the old one; Fill is what is new
	Turn       StepKind = "turn"       // Turns times 90 degrees clockwise
	Flip       StepKind = "flip"       // left to right, or with Upright top to bottom
	Resize     StepKind = "resize"     // to Size
	Straighten StepKind = "straighten" // Degrees clockwise around the middle, then cut to the largest upright sheet of the same ratio inside
)

// Step is one thing that was done to the pixels below the marks.
type Step struct {
	Kind    StepKind        `json:"kind"`
	Rect    image.Rectangle `json:"rect,omitzero"`
	Fill    color.NRGBA     `json:"fill,omitzero"`
	Turns   int             `json:"turns,omitempty"` // 1 to 3
	Upright bool            `json:"upright,omitempty"`
	Size    image.Point     `json:"size,omitzero"`
	Degrees float64         `json:"degrees,omitempty"` // -45 to 45
}

// MarkKind names what a mark is.
type MarkKind string

// The marks.
const (
	Brush    MarkKind = "brush"    // a stroke along Points
	Erase    MarkKind = "erase"    // a stroke along Points that takes away the marks below it, never the picture
	Line     MarkKind = "line"     // from Points[0] to Points[1]
	Arrow    MarkKind = "arrow"    // the same, with its head at Points[1]
	Box      MarkKind = "box"      // the rectangle with the corners Points[0] and Points[1]
	Ellipse  MarkKind = "ellipse"  // inside of that rectangle
	Text     MarkKind = "text"     // Text in a filled label whose upper left corner is Points[0]
	Number   MarkKind = "number"   // Number in a filled disc around Points[0]
	Blur     MarkKind = "blur"     // inside of the rectangle, what is below it is blurred by Style.Width pixels
	Pixelate MarkKind = "pixelate" // the same in squares of Style.Width pixels
	Emphasis MarkKind = "emphasis" // a region: the rest is darkened, or it is outlined (Style.Outline); Round: an ellipse
	Picture  MarkKind = "picture"  // another picture of the library, whose own pixels reach from 0,0 to Size
)

// Mark is one object upon the picture. It stays one until the picture is sent.
type Mark struct {
	ID     int64    `json:"id"` // unique in its drawing, never used again
	Kind   MarkKind `json:"kind"`
	Points []Point  `json:"points,omitempty"` // of the mark itself, before At
	At     Matrix   `json:"at"`               // from the mark's own coordinates to those of the canvas; the zero value is the identity
	Style  Style    `json:"style"`
	Text   string   `json:"text,omitempty"`
	Number int      `json:"number,omitempty"`
	Asset  string   `json:"asset,omitempty"`  // of Picture: ref
	Size   Point    `json:"size,omitzero"`    // of Picture: its own pixels; of Text: width and height of the filled label, as its letters were measured
	Round  bool     `json:"round,omitempty"`  // of Emphasis, Blur and Pixelate: an ellipse instead of a rectangle
	Hidden bool     `json:"hidden,omitempty"` // kept for later: neither painted nor sent
}

// Style is how a mark looks. Lengths are in the mark's own coordinates.
type Style struct {
	Color    color.NRGBA `json:"color"`
	Width    float64     `json:"width"`             // of the line or the brush; of Text and Number the height of the letters; of Blur and Pixelate how strong
	Hardness float64     `json:"hardness"`          // of a brush: 1 has a sharp edge, 0 is soft from its middle on
	Opacity  float64     `json:"opacity"`           // 0 to 1, of the mark as a whole: a stroke that crosses itself is not darker there
	Filled   bool        `json:"filled,omitempty"`  // of Box and Ellipse
	Outline  bool        `json:"outline,omitempty"` // of Emphasis: outlined instead of the rest darkened
}

// Point is a place on the canvas, in pixels.
type Point struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
}
