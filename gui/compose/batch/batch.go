// Package batch reads a list of jobs from a file or from pasted lines.
//
// # The format
//
// A list is text in UTF-8, with or without a byte order mark, of at most 4 MiB, 1,000 rows and 1,000 jobs. It is one of:
//
//   - CSV: a header row with the names of the columns, then one job a row. The cells are separated by commas, semicolons or
//     tabs, whichever the header uses; a first line "sep=;" says it outright. Cells with separators, quotes or line breaks
//     stand in double quotes, and a quote inside is doubled.
//   - JSON lines: one object a line, with the same names. "images" may be an array of links, "input_reference" one of the
//     first and the last frame.
//   - Lines: one prompt a line. Everything else comes from the form.
//
// The ending of the file's name decides (.csv, .tsv, .jsonl, .ndjson); a text that was pasted is CSV where its first line
// names at least two columns, JSON lines where its first line is an object, and otherwise lines. Empty lines are left out.
//
// The columns, in any order. What is in brackets is understood as well:
//
//	kind             text_to_video, frames_to_video, text_to_image or edit_image
//	model            id of a model of the catalogue or of the profile
//	prompt           [text]
//	negative_prompt  [negative] clips only
//	seconds          [duration] clips only; whole seconds
//	resolution       clips only; 720P or 1080P
//	aspect_ratio     [ratio] clips only; 16:9, 9:16 or 1:1; with a first frame the clip follows the frame
//	size             <width>x<height>; for clips instead of resolution and aspect_ratio
//	audio            [sound] clips only; yes or no, true or false, on or off, 1 or 0
//	first_frame      [first] an http or https link
//	last_frame       [last] an http or https link
//	images           [image, image_urls] http or https links of the pictures to edit, with spaces between them
//	seed             clips only; an integer. Several clips of one row count up from it
//	quality          pictures only; low, medium, high, xhigh or max
//	output_format    [format] pictures only; png or jpeg
//	clips            [count] how many jobs the row makes, 1 to 100
//
// A column that is missing takes what the form holds. An empty cell means "not given", so the service's own default holds,
// but for the kind and the model, which come from the form. Without a kind the row is of the form's kind, unless its model
// or its links say otherwise: a picture model makes pictures, a frame makes it frames to video, a picture to edit makes it
// an edit. A prompt is sent as it stands: braces are not expanded into variations.
//
// Nothing is dropped in silence. A column that nobody knows is reported by name; a cell that does not belong to the kind of
// its row, or that cannot be read, is a problem of its row, as is every rule of the service that the row breaks.
//
// An apostrophe before a cell that a spreadsheet would run as a formula, because it begins with = + - or @, is taken away.
package batch

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
	"unicode/utf8"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/compose/form"
	"viviscope/gui/lang"
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

	text string // as it came
}

// Batch is a list that was read.
type Batch struct {
	Format  Format
	Rows    []Row
	Unknown []string // names of columns that nobody knows, in the order of the text; what stands in them is not used

	head string // of a CSV: what stands before the first row, with what separates the cells
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
		all, b.head, b.Unknown, err = readCSV(text)
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

// Rest is the list of the rows with problems, as they came; "" where there are none.
func (b Batch) Rest() string {
	var rest strings.Builder
	for _, r := range b.Rows {
		if len(r.Problems) == 0 {
			continue
		}
		if rest.Len() == 0 {
			rest.WriteString(b.head)
		}
		rest.WriteString(r.text + "\n")
	}
	return rest.String()
}

// cells is one row as it came: the texts under the known columns, also empty ones.
type cells struct {
	line  int
	raw   string
	text  map[column]string
	extra bool // there are cells under no column
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
		if all, err = take(all, cells{line: n, raw: line, text: map[column]string{colPrompt: line}}); err != nil {
			return nil, err
		}
	}
	return all, nil
}

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

// Words says a problem or a note of a row in the language of the window. Problems are told apart by their messages, which are
// the same in every language; this is for people alone.
func Words(message string) string {
	own := map[string]string{
		MsgKind:       lang.L("kind must be one of text_to_video, frames_to_video, text_to_image, edit_image"),
		MsgAudio:      lang.L("audio must be yes or no"),
		MsgNoFrames:   lang.L("text_to_video takes no frames: the kind for them is frames_to_video"),
		MsgFirstFrame: lang.L("frames_to_video needs a first frame"),
		MsgNoImages:   lang.L("text_to_image takes no pictures: the kind for them is edit_image"),
		MsgSizeAlone:  lang.L("size stands instead of resolution and aspect_ratio"),
		MsgExtra:      lang.L("the row has more cells than there are columns"),
		NoteRatio:     lang.L("the clip follows the first frame, so the ratio is left out"),
	}
	if words, ok := own[message]; ok {
		return words
	}
	return form.Words(message)
}

// Trouble says in a whole sentence why a text is no list: what Parse returned.
func Trouble(err error) string {
	var syntax *SyntaxError
	switch {
	case errors.As(err, &syntax):
		return lang.L("Line %s: %s.", lang.Number(syntax.Line), syntax.Reason)
	case errors.Is(err, ErrTooLarge):
		return lang.L("The list cannot be used: it is larger than %d MiB.", MaxBytes>>20)
	case errors.Is(err, ErrTooManyRows):
		return lang.L("The list cannot be used: it has more than %s rows.", lang.Number(MaxRows))
	case errors.Is(err, ErrTooManyJobs):
		return lang.L("The list cannot be used: it makes more than %s jobs.", lang.Number(MaxJobs))
	case errors.Is(err, ErrNoRows):
		return lang.L("The list cannot be used: it has no rows.")
	case errors.Is(err, ErrEncoding):
		return lang.L("The list cannot be used: it is not text in UTF-8. Save it as CSV UTF-8.")
	case errors.Is(err, ErrHeader):
		return lang.L("The list cannot be used: its first line names no column, such as prompt.")
	}
	return lang.L("The list cannot be used: %s.", err.Error())
}
