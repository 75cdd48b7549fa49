package apptest

import (
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
)

// CoveredControls returns the visible tappable objects of a window, or of its top overlay, whose middle takes no click,
// because another object above it takes the press. It follows the rules of the toolkit's desktop driver: the topmost
// object that is tappable, focusable or handles mouse buttons takes a press, even if it draws nothing. An object inside
// a tappable one may cover it, and so may what belongs to the same branch above it.
func CoveredControls(c fyne.Canvas) (covered []string) {
	o := c.Content()
	if top := c.Overlays().Top(); top != nil {
		o = top
	}
	taken := takers(o)
	for i, t := range taken {
		if _, ok := t.object.(fyne.Tappable); !ok || t.visible.IsZero() {
			continue
		}
		middle := t.visible.middle()
		for _, above := range taken[i+1:] {
			if above.visible.has(middle) && !above.isInside(t.object) {
				covered = append(covered, fmt.Sprintf("%T at %v, %v is covered by %T", t.object, t.visible.from,
					t.visible.size, above.object))
				break
			}
		}
	}
	return covered
}

// area is a rectangle in the window.
type area struct {
	from fyne.Position
	size fyne.Size
}

func (a area) IsZero() bool { return a.size.Width <= 0 || a.size.Height <= 0 }

func (a area) middle() fyne.Position { return a.from.AddXY(a.size.Width/2, a.size.Height/2) }

func (a area) has(p fyne.Position) bool {
	return p.X >= a.from.X && p.Y >= a.from.Y && p.X < a.from.X+a.size.Width && p.Y < a.from.Y+a.size.Height
}

// intersect returns the part of a in b.
func (a area) intersect(b area) area {
	left, top := max(a.from.X, b.from.X), max(a.from.Y, b.from.Y)
	right := min(a.from.X+a.size.Width, b.from.X+b.size.Width)
	bottom := min(a.from.Y+a.size.Height, b.from.Y+b.size.Height)
	return area{fyne.NewPos(left, top), fyne.NewSize(right-left, bottom-top)}
}

// taker is an object that takes a press, with its visible part and the objects around it.
type taker struct {
	object  fyne.CanvasObject
	visible area
	around  []fyne.CanvasObject
}

func (t taker) isInside(o fyne.CanvasObject) bool {
	for _, outer := range t.around {
		if outer == o {
			return true
		}
	}
	return false
}

// takers returns the objects below o that take a press, in drawing order.
func takers(o fyne.CanvasObject) (all []taker) {
	position := fyne.CurrentApp().Driver().AbsolutePositionForObject
	var walk func(o fyne.CanvasObject, clip area, around []fyne.CanvasObject)
	walk = func(o fyne.CanvasObject, clip area, around []fyne.CanvasObject) {
		if o == nil || !o.Visible() {
			return
		}
		here := area{position(o), o.Size()}.intersect(clip)
		switch o.(type) {
		case fyne.Tappable, fyne.SecondaryTappable, fyne.DoubleTappable, fyne.Focusable, desktop.Mouseable:
			all = append(all, taker{o, here, around})
		}
		var parts []fyne.CanvasObject
		switch of := toolkitScroller(o).(type) {
		case *fyne.Container:
			parts = of.Objects
		case *container.Scroll:
			clip, parts = here, []fyne.CanvasObject{of.Content}
		case fyne.Widget:
			parts = test.WidgetRenderer(of).Objects()
		}
		inner := append(around[:len(around):len(around)], o)
		for _, p := range parts {
			walk(p, clip, inner)
		}
	}
	walk(o, area{position(o), o.Size()}, nil)
	return all
}
