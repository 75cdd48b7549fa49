package db

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPrompts(t *testing.T) {
	l := newLibrary(t)
	p := newProfile(t, l)
	for _, prompt := range []string{"red boats", "blue boats"} {
		j := videoJob(p.ID, prompt)
		j.Template = "{red|blue} boats"
		newJob(t, l, j)
	}
	for _, prompt := range []string{"Paper boats", "a lighthouse", "paper boats at night", "  ", "a lighthouse"} {
		newJob(t, l, videoJob(p.ID, prompt))
	}
	for name, c := range map[string]struct {
		words string
		limit int
		want  []string // as they were typed
	}{
		"newest first, each once": {"", 10,
			[]string{"a lighthouse", "paper boats at night", "Paper boats", "{red|blue} boats"}},
		"at most so many":     {"", 2, []string{"a lighthouse", "paper boats at night"}},
		"any case of letters": {"PAPER", 10, []string{"paper boats at night", "Paper boats"}},
		"every word":          {"night paper", 10, []string{"paper boats at night"}},
		"of a template":       {"red", 10, []string{"{red|blue} boats"}},
		"not a pattern":       {"%", 10, nil},
		"none wanted":         {"", 0, nil},
	} {
		t.Run(name, func(t *testing.T) {
			all, err := l.Prompts(t.Context(), c.words, c.limit)
			var got []string
			for _, p := range all {
				if p.Template != "" {
					p.Text = p.Template
				}
				got = append(got, p.Text)
			}
			if diff := cmp.Diff(c.want, got); err != nil || diff != "" {
				t.Errorf("%v, -want +got\n%s", err, diff)
			}
		})
	}
}
