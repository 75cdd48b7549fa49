package editor

import (
	"image"
	"time"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// unfinished is a stored canvas with a drawing that was never sent in its current state. The strip lists it, because
// otherwise the user could not reach it while another canvas is open.
type unfinished struct {
	key     string
	title   string
	asset   db.Asset // ID 0: a sheet, or a canvas whose picture is gone
	marks   int
	changed time.Time   // zero: unknown
	preview image.Image // of a sheet; nil: it cannot be painted
	trouble string      // why it cannot be opened, as a sentence; "": it can
}

// caption returns the two lines under an unfinished canvas: its description, and how much is drawn on it.
func (u unfinished) caption(now time.Time) (what, drawn string) {
	switch {
	case u.asset.Prompt != "" && u.asset.Name == "":
		what = lang.L("“%s”", shortPrompt(u.asset.PromptBody()))
	case u.asset.ID != 0:
		what = u.asset.Name
	case keyframeOf(u.key) != (action.Keyframe{}):
		what = lang.L("Drawing for a keyframe")
	default:
		what = lang.L("Drawing")
	}
	if u.trouble != "" {
		return what, u.trouble
	}
	when := ""
	if !u.changed.IsZero() {
		when = wording.When(u.changed.In(now.Location()), now)
	}
	return what, wording.Dotted(lang.N("%s mark", "%s marks", u.marks, lang.Number(u.marks)), when)
}
