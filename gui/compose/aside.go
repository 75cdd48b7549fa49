package compose

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// asideName is the setting that holds the prompts that were put aside.
const asideName = "compose.aside"

// asideMost is how many of them are kept.
const asideMost = 20

// aside are prompts that an earlier one took the place of, the newest first. They stand among the earlier prompts, so that
// what was typed and never sent is found again also after the program ended in between. It belongs to the window's
// goroutine, but for load.
type aside struct {
	saver *saver
	list  []string
	known bool // the list was read: before that it must not be written over
}

func (a *aside) load(ctx context.Context) ([]string, error) {
	var list []string
	if _, err := a.saver.drafts.Setting(ctx, asideName, &list); err != nil {
		return nil, fmt.Errorf("read prompts that were put aside: %w", err)
	}
	return list, nil
}

func (a *aside) loaded(list []string) {
	early := a.list
	a.list, a.known = list, true
	for _, text := range slices.Backward(early) {
		a.add(text)
	}
}

func (a *aside) add(text string) {
	if strings.TrimSpace(text) == "" {
		return
	}
	list := slices.DeleteFunc(slices.Clone(a.list), func(o string) bool { return o == text })
	a.list = append([]string{text}, list...)
	a.list = a.list[:min(len(a.list), asideMost)]
	if a.known {
		a.saver.keep(a.list)
	}
}

// besides returns those that hold all the words and are not among others.
func (a *aside) besides(others []string, words string) []string {
	wanted := strings.Fields(strings.ToLower(words))
	return slices.DeleteFunc(slices.Clone(a.list), func(text string) bool {
		low := strings.ToLower(text)
		return slices.Contains(others, text) || slices.ContainsFunc(wanted, func(w string) bool { return !strings.Contains(low, w) })
	})
}
