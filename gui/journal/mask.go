package journal

import (
	"regexp"
	"strings"

	"viviscope/client"
)

// mask hides what looks like a secret: a bearer key, and all of a link but its scheme and host.
func mask(s string) string { return client.Redact(s) }

// words that could be a key: long, of letters and digits. An address of the memory, 0x…, is shorter.
var keyRE = regexp.MustCompile(`[A-Za-z0-9_-]{20,}`)

// stacksStart is where the runtime's own words begin, which hold names of functions and numbers, never what a text said.
const stacksStart = "\ngoroutine "

// maskCrash is mask for what the runtime wrote at the end. The words of a panic may hold anything, so whatever could be a
// key is hidden there as well.
func maskCrash(s string) string {
	said, stacks := s, ""
	if i := strings.Index(s, stacksStart); i >= 0 {
		said, stacks = s[:i], s[i:]
	}
	said = keyRE.ReplaceAllStringFunc(mask(said), func(word string) string {
		if strings.ContainsAny(word, "0123456789") {
			return "[hidden]"
		}
		return word
	})
	return said + mask(stacks)
}

// wholeLines drops the first line where it may have lost its beginning.
func wholeLines(s string, cut bool) string {
	if !cut {
		return s
	}
	_, rest, _ := strings.Cut(s, "\n")
	return strings.ToValidUTF8(rest, "\uFFFD")
}
