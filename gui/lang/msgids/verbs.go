package msgids

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
)

// verb is one value in a format of package fmt: its number where it has one, flags, and the letter.
var verb = regexp.MustCompile(`%(?:\[(\d+)\])?([-+# 0]*\d*(?:\.\d+)?)([a-zA-Z%])`)

// Verbs lists which value a format shows how, sorted by values: "1:s", "2:d". What stands for a percent sign is left out. A
// translation must have the same as its sentence, in any order; otherwise the window would show a value in the place of another,
// or the complaint of package fmt.
func Verbs(format string) []string {
	var all []string
	next := 1
	for _, m := range verb.FindAllStringSubmatch(format, -1) {
		if m[3] == "%" {
			continue
		}
		if m[1] != "" {
			next, _ = strconv.Atoi(m[1]) // digits
		}
		all = append(all, fmt.Sprintf("%d:%s%s", next, m[2], m[3]))
		next++
	}
	slices.Sort(all)
	return slices.Compact(all)
}
