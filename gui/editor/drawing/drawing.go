// Package drawing is the document of the edit canvas: a source picture, the steps that change its pixels, and the
// marks on top, all as values.
//
// A [Drawing] is immutable: every edit returns a new one, which shares unchanged parts. It can be passed to other
// goroutines. A [History] keeps the changes between drawings. Coordinates are pixels of the canvas after all steps, x
// to the right and y down, with 0,0 in the outer corner of the first pixel. Package paint renders a drawing; nothing
// here reads a file, a clock or the library.
//
// The layers, from top to bottom; a file uses only layers below its own:
//
//	decodehistory, oldhistory        reading a stored history of any version; version 1
//	historyfile, codec, assemble     the stored formats of a history and a drawing; several pictures on one sheet
//	check, history, change           validation of stored drawings; undo and redo; the difference of two drawings
//	handle, hit, hints, step         dragging handles, finding marks, words for a prompt, steps of the whole canvas
//	shape, drawing                   the geometry of one mark; the values and the list of marks
//	geometry, thinner, colours, limits   points, rectangles and maps; thinning strokes; the mark colours; bounds
package drawing

import (
	"image"
	"image/color"
	"slices"
)

// Drawing is the content of a canvas. The zero value is no drawing; see Empty.
type Drawing struct {
	Source Source `json:"source"`
	Steps  []Step `json:"steps,omitempty"` // in the order of application
	Marks  []Mark `json:"marks,omitempty"` // from bottom to top
	Next   int64  `json:"next,omitempty"`  // ID of the next mark; IDs of removed marks are not used again
}

// Source is the bottom of a drawing: an asset of the library, or an empty sheet.
type Source struct {
	Asset string      `json:"asset,omitempty"` // ref; "" for an empty sheet
	Size  image.Point `json:"size"`            // pixels of the canvas before all steps, in EXIF orientation
	Fill  color.NRGBA `json:"fill"`            // of an empty sheet
}

// StepKind names the operation of a step.
type StepKind string

// The steps.
const (
	Crop       StepKind = "crop"       // to Rect
	Extend     StepKind = "extend"     // to Rect, which contains new area, filled with Fill
	Turn       StepKind = "turn"       // Turns times 90 degrees clockwise
	Flip       StepKind = "flip"       // left to right, or with Upright top to bottom
	Resize     StepKind = "resize"     // to Size
	Straighten StepKind = "straighten" // Degrees clockwise, then crop to the largest rectangle of the same ratio inside
)

// Step is one operation on the pixels below the marks.
type Step struct {
	Kind    StepKind        `json:"kind"`
	Rect    image.Rectangle `json:"rect,omitzero"`
	Fill    color.NRGBA     `json:"fill,omitzero"`
	Turns   int             `json:"turns,omitempty"` // 1 to 3
	Upright bool            `json:"upright,omitempty"`
	Size    image.Point     `json:"size,omitzero"`
	Degrees float64         `json:"degrees,omitempty"` // -45 to 45
}

// MarkKind names the kind of a mark.
type MarkKind string

// The kinds of marks. A rectangle has the corners Points[0] and Points[1].
const (
	Brush    MarkKind = "brush"    // a stroke along Points
	Erase    MarkKind = "erase"    // a stroke along Points that erases the marks below it, never the picture
	Line     MarkKind = "line"     // from Points[0] to Points[1]
	Arrow    MarkKind = "arrow"    // a line with its head at Points[1]
	Box      MarkKind = "box"      // a rectangle
	Ellipse  MarkKind = "ellipse"  // the ellipse in a rectangle
	Text     MarkKind = "text"     // Text in a filled label with the upper left corner Points[0]
	Number   MarkKind = "number"   // Number in a filled disc around Points[0]
	Blur     MarkKind = "blur"     // a rectangle; the picture below is blurred by Style.Width pixels
	Pixelate MarkKind = "pixelate" // a rectangle; the picture below is averaged in squares of Style.Width pixels
	Emphasis MarkKind = "emphasis" // a rectangle; everything outside is darkened, or it is outlined (Style.Outline)
	Picture  MarkKind = "picture"  // another picture of the library, from 0,0 to Size before At
)

// Mark is one object on the picture.
type Mark struct {
	ID     int64    `json:"id"` // unique in its drawing, never used again
	Kind   MarkKind `json:"kind"`
	Points []Point  `json:"points,omitempty"` // in the coordinates of the mark, before At
	At     Matrix   `json:"at"`               // from the mark to the canvas; the zero value is the identity
	Style  Style    `json:"style"`
	Text   string   `json:"text,omitempty"`
	Number int      `json:"number,omitempty"`
	Asset  string   `json:"asset,omitempty"`  // of Picture: ref
	Size   Point    `json:"size,omitzero"`    // of Picture: its pixels; of Text: the measured label
	Round  bool     `json:"round,omitempty"`  // of Emphasis, Blur and Pixelate: an ellipse instead of a rectangle
	Hidden bool     `json:"hidden,omitempty"` // neither painted nor sent
}

// Style is the look of a mark. Lengths are in the coordinates of the mark.
type Style struct {
	Color color.NRGBA `json:"color"`
	// of a line; letter height of Text and Number; strength of Blur and Pixelate
	Width    float64 `json:"width"`
	Hardness float64 `json:"hardness"` // of a brush: 1 has a sharp edge, 0 is soft from its middle on
	// 0 to 1, of the mark as a whole, also where a stroke crosses itself
	Opacity float64 `json:"opacity"`
	Filled  bool    `json:"filled,omitempty"`  // of Box and Ellipse
	Outline bool    `json:"outline,omitempty"` // of Emphasis: outlined, and the rest is not darkened
}

// Empty reports whether the drawing has no source, not even an empty sheet.
func (d Drawing) Empty() bool { return d.Source.Size.X <= 0 || d.Source.Size.Y <= 0 }

// Untouched reports whether the canvas shows exactly its source asset, so that the asset's own file can be sent
// instead. An empty sheet is never untouched. Hidden marks do not count.
func (d Drawing) Untouched() bool {
	return d.Source.Asset != "" && len(d.Steps) == 0 && len(d.Seen()) == 0
}

// Seen returns the marks that are not hidden, from bottom to top.
func (d Drawing) Seen() []Mark {
	hidden := func(m Mark) bool { return m.Hidden }
	if !slices.ContainsFunc(d.Marks, hidden) {
		return d.Marks
	}
	return slices.DeleteFunc(slices.Clone(d.Marks), hidden)
}

// Full reports whether Add would add nothing.
func (d Drawing) Full() bool { return len(d.Marks) >= MaxMarks }

// next returns the ID of the next mark.
func (d Drawing) next() int64 {
	n := d.Next
	for _, m := range d.Marks {
		n = max(n, m.ID+1)
	}
	return max(n, 1)
}

// Add puts marks on top and gives them IDs; see Top. It leaves out marks beyond MaxMarks. The caller may not change the
// points of the marks afterwards.
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

// Top returns the uppermost mark; false if there is none.
func (d Drawing) Top() (Mark, bool) {
	if len(d.Marks) == 0 {
		return Mark{}, false
	}
	return d.Marks[len(d.Marks)-1], true
}

// index returns the index of a mark; -1 if it does not exist.
func (d Drawing) index(id int64) int {
	return slices.IndexFunc(d.Marks, func(m Mark) bool { return m.ID == id })
}

// Mark returns the mark with an ID; false if there is none.
func (d Drawing) Mark(id int64) (Mark, bool) {
	if i := d.index(id); i >= 0 {
		return d.Marks[i], true
	}
	return Mark{}, false
}

// Replace replaces the marks with the IDs of the given ones. It ignores marks with other IDs.
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

// Remove removes marks. Their IDs are not used again.
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

// RaiseToTop moves a mark above all others.
func (d Drawing) RaiseToTop(id int64) Drawing { return d.put(d.index(id), len(d.Marks)-1) }

// LowerToBottom moves a mark below all others.
func (d Drawing) LowerToBottom(id int64) Drawing { return d.put(d.index(id), 0) }

func (d Drawing) swap(i, by int) Drawing {
	if i < 0 || i+by < 0 || i+by >= len(d.Marks) {
		return d
	}
	return d.put(i, i+by)
}

// put moves the mark at index i to k.
func (d Drawing) put(i, k int) Drawing {
	if i < 0 || i == k {
		return d
	}
	m := d.Marks[i]
	rest := slices.Delete(slices.Clone(d.Marks), i, i+1)
	d.Marks = slices.Insert(rest, k, m)
	return d
}

// sameMark compares values. Marks of one history mostly share their points, which makes the comparison fast.
func sameMark(a, b Mark) bool {
	p, q := a.Points, b.Points
	if len(p) != len(q) || a.withoutPoints() != b.withoutPoints() {
		return false
	}
	return len(p) == 0 || &p[0] == &q[0] || slices.Equal(p, q)
}

// comparableMark is a mark without its points, as a comparable value.
type comparableMark struct {
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

func (m Mark) withoutPoints() comparableMark {
	return comparableMark{m.ID, m.Kind, m.At, m.Style, m.Text, m.Number, m.Asset, m.Size, m.Round, m.Hidden}
}

// Equal reports whether two drawings are equal in every value.
func (d Drawing) Equal(o Drawing) bool {
	return d.sameGround(o) && d.Next == o.Next && slices.EqualFunc(d.Marks, o.Marks, sameMark)
}

// sameGround reports whether the pixels below the marks are the same.
func (d Drawing) sameGround(o Drawing) bool {
	return d.Source == o.Source && slices.Equal(d.Steps, o.Steps)
}
