package wording

import (
	"viviscope/db"
	"viviscope/gui/lang"
)

// Upload says how far a picture is on its way to the person's own host: "Uploading first frame, 40 %". place is that of the
// request; total 0: not known.
func Upload(kind db.JobKind, place int, done, total int64) string {
	switch {
	case total <= 0:
		return uploading(kind, place)
	case done >= total:
		return uploaded(kind, place)
	}
	percent := int(100 * done / total)
	switch {
	case !kind.IsVideo():
		return lang.L("Uploading picture %d, %d %%", place+1, percent)
	case place == 1:
		return lang.L("Uploading last frame, %d %%", percent)
	}
	return lang.L("Uploading first frame, %d %%", percent)
}

func uploading(kind db.JobKind, place int) string {
	switch {
	case !kind.IsVideo():
		return lang.L("Uploading picture %d", place+1)
	case place == 1:
		return lang.L("Uploading last frame")
	}
	return lang.L("Uploading first frame")
}

func uploaded(kind db.JobKind, place int) string {
	switch {
	case !kind.IsVideo():
		return lang.L("Uploaded picture %d", place+1)
	case place == 1:
		return lang.L("Uploaded last frame")
	}
	return lang.L("Uploaded first frame")
}
