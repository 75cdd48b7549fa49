package form

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"viviscope/client"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// cells is one row of a list as it came: the texts under the known columns, also empty ones.
type cells struct {
	line  int
	raw   string
	text  map[string]string
	extra bool // there are cells under no column
}

// lineError says where a text stops being a list.
func lineError(line int, reason string) error {
	return errors.New(lang.L("Line %s: %s.", lang.Number(line), reason))
}

// newlines makes every line break a single line feed.
func newlines(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
}

// reader chooses how a list is read: by the ending of the name, else by the first line that is not empty. A reader hands over each row, and
// stops where that fails.
func (l *List) reader(name, text string) func(text string, add func(cells) error) error {
	switch strings.ToLower(path.Ext(name)) {
	case ".csv", ".tsv":
		return l.readCSV
	case ".jsonl", ".ndjson":
		return l.readJSONL
	}
	first, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	first = strings.TrimSpace(first)
	_, known := delimiterOf(first)
	switch {
	case strings.HasPrefix(first, "{") && json.Valid([]byte(first)):
		return l.readJSONL
	case strings.HasPrefix(first, sepMark), known >= 2: // a prompt may well have commas, and a part that is also a column
		return l.readCSV
	}
	return readLines
}

func readLines(text string, add func(cells) error) error {
	return eachLine(text, func(n int, line string) error {
		return add(cells{line: n, raw: line, text: map[string]string{FieldPrompt: line}})
	})
}

// eachLine goes through the lines that are not empty.
func eachLine(text string, use func(n int, line string) error) error {
	n := 0
	for line := range strings.SplitSeq(text, "\n") {
		n++
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if err := use(n, line); err != nil {
			return err
		}
	}
	return nil
}

// sepMark begins the line by which spreadsheets say what separates the cells.
const sepMark = "sep="

// delimiterOf returns what separates the cells of a header, and how many known columns that gives.
func delimiterOf(header string) (delimiter rune, known int) {
	delimiter = ','
	for _, d := range ",;\t" {
		n := 0
		for name := range strings.SplitSeq(header, string(d)) {
			if columnOf(strings.Trim(strings.TrimSpace(name), `"`)) != "" {
				n++
			}
		}
		if n > known {
			delimiter, known = d, n
		}
	}
	return delimiter, known
}

// readCSV reads the rows under a header.
func (l *List) readCSV(text string, add func(cells) error) error {
	text, skipped, delimiter := prologue(text)
	r := csv.NewReader(strings.NewReader(text))
	r.Comma = delimiter
	r.FieldsPerRecord = -1
	r.TrimLeadingSpace = delimiter != '\t' // a tab is a space, and would take the empty cells with it
	var columns []string
	for {
		begin := r.InputOffset()
		record, err := r.Read()
		var broken *csv.ParseError
		switch {
		case errors.Is(err, io.EOF) && columns == nil:
			return errNoRows()
		case errors.Is(err, io.EOF):
			return nil
		case errors.As(err, &broken):
			return lineError(broken.Line+skipped, lang.L("a cell has unmatched quotes"))
		case err != nil:
			return fmt.Errorf("read list: %w", err)
		}
		line, _ := r.FieldPos(0)
		switch line += skipped; {
		case columns == nil:
			if columns, err = l.readHeader(record, line); err != nil {
				return err
			}
			l.head = text[:r.InputOffset()]
			if d, known := delimiterOf(l.head); d != delimiter || known < 2 { // else it is read as it was without the mark
				l.head = fmt.Sprintf("%s%c\n%s", sepMark, delimiter, l.head)
			}
		case strings.TrimSpace(strings.Join(record, "")) != "": // spreadsheets write the separators of rows that were emptied
			c := readRecord(columns, record)
			c.line, c.raw = line, strings.Trim(text[begin:r.InputOffset()], "\n")
			if err := add(c); err != nil {
				return err
			}
		}
	}
}

// prologue takes away the lines before the header and finds out what separates the cells.
func prologue(text string) (rest string, skipped int, delimiter rune) {
	for {
		line, after, more := strings.Cut(text, "\n")
		trimmed := strings.TrimSpace(line)
		if mark, ok := strings.CutPrefix(trimmed, sepMark); ok && len(mark) <= 1 {
			if mark == "" {
				mark = "\t" // trimmed away
			}
			if strings.Contains(",;\t", mark) {
				return after, skipped + 1, rune(mark[0])
			}
		}
		if trimmed != "" || !more {
			delimiter, _ = delimiterOf(line)
			return text, skipped, delimiter
		}
		text = after
		skipped++
	}
}

// unheard is a column of the file that has a name, but none of ours. One without a name is "".
const unheard = "?"

func (l *List) readHeader(head []string, line int) (columns []string, err error) {
	columns = make([]string, len(head))
	any := false
	for i, name := range head {
		name = strings.TrimSpace(name)
		c := columnOf(name)
		switch {
		case c != "" && slices.Contains(columns[:i], c):
			return nil, lineError(line, lang.L("there are two %s columns", c))
		case c != "":
			columns[i], any = c, true
		case name != "":
			columns[i] = unheard
			l.unknown(name)
		}
	}
	if !any {
		return nil, errors.New(lang.L("The list cannot be used: its first line has no known column, such as prompt."))
	}
	return columns, nil
}

func (l *List) unknown(name string) {
	if !slices.Contains(l.Unknown, name) {
		l.Unknown = append(l.Unknown, name)
	}
}

func readRecord(columns, record []string) cells {
	c := cells{text: map[string]string{}}
	for _, col := range columns {
		c.text[col] = "" // a row may be shorter than the header
	}
	for i, cell := range record {
		cell = unguard(strings.TrimSpace(cell))
		if i < len(columns) && columns[i] != "" {
			c.text[columns[i]] = cell
		} else if cell != "" {
			c.extra = true
		}
	}
	return c
}

// unguard takes away the apostrophe that keeps a spreadsheet from running a cell as a formula, also in the width of East Asian texts.
func unguard(cell string) string {
	inside := strings.TrimLeft(cell, "'")
	if inside != cell && inside != "" && strings.ContainsRune("=+-@＝＋－＠", []rune(inside)[0]) {
		return cell[1:]
	}
	return cell
}

// readJSONL reads one object a line.
func (l *List) readJSONL(text string, add func(cells) error) error {
	return eachLine(text, func(n int, line string) error {
		c := cells{line: n, raw: line, text: map[string]string{}}
		if reason := l.readObject(c.text, line); reason != "" {
			return lineError(n, reason)
		}
		return add(c)
	})
}

// readObject reads one line into cells, and says what is wrong with it. It walks the object itself, because a key that stands there twice
// would lose a value.
func (l *List) readObject(cells map[string]string, line string) (wrong string) {
	if !strings.HasPrefix(line, "{") || !json.Valid([]byte(line)) {
		return lang.L("not a JSON object")
	}
	d := json.NewDecoder(strings.NewReader(line))
	d.UseNumber()
	_, _ = d.Token() // the line is valid, so nothing here fails
	for d.More() {
		token, _ := d.Token()
		var value any
		_ = d.Decode(&value)
		key, _ := token.(string)
		values, wrong := l.readMember(key, value)
		if wrong != "" {
			return wrong
		}
		for column, text := range values {
			if _, twice := cells[column]; twice {
				return lang.L("%s appears twice", column)
			}
			cells[column] = strings.TrimSpace(newlines(text))
		}
	}
	return ""
}

// readMember reads one member of an object as cells.
func (l *List) readMember(key string, value any) (values map[string]string, wrong string) {
	column := columnOf(key)
	if column == "" && key != FieldFrames {
		l.unknown(key)
		return nil, ""
	}
	list, isList := value.([]any)
	if !isList {
		list = []any{value}
	}
	texts := make([]string, len(list), len(list)+client.MaxReferences)
	for i, one := range list {
		switch one := one.(type) {
		case nil: // not given
		case string, bool, json.Number:
			texts[i] = fmt.Sprint(one)
		default:
			return nil, lang.L("%s must be text", key)
		}
	}
	switch {
	case key == FieldFrames && len(texts) > client.MaxReferences:
		return nil, wording.Rule(client.MsgTwoImages)
	case key == FieldFrames:
		texts = append(texts, "", "")
		return map[string]string{"first_frame": texts[FirstFrame], "last_frame": texts[LastFrame]}, ""
	case len(texts) > 1 && column != FieldImages:
		return nil, lang.L("%s must be a single value", key)
	}
	return map[string]string{column: strings.Join(texts, " ")}, ""
}
