package order

import (
	"fmt"
	"image"
	"slices"
	"strings"

	"viviscope/client"
	"viviscope/db/cast"
)

// Cast is the cast of a library, for the mentions in prompts. The zero value has no entries.
type Cast struct {
	Entries  []cast.Entry
	Pictures map[string]Slot // by ref; without pictures that are in the trash, or not in the library
}

// castTexts are the texts of every job after its mentions were replaced.
type castTexts struct {
	texts    []jobTexts
	used     [][]cast.Used // by job; nil if no job mentions anybody
	pictures []Slot        // of the cast, the same for all jobs
}

// mention replaces the mentions in the prompt of every job by what is sent for them. before is the number of pictures
// that precede those of the cast. Without withPictures a mention stands for its words only. All jobs of an order share
// their pictures, so all must mention the same entries with pictures.
func (e Env) mention(all []jobTexts, before int, withPictures bool) (castTexts, []client.ValidationError) {
	t := castTexts{texts: all}
	if len(e.Cast.Entries) == 0 {
		return t, nil
	}
	var problems []client.ValidationError
	reject := func(message string) {
		problem := client.ValidationError{Field: FieldPrompt, Message: message}
		if !slices.Contains(problems, problem) {
			problems = append(problems, problem)
		}
	}
	t.texts, t.used = slices.Clone(all), make([][]cast.Used, len(all))
	var refs []string
	mentioned := false
	for i := range t.texts {
		expanded := cast.Expand(t.texts[i].prompt, e.Cast.Entries, before, withPictures)
		t.texts[i].prompt, t.used[i] = expanded.Text, expanded.Used
		mentioned = mentioned || len(expanded.Used) > 0
		if i > 0 && !slices.Equal(refs, expanded.Pictures()) {
			reject(MsgCastVaries)
		}
		if i == 0 {
			refs = expanded.Pictures()
		}
		for _, u := range expanded.Used {
			if slices.ContainsFunc(u.Pictures, e.Cast.lacks) {
				reject(CastGone(u.Name))
			}
		}
	}
	if !mentioned {
		t.used = nil
	}
	for _, ref := range refs {
		if !e.Cast.lacks(ref) {
			t.pictures = append(t.pictures, e.Cast.Pictures[ref])
		}
	}
	if before+len(refs) > MaxEditPictures {
		reject(MsgCastTooMany)
	}
	return t, problems
}

// lacks reports whether a picture of the cast cannot be sent.
func (c Cast) lacks(ref string) bool { return c.Pictures[ref].Empty() }

// CastGone returns the message for an entry of the cast with a picture that cannot be sent. [CastGoneName] reverses it.
func CastGone(name string) string { return fmt.Sprintf("@%s%s", name, castGone) }

const castGone = ": a picture is in the trash, or not in the library"

// CastGoneName returns the name from a message of [CastGone].
func CastGoneName(message string) (name string, ok bool) {
	name, ok = strings.CutSuffix(message, castGone)
	return strings.TrimPrefix(name, "@"), ok
}

// withCast returns the draft with pictures of the cast after its own. Pictures above the limit are left out; see
// [MsgCastTooMany]. Without addresses for all pictures they are laid on one sheet.
func (d EditDraft) withCast(pictures []Slot) EditDraft {
	if len(pictures) == 0 {
		return d
	}
	own := d.Inputs()
	d.Pictures = [MaxEditPictures]Slot{}
	copy(d.Pictures[:], append(own, pictures...))
	d.OnSheet = true
	return d
}

// ownPictures returns the number of pictures of the draft, with the one on the canvas.
func (d EditDraft) ownPictures() int {
	n := len(d.Inputs())
	if d.Canvas.Open {
		n++
	}
	return n
}

// needsSheet reports whether the pictures must be laid on one sheet: the draft allows it, they cannot be sent by their
// addresses, and all of them are on this computer.
func (d EditDraft) needsSheet(env Env) bool {
	if !d.OnSheet || d.ownPictures() < 2 {
		return false
	}
	local, linked := true, true
	switch d.CanvasDelivery(env) {
	case CanvasDrawn, CanvasFile:
		linked = false
	}
	for _, s := range d.Inputs() {
		local = local && s.HasFile()
		linked = linked && d.problem(s, env) == ""
	}
	return local && !linked
}

// addSheet adds the pictures to an order as one sheet.
func (d EditDraft) addSheet(r *client.EditRequest, o *Order) {
	switch {
	case d.Drawn():
		o.Baked, o.WithoutMarks = true, d.WithoutMarks
	case d.Canvas.Open:
		o.Sheet = append(o.Sheet, d.Canvas.slot().upload(0))
	}
	for _, s := range d.Inputs() {
		o.Sheet = append(o.Sheet, s.upload(0))
	}
	size := NewSheetLayout(d.ownPictures()).Size
	r.SetInputSize(0, size.X, size.Y)
}

// HasFile reports whether the picture can be read on this computer, whether or not it also has a link.
func (s Slot) HasFile() bool { return s.File != "" || s.Asset != "" }

// SheetLayout is the layout of numbered pictures on one sheet, in pixels. It depends only on their number, so that the
// price of a sheet is known before the pictures are read.
type SheetLayout struct {
	Size    image.Point
	Cells   []image.Rectangle // of the pictures, which are scaled to fit
	Numbers []image.Rectangle // above the cells
}

// Lengths of a sheet, in pixels.
const (
	sheetSide    = 2048 // maximum width
	maxSheetCell = 1000 // maximum side of a picture
	sheetGap     = 16
	sheetNumber  = 48 // height of a number
)

// NewSheetLayout returns the layout of n pictures.
func NewSheetLayout(n int) (l SheetLayout) {
	columns := 1
	for columns*columns < n {
		columns++
	}
	rows := (n + columns - 1) / columns
	cell := min(maxSheetCell, (sheetSide-sheetGap)/columns-sheetGap)
	l.Size = image.Pt(sheetGap+columns*(cell+sheetGap), sheetGap+rows*(cell+sheetNumber+sheetGap))
	for i := range n {
		at := image.Pt(sheetGap+i%columns*(cell+sheetGap), sheetGap+i/columns*(cell+sheetNumber+sheetGap))
		number := image.Rectangle{at, at.Add(image.Pt(cell, sheetNumber))}
		l.Numbers = append(l.Numbers, number)
		below := at.Add(image.Pt(0, sheetNumber))
		l.Cells = append(l.Cells, image.Rectangle{below, below.Add(image.Pt(cell, cell))})
	}
	return l
}

// FitCell returns the rectangle of a picture in a cell: as large as fits, in the top left corner.
func FitCell(cell image.Rectangle, size image.Point) image.Rectangle {
	long := max(size.X, size.Y, 1)
	fit := image.Pt(max(1, size.X*cell.Dx()/long), max(1, size.Y*cell.Dy()/long))
	return image.Rectangle{cell.Min, cell.Min.Add(fit)}
}
