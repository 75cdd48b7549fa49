package apptest

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

// CutTexts returns the visible texts of an object that end in an ellipsis because they do not fit.
func CutTexts(o fyne.CanvasObject) (cut []string) {
	for _, part := range Visible(o) {
		if t, ok := part.(*canvas.Text); ok && strings.HasSuffix(t.Text, "…") {
			cut = append(cut, t.Text)
		}
	}
	return cut
}
