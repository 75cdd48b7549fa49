package order

import (
	"fmt"
	"slices"
	"strings"

	"viviscope/client"
	"viviscope/db"
)

// The limits of a list.
const (
	MaxListBytes = 4 << 20
	MaxListRows  = 1000
	MaxListJobs  = 1000
	maxRowClips  = 100
)

// List is a parsed list of orders. resources/FORMATS.md defines the file formats.
type List struct {
	Rows    []ListRow
	Unknown []string // unknown columns in the order of the text; their cells are ignored

	header string // of CSV: the text before the first row, including the separator line
}

// ListRow is one row of a list.
type ListRow struct {
	Line     int // 1-based line where the row begins
	Kind     db.JobKind
	Request  client.Request
	Clips    int                      // number of jobs of the row, at least 1
	Problems []client.ValidationError // empty if the service accepts the row
	Note     string                   // message about an ignored cell; "" for none

	text string // the original text
}

// Order returns the order of a row. It increments the seed for each job.
func (r ListRow) Order() (o Order) {
	for i := range r.Clips {
		one := r.Request
		if clip, ok := one.(client.VideoRequest); ok && clip.Seed != nil {
			clip.Seed = new(*clip.Seed + int64(i))
			one = clip
		}
		o.Requests = append(o.Requests, one)
	}
	return o
}

// ValidRows returns the rows without problems.
func (l List) ValidRows() []ListRow {
	return slices.DeleteFunc(slices.Clone(l.Rows), func(r ListRow) bool { return len(r.Problems) > 0 })
}

// InvalidRowsText returns a list with the original text of the rows with problems; "" if there are none.
func (l List) InvalidRowsText() string {
	rest := ""
	for _, r := range l.Rows {
		if len(r.Problems) > 0 {
			rest += r.text + "\n"
		}
	}
	if rest == "" {
		return ""
	}
	return l.header + rest
}

// ListError reports why a text is not a list.
type ListError struct {
	Line    int      // 1-based; 0: the whole text
	Reasons []string // at least one
}

func (e *ListError) Error() string {
	reason := strings.Join(e.Reasons, "; ")
	if e.Line == 0 {
		return "The list cannot be used: " + reason + "."
	}
	return fmt.Sprintf("Line %d: %s.", e.Line, reason)
}

// listError returns an error about the whole text.
func listError(reason string) error { return &ListError{Reasons: []string{reason}} }

// Reasons why a whole text is not a list.
const (
	MsgListTooLarge = "it is larger than 4 MiB"
	MsgListEncoding = "it is not UTF-8 text. Save it as CSV UTF-8"
	MsgListRows     = "it has more than 1000 rows"
	MsgListJobs     = "it makes more than 1000 jobs"
	MsgListEmpty    = "it has no rows"
	MsgListColumns  = "its first line has no known column, such as prompt"
)

// cells is one unparsed row of a list.
type cells struct {
	line  int               // 1-based
	raw   string            // original text
	text  map[string]string // by column; an empty cell is "", a missing column is absent
	extra bool              // there are cells outside the columns
}

// lineError returns an error about one line.
func lineError(line int, reasons ...string) error { return &ListError{Line: line, Reasons: reasons} }
