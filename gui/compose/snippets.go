package compose

import (
	"slices"
	"strings"
)

// snippetsName is the setting that holds the snippets.
const snippetsName = "compose.snippets"

// Snippet is a text under a name, to be put into prompts.
type Snippet struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// snippets are the saved ones, in the order in which they are shown.
type snippets struct{ savedList[Snippet] }

// find returns where a name stands; -1 for nowhere. Names that differ in their blanks or capitals alone are one.
func (s *snippets) find(name string) int {
	return slices.IndexFunc(s.list, func(o Snippet) bool { return folded(o.Name) == folded(name) })
}

// put saves a snippet, in the place of the one with its name.
func (s *snippets) put(sn Snippet) {
	s.list = slices.Clone(s.list)
	if i := s.find(sn.Name); i >= 0 {
		s.list[i] = sn
	} else {
		s.list = append(s.list, sn)
		slices.SortStableFunc(s.list, func(a, b Snippet) int { return strings.Compare(folded(a.Name), folded(b.Name)) })
	}
	s.save()
}

// rename gives the snippet at i another name; one that has it already goes.
func (s *snippets) rename(i int, name string) {
	sn := s.list[i]
	sn.Name = name
	s.remove(i)
	s.put(sn)
}

func (s *snippets) remove(i int) {
	s.list = slices.Delete(slices.Clone(s.list), i, i+1)
	s.save()
}
