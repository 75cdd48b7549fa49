package settings

import (
	"slices"
	"strings"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// figure is what one kind of files takes up.
type figure struct {
	what, files string
	bytes       int64
	means       string
}

// figuresOf lists what is on the disk, by kind; the last one is all of it.
func figuresOf(u db.Usage) []figure {
	var all []figure
	var total db.Use
	for _, k := range []struct {
		what  string
		use   db.Use
		means string
	}{
		{lang.L("Clips and pictures"), u.Files, ""},
		{lang.L("Trash"), u.Trash, ""},
		{lang.L("Thumbnails"), u.Thumbs, lang.L("can be made again")},
		{lang.L("Being fetched"), u.Incoming, lang.L("what is left over is cleared at a start")},
		{lang.L("Pictures that jobs sent"), u.Inputs, lang.L("so that jobs can be sent again")},
		{lang.L("Backups of the database"), u.Backups, lang.L("the newest ones are kept")},
		{lang.L("Database"), u.Database, ""},
		{lang.L("Sidecars"), u.Sidecars, lang.L("what made each file")},
	} {
		total.Files += k.use.Files
		total.Bytes += k.use.Bytes
		if k.use.Files > 0 {
			all = append(all, figure{k.what, filesWord(k.use.Files), k.use.Bytes, k.means})
		}
	}
	return append(all, figure{lang.L("Together"), filesWord(total.Files), total.Bytes, ""})
}

func filesWord(n int) string { return lang.N("%s file", "%s files", n, lang.Number(n)) }

// trashWord is a choice of how long the trash keeps things.
func trashWord(days int) string {
	switch days {
	case 0:
		return lang.L("until it is emptied")
	case 365:
		return lang.L("a year")
	}
	return lang.N("%d day", "%d days", days, days)
}

// sweepWords says what a check of the library found, and what to do about it. good: nothing is to be done.
func sweepWords(r db.SweepReport) (words string, good bool) {
	var parts []string
	if n := len(r.Healed); n > 0 {
		parts = append(parts, lang.N("%s file that a crash had left half moved is back.", "%s files that a crash had left half moved are back.", n, lang.Number(n)))
	}
	if n := len(r.Missing); n > 0 {
		parts = append(parts, lang.N("%s file is gone from the folder. Put it back where it was, or throw the item away.",
			"%s files are gone from the folder. Put them back where they were, or throw the items away.", n, lang.Number(n)))
	}
	if n := len(r.Files); n > 0 {
		const most = 3
		names := slices.Clone(r.Files[:min(n, most)])
		if more := n - most; more > 0 {
			names = append(names, lang.N("%s more", "%s more", more, lang.Number(more)))
		}
		parts = append(parts, lang.N("%[1]s file is in the folder that the library does not know: %[2]s. A rebuild takes it in.",
			"%[1]s files are in the folder that the library does not know: %[2]s. A rebuild takes them in.", n, lang.Number(n), wording.List(names)))
	}
	if n := len(r.Parts); n > 0 {
		parts = append(parts, lang.N("%s leftover of stopped work is cleared at a start.", "%s leftovers of stopped work are cleared at a start.", n, lang.Number(n)))
	}
	good = len(r.Missing)+len(r.Files) == 0
	if good {
		parts = append([]string{lang.L("All is in order: every file is there, and every file is known.")}, parts...)
	}
	return strings.Join(parts, " "), good
}
