package order

import "strings"

// columnNames maps all names of the columns to their main names.
var columnNames = func() map[string]string {
	names := map[string]string{columnKind: columnKind, columnClips: columnClips, "count": columnClips}
	for _, f := range fields {
		for _, name := range append(f.Aliases, f.Name) {
			names[name] = f.Name
		}
	}
	return names
}()

// columnByName returns the column for a name in a header or a key of an object; "" for none.
func columnByName(name string) string { return columnNames[wireName(strings.TrimSpace(visible(name)))] }
