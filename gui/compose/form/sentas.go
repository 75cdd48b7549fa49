package form

import (
	"fmt"

	"viviscope/gui/wording"
)

// SentAs says in one line how the pictures of the edit will be sent; "" while there are none.
func (d EditDraft) SentAs(env Env) string {
	inputs := d.Inputs()
	way := d.CanvasWay(env)
	switch way {
	case CanvasDrawn:
		if d.Canvas.Marks == 0 {
			return "One flat PNG, as it is on the canvas"
		}
		return "One flat PNG with " + wording.Count(d.Canvas.Marks, "mark", "marks")
	case CanvasFile:
		return "The picture itself, as a file"
	case CanvasLink:
		if len(inputs) == 0 {
			return "By its web address"
		}
	case CanvasEmpty:
		if len(inputs) == 0 {
			return ""
		}
		if d.SentAlong() {
			return "Sent as a file"
		}
	}
	total, hosted := len(inputs), 0
	if way != CanvasEmpty {
		total++
	}
	if way == CanvasHosted || way == CanvasDrawnHosted {
		hosted++
	}
	for _, s := range inputs {
		if s.hosted(env) {
			hosted++
		}
	}
	words := "Sent as " + wording.Count(total, "web address", "web addresses")
	if hosted > 0 {
		words += fmt.Sprintf("; %d put on your image host first", hosted)
	}
	return words
}
