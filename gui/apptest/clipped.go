package apptest

import (
	"fmt"
	"reflect"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
)

// ClippedButtons returns the visible buttons of a window, or of its top overlay, that extend beyond the visible area
// and cannot be scrolled into view.
func ClippedButtons(c fyne.Canvas) (cut []string) {
	o := c.Content()
	if top := c.Overlays().Top(); top != nil {
		o = top
	}
	var walk func(o fyne.CanvasObject, left, top, right, bottom float32)
	walk = func(o fyne.CanvasObject, left, top, right, bottom float32) {
		if !o.Visible() {
			return
		}
		at, size := fyne.CurrentApp().Driver().AbsolutePositionForObject(o), o.Size()
		if b, ok := o.(Button); ok && (at.X < left-0.5 || at.X+size.Width > right+0.5 || at.Y < top-0.5 ||
			at.Y+size.Height > bottom+0.5) {
			cut = append(cut, fmt.Sprintf("%q at %v, %v", b.Text(), at, size))
		}
		const far = 1e6
		var parts []fyne.CanvasObject
		switch o := toolkitScroller(o).(type) {
		case *fyne.Container:
			parts = o.Objects
		case *container.Scroll:
			left, top, right, bottom = max(left, at.X), max(top, at.Y), min(right, at.X+size.Width),
				min(bottom, at.Y+size.Height)
			if o.Direction != container.ScrollVerticalOnly {
				left, right = -far, far
			}
			if o.Direction != container.ScrollHorizontalOnly {
				top, bottom = -far, far
			}
			parts = []fyne.CanvasObject{o.Content}
		case fyne.Widget:
			parts = test.WidgetRenderer(o).Objects()
		}
		for _, p := range parts {
			walk(p, left, top, right, bottom)
		}
	}
	walk(o, 0, 0, c.Size().Width, c.Size().Height)
	return cut
}

// toolkitScroller returns Fyne's scroller if a widget embeds one, or otherwise o.
func toolkitScroller(o fyne.CanvasObject) fyne.CanvasObject {
	v := reflect.Indirect(reflect.ValueOf(o))
	if v.Kind() != reflect.Struct {
		return o
	}
	for i := range v.NumField() {
		if field := v.Type().Field(i); !field.Anonymous || !field.IsExported() || !v.Field(i).CanAddr() {
			continue
		}
		if s, ok := v.Field(i).Addr().Interface().(*container.Scroll); ok {
			return s
		}
	}
	return o
}
