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

	"viviscope/client"
	"viviscope/client/automation"
	"viviscope/client/film"
	"viviscope/client/guard"
	"viviscope/client/jobs"
	"viviscope/client/mp4"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/db/folder"
	"viviscope/gui/wording"
)

// joinFiles joins clip files and prints the answer. It needs no library. After an error there is no new file.
func (r *invocation) joinFiles() error {
	if len(r.args) < 3 {
		return automation.Usage("say the film and its clips: viviscope join OUT.mp4 IN.mp4 IN.mp4")
	}
	out, silent, cut := r.args[0], r.on("silent"), r.number("cut")
	if _, err := os.Lstat(out); err == nil {
		return automation.Usage("%s: %v; choose another name, or remove it first", out, fs.ErrExist)
	}
	var clips []*mp4.Clip
	var unreadable error
	for _, path := range r.args[1:] {
		c, err := client.OpenClip(r.ctx, path)
		clips, unreadable = append(clips, c), errors.Join(unreadable, err)
	}
	if unreadable != nil {
		return automation.Usage("%v", unreadable)
	}
	how := "copied"
	_, differ := mp4.Compare(clips, silent)
	var again []automation.Problem
	for _, m := range differ {
		how = "encoded"
		again = append(again, automation.Problem{Path: clips[m.Index].Path, Message: m.Error()})
		r.printWords("%s cannot be copied as it is: %s", clips[m.Index].Path, m)
	}
	encodes := mp4.MustEncode(differ)
	if encodes {
		r.printWords("the whole film is encoded")
	}
	for _, c := range clips[:len(clips)-1] {
		c.Cut = min(cut, c.Frames-1)
		if !encodes { // an encoded film can be cut anywhere
			c.Cut = c.Snap(cut)
		}
		if c.Cut < cut {
			r.printWords("%s loses %d frames at its end, not %d", c.Path, c.Cut, cut)
		}
	}
	var made mp4.Film
	err := folder.WriteFile(out, func(w io.Writer) (err error) {
		made, err = film.Join(r.ctx, w, filepath.Dir(out), film.Input{Clips: clips, Silent: silent},
			func(done, of int) {
				r.bar.show(time.Now(), float64(done)/float64(max(of, 1)), "")
			})
		return err
	})
	if err != nil {
		return automation.Usage("%v", err)
	}
	path, err := filepath.Abs(out)
	return cmp.Or(err, r.printJSON(automation.JoinAnswer{Protocol: automation.Protocol, How: how, Frames: made.Frames,
		Seconds: made.Seconds, Encoded: again, Path: path}))
}

// rebuild creates a new database from the files of a library. It fails while another process has the library open.
func (r *invocation) rebuild() (string, error) {
	if r.text("library") == "" {
		return "", automation.Usage("say which library: viviscope rebuild -library FOLDER")
	}
	log := slog.New(slog.NewTextHandler(guard.RedactingWriter{Writer: r.Stderr}, nil))
	report, err := boards.Rebuild(r.ctx, r.text("library"), db.Options{Log: log, Probe: jobs.Probe}, db.Rebuild)
	if err != nil {
		return "", err
	}
	text := wording.Rebuilt(report) + "\n"
	if report.OldDatabase != "" {
		text += fmt.Sprintf("The old database is kept in %s.\n", report.OldDatabase)
	}
	for _, p := range report.Problems {
		text += fmt.Sprintf("%q: %s\n", p.Path, p.What) // quoted, because names may contain control characters
	}
	return text, nil
}
