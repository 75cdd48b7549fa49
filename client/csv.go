package client

import (
	"encoding/csv"
	"io"
	"regexp"
	"strings"
)

// CSVByteOrderMark is the first character of a CSV file for spreadsheet programs: Excel recognizes UTF-8 only by a byte
// order mark.
const CSVByteOrderMark = "\ufeff"

// CSVWriter writes CSV (RFC 4180) for spreadsheet programs. All CSV files of the program are written with it. It guards
// each field with [GuardCSV], so that a spreadsheet does not evaluate it as a formula.
type CSVWriter struct{ *csv.Writer }

// NewCSVWriter returns a writer to w.
func NewCSVWriter(w io.Writer) CSVWriter { return CSVWriter{csv.NewWriter(w)} }

// Write writes one row.
func (w CSVWriter) Write(fields []string) error {
	guarded := make([]string, len(fields))
	for i, field := range fields {
		guarded[i] = GuardCSV(field)
	}
	return w.Writer.Write(guarded)
}

// WriteAll writes rows, and flushes them.
func (w CSVWriter) WriteAll(rows [][]string) error {
	for _, row := range rows {
		if err := w.Write(row); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}

var (
	// formulaRE matches text that a spreadsheet may evaluate. It starts with a tab or a line feed, or with an operator,
	// including its East Asian forms. Invisible characters may precede the operator.
	formulaRE = regexp.MustCompile(`^(?:[\t\n]|[\s\p{Z}\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫−])`)
	// numberRE matches a negative amount, which a spreadsheet may evaluate.
	numberRE = regexp.MustCompile(`^-[0-9]+(?:\.[0-9]+)?$`)
)

// GuardCSV returns a field that spreadsheets do not evaluate: it adds an apostrophe before a formula. It does not
// change numbers. A text that is already guarded gets a second apostrophe, so that [UnguardCSV] restores every text.
// Line ends become \n.
func GuardCSV(field string) string {
	field = strings.ReplaceAll(strings.ReplaceAll(field, "\r\n", "\n"), "\r", "\n")
	if formulaRE.MatchString(strings.TrimLeft(field, "'")) && !numberRE.MatchString(field) {
		return "'" + field
	}
	return field
}

// UnguardCSV is the inverse of GuardCSV, except for line ends.
func UnguardCSV(field string) string {
	if inside, ok := strings.CutPrefix(field, "'"); ok && formulaRE.MatchString(strings.TrimLeft(inside, "'")) {
		return inside
	}
	return field
}
