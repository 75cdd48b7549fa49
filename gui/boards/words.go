package boards

import (
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/db/boards"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// seamWords returns the name of a seam, its meaning between two shots, and its icon. before is the number of the
// earlier shot.
func seamWords(s boards.Seam, before int) (name, meaning string, icon fyne.Resource) {
	name, icon = wording.SeamName(s), action.SeamIcon(s)
	switch s {
	case boards.Shared:
		meaning = lang.L("Shot %[2]d begins with the keyframe that ends shot %[1]d. Both can be made at the same time.",
			before, before+1)
	case boards.Continue:
		meaning = lang.L("Shot %[2]d begins with the delivered last frame of shot %[1]d. It is sent when shot %[1]d is "+
			"saved, and needs image hosting.", before, before+1)
	default:
		meaning = lang.L("Shot %d begins with its own keyframe, or with none. Hard cut.", before+1)
	}
	return name, meaning, icon
}

// reachable returns how long the address of a picture is still reachable, as text and as a part of a day. The tone
// shows how soon it expires.
func reachable(expires, now time.Time) (words string, part float32, tone kit.Tone) {
	left := expires.Sub(now)
	tone = kit.ToneOK
	if left < time.Hour {
		tone = kit.ToneErr
	} else if left < 6*time.Hour {
		tone = kit.ToneWarn
	}
	return wording.Life(left), float32(min(max(left.Hours()/24, 0.04), 1)), tone
}

// pictureSize returns the width and height of the pictures of a board, px; 0 if they are not known.
func pictureSize(s boards.Settings) (wide, high int) {
	wide, high, _ = client.ParseSize(s.Size)
	return wide, high
}

func soundWord(on bool) string {
	if on {
		return lang.L("sound")
	}
	return lang.L("no sound")
}

// oneLine returns a prompt as one line.
func oneLine(prompt string) string { return strings.Join(strings.Fields(prompt), " ") }

// keyframeName names a keyframe and its board in a sentence.
func keyframeName(frame, board string) string {
	return lang.L("The picture of %[1]s on the board “%[2]s”.", frame, board)
}
