package editor

import (
	"viviscope/gui/lang"
)

// stepName returns the name of a step of the history in the language of the window. The stored name is English and
// given by this package and package tool.
func stepName(step string) string {
	names := map[string]string{
		"brush":         lang.L("brush stroke"),
		"erase":         lang.L("eraser stroke"),
		"line":          lang.X("noun", "line"),
		"arrow":         lang.X("noun", "arrow"),
		"box":           lang.X("noun", "box"),
		"ellipse":       lang.X("noun", "ellipse"),
		"text":          lang.X("noun", "text"),
		"number":        lang.X("noun", "number"),
		"blur":          lang.L("blurred area"),
		"pixelate":      lang.L("pixelated area"),
		"emphasis":      lang.X("noun", "region"),
		"place picture": lang.L("placing a picture"),
		"move":          lang.L("moving marks"),
		"turn mark":     lang.L("rotating a mark"),
		"reshape":       lang.L("reshaping a mark"),
		"size":          lang.L("size of marks"),
		"style":         lang.L("style of marks"),
		"order":         lang.L("order of marks"),
		"delete":        lang.L("deleting marks"),
		"duplicate":     lang.L("duplicating marks"),
		"hide":          lang.L("hiding marks"),
		"show":          lang.L("showing marks"),
		"restore marks": lang.L("restoring marks"),
		"crop":          lang.L("cropping"),
		"extend":        lang.L("extending the picture"),
		"turn":          lang.L("rotating the picture"),
		"flip":          lang.L("flipping the picture"),
		"straighten":    lang.L("straightening"),
		"resize":        lang.L("resizing"),
	}
	if name, ok := names[step]; ok {
		return name
	}
	return lang.L("the last change") // a step of a newer program
}
