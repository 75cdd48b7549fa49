package db

import (
	"strings"
)

// Problem is a file that a rebuild could not use, or only in part. It was left where it is.
type Problem struct {
	Path string // relative to the library
	What string // a description
}

// Report is the result of a rebuild or of a restored backup.
type Report struct {
	Assets      int    // files with a row now
	Imported    int    // those of them without a known origin
	Jobs        int    // jobs with a sidecar or a line in jobs.jsonl
	Entries     int    // ledger entries
	Boards      int    // set by package boards only
	Profiles    int    // recreated; none has prices, and a key only if the keychain has it
	Sidecars    int    // of Problems: sidecars that could not be read
	OldDatabase string // folder of the old database, relative to the library; "" if there was none
	Problems    []Problem
}

func (r *Report) problem(p, what string) {
	r.Problems = append(r.Problems, Problem{Path: strings.ToValidUTF8(p, "?"), What: what})
}
