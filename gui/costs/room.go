package costs

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// widest is a moment whose words are as wide as any.
var widest = time.Date(2000, time.September, 28, 20, 48, 0, 0, time.UTC)

// widestDays words days of the months whose names or numbers are the longest: which of them is depends on the language.
func widestDays() (words []string) {
	for _, m := range []time.Month{time.September, time.November, time.December} {
		day := time.Date(widest.Year(), m, widest.Day(), widest.Hour(), widest.Minute(), 0, 0, time.UTC)
		words = append(words, wording.Stamp(day, day), lang.Day(day))
	}
	return words
}

// room is the width of a column, px: that of small words at 100 %, grown with the text, and enough for the words that it must
// hold in the language of the window.
func room(px float32, words ...string) float32 {
	w := resources.Scaled(px)
	for _, one := range words {
		w = max(w, fyne.MeasureText(one, theme.Size(resources.SizeSM), fyne.TextStyle{Bold: true}).Width)
	}
	return w
}

// fitted narrows columns that are wider together than a width, px, each by the same share: what stands at the right is never
// out of sight.
func fitted(c *widgets.Columns, width float32) *widgets.Columns {
	apart := 2*c.Margin + c.Gap*float32(len(c.Columns)-1)
	whole := float32(0)
	for _, one := range c.Columns {
		whole += one.Width
	}
	if share := max(width-apart, 0) / whole; share < 1 {
		for i := range c.Columns {
			c.Columns[i].Width *= share
		}
	}
	return c
}
