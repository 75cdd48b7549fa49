package compose

import (
	"context"
	"log/slog"
	"slices"
	"strings"

	"viviscope/gui/action"
)

// snippetsName is the setting that holds the snippets.
const snippetsName = "compose.snippets"

// Snippet is a text under a name, to be put into prompts.
type Snippet struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// snippets are the saved ones, in the order in which they are shown. They belong to the window's goroutine, except
// load.
type snippets struct {
	saver *action.Saver
	list  []Snippet
	known bool // the list was read: before that it must not be overwritten
}

// load reads the snippets off the window's goroutine. The returned function takes them in on it, and adds those that
// were saved meanwhile. Snippets that cannot be read stay on the disk as they are.
func (s *snippets) load(ctx context.Context) (take func()) {
	var list []Snippet
	if _, err := s.saver.Settings.Setting(ctx, snippetsName, &list); err != nil {
		s.saver.Host.Log().Warn("cannot read the snippets", slog.Any("err", err))
		return func() {}
	}
	return func() {
		early := s.list
		s.list, s.known = list, true
		for _, one := range slices.Backward(early) {
			s.put(one)
		}
	}
}

func (s *snippets) save() {
	if s.known {
		s.saver.Put(snippetsName, s.list)
	}
}

// find returns the index of a name, or -1. Spaces and capitals are ignored.
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

// rename renames the snippet at i. A snippet that already has the name is removed.
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

// match returns the snippets that contain words: first those whose name begins with them, then those whose name
// contains them, then those whose text does. Blanks and capitals do not count.
func match(all []Snippet, words string) []Snippet {
	words = folded(words)
	var ranks [3][]Snippet
	for _, sn := range all {
		name := folded(sn.Name)
		switch {
		case strings.HasPrefix(name, words):
			ranks[0] = append(ranks[0], sn)
		case strings.Contains(name, words):
			ranks[1] = append(ranks[1], sn)
		case len(words) > 1 && strings.Contains(folded(sn.Text), words):
			ranks[2] = append(ranks[2], sn)
		}
	}
	return append(append(ranks[0], ranks[1]...), ranks[2]...)
}

func folded(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), "")) }
