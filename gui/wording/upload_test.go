package wording

import (
	"testing"

	"viviscope/db"
)

func TestUploadNamesPictureAndProgress(t *testing.T) {
	for _, c := range []struct {
		kind        db.JobKind
		place       int
		done, total int64
		want        string
	}{
		{db.FramesToVideo, 0, 400, 1000, "Uploading first frame, 40 %"},
		{db.FramesToVideo, 1, 0, 1000, "Uploading last frame, 0 %"},
		{db.FramesToVideo, 1, 1000, 1000, "Uploading last frame, 100 %"},
		{db.EditImage, 2, 5, 10, "Uploading picture 3, 50 %"},
	} {
		if got := Upload(c.kind, c.place, c.done, c.total); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
