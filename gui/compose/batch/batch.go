package batch

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"viviscope/client"
	"viviscope/db"
)

// The caps of a list.
const (
	MaxBytes = 4 << 20 // size of the text
	MaxRows  = 1000    // rows of it
	MaxJobs  = 1000    // jobs that all rows together make
	MaxClips = 100     // jobs that one row makes
)

// Why a text is no list. What is wrong with single rows is no error: see Row.Problems.
var (
	ErrTooLarge    = fmt.Errorf("the list is larger than %d MiB", MaxBytes>>20)
	ErrTooManyRows = fmt.Errorf("the list has more than %d rows", MaxRows)
	ErrTooManyJobs = fmt.Errorf("the list makes more than %d jobs", MaxJobs)
	ErrNoRows      = errors.New("the list has no rows")
	ErrEncoding    = errors.New("the list is not text in UTF-8: save it as CSV UTF-8")
	ErrHeader      = errors.New("the first line names no column, such as prompt")
)

// SyntaxError says where a text stops being a list.
type SyntaxError struct {
	Line   int    // 1-based
	Reason string // in the language of the window, without a full stop
}

// Error names line and reason.
func (e *SyntaxError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Reason) }

// Format is how a list is written.
type Format int

// The formats of a list.
const (
	CSV Format = iota
	JSONL
	Lines
)

// Defaults is what the form holds: it fills in for columns that are missing. The seed of a draft is none of it unless it
// is to be the same for all rows. A local picture of Edit is not used: a row carries links only.
type Defaults struct {
	Kind   db.JobKind
	Text   client.VideoRequest
	Frames client.VideoRequest
	Image  client.ImageRequest
	Edit   client.EditRequest
	Clips  int            // below 1 counts as 1
	Models []client.Alias // further model ids of the profile
	Form   client.Form    // of the profile's requests
}

// Note is said about a row and does not keep it from being sent. Text names it; Words says it to people.
type Note struct{ Field, Text string }

// Row is one row of a list.
type Row struct {
	Line     int // 1-based, where the row begins
	Kind     db.JobKind
	Request  client.Request
	Clips    int                      // jobs that the row makes, at least 1
	Problems []client.ValidationError // empty for a row that the service accepts
	Notes    []Note

	kept  map[column]string // cells that are not in the request, to be written again as they came
	extra []string          // cells under no column
}

// Batch is a list that was read.
type Batch struct {
	Format  Format
	Rows    []Row
	Unknown []string // names of columns that nobody knows, in the order of the text; what stands in them is not used
}

// Jobs returns how many jobs the list makes.
func (b Batch) Jobs() int {
	n := 0
	for _, r := range b.Rows {
		n += r.Clips
	}
	return n
}

// Parse reads a list. The name is that of the file, "" for a text that was pasted. Errors: one of the sentinels above, a
// *SyntaxError, or what reading gave; rows that cannot be sent are no error.
func Parse(r io.Reader, name string, d Defaults) (Batch, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxBytes+1))
	if err != nil {
		return Batch{}, fmt.Errorf("read list: %w", err)
	}
	if len(data) > MaxBytes {
		return Batch{}, ErrTooLarge
	}
	text := strings.TrimPrefix(string(data), byteOrderMark)
	if !utf8.ValidString(text) {
		return Batch{}, ErrEncoding
	}
	b := Batch{Format: formatOf(name, text)}
	var all []cells
	switch text = newlines(text); b.Format {
	case CSV:
		all, b.Unknown, err = readCSV(text)
	case JSONL:
		all, b.Unknown, err = readJSONL(text)
	default:
		all, err = readLines(text)
	}
	if err != nil {
		return Batch{}, err
	}
	if len(all) == 0 {
		return Batch{}, ErrNoRows
	}
	for _, c := range all {
		b.Rows = append(b.Rows, d.row(c))
	}
	if b.Jobs() > MaxJobs {
		return Batch{}, ErrTooManyJobs
	}
	return b, nil
}

const byteOrderMark = "\ufeff"

// newlines makes every line break a single line feed.
func newlines(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
}

// cells is one row as it came: the texts under the known columns, also empty ones, and what stands beside them.
type cells struct {
	line  int
	text  map[column]string
	extra []string
}

// take adds a row to others, unless there are too many.
func take(all []cells, c cells) ([]cells, error) {
	if len(all) == MaxRows {
		return nil, ErrTooManyRows
	}
	return append(all, c), nil
}

func readLines(text string) (all []cells, err error) {
	n := 0
	for line := range strings.SplitSeq(text, "\n") {
		n++
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if all, err = take(all, cells{line: n, text: map[column]string{colPrompt: line}}); err != nil {
			return nil, err
		}
	}
	return all, nil
}
