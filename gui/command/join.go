package command

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"viviscope/client/automation"
	"viviscope/client/jobs"
	"viviscope/client/mp4"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/db/folder"
	"viviscope/gui/media"
	"viviscope/gui/wording"
)

// joinFiles makes one film of clips that are files, and prints what came of it. It needs no library. Where it fails there is no file.
func (r *run) joinFiles() error {
	if len(r.args) < 3 {
		return automation.Usage("say the film and its clips: viviscope join OUT.mp4 IN.mp4 IN.mp4")
	}
	out, silent, cut := r.args[0], r.on("silent"), r.number("cut")
	if _, err := os.Lstat(out); err == nil {
		return automation.Usage("%s: %v; choose another name, or remove it first", out, fs.ErrExist)
	}
	var clips []*mp4.Clip
	var bad error
	for _, path := range r.args[1:] {
		c, err := mp4.Open(path)
		clips, bad = append(clips, c), errors.Join(bad, err)
	}
	if bad != nil {
		return automation.Usage("%v", bad)
	}
	how := "copied"
	_, differ := mp4.Compare(clips, silent)
	anyCut := map[int]bool{} // the clips whose frames are encoded again
	for _, m := range differ {
		how = "encoded"
		anyCut[m.Clip] = m.Why != mp4.OtherSound
		r.say("%s must be encoded again: %s", clips[m.Clip].Path, m)
	}
	for i, c := range clips[:len(clips)-1] {
		if c.Cut = min(cut, c.Frames-1); !anyCut[i] {
			c.Cut = c.Snap(cut)
		}
		if c.Cut < cut {
			r.say("%s loses %d frames at its end, not %d", c.Path, c.Cut, cut)
		}
	}
	var film mp4.Film
	err := folder.WriteFile(out, func(w io.Writer) (err error) {
		film, err = media.Join(r.ctx, w, filepath.Dir(out), media.Film{Clips: clips, Silent: silent}, func(done, of int) {
			r.bar.show(time.Now(), float64(done)/float64(max(of, 1)), "")
		})
		return err
	})
	if err != nil {
		return automation.Usage("%v", err)
	}
	path, err := filepath.Abs(out)
	return cmp.Or(err, r.print(automation.JoinAnswer{Protocol: automation.Protocol, How: how, Frames: film.Frames, Seconds: film.Seconds, Path: path}))
}

// rebuild makes a new database out of the folder of a library, and says what came of it. It refuses while a program has it open.
func (r *run) rebuild() (string, error) {
	if r.text("library") == "" {
		return "", automation.Usage("say which library: viviscope rebuild -library FOLDER")
	}
	if err := r.nothingOpen(); err != nil {
		return "", err
	}
	report, err := boards.Rebuild(r.ctx, r.text("library"), db.Options{Log: slog.New(slog.NewTextHandler(redacted{r.Stderr}, nil)), Probe: jobs.Probe}, db.Rebuild)
	if err != nil {
		return "", err
	}
	text := wording.Rebuilt(report) + "\n"
	if report.Aside != "" {
		text += fmt.Sprintf("The old database is kept in %s.\n", report.Aside)
	}
	for _, p := range report.Problems {
		text += fmt.Sprintf("%q: %s\n", p.Path, p.What) // quoted: a name may hold what a terminal obeys
	}
	return text, nil
}

// nothingOpen refuses a rebuild while jobs run or are unconfirmed, as the window does: they have no file, so the new database would not have
// them, and a script that repeats their click would pay twice. A database that cannot be read is rebuilt all the same.
func (r *run) nothingOpen() error {
	lib, err := db.Open(r.ctx, r.text("library"), db.Options{ReadOnly: true})
	if err != nil {
		return nil // what is wrong with it is for the rebuild to say
	}
	counts, err := lib.JobCounts(r.ctx, 0)
	open := 0
	for state, n := range counts {
		if !state.Ended() && state != db.Waiting && state != db.Held {
			open += n
		}
	}
	if err := errors.Join(err, lib.Close()); err != nil || open == 0 {
		return nil
	}
	return automation.Usage("%d jobs are running or unconfirmed and would be lost: wait until they are saved, or resolve them in the window", open)
}
