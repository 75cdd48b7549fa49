package settings

import (
	"fmt"
	"strings"

	"viviscope/db"
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
		{"Clips and pictures", u.Files, ""},
		{"Trash", u.Trash, ""},
		{"Thumbnails", u.Thumbs, "can be made again"},
		{"Being fetched", u.Incoming, "what is left over is cleared at a start"},
		{"Pictures that jobs sent", u.Inputs, "so that jobs can be sent again"},
		{"Backups of the database", u.Backups, "the newest ones are kept"},
		{"Database", u.Database, ""},
		{"Sidecars", u.Sidecars, "what made each file"},
	} {
		total.Files += k.use.Files
		total.Bytes += k.use.Bytes
		if k.use.Files > 0 {
			all = append(all, figure{k.what, wording.Count(k.use.Files, "file", "files"), k.use.Bytes, k.means})
		}
	}
	return append(all, figure{"Together", wording.Count(total.Files, "file", "files"), total.Bytes, ""})
}

// trashWord is a choice of how long the trash keeps things.
func trashWord(days int) string {
	switch days {
	case 0:
		return "until it is emptied"
	case 365:
		return "a year"
	}
	return wording.Count(days, "day", "days")
}

// sweepWords says what a check of the library found, and what to do about it. good: nothing is to be done.
func sweepWords(r db.SweepReport) (words string, good bool) {
	var parts []string
	if n := len(r.Healed); n > 0 {
		parts = append(parts, wording.Count(n, "file that a crash had left half moved is back.", "files that a crash had left half moved are back."))
	}
	if n := len(r.Missing); n > 0 {
		parts = append(parts, wording.Count(n, "file is gone from the folder. Put it back where it was, or throw the item away.", "files are gone from the folder. Put them back where they were, or throw the items away."))
	}
	if n := len(r.Files); n > 0 {
		const most = 3
		names := strings.Join(r.Files[:min(n, most)], ", ")
		if n > most {
			names += fmt.Sprintf(" and %d more", n-most)
		}
		parts = append(parts, wording.Count(n, "file is in the folder that the library does not know", "files are in the folder that the library does not know")+": "+names+". A rebuild takes them in.")
	}
	if n := len(r.Parts); n > 0 {
		parts = append(parts, wording.Count(n, "leftover of stopped work is cleared at a start.", "leftovers of stopped work are cleared at a start."))
	}
	good = len(r.Missing)+len(r.Files) == 0
	if good {
		parts = append([]string{"All is in order: every file is there, and every file is known."}, parts...)
	}
	return strings.Join(parts, " "), good
}
