package editor

import "viviscope/gui/lang"

// stepName names a step of the history, which has a word for it that is stored with the canvas and never shown: what package tool
// and this one call it when they do it.
func stepName(step string) string {
	names := map[string]string{
		"brush":         lang.L("brush stroke"),
		"erase":         lang.L("eraser stroke"),
		"line":          lang.X("noun", "line"),
		"arrow":         lang.X("noun", "arrow"),
		"box":           lang.X("noun", "box"),
		"ellipse":       lang.X("noun", "ellipse"),
		"text":          lang.X("noun", "label"),
		"number":        lang.X("noun", "number"),
		"blur":          lang.L("blurred part"),
		"pixelate":      lang.L("pixelated part"),
		"emphasis":      lang.X("noun", "region"),
		"place picture": lang.L("placing a picture"),
		"move":          lang.L("moving marks"),
		"turn mark":     lang.L("turning a mark"),
		"reshape":       lang.L("reshaping a mark"),
		"size":          lang.L("size of marks"),
		"style":         lang.L("look of marks"),
		"order":         lang.L("order of marks"),
		"delete":        lang.L("deleting marks"),
		"duplicate":     lang.L("duplicating marks"),
		"hide":          lang.L("hiding marks"),
		"show":          lang.L("showing marks"),
		"restore marks": lang.L("restoring marks"),
		"crop":          lang.L("cropping"),
		"extend":        lang.L("extending the picture"),
		"turn":          lang.L("turning the picture"),
		"flip":          lang.L("flipping the picture"),
		"straighten":    lang.L("straightening"),
		"resize":        lang.L("resizing"),
	}
	if name, ok := names[step]; ok {
		return name
	}
	return lang.L("the last change") // of a program that knew more
}
