package db

import (
	"strings"
)

// Problem is a file that a rebuild could use only in part, or not at all. The file was not changed.
type Problem struct {
	Path string // relative to the library
	What string // a description
}

// Report is the result of a rebuild or of a restored backup.
type Report struct {
	Assets      int    // assets in the new database
	Imported    int    // assets without a job
	Jobs        int    // jobs with a sidecar or a line in jobs.jsonl
	Entries     int    // ledger entries
	Boards      int    // set by package boards
	Profiles    int    // recreated profiles; they have no prices, and a key only if the keychain has it
	Sidecars    int    // number of Problems that are unreadable sidecars
	OldDatabase string // folder of the old database, relative to the library; "" if there was none
	Problems    []Problem
}

func (r *Report) problem(p, what string) {
	r.Problems = append(r.Problems, Problem{Path: strings.ToValidUTF8(p, "?"), What: what})
}
