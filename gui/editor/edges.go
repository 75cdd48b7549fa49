package editor

import (
	"image"
	"strconv"

	"fyne.io/fyne/v2"

	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// edges are four fields for how much a canvas becomes larger on each side.
type edges struct {
	fields [4]*widgets.Entry // left, top, right, bottom
	quiet  bool
	box    *fyne.Container
}

func newEdges(onChanged, onSubmit func()) *edges {
	e := &edges{}
	e.box = widgets.NewRow(6)
	for i, word := range []string{lang.L("Left"), lang.L("Top"), lang.L("Right"), lang.L("Bottom")} {
		f := widgets.NewEntry().MinWidth(48)
		f.OnChanged = func(string) {
			if !e.quiet {
				onChanged()
			}
		}
		f.OnSubmitted = func(string) { onSubmit() }
		e.fields[i] = f
		e.box.Add(widgets.NewText(word, resources.SizeSM, resources.Text2, false))
		e.box.Add(f)
	}
	return e
}

// set shows how far a new sheet reaches outside of a canvas.
func (e *edges) set(sheet image.Rectangle, size image.Point) {
	e.quiet = true
	defer func() { e.quiet = false }()
	for i, n := range []int{-sheet.Min.X, -sheet.Min.Y, sheet.Max.X - size.X, sheet.Max.Y - size.Y} {
		if now, ok := readPixels(e.fields[i].Text); !ok || now != n {
			e.fields[i].SetText(strconv.Itoa(n))
		}
		e.fields[i].SetFailed(false)
	}
}

// sheet is the canvas with what the fields say added; false where they hold no numbers, which are then marked.
func (e *edges) sheet(size image.Point) (image.Rectangle, bool) {
	var n [4]int
	all := true
	for i, f := range e.fields {
		v, ok := readPixels(f.Text)
		f.SetFailed(!ok)
		n[i], all = v, all && ok
	}
	return image.Rect(-n[0], -n[1], size.X+n[2], size.Y+n[3]), all
}
