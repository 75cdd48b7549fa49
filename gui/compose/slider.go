package compose

import (
	"image/color"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"viviscope/resources"
)

// sliderLook gives Fyne's slider the accent for what is chosen and a track that is seen on a panel; it would draw both
// in the colours of text fields.
type sliderLook struct{ fyne.Theme }

// Color maps the two names that the slider draws with.
func (l sliderLook) Color(name fyne.ThemeColorName, v fyne.ThemeVariant) color.Color {
	switch name {
	case theme.ColorNameForeground:
		name = resources.Accent
	case theme.ColorNameInputBackground:
		name = resources.LineStrong
	}
	return fyne.CurrentApp().Settings().Theme().Color(name, v)
}

func styledSlider(s *widget.Slider) fyne.CanvasObject {
	return container.NewThemeOverride(s, sliderLook{fyne.CurrentApp().Settings().Theme()})
}

// showSlider puts the slider to a duration that the model makes; it stays where it was for one that it does not.
// It is set without its OnChanged: the draft is what is shown, not what is asked.
func showSlider(s *widget.Slider, seconds []int, n int) {
	least, most := float64(seconds[0]), float64(seconds[len(seconds)-1])
	step := (most - least) / float64(len(seconds)-1)
	value := s.Value
	if slices.Contains(seconds, n) {
		value = float64(n)
	}
	value = min(max(value, least), most)
	if s.Min == least && s.Max == most && s.Step == step && s.Value == value {
		return
	}
	s.Min, s.Max, s.Step, s.Value = least, most, step, value
	s.Refresh()
}
