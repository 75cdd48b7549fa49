package db

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPrompts(t *testing.T) {
	l := newLibrary(t)
	p := newProfile(t, l)
	for _, prompt := range []string{"Paper boats", "a lighthouse", "paper boats at night", "  ", "a lighthouse"} {
		newJob(t, l, videoJob(p.ID, prompt))
	}
	for name, c := range map[string]struct {
		words string
		limit int
		want  []string
	}{
		"newest first, each once": {"", 10, []string{"a lighthouse", "paper boats at night", "Paper boats"}},
		"at most so many":         {"", 2, []string{"a lighthouse", "paper boats at night"}},
		"any case of letters":     {"PAPER", 10, []string{"paper boats at night", "Paper boats"}},
		"every word":              {"night paper", 10, []string{"paper boats at night"}},
		"not a pattern":           {"%", 10, nil},
		"none wanted":             {"", 0, nil},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := l.Prompts(t.Context(), c.words, c.limit)
			if diff := cmp.Diff(c.want, got); err != nil || diff != "" {
				t.Errorf("%v, -want +got\n%s", err, diff)
			}
		})
	}
}
