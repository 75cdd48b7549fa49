package compose

import (
	"context"
	"fmt"
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

// snippets are the saved ones, in the order in which they are shown. They belong to the window's goroutine, but for load.
type snippets struct {
	saver *saver
	list  []Snippet
	known bool // the list was read: before that it must not be written over
}

// load reads the snippets, off the window's goroutine; loaded takes them in on it.
func (s *snippets) load(ctx context.Context) ([]Snippet, error) {
	var list []Snippet
	if _, err := s.saver.drafts.Setting(ctx, snippetsName, &list); err != nil {
		return nil, fmt.Errorf("read snippets: %w", err)
	}
	return list, nil
}

// loaded takes in what was read. Snippets that were saved before it came stay.
func (s *snippets) loaded(list []Snippet) {
	early := s.list
	s.list, s.known = list, true
	for _, sn := range early {
		s.put(sn)
	}
}

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
	s.keep()
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
	s.keep()
}

// keep saves the list as it is now.
func (s *snippets) keep() {
	if s.known {
		s.saver.keep(s.list)
	}
}
