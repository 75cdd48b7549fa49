package compose

import (
	"slices"
	"strings"

	"viviscope/gui/widgets"
	"viviscope/resources"
)

// difference says which words of several texts differ between them. Where all have as many words, that is told word by
// word; else everything between the words that they have in common at both ends differs.
type difference struct {
	vary       []bool // of each word, where all texts have as many
	head, tail int    // words in common at the ends, where they have not
	any        bool
}

func differences(texts []string) difference {
	words := make([][]string, len(texts))
	even := true
	for i, t := range texts {
		words[i] = strings.Split(t, " ")
		even = even && len(words[i]) == len(words[0])
	}
	var d difference
	first := words[0]
	if even {
		d.vary = make([]bool, len(first))
		for i := range first {
			d.vary[i] = slices.ContainsFunc(words, func(w []string) bool { return w[i] != first[i] })
			d.any = d.any || d.vary[i]
		}
		return d
	}
	d.any, d.head, d.tail = true, len(first), len(first)
	for _, w := range words {
		d.head = min(d.head, len(w))
		for i := range d.head {
			if w[i] != first[i] {
				d.head = i
				break
			}
		}
	}
	for _, w := range words {
		d.tail = min(d.tail, len(w)-d.head)
		for i := range d.tail {
			if w[len(w)-1-i] != first[len(first)-1-i] {
				d.tail = i
				break
			}
		}
	}
	return d
}

// keptBefore is how many of the words that all have are shown before the first one that differs.
const keptBefore = 12

// spans words one of the texts: what differs stands out, and comes before the eye also where much stands before it.
func (d difference) spans(text string) []widgets.Span {
	if !d.any {
		return []widgets.Span{{Text: text, Color: resources.Text1}}
	}
	words := strings.Split(text, " ")
	differs := func(i int) bool {
		if d.vary != nil {
			return d.vary[i]
		}
		return i >= d.head && i < len(words)-d.tail
	}
	var spans []widgets.Span
	start := 0
	for start < len(words) && !differs(start) {
		start++
	}
	if start = max(start-keptBefore, 0); start > 0 {
		spans = append(spans, widgets.Span{Text: "… "})
	}
	for i := start; i < len(words); i++ {
		word := words[i]
		if i < len(words)-1 {
			word += " "
		}
		span := widgets.Span{Text: word}
		if differs(i) {
			span.Bold, span.Color = true, resources.Text1
		}
		if n := len(spans); i > start && spans[n-1].Bold == span.Bold {
			spans[n-1].Text += word
		} else {
			spans = append(spans, span)
		}
	}
	return spans
}
