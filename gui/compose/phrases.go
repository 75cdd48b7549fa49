package compose

import (
	"strings"

	"viviscope/gui/lang"
)

// hole stands in a sentence for what is shown apart from it, such as an amount that stands out: languages differ in its place.
const hole = "\x00"

// around returns what stands before the hole of a sentence and behind it.
func around(sentence string) (before, after string) {
	before, after, _ = strings.Cut(sentence, hole)
	return before, after
}

func jobCount(n int) string { return lang.N("%s job", "%s jobs", n, lang.Number(n)) }

func variationCount(n int) string { return lang.N("%s variation", "%s variations", n, lang.Number(n)) }
