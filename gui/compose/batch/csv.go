package batch

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"viviscope/gui/lang"
)

// readCSV reads the rows under the header, and the names of the columns that nobody knows.
func readCSV(text string) (all []cells, unknown []string, err error) {
	text, skipped, delimiter := prologue(text)
	r := csv.NewReader(strings.NewReader(text))
	r.Comma = delimiter
	r.FieldsPerRecord = -1
	r.TrimLeadingSpace = delimiter != '\t' // a tab is a space, and would take the empty cells with it
	head, err := r.Read()
	if errors.Is(err, io.EOF) {
		return nil, nil, ErrNoRows
	} else if err != nil {
		return nil, nil, syntax(err, skipped)
	}
	line, _ := r.FieldPos(0)
	named, unknown, err := readHeader(head, line+skipped)
	if err != nil {
		return nil, nil, err
	}
	for {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			return all, unknown, nil
		} else if err != nil {
			return nil, nil, syntax(err, skipped)
		}
		if !slices.ContainsFunc(record, func(s string) bool { return strings.TrimSpace(s) != "" }) {
			continue // spreadsheets write the separators of rows that were emptied
		}
		line, _ := r.FieldPos(0)
		if all, err = take(all, readRecord(named, record, line+skipped)); err != nil {
			return nil, nil, err
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

// heading is what a column of the file is.
type heading int

const (
	known   heading = iota
	unheard         // has a name, but not one of ours
	unnamed
)

// headed is one column of the file; col means something where it is known.
type headed struct {
	what heading
	col  column
}

func readHeader(head []string, line int) (n []headed, unknown []string, err error) {
	n = make([]headed, len(head))
	any := false
	for i, name := range head {
		name = strings.TrimSpace(name)
		c, ok := columnOf(name)
		switch {
		case ok && slices.Contains(n[:i], headed{known, c}):
			return nil, nil, &SyntaxError{line, lang.L("there are two columns of %s", string(c))}
		case ok:
			n[i].col, any = c, true
		case name == "":
			n[i].what = unnamed
		default:
			n[i].what = unheard
			if !slices.Contains(unknown, name) {
				unknown = append(unknown, name)
			}
		}
	}
	if !any {
		return nil, nil, ErrHeader
	}
	return n, unknown, nil
}

func readRecord(n []headed, record []string, line int) cells {
	c := cells{line: line, text: map[column]string{}}
	for _, h := range n {
		if h.what == known {
			c.text[h.col] = "" // a row may be shorter than the header
		}
	}
	for i, cell := range record {
		cell = unguard(strings.TrimSpace(cell))
		switch {
		case i < len(n) && n[i].what == known:
			c.text[n[i].col] = cell
		case i < len(n) && n[i].what == unheard:
		case cell != "":
			c.extra = append(c.extra, cell)
		}
	}
	return c
}

func syntax(err error, skipped int) error {
	var p *csv.ParseError
	if errors.As(err, &p) {
		return &SyntaxError{p.Line + skipped, lang.L("the quotes of a cell do not match")}
	}
	return fmt.Errorf("read list: %w", err)
}
