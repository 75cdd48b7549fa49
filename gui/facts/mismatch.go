package facts

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"time"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// lengthSlack is how much longer or shorter than asked a clip may be before it counts as another length. Services count whole frames
// and round up; half a second is not a second less.
const lengthSlack = 0.5

// Mismatch says where what came is not what was asked for: "Asked for 10 s, delivered 8 s. The charge is for 10 s."
func Mismatch(a db.Asset, b Background) string {
	if b.Job.ID == 0 {
		return ""
	}
	if wording.AsDelivered(b.Job) {
		return wording.Trouble(b.Job, time.Time{})
	}
	asked := wording.AskedOf(b.Job)
	var out []string
	if a.Kind == db.Clip && asked.Seconds > 0 && math.Abs(a.Seconds-float64(asked.Seconds)) > lengthSlack {
		out = append(out, lang.L("Asked for %d s, delivered %s s.", asked.Seconds, Short(a.Seconds)))
		if s := chargedSeconds(b.Entries); s > 0 {
			out = append(out, lang.L("The charge is for %s s.", Short(s)))
		}
	}
	if w, h, ok := sizeOf(asked.Size); ok && a.Width > 0 && (w != a.Width || h != a.Height) {
		out = append(out, lang.L("Asked for %d × %d, delivered %d × %d.", w, h, a.Width, a.Height))
	} else if !ok && a.Kind == db.Clip && a.Width > 0 && asked.Resolution != "" && !strings.EqualFold(asked.Resolution, tier(a)) {
		out = append(out, lang.L("Asked for %s, delivered %d × %d.", asked.Resolution, a.Width, a.Height))
	}
	if a.Kind == db.Clip && asked.Audio && !a.HasAudio {
		out = append(out, lang.L("Asked for audio, delivered without."))
	}
	return strings.Join(out, " ")
}

// tier gives the resolution that a clip's size belongs to.
func tier(a db.Asset) string {
	if min(a.Width, a.Height) <= 720 {
		return "720P"
	}
	return "1080P"
}

// chargedSeconds gives the length that the charge is for; 0 when the ledger does not say.
func chargedSeconds(entries []db.Entry) float64 {
	for _, e := range entries {
		var q struct {
			Seconds float64 `json:"seconds"`
		}
		if e.Kind == db.Charge && json.Unmarshal(e.Quantity, &q) == nil && q.Seconds > 0 {
			return q.Seconds
		}
	}
	return 0
}

// sizeOf reads "1536x1024".
func sizeOf(s string) (width, height int, ok bool) {
	w, h, found := strings.Cut(s, "x")
	width, errW := strconv.Atoi(w)
	height, errH := strconv.Atoi(h)
	return width, height, found && errW == nil && errH == nil
}
