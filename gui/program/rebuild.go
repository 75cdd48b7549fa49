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
	"viviscope/gui/lang"
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

// reportWords says in a few sentences what came back. A command line speaks English.
func reportWords(r db.Report) string {
	files := lang.N("%s file", "%s files", r.Assets, lang.Number(r.Assets))
	made := lang.N("%s job", "%s jobs", r.Jobs, lang.Number(r.Jobs))
	entries := lang.N("%s ledger entry", "%s ledger entries", r.Entries, lang.Number(r.Entries))
	words := lang.L("%s, of %s with %s.", files, made, entries)
	if n := r.Imported; n > 0 {
		words += " " + lang.N("%s of them has no word of what made it.", "%s of them have no word of what made them.", n, lang.Number(n))
	}
	if n := len(r.Problems); n > 0 {
		words += " " + lang.N("%s doubtful file is left where it is.", "%s doubtful files are left where they are.", n, lang.Number(n))
	}
	return words
}
