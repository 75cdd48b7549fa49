package resources

import "fyne.io/fyne/v2/theme"

// Scaled returns a width in px that holds words of a size at 100 %, grown with the text of the look that is shown. It never
// shrinks: what is pointed at keeps its size.
func Scaled(px float32) float32 {
	return px * max(1, theme.Size(SizeBody)/textSizes[SizeBody])
}
