package compose

import (
	"slices"

	"viviscope/gui/widgets"
)

// showSlider puts the slider to a duration that the model makes; it stays where it was for one that it does not.
// It is set without its OnChanged: the draft is what is shown, not what is asked.
func showSlider(s *widgets.Slider, seconds []int, n int) {
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
