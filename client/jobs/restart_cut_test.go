package jobs_test

import (
	"os"
	"testing"
	"time"

	"viviscope/client/jobs"
	"viviscope/db"
)

// The bytes of an answer are on the disk before the commit that refers to them. After a crash in between, the next
// start finds them: they are charged and imported. Partial files and other files prove nothing about the answer.
func TestStoredPictureSurvivesCrash(t *testing.T) {
	for name, c := range map[string]struct {
		kind   db.JobKind
		files  map[string][]byte // by the ending of the name
		want   db.JobState
		assets int
		ledger string
	}{
		"whole":             {db.TextToImage, map[string][]byte{"-0.img": pngBytes()}, db.Saved, 1, "charge ?"},
		"whole, of an edit": {db.EditImage, map[string][]byte{"-0.img": pngBytes()}, db.Saved, 1, "charge ?"},
		"two": {db.TextToImage, map[string][]byte{"-0.img": pngBytes(), "-1.img": pngBytes()}, db.Saved,
			2, "charge ?"},
		"one, and half a one": {db.TextToImage, map[string][]byte{"-0.img": pngBytes(), "-1.img.part": pngBytes()[:20]},
			db.Saved, 1, "charge ?"},
		"large, decoded": {db.TextToImage, map[string][]byte{"-answer-0.part": pngBytes()}, db.Saved, 1,
			"charge ?"},
		"one, and one large": {db.TextToImage, map[string][]byte{"-0.img": pngBytes(), "-answer-0.part": pngBytes()},
			db.Saved, 2, "charge ?"},
		"large, half": {db.TextToImage, map[string][]byte{"-answer-0.part": pngBytes()[:20]}, db.Unconfirmed, 0,
			"unconfirmed 30005"},
		"half": {db.TextToImage, map[string][]byte{"-0.img.part": pngBytes()}, db.Unconfirmed, 0,
			"unconfirmed 30005"},
		"no picture": {db.TextToImage, map[string][]byte{"-0.img": []byte("hello")}, db.Unconfirmed, 0,
			"unconfirmed 30005"},
		"empty": {db.TextToImage, map[string][]byte{"-0.img": nil}, db.Unconfirmed, 0,
			"unconfirmed 30005"},
		"nothing": {db.TextToImage, nil, db.Unconfirmed, 0, "unconfirmed 30005"},
		"a clip has no bytes": {db.TextToVideo, map[string][]byte{"-0.img": pngBytes()}, db.Unconfirmed, 0,
			"unconfirmed 3500000"},
	} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				j := w.put(c.kind, func(j *db.Job) { j.State, j.SentAt = db.Sending, time.Now().UTC().Add(-time.Hour) })
				for end, data := range c.files {
					path, err := w.lib.IncomingPath(j.Ref + end)
					w.must(err)
					w.must(os.WriteFile(path, data, 0o600))
				}
				w.start()
				w.until(j.ID, c.want)
				w.pass(25 * time.Hour)
				if now := w.job(j.ID); now.State != c.want || now.State == db.Saved && now.ErrorCode != "" {
					t.Errorf("a day later it is %s (%s)", now.State, now.ErrorCode)
				}
				if n := len(w.assets(j.ID)); n != c.assets {
					t.Errorf("%d pictures are in the library, want %d", n, c.assets)
				}
				w.wantPosts("left", 0)
				w.wantEntries(j.ID, c.ledger)
				w.restart() // and once only
				w.pass(time.Minute)
				w.wantEntries(j.ID, c.ledger)
				if entries, err := w.lib.Entries(w.ctx, j.ID); err != nil ||
					(c.want == db.Saved) != (entries[0].Note == jobs.NoteAnswerCut) {
					t.Errorf("%v, %v", entries, err)
				}
			})
		})
	}
}
