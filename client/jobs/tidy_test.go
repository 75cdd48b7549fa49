package jobs_test

import (
	"errors"
	"io/fs"
	"os"
	"testing"
	"time"

	"viviscope/db"
)

// Partial files that no job can use are removed, and those that a job needs are used.
func TestStartRemovesLeftovers(t *testing.T) {
	inWorld(t, func(w *world) {
		link := func(j *db.Job) {
			j.State, j.AcceptedAt = db.Saving, time.Now().UTC()
			j.ResultItems = []byte(`[{"incoming":"` + db.IncomingName(j.Ref, 0, "img") + `"}]`)
		}
		clip := w.put(db.TextToVideo, func(j *db.Job) {
			j.State, j.TaskID, j.AcceptedAt = db.Downloading, "task_0", time.Now().UTC()
		})
		picture := w.put(db.TextToImage, link)
		saved := w.put(db.TextToVideo, func(j *db.Job) { j.State, j.TaskID = db.Saved, "task_1" })
		unsure := w.put(db.TextToImage, func(j *db.Job) { j.State = db.Unconfirmed })
		write := func(name string, data []byte) string {
			path, err := w.lib.IncomingPath(name)
			w.must(err)
			w.must(os.WriteFile(path, data, 0o600))
			return path
		}
		part := write(db.IncomingName(clip.Ref, 0, "mp4")+".part", []byte("half"))
		state := write(db.IncomingName(clip.Ref, 0, "mp4")+".part.json", []byte("{}"))
		write(db.IncomingName(picture.Ref, 0, "img"), pngBytes())
		paid := write(db.IncomingName(unsure.Ref, 0, "img"), pngBytes())
		useless := []string{
			write(db.IncomingName(saved.Ref, 0, "mp4")+".part", []byte("half")),
			write(db.IncomingName(saved.Ref, 0, "mp4")+".part.json", []byte("{}")),
		}
		input, err := w.lib.SaveInput(w.ctx, []byte("of a click that never came"), "png")
		w.must(err)
		abs, err := w.lib.AbsPath(input)
		w.must(err)
		useless = append(useless, abs)

		w.svc.load = func(string) error { return noAnswer() }
		w.start()
		w.until(picture.ID, db.Saved)
		w.pass(time.Minute)
		for _, path := range useless {
			if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%s is still there: %v", path, err)
			}
		}
		for _, path := range []string{part, state, paid} {
			if _, err := os.Stat(path); err != nil {
				t.Error(err)
			}
		}
		if a := w.assets(picture.ID); len(a) != 1 {
			t.Errorf("the picture in incoming/ became %d assets", len(a))
		}
	})
}
