package batch

import "strings"

// formula holds what a spreadsheet takes for the begin of a formula, also in the width of East Asian texts.
const formula = "=+-@＝＋－＠"

// guard keeps a spreadsheet from running a cell: an apostrophe goes before it. A cell that already has apostrophes before
// such a sign gets one more, so that unguard gives back exactly what went in.
func guard(cell string) string {
	if guarded(cell) {
		return "'" + cell
	}
	return cell
}

// unguard takes the apostrophe of guard away.
func unguard(cell string) string {
	if strings.HasPrefix(cell, "'") && guarded(cell) {
		return cell[1:]
	}
	return cell
}

// guarded reports whether a cell, behind any apostrophes, begins as a formula does.
func guarded(cell string) bool {
	for _, r := range strings.TrimLeft(cell, "'") {
		return strings.ContainsRune(formula, r)
	}
	return false
}
