package gallery

import (
	"context"
	"slices"
	"strings"
)

// settingSearches is where the library keeps what was searched for.
const settingSearches = "gallery.searches"

// How many searches are kept, and how many of them are offered while something is typed.
const (
	searchesMost    = 20
	searchesOffered = 4
)

// searches is what was searched for, the newest first. It belongs to the window's goroutine.
type searches struct {
	g     *Gallery
	texts []string
}

// read reads what is kept. Away from the window's goroutine.
func (s *searches) read(ctx context.Context) {
	var texts []string
	if _, err := s.g.o.Library.Setting(ctx, settingSearches, &texts); err != nil {
		s.g.o.Log.Warn("read what was searched for", "err", err)
		return
	}
	s.g.post(func() { s.texts = texts[:min(len(texts), searchesMost)] })
}

// add keeps a search as the newest.
func (s *searches) add(text string) {
	text = strings.TrimSpace(text)
	if text == "" || len(s.texts) > 0 && s.texts[0] == text {
		return
	}
	texts := append([]string{text}, slices.DeleteFunc(slices.Clone(s.texts), func(old string) bool { return old == text })...)
	s.keep(texts[:min(len(texts), searchesMost)])
}

// remove forgets a search.
func (s *searches) remove(text string) {
	s.keep(slices.DeleteFunc(slices.Clone(s.texts), func(old string) bool { return old == text }))
}

func (s *searches) keep(texts []string) {
	s.texts = texts
	ctx := context.WithoutCancel(s.g.ctx) // also while the gallery is being closed
	s.g.run(func() {
		if err := s.g.o.Library.SetSetting(ctx, settingSearches, texts); err != nil {
			s.g.o.Log.Warn("keep what was searched for", "err", err)
		}
	})
}

// offers gives those that hold what is typed, and more than that; all where nothing is.
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
