package program

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"

	"viviscope/client/jobs"
	"viviscope/db"
)

// RebuildCommand is `viviscope rebuild -library DIR`: it makes a new database out of the folder of a library and prints
// what came of it. It needs no window, and refuses while a program has the library open.
func RebuildCommand(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("viviscope rebuild", flag.ContinueOnError)
	flags.SetOutput(stderr)
	dir := flags.String("library", "", "the library's `folder`")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *dir == "" || flags.NArg() > 0 {
		return errors.New("say which library: viviscope rebuild -library FOLDER")
	}
	report, err := db.Rebuild(ctx, *dir, db.Options{Log: slog.New(slog.NewTextHandler(stderr, nil)), Probe: jobs.Probe})
	if err != nil {
		return err
	}
	return printReport(stdout, report)
}

// printReport writes what a rebuild brought back, and each file that it could not use.
func printReport(w io.Writer, r db.Report) error {
	_, err := fmt.Fprintln(w, reportWords(r))
	if r.Aside != "" {
		_, e := fmt.Fprintf(w, "The old database is kept in %s.\n", r.Aside)
		err = errors.Join(err, e)
	}
	for _, p := range r.Problems {
		_, e := fmt.Fprintf(w, "%q: %s\n", p.Path, p.What) // quoted: a name may hold what a terminal obeys
		err = errors.Join(err, e)
	}
	return err
}

// reportWords says in one line what came back.
func reportWords(r db.Report) string {
	words := fmt.Sprintf("%s, of %s with %s", count(r.Assets, "file"), count(r.Jobs, "job"), count(r.Entries, "ledger entry"))
	if r.Imported > 0 {
		words += fmt.Sprintf("; %d of them without a word of what made them", r.Imported)
	}
	if n := len(r.Problems); n > 0 {
		words += fmt.Sprintf("; %s left where they are", count(n, "doubtful file"))
	}
	return words + "."
}

func count(n int, thing string) string {
	switch {
	case n == 1:
		return "1 " + thing
	case thing[len(thing)-1] == 'y':
		return fmt.Sprintf("%d %sies", n, thing[:len(thing)-1])
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
