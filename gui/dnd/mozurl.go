package dnd

import "strings"

// titledLinks reads text/x-moz-url and _NETSCAPE_URL: a link, its title on the next line, and so on for each further link. The
// reading ends at the first line in a link's place that is none, because a title may hold line breaks.
func titledLinks(text string) []string {
	var links []string
	place := 0
	for line := range strings.SplitSeq(strings.TrimRight(text, "\x00"), "\n") {
		if place%2 == 0 {
			link, ok := WebLink(line)
			if !ok {
				break
			}
			links = append(links, link)
		}
		place++
	}
	return links
}
