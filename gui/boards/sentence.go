package boards

import (
	"strings"

	"viviscope/gui/kit"
	"viviscope/resources"
)

// marked is the character around the emphasised parts of a sentence.
const marked = "\x00"

// bold marks words of a sentence.
func bold(words string) string { return marked + words + marked }

// spans splits a sentence into spans. Marked parts are bold.
func spans(sentence string) (all []kit.Span) {
	for i, part := range strings.Split(sentence, marked) {
		s := kit.Span{Text: part}
		if i%2 == 1 {
			s.Bold, s.Color = true, resources.Text1
		}
		all = append(all, s)
	}
	return all
}

// plain returns a sentence without marks.
func plain(sentence string) string { return strings.ReplaceAll(sentence, marked, "") }
