package form

import "viviscope/gui/lang"

// SentAs says in one line how the pictures of the edit will be sent; "" while there are none.
func (d EditDraft) SentAs(env Env) string {
	inputs := d.Inputs()
	way := d.CanvasWay(env)
	switch way {
	case CanvasDrawn:
		if d.Canvas.Marks == 0 {
			return lang.L("One flat PNG, as it is on the canvas")
		}
		return lang.N("One flat PNG with %s mark", "One flat PNG with %s marks", d.Canvas.Marks, lang.Number(d.Canvas.Marks))
	case CanvasFile:
		return lang.L("The picture itself, as a file")
	case CanvasLink:
		if len(inputs) == 0 {
			return lang.L("Sent by its web address")
		}
	case CanvasEmpty:
		if len(inputs) == 0 {
			return ""
		}
		if d.SentAlong() {
			return lang.L("Sent as a file")
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
	words := lang.N("Sent as %d web address", "Sent as %d web addresses", total, total)
	if hosted > 0 {
		return lang.N("%[2]s; %[1]d put on your image host first", "%[2]s; %[1]d put on your image host first", hosted, hosted, words)
	}
	return words
}
