package batch

import (
	"encoding/json"
	"path"
	"strings"
)

// formatOf tells the format by the ending of the name, else by the first line that is not empty.
func formatOf(name, text string) Format {
	switch strings.ToLower(path.Ext(name)) {
	case ".csv", ".tsv":
		return CSV
	case ".jsonl", ".ndjson":
		return JSONL
	}
	first, _, _ := strings.Cut(newlines(strings.TrimSpace(text)), "\n")
	first = strings.TrimSpace(first)
	switch {
	case strings.HasPrefix(first, "{") && json.Valid([]byte(first)):
		return JSONL
	case strings.HasPrefix(first, sepMark):
		return CSV
	}
	// A prompt may well have commas in it, and one of its parts may be a word that is also a column.
	if _, known := delimiterOf(first); known >= 2 {
		return CSV
	}
	return Lines
}

// sepMark begins the line by which spreadsheets say what separates the cells.
const sepMark = "sep="

// delimiterOf returns what separates the cells of a header, and how many known columns that gives.
func delimiterOf(header string) (delimiter rune, known int) {
	delimiter = ','
	for _, d := range []rune{',', ';', '\t'} {
		n := 0
		for name := range strings.SplitSeq(header, string(d)) {
			if _, ok := columnOf(strings.Trim(strings.TrimSpace(name), `"`)); ok {
				n++
			}
		}
		if n > known {
			delimiter, known = d, n
		}
	}
	return delimiter, known
}
