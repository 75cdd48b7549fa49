// Package drawing is the document of the edit canvas: a picture at the bottom, what was done to its pixels, and the marks
// upon it, as values.
//
// A [Drawing] is never changed: every edit makes another one, which shares what stayed the same. So the history is a list
// of drawings, undoing is stepping back in it, and a drawing that was handed to another goroutine stays what it was.
// Coordinates are pixels of the canvas as it is now, x to the right and y down, with 0,0 in the outer corner of the first
// pixel. Package paint makes pixels of a drawing; nothing here reads a file, a clock or the library.
package drawing

import (
	"fmt"
	"image"
	"image/color"
	"slices"
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
	Size  image.Point `json:"size"`            // pixels as the canvas starts: turned as the picture's EXIF says, and not too large
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
	Size   Point    `json:"size,omitzero"`    // of Picture: its own pixels; of Text: of the label, as its letters were measured
	Round  bool     `json:"round,omitempty"`  // of Emphasis, Blur and Pixelate: an ellipse instead of a rectangle
	Hidden bool     `json:"hidden,omitempty"` // kept for later: neither painted nor sent
}

// Style is how a mark looks. Lengths are in the mark's own coordinates.
type Style struct {
	Color    color.NRGBA `json:"color"`
	Width    float64     `json:"width"`             // of a line; of Text and Number the height of the letters; of Blur and Pixelate how strong
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

// What a canvas may hold. The longest side is the service's rule (interface 4.2); the rest keeps a session small enough to
// be written down at every edit.
const (
	MaxSide   = 3840    // px, of what can be sent
	MinSide   = 16      // px, of what a step may leave
	MaxMarks  = 5000    // in one drawing
	MaxPoints = 50_000  // of one mark
	MaxSteps  = 1000    // in one drawing
	MaxText   = 2000    // bytes, of one label
	maxSource = 16_384  // px a side, of what lies at the bottom
	maxPlace  = 1 << 24 // px from the canvas, of anything
	maxRef    = 512     // bytes, of a ref
	maxWidth  = 1 << 14 // px, of a line
	maxNumber = 99_999  // of a marker
)

// Limit names what a canvas has only so much of.
type Limit string

// The limits that a step meets.
const (
	LongestSide  Limit = "longest side"
	ShortestSide Limit = "shortest side"
	Steps        Limit = "steps"
)

// LimitError says that a step was refused because of what would come of it. The window has its own words for it.
type LimitError struct {
	Limit Limit
	Most  int // or, of ShortestSide, least
}

func (e *LimitError) Error() string {
	switch e.Limit {
	case LongestSide:
		return fmt.Sprintf("%d px is the longest side that can be sent", e.Most)
	case ShortestSide:
		return fmt.Sprintf("%d px is the shortest side of a canvas", e.Most)
	}
	return fmt.Sprintf("a canvas can be cropped, turned and extended %d times", e.Most)
}

// Empty says that nothing is on the canvas, not even a sheet.
func (d Drawing) Empty() bool { return d.Source.Size.X <= 0 || d.Source.Size.Y <= 0 }

// Same says that the canvas shows its source and nothing else but hidden marks, so that the source's own file can be sent in its place. A
// sheet that comes from no file is never the same.
func (d Drawing) Same() bool {
	return d.Source.Asset != "" && len(d.Steps) == 0 && len(d.Seen()) == 0
}

// Seen are the marks that are painted, from the bottom to the top: those that are not hidden.
func (d Drawing) Seen() []Mark {
	hidden := func(m Mark) bool { return m.Hidden }
	if !slices.ContainsFunc(d.Marks, hidden) {
		return d.Marks
	}
	return slices.DeleteFunc(slices.Clone(d.Marks), hidden)
}

// Full says that Add will put nothing more upon it.
func (d Drawing) Full() bool { return len(d.Marks) >= MaxMarks }

// next is the ID that the next mark gets.
func (d Drawing) next() int64 {
	n := d.Next
	for _, m := range d.Marks {
		n = max(n, m.ID+1)
	}
	return max(n, 1)
}

// Add puts marks on top and gives them IDs; see Top. What does not fit upon a full drawing is left out. The points of a mark
// belong to the drawing from then on: nobody may write to them.
func (d Drawing) Add(marks ...Mark) Drawing {
	marks = slices.Clone(marks[:min(len(marks), max(0, MaxMarks-len(d.Marks)))])
	if len(marks) == 0 {
		return d
	}
	d.Next = d.next()
	for i := range marks {
		marks[i].ID = d.Next
		d.Next++
	}
	d.Marks = append(slices.Clip(d.Marks), marks...)
	return d
}

// Top is the uppermost mark; false where there is none.
func (d Drawing) Top() (Mark, bool) {
	if len(d.Marks) == 0 {
		return Mark{}, false
	}
	return d.Marks[len(d.Marks)-1], true
}

// index is where a mark lies; -1 where it does not.
func (d Drawing) index(id int64) int {
	return slices.IndexFunc(d.Marks, func(m Mark) bool { return m.ID == id })
}

// Mark is the mark with the ID; false where there is none.
func (d Drawing) Mark(id int64) (Mark, bool) {
	if i := d.index(id); i >= 0 {
		return d.Marks[i], true
	}
	return Mark{}, false
}

// Replace puts each mark in the place of the one with its ID. A mark that is not there is left out.
func (d Drawing) Replace(marks ...Mark) Drawing {
	by := make(map[int64]Mark, len(marks))
	for _, m := range marks {
		by[m.ID] = m
	}
	old := d.Marks
	for i, was := range old {
		m, ok := by[was.ID]
		if !ok || sameMark(was, m) {
			continue
		}
		if &d.Marks[0] == &old[0] {
			d.Marks = slices.Clone(old)
		}
		d.Marks[i] = m
	}
	return d
}

// Remove takes marks away. Their IDs are not given again.
func (d Drawing) Remove(ids ...int64) Drawing {
	gone := func(m Mark) bool { return slices.Contains(ids, m.ID) }
	if !slices.ContainsFunc(d.Marks, gone) {
		return d
	}
	d.Next = d.next()
	d.Marks = slices.DeleteFunc(slices.Clone(d.Marks), gone)
	if len(d.Marks) == 0 {
		d.Marks = nil
	}
	return d
}

// Raise moves a mark one place up.
func (d Drawing) Raise(id int64) Drawing { return d.swap(d.index(id), 1) }

// Lower moves a mark one place down.
func (d Drawing) Lower(id int64) Drawing { return d.swap(d.index(id), -1) }

// RaiseToTop puts a mark above all others.
func (d Drawing) RaiseToTop(id int64) Drawing { return d.put(d.index(id), len(d.Marks)-1) }

// LowerToBottom puts a mark below all others.
func (d Drawing) LowerToBottom(id int64) Drawing { return d.put(d.index(id), 0) }

func (d Drawing) swap(i, by int) Drawing {
	if i < 0 || i+by < 0 || i+by >= len(d.Marks) {
		return d
	}
	return d.put(i, i+by)
}

// put moves the mark at i to k.
func (d Drawing) put(i, k int) Drawing {
	if i < 0 || i == k {
		return d
	}
	m := d.Marks[i]
	rest := slices.Delete(slices.Clone(d.Marks), i, i+1)
	d.Marks = slices.Insert(rest, k, m)
	return d
}

// sameMark compares values. Marks of one history mostly share their points, which is seen without reading them.
func sameMark(a, b Mark) bool {
	p, q := a.Points, b.Points
	if len(p) != len(q) || a.plain() != b.plain() {
		return false
	}
	return len(p) == 0 || &p[0] == &q[0] || slices.Equal(p, q)
}

// plain is what a mark is besides its points, as a value that can be compared.
type plain struct {
	id     int64
	kind   MarkKind
	at     Matrix
	style  Style
	text   string
	number int
	asset  string
	size   Point
	round  bool
	hidden bool
}

func (m Mark) plain() plain {
	return plain{m.ID, m.Kind, m.At, m.Style, m.Text, m.Number, m.Asset, m.Size, m.Round, m.Hidden}
}

// Equal says that two drawings are the same in every value.
func (d Drawing) Equal(o Drawing) bool {
	return d.sameGround(o) && d.Next == o.Next && slices.EqualFunc(d.Marks, o.Marks, sameMark)
}

// sameGround says that the pixels below the marks are the same.
func (d Drawing) sameGround(o Drawing) bool {
	return d.Source == o.Source && slices.Equal(d.Steps, o.Steps)
}
