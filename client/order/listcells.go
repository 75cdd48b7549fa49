package order

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"viviscope/client"
)

// Reasons why a line is not a row.
const (
	MsgQuotes      = "a cell has unmatched quotes"
	MsgInvalidJSON = "this is not valid JSON"
	MsgNotObject   = "not a JSON object"
	MsgObject      = "the object has no known column, such as prompt"
)

// newlines converts every line break to a line feed.
func newlines(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
}

// read parses a text in its format, and calls add for each row. It returns the first error of add.
func (l *List) read(name, text string, add func(cells) error) error {
	switch detectFormat(name, text) {
	case csvRows:
		return l.readCSV(text, add)
	case jsonObjects:
		return l.readJSON(text, add)
	}
	return readLines(text, add)
}

// readCSV reads CSV with a header.
func (l *List) readCSV(text string, add func(cells) error) error {
	text, skipped, separator := skipPrologue(text)
	r := csv.NewReader(strings.NewReader(text))
	r.Comma = separator
	r.FieldsPerRecord = -1
	r.TrimLeadingSpace = separator != '\t' // a tab counts as a space, so trimming would remove empty cells
	var columns []string
	for {
		begin := r.InputOffset()
		record, err := r.Read()
		var broken *csv.ParseError
		switch {
		case errors.Is(err, io.EOF) && columns == nil:
			return listError(MsgListEmpty)
		case errors.Is(err, io.EOF):
			return nil
		case errors.As(err, &broken):
			return lineError(broken.Line+skipped, MsgQuotes)
		case err != nil:
			return fmt.Errorf("read list: %w", err)
		}
		line, _ := r.FieldPos(0)
		line += skipped
		switch {
		case columns == nil:
			if columns, err = l.readHeader(record, line); err != nil {
				return err
			}
			l.header = text[:r.InputOffset()]
			found, isHeader := parseHeader(strings.Trim(l.header, "\n"))
			if !isHeader || found != separator { // otherwise the separator could not be detected again
				l.header = fmt.Sprintf("%s%c\n%s", sepPrefix, separator, l.header)
			}
		case strings.TrimSpace(strings.Join(record, "")) != "": // spreadsheets write the separators of emptied rows
			c := readRecord(columns, record)
			c.line, c.raw = line, strings.Trim(text[begin:r.InputOffset()], "\n")
			if reason := notRowReason(c.raw, len(record)); reason != "" {
				return lineError(line, reason)
			}
			if err := add(c); err != nil {
				return err
			}
		}
	}
}

// notRowReason returns why a line of CSV is not a row, such as a comment; "" for a row. Quoted cells may contain
// anything.
func notRowReason(raw string, cells int) (reason string) {
	raw = strings.TrimSpace(raw)
	isComment := commentSymbol.MatchString(raw) && raw[0] != ';' // which may separate the cells
	if cells == 1 || isComment {
		return notPromptReason(raw)
	}
	return ""
}

// skipPrologue removes the lines before the header. It returns the rest of the text, the number of removed lines, and
// the separator of the cells.
func skipPrologue(text string) (rest string, skipped int, separator rune) {
	for {
		line, after, more := strings.Cut(text, "\n")
		trimmed := strings.TrimSpace(line)
		if mark, ok := strings.CutPrefix(trimmed, sepPrefix); ok && len(mark) <= 1 {
			if mark == "" {
				mark = "\t" // removed by TrimSpace
			}
			if strings.Contains(separators, mark) {
				return after, skipped + 1, rune(mark[0])
			}
		}
		if trimmed != "" || !more {
			separator, _ = parseHeader(line)
			return text, skipped, separator
		}
		text = after
		skipped++
	}
}

// unknownColumn marks a column with an unknown name. A column without a name is "".
const unknownColumn = "?"

func (l *List) readHeader(head []string, line int) (columns []string, err error) {
	columns = make([]string, len(head))
	any := false
	for i, name := range head {
		name = strings.TrimSpace(visible(name))
		c := columnByName(name)
		switch {
		case c != "" && slices.Contains(columns[:i], c):
			return nil, lineError(line, "there are two "+c+" columns")
		case c != "":
			columns[i], any = c, true
		case name != "":
			columns[i] = unknownColumn
			l.addUnknown(name)
		}
	}
	if !any {
		return nil, listError(MsgListColumns)
	}
	return columns, nil
}

func (l *List) addUnknown(name string) {
	name = visible(name)
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
		cell = client.UnguardCSV(strings.TrimSpace(cell))
		if i < len(columns) && columns[i] != "" {
			c.text[columns[i]] = cell
		} else if cell != "" {
			c.extra = true
		}
	}
	return c
}

// readJSON reads a sequence of JSON objects, and of arrays of objects and strings. A string in an array is a prompt.
func (l *List) readJSON(text string, add func(cells) error) error {
	text = strings.TrimRight(text, " \t\n")
	d := json.NewDecoder(strings.NewReader(text))
	line, counted := 1, 0
	for inArray := false; ; {
		begin := nextValue(text, int(d.InputOffset()), inArray)
		line, counted = line+strings.Count(text[counted:begin], "\n"), begin
		switch {
		case begin == len(text) && !inArray:
			return nil
		case !inArray && text[begin] == '[', inArray && !d.More():
			if _, err := d.Token(); err != nil {
				return invalidJSON(text, line)
			}
			inArray = !inArray
			continue
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return invalidJSON(text, line)
		}
		c := cells{line: line, raw: string(value), text: map[string]string{}}
		if prompt := ""; inArray && value[0] == '"' && json.Unmarshal(value, &prompt) == nil {
			value, _ = json.Marshal(map[string]string{FieldPrompt: prompt}) // encoding a string cannot fail
			c.raw = string(value)
		}
		if reason := l.readObject(c.text, c.raw); reason != "" {
			return lineError(line, reason)
		}
		if err := add(c); err != nil {
			return err
		}
	}
}

// nextValue returns the offset at which the next JSON value begins.
func nextValue(text string, offset int, inArray bool) int {
	between := " \t\n"
	if inArray {
		between += ","
	}
	return len(text) - len(strings.TrimLeft(text[offset:], between))
}

// invalidJSON returns the error of a line that is not JSON. If the text only begins like JSON, the error also contains
// why its first line is not a prompt.
func invalidJSON(text string, line int) error {
	if line == 1 && !json.Valid([]byte(text)) {
		first, _, _ := strings.Cut(text, "\n")
		if reason := notPromptReason(first); reason != "" {
			return lineError(line, MsgInvalidJSON, reason)
		}
	}
	return lineError(line, MsgInvalidJSON)
}

// readObject reads a valid JSON value into cells. It returns why the value is not a row; "" for a row. It decodes each
// member separately, because a map would drop repeated keys.
func (l *List) readObject(cells map[string]string, object string) (wrong string) {
	if !strings.HasPrefix(object, "{") {
		return MsgNotObject
	}
	d := json.NewDecoder(strings.NewReader(object))
	d.UseNumber()
	_, _ = d.Token() // the object is valid, so decoding cannot fail
	members := 0
	for ; d.More(); members++ {
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
				return column + " appears twice"
			}
			cells[column] = strings.TrimSpace(newlines(text))
		}
	}
	if members > 0 && len(cells) == 0 { // another kind of object, such as one with a list of rows
		return MsgObject
	}
	return ""
}

// readMember returns the cells of one member of an object, or why the object is not a row.
func (l *List) readMember(key string, value any) (values map[string]string, wrong string) {
	column := columnByName(key)
	if column == "" && key != FieldFrames {
		l.addUnknown(key)
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
			return nil, key + " must be text"
		}
	}
	switch {
	case key == FieldFrames && len(texts) > client.MaxReferences:
		return nil, client.MsgTwoImages
	case key == FieldFrames:
		texts = append(texts, "", "")
		return map[string]string{"first_frame": texts[FirstFrame], "last_frame": texts[LastFrame]}, ""
	case len(texts) > 1 && column != FieldImages:
		return nil, key + " must be a single value"
	}
	return map[string]string{column: strings.Join(texts, " ")}, ""
}
