package gallery

import (
	"slices"
	"strings"
	"viviscope/db/search"
)

// settingSearches is the library's setting that stores the recent searches.
const settingSearches = "gallery.searches"

// How many searches are stored, and how many of them are suggested while the user types.
const (
	searchesMost    = 20
	searchesOffered = 4
)

// searches are the recent searches, the newest first. They belong to the window's goroutine.
type searches struct {
	*runner
	texts []string
}

// add stores a search as the newest.
func (s *searches) add(text string) {
	text = strings.TrimSpace(text)
	if text == "" || len(s.texts) > 0 && s.texts[0] == text {
		return
	}
	texts := append([]string{text}, slices.DeleteFunc(slices.Clone(s.texts), func(old string) bool {
		return old == text
	})...)
	s.keep(texts[:min(len(texts), searchesMost)])
}

func (s *searches) remove(text string) {
	s.keep(slices.DeleteFunc(slices.Clone(s.texts), func(old string) bool { return old == text }))
}

func (s *searches) keep(texts []string) {
	s.texts = texts
	s.runner.keep(settingSearches, texts)
}

// offers returns the recent searches that contain the typed text and are longer; all of them for "".
func (s *searches) offers(typed string) []offer {
	typed = strings.ToLower(strings.TrimSpace(typed))
	most := searchesOffered
	if typed == "" {
		most = suggestMost
	}
	var out []offer
	for _, text := range s.texts {
		if folded := strings.ToLower(text); folded != typed && strings.Contains(folded, typed) && len(out) < most {
			out = append(out, offer{search: text})
		}
	}
	return out
}

// offer is one suggestion: a completion of the typed text, or a recent search.
type offer struct {
	search.Suggestion
	search string // "": a completion
}

// suggestMost is how many suggestions are offered.
const suggestMost = 8
