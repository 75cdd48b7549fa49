package wording

import (
	"strconv"

	"viviscope/db"
)

// Upload says how far a picture is on its way to the person's own host: "Uploading first frame, 40 %". place is that of the
// request; total 0: not known.
func Upload(kind db.JobKind, place int, done, total int64) string {
	what := "picture " + strconv.Itoa(place+1)
	if kind.IsVideo() {
		what = "first frame"
		if place == 1 {
			what = "last frame"
		}
	}
	switch {
	case total <= 0:
		return "Uploading " + what
	case done >= total:
		return "Uploaded " + what
	}
	return "Uploading " + what + ", " + strconv.FormatInt(100*done/total, 10) + " %"
}
