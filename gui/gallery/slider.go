package gallery

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"viviscope/resources"
)

// sliderLook is the theme of the program with the colours of a slider: Fyne draws its bar in the colour of words on the ground of a field, which
// on the window's own ground is hardly to be seen.
type sliderLook struct{}

// Color gives the accent to the part that is done, and a strong line to the rest.
func (sliderLook) Color(name fyne.ThemeColorName, v fyne.ThemeVariant) color.Color {
	switch name {
	case theme.ColorNameForeground:
		name = resources.Accent
	case theme.ColorNameInputBackground:
		name = resources.LineStrong
	}
	return look().Color(name, v)
}

// Font gives the program's.
func (sliderLook) Font(s fyne.TextStyle) fyne.Resource { return look().Font(s) }

// Icon gives the program's.
func (sliderLook) Icon(n fyne.ThemeIconName) fyne.Resource { return look().Icon(n) }

// Size gives the program's.
func (sliderLook) Size(n fyne.ThemeSizeName) float32 { return look().Size(n) }

func look() fyne.Theme { return fyne.CurrentApp().Settings().Theme() }
