package widgets

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"viviscope/resources"
)

// NewStyledSlider shows Fyne's slider with the accent for the part that is chosen, and with a track that is seen on
// every ground: Fyne draws both in the colours of a text field.
func NewStyledSlider(s fyne.CanvasObject) fyne.CanvasObject {
	return container.NewThemeOverride(s, sliderTheme{})
}

// NewDenseList shows Fyne's list without the room that it keeps between rows: a row brings its own line.
func NewDenseList(l fyne.CanvasObject) fyne.CanvasObject {
	return container.NewThemeOverride(l, denseTheme{})
}

// Repainter paints the parts of a recycled row anew once the colours have changed since it was last bound: a change of
// colours reaches only the rows in the window, not those that a list keeps for later.
type Repainter struct {
	look  color.Color
	parts []fyne.CanvasObject
}

// NewRepainter watches over parts.
func NewRepainter(parts ...fyne.CanvasObject) *Repainter {
	return &Repainter{look: ink(resources.BgWindow), parts: parts}
}

// Bound is called each time that the row is bound.
func (r *Repainter) Bound() {
	now := ink(resources.BgWindow)
	if now == r.look {
		return
	}
	r.look = now
	for _, p := range r.parts {
		p.Refresh()
	}
}

// current is the program's theme as it is now, which a person can change at any time.
type current struct{}

func (current) Color(n fyne.ThemeColorName, v fyne.ThemeVariant) color.Color {
	return fyne.CurrentApp().Settings().Theme().Color(n, v)
}
func (current) Font(s fyne.TextStyle) fyne.Resource {
	return fyne.CurrentApp().Settings().Theme().Font(s)
}
func (current) Icon(n fyne.ThemeIconName) fyne.Resource {
	return fyne.CurrentApp().Settings().Theme().Icon(n)
}
func (current) Size(n fyne.ThemeSizeName) float32 {
	return fyne.CurrentApp().Settings().Theme().Size(n)
}

type sliderTheme struct{ current }

func (t sliderTheme) Color(n fyne.ThemeColorName, v fyne.ThemeVariant) color.Color {
	switch n {
	case theme.ColorNameForeground:
		n = resources.Accent
	case theme.ColorNameInputBackground:
		n = resources.LineStrong
	}
	return t.current.Color(n, v)
}

type denseTheme struct{ current }

func (t denseTheme) Size(n fyne.ThemeSizeName) float32 {
	if n == theme.SizeNamePadding {
		return 0
	}
	return t.current.Size(n)
}
