package editor

import "viviscope/gui/lang"

// undoneWords says that a step of the history was taken back. step is its word there, which is kept with the canvas and never
// shown.
func undoneWords(step string) string { return lang.L("Undone: %s.", stepName(step)) }

// redoneWords says that a step was done again.
func redoneWords(step string) string { return lang.L("Done again: %s.", stepName(step)) }

// stepName names a step of the history: what package tool and this one call it when they do it.
func stepName(step string) string {
	switch step {
	case "brush":
		return lang.L("brush stroke")
	case "erase":
		return lang.L("eraser stroke")
	case "line":
		return lang.X("noun", "line")
	case "arrow":
		return lang.X("noun", "arrow")
	case "box":
		return lang.X("noun", "box")
	case "ellipse":
		return lang.X("noun", "ellipse")
	case "text":
		return lang.X("noun", "label")
	case "number":
		return lang.X("noun", "number")
	case "blur":
		return lang.L("blurred part")
	case "pixelate":
		return lang.L("pixelated part")
	case "emphasis":
		return lang.X("noun", "region")
	case "place picture":
		return lang.L("placing a picture")
	case "move":
		return lang.L("moving marks")
	case "turn mark":
		return lang.L("turning a mark")
	case "reshape":
		return lang.L("reshaping a mark")
	case "size":
		return lang.L("size of marks")
	case "style":
		return lang.L("look of marks")
	case "order":
		return lang.L("order of marks")
	case "delete":
		return lang.L("deleting marks")
	case "duplicate":
		return lang.L("duplicating marks")
	case "hide":
		return lang.L("hiding marks")
	case "show":
		return lang.L("showing marks")
	case "restore marks":
		return lang.L("restoring marks")
	case "crop":
		return lang.L("cropping")
	case "extend":
		return lang.L("extending the picture")
	case "turn":
		return lang.L("turning the picture")
	case "flip":
		return lang.L("flipping the picture")
	case "straighten":
		return lang.L("straightening")
	case "resize":
		return lang.L("resizing")
	}
	return lang.L("the last change") // of a program that knew more
}
