package program

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"viviscope/client/mp4"
	"viviscope/db/folder"
	"viviscope/gui/media"
)

// JoinCommand is `viviscope join OUT.mp4 IN.mp4 IN.mp4 …`: it makes one film of clips and prints as JSON what came of it. It
// needs no library and no window. Where it fails there is no file.
func JoinCommand(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("viviscope join", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		fmt.Fprintln(stderr, "Usage: viviscope join [option ...] OUT.mp4 IN.mp4 IN.mp4 ...")
		flags.PrintDefaults()
	}
	cut := flags.Int("cut", 0, "leave out `N` frames at the end of each clip but the last, or the most below that a copy can")
	silent := flags.Bool("silent", false, "leave out the sound")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() < 3 || *cut < 0 {
		return errors.New("say the film and its clips: viviscope join OUT.mp4 IN.mp4 IN.mp4")
	}
	out := flags.Arg(0)
	if _, err := os.Lstat(out); err == nil {
		return fmt.Errorf("%s: %w; choose another name, or remove it first", out, fs.ErrExist)
	}
	var clips []*mp4.Clip
	var bad error
	for _, path := range flags.Args()[1:] {
		c, err := mp4.Open(path)
		clips, bad = append(clips, c), errors.Join(bad, err)
	}
	if bad != nil {
		return bad
	}
	how := "copied"
	_, differ := mp4.Compare(clips, *silent)
	anyCut := map[int]bool{} // the clips whose frames are encoded again
	for _, m := range differ {
		how = "encoded"
		anyCut[m.Clip] = m.Why != mp4.OtherSound
		fmt.Fprintf(stderr, "%s must be encoded again: %s\n", clips[m.Clip].Path, m)
	}
	for i, c := range clips[:len(clips)-1] {
		if c.Cut = min(*cut, c.Frames-1); !anyCut[i] {
			c.Cut = c.Snap(*cut)
		}
		if c.Cut < *cut {
			fmt.Fprintf(stderr, "%s loses %d frames at its end, not %d\n", c.Path, c.Cut, *cut)
		}
	}
	var film mp4.Film
	err := folder.WriteFile(out, func(w io.Writer) (err error) {
		film, err = media.Join(ctx, w, filepath.Dir(out), media.Film{Clips: clips, Silent: *silent}, func(int, int) {})
		return err
	})
	if err != nil {
		return err
	}
	return json.NewEncoder(stdout).Encode(struct {
		How     string  `json:"how"`
		Frames  int     `json:"frames"`
		Seconds float64 `json:"seconds"`
	}{how, film.Frames, film.Seconds})
}
