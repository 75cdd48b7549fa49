package widgets

import "fyne.io/fyne/v2"

// NewBar lays what stands at its left and at its right into one line as [NewRow] does, and what stands at the right into a
// second line where one is too short.
func NewBar(gap float32, left, right []fyne.CanvasObject) *fyne.Container {
	l := barLayout{gap: gap, left: len(left), line: rowLayout{gap: gap}, upper: rowLayout{gap: gap}, lower: rowLayout{gap: gap}}
	right = append([]fyne.CanvasObject{NewSpring()}, right...)
	return &fyne.Container{Layout: &l, Objects: append(left[:len(left):len(left)], right...)}
}

type barLayout struct {
	gap                float32
	left               int // how many stand at the left
	line, upper, lower rowLayout
}

// broken reports whether a width is too short for one line.
func (l *barLayout) broken(o []fyne.CanvasObject, width float32) bool {
	return l.line.MinSize(o).Width > width
}

// MinSize is that of the longer of two lines.
func (l *barLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return l.upper.MinSize(o[:l.left]).Max(l.lower.MinSize(o[l.left:]))
}

func (l *barLayout) HeightFor(o []fyne.CanvasObject, width float32) float32 {
	if !l.broken(o, width) {
		return l.line.MinSize(o).Height
	}
	return l.upper.MinSize(o[:l.left]).Height + l.gap + l.lower.MinSize(o[l.left:]).Height
}

func (l *barLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	if !l.broken(o, s.Width) {
		l.line.Layout(o, s)
		return
	}
	first, second := o[:l.left], o[l.left:]
	top := l.upper.MinSize(first).Height
	l.upper.Layout(first, fyne.NewSize(s.Width, top))
	l.lower.Layout(second, fyne.NewSize(s.Width, s.Height-top-l.gap))
	for _, part := range second {
		part.Move(part.Position().AddXY(0, top+l.gap))
	}
}
