package order

import "strings"

// columnNames maps every accepted name of a column to its main name.
var columnNames = func() map[string]string {
	names := map[string]string{columnKind: columnKind, columnClips: columnClips, "count": columnClips}
	for _, f := range fields {
		for _, name := range append(f.Aliases, f.Name) {
			names[name] = f.Name
		}
	}
	return names
}()

// columnByName returns the main name of the column for a header cell or a JSON key; "" if there is no such column.
func columnByName(name string) string { return columnNames[wireName(strings.TrimSpace(visible(name)))] }
