package client

import (
	"encoding/csv"
	"io"
	"regexp"
	"strings"
)

// CSVByteOrderMark is the first character of a CSV file for spreadsheet programs: Excel recognizes UTF-8 only by a byte order
// mark.
const CSVByteOrderMark = "\ufeff"

// CSVWriter writes CSV (RFC 4180) for spreadsheet programs. The whole program uses it. It writes a field that a
// spreadsheet would evaluate as text, see [GuardCSV]. Errors are those of Flush and Error.
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
	// formulaRE matches text that a spreadsheet may evaluate: an operator sign, also in the widths and small forms of
	// East Asian texts, and a tab or a line end at the start. Invisible characters may precede the sign.
	formulaRE = regexp.MustCompile(`^(?:[\t\n]|[\s\p{Z}\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫−])`)
	// numberRE matches a negative number in the format of amounts. A spreadsheet reads it as that number.
	numberRE = regexp.MustCompile(`^-[0-9]+(?:\.[0-9]+)?$`)
)

// GuardCSV returns a field that no spreadsheet evaluates as a formula: it puts an apostrophe before the text of one.
// Numbers stay unchanged. A text that is guarded already gets a second apostrophe, so that [UnguardCSV] restores each
// text. Line ends become \n.
func GuardCSV(field string) string {
	field = strings.ReplaceAll(strings.ReplaceAll(field, "\r\n", "\n"), "\r", "\n")
	if formulaRE.MatchString(strings.TrimLeft(field, "'")) && !numberRE.MatchString(field) {
		return "'" + field
	}
	return field
}

// UnguardCSV returns the text of a field that GuardCSV wrote. Other apostrophes stay.
func UnguardCSV(field string) string {
	if inside, ok := strings.CutPrefix(field, "'"); ok && formulaRE.MatchString(strings.TrimLeft(inside, "'")) {
		return inside
	}
	return field
}
