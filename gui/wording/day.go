package wording

import (
	"fmt"
	"strings"
	"time"

	"viviscope/db/search"
	"viviscope/gui/lang"
)

// dayLayouts are the ways to write a day that mean the same to everyone: figures with strokes or points do not.
var dayLayouts = [...]string{time.DateOnly, "2006-1-2", "2006/1/2", "2006.1.2", "2 Jan 2006", "2 January 2006",
	"Jan 2 2006",
	"January 2 2006", "Jan 2, 2006", "January 2, 2006"}

// ErrDay means that a text is not a day.
var ErrDay = MarkedError(lang.Mark("Enter a day such as 2026-11-03 or 3 Nov 2026."))

// ParseDay returns the beginning of a day as users write it, in the location of now. Without a year it is the year of
// now. Any other text is [ErrDay].
func ParseDay(text string, now time.Time) (time.Time, error) {
	text = strings.Join(strings.Fields(text), " ")
	for _, try := range []string{text, fmt.Sprintf("%s %d", text, now.Year())} {
		for _, layout := range dayLayouts {
			if t, err := time.Parse(layout, try); err == nil && t.Year() >= 1970 && t.Year() < 9999 {
				return search.StartOfDay(t.Year(), t.Month(), t.Day(), now.Location()), nil
			}
		}
	}
	return time.Time{}, ErrDay
}
