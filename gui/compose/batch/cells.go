package batch

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"viviscope/client"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// column is a known column, by its name in the header.
type column string

const (
	colKind       column = "kind"
	colModel      column = "model"
	colPrompt     column = "prompt"
	colNegative   column = "negative_prompt"
	colSeconds    column = "seconds"
	colResolution column = "resolution"
	colRatio      column = "aspect_ratio"
	colSize       column = "size"
	colAudio      column = "audio"
	colFirst      column = "first_frame"
	colLast       column = "last_frame"
	colImages     column = "images"
	colSeed       column = "seed"
	colQuality    column = "quality"
	colFormat     column = "output_format"
	colClips      column = "clips"
)

// columns returns all columns in the order in which they are written.
func columns() []column {
	return []column{
		colKind, colModel, colPrompt, colNegative, colSeconds, colResolution, colRatio, colSize, colAudio,
		colFirst, colLast, colImages, colSeed, colQuality, colFormat, colClips,
	}
}

// columnOf finds the column that a name in a header or a key of an object means.
func columnOf(name string) (column, bool) {
	name = strings.NewReplacer(" ", "_", "-", "_").Replace(strings.ToLower(strings.TrimSpace(name)))
	switch name {
	case "text":
		return colPrompt, true
	case "negative":
		return colNegative, true
	case "duration":
		return colSeconds, true
	case "ratio":
		return colRatio, true
	case "sound":
		return colAudio, true
	case "first":
		return colFirst, true
	case "last":
		return colLast, true
	case "image", "image_urls":
		return colImages, true
	case "format":
		return colFormat, true
	case "count":
		return colClips, true
	}
	for _, c := range columns() {
		if string(c) == name {
			return c, true
		}
	}
	return "", false
}

// field is the name on the wire that a problem of the column stands at.
func (c column) field() string {
	if c == colFirst || c == colLast {
		return "input_reference"
	}
	return string(c)
}

// clipsOnly reports whether pictures have no such parameter.
func (c column) clipsOnly() bool {
	switch c {
	case colNegative, colSeconds, colResolution, colRatio, colAudio, colFirst, colLast, colSeed:
		return true
	}
	return false
}

// picturesOnly reports whether clips have no such parameter.
func (c column) picturesOnly() bool { return c == colImages || c == colQuality || c == colFormat }

// readCSV reads the rows under the header, what stands before them, and the names of the columns that nobody knows.
func readCSV(text string) (all []cells, before string, unknown []string, err error) {
	text, skipped, delimiter := prologue(text)
	r := csv.NewReader(strings.NewReader(text))
	r.Comma = delimiter
	r.FieldsPerRecord = -1
	r.TrimLeadingSpace = delimiter != '\t' // a tab is a space, and would take the empty cells with it
	head, err := r.Read()
	if errors.Is(err, io.EOF) {
		return nil, "", nil, ErrNoRows
	} else if err != nil {
		return nil, "", nil, syntax(err, skipped)
	}
	line, _ := r.FieldPos(0)
	named, unknown, err := readHeader(head, line+skipped)
	if err != nil {
		return nil, "", nil, err
	}
	read := r.InputOffset()
	before = fmt.Sprintf("%s%c\n%s", sepMark, delimiter, text[:read])
	for {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			return all, before, unknown, nil
		} else if err != nil {
			return nil, "", nil, syntax(err, skipped)
		}
		raw := strings.Trim(text[read:r.InputOffset()], "\n")
		read = r.InputOffset()
		if !slices.ContainsFunc(record, func(s string) bool { return strings.TrimSpace(s) != "" }) {
			continue // spreadsheets write the separators of rows that were emptied
		}
		line, _ := r.FieldPos(0)
		c := readRecord(named, record)
		c.line, c.raw = line+skipped, raw
		if all, err = take(all, c); err != nil {
			return nil, "", nil, err
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
const unheard column = "?"

func readHeader(head []string, line int) (columns []column, unknown []string, err error) {
	columns = make([]column, len(head))
	any := false
	for i, name := range head {
		name = strings.TrimSpace(name)
		c, ok := columnOf(name)
		switch {
		case ok && slices.Contains(columns[:i], c):
			return nil, nil, &SyntaxError{line, lang.L("there are two columns of %s", string(c))}
		case ok:
			columns[i], any = c, true
		case name != "":
			columns[i] = unheard
			if !slices.Contains(unknown, name) {
				unknown = append(unknown, name)
			}
		}
	}
	if !any {
		return nil, nil, ErrHeader
	}
	return columns, unknown, nil
}

func readRecord(columns []column, record []string) cells {
	c := cells{text: map[column]string{}}
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

func syntax(err error, skipped int) error {
	var p *csv.ParseError
	if errors.As(err, &p) {
		return &SyntaxError{p.Line + skipped, lang.L("the quotes of a cell do not match")}
	}
	return fmt.Errorf("read list: %w", err)
}

// keyReferences is the key of the first and the last frame on the wire.
const keyReferences = "input_reference"

// why is a reason of a SyntaxError before its line is known, in the words of the window.
type why string

// Error returns the reason.
func (w why) Error() string { return string(w) }

// readJSONL reads one object a line, and the keys that nobody knows.
func readJSONL(text string) (all []cells, unknown []string, err error) {
	n := 0
	for line := range strings.SplitSeq(text, "\n") {
		n++
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		c, strange, err := readObject(line)
		if err != nil {
			return nil, nil, &SyntaxError{n, err.Error()}
		}
		c.line, c.raw = n, line
		if all, err = take(all, c); err != nil {
			return nil, nil, err
		}
		for _, key := range strange {
			if !slices.Contains(unknown, key) {
				unknown = append(unknown, key)
			}
		}
	}
	return all, unknown, nil
}

// readObject reads one line. It walks the object itself, because a key that stands there twice would lose a value.
func readObject(line string) (c cells, unknown []string, err error) {
	notObject := func() (cells, []string, error) { return cells{}, nil, why(lang.L("not a JSON object")) }
	if !strings.HasPrefix(line, "{") || !json.Valid([]byte(line)) {
		return notObject()
	}
	c.text = map[column]string{}
	d := json.NewDecoder(strings.NewReader(line))
	if _, err := d.Token(); err != nil {
		return notObject()
	}
	for d.More() {
		token, err := d.Token()
		if err != nil {
			return notObject()
		}
		key, _ := token.(string)
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return notObject()
		}
		values, known, err := readMember(key, raw)
		if err != nil {
			return cells{}, nil, err
		}
		if !known {
			unknown = append(unknown, key)
		}
		for col, text := range values {
			if _, twice := c.text[col]; twice {
				return cells{}, nil, why(lang.L("%s stands there twice", string(col)))
			}
			c.text[col] = strings.TrimSpace(newlines(text))
		}
	}
	return c, unknown, nil
}

// readMember reads one member of an object as cells.
func readMember(key string, raw json.RawMessage) (values map[column]string, known bool, err error) {
	if key == keyReferences {
		links, err := texts(key, raw)
		if err != nil {
			return nil, true, err
		}
		if len(links) > client.MaxReferences {
			return nil, true, why(wording.Rule(client.MsgTwoImages))
		}
		links = append(links, "", "")
		return map[column]string{colFirst: links[0], colLast: links[1]}, true, nil
	}
	col, ok := columnOf(key)
	if !ok {
		return nil, false, nil
	}
	list, err := texts(key, raw)
	if err != nil {
		return nil, true, err
	}
	if len(list) > 1 && col != colImages {
		return nil, true, why(lang.L("%s must be a single value", key))
	}
	return map[column]string{col: strings.Join(list, " ")}, true, nil
}

// texts reads a value as one text, or an array as several.
func texts(key string, raw json.RawMessage) ([]string, error) {
	raw = bytes.TrimSpace(raw)
	switch raw[0] {
	case '[':
		var items []json.RawMessage
		if err := json.Unmarshal(raw, &items); err != nil {
			return nil, why(lang.L("%s cannot be read", key))
		}
		var out []string
		for _, item := range items {
			if bytes.HasPrefix(bytes.TrimSpace(item), []byte("[")) {
				return nil, why(lang.L("%s must be text", key))
			}
			one, err := texts(key, item)
			if err != nil {
				return nil, err
			}
			out = append(out, one...)
		}
		return out, nil
	case '{':
		return nil, why(lang.L("%s must be text", key))
	case '"':
		var s string
		if err := json.Unmarshal(raw, &s); err != nil {
			return nil, why(lang.L("%s cannot be read", key))
		}
		return []string{s}, nil
	case 'n':
		return []string{""}, nil // null: not given
	}
	return []string{string(raw)}, nil // a number or a truth value, as it is written
}
