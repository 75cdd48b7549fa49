package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/layout"
)

// NewInset puts room around an object, in px.
func NewInset(top, right, bottom, left float32, o fyne.CanvasObject) *fyne.Container {
	return &fyne.Container{Layout: insetLayout{top, right, bottom, left}, Objects: []fyne.CanvasObject{o}}
}

// NewFixed gives an object at least a size; 0 leaves that side to the object.
func NewFixed(width, height float32, o fyne.CanvasObject) *fyne.Container {
	return &fyne.Container{Layout: fixedLayout{width, height}, Objects: []fyne.CanvasObject{o}}
}

// Spring is the room that a row or a column has left: Fyne's spacer, which its own boxes take as well.
type Spring = layout.Spacer

// NewSpring makes a spring.
func NewSpring() *Spring { return &Spring{} }

type insetLayout struct{ top, right, bottom, left float32 }

func (l insetLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return objects[0].MinSize().AddWidthHeight(l.left+l.right, l.top+l.bottom)
}

func (l insetLayout) HeightFor(objects []fyne.CanvasObject, width float32) float32 {
	return HeightFor(objects[0], width-l.left-l.right) + l.top + l.bottom
}

func (l insetLayout) Layout(objects []fyne.CanvasObject, s fyne.Size) {
	Place(objects[0], l.left, l.top, s.Width-l.left-l.right, s.Height-l.top-l.bottom)
}

type fixedLayout struct{ width, height float32 }

func (l fixedLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	m := objects[0].MinSize()
	if l.width > 0 {
		m.Width = l.width
	}
	m.Height = max(m.Height, l.height)
	return m
}

func (l fixedLayout) HeightFor(objects []fyne.CanvasObject, width float32) float32 {
	return max(HeightFor(objects[0], width), l.height)
}

func (l fixedLayout) Layout(objects []fyne.CanvasObject, s fyne.Size) {
	Place(objects[0], 0, 0, s.Width, s.Height)
}
