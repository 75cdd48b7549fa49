package form

import (
	"strings"

	"viviscope/client"
	"viviscope/gui/compose/variation"
	"viviscope/gui/lang"
)

// words are the texts of one job.
type words struct{ prompt, negative string }

// expand makes the texts of every job: each variation of the prompt with each of the negative prompt, and each of these
// once per clip. Where that is more than one click may make, it is said at the prompt, and the texts as they were typed
// stand for all.
func expand(prompt, negative string, clips int) ([]words, []client.ValidationError) {
	count := 1
	for _, text := range []string{prompt, negative} {
		n, _ := variation.Count(text) // an error is a number that is too large, and the number is told
		count = min(count*n, 1<<30)
	}
	if count > MaxOrder/clips {
		told := lang.L("this makes %s jobs: at most %s are possible at once", lang.Number(count*clips), lang.Number(MaxOrder))
		if count == 1<<30 {
			told = lang.L("this makes too many jobs: at most %s are possible at once", lang.Number(MaxOrder))
		}
		return []words{{strings.TrimSpace(prompt), strings.TrimSpace(negative)}}, []client.ValidationError{{Field: FieldPrompt, Message: told}}
	}
	prompts, errA := variation.Expand(prompt)
	negatives, errB := variation.Expand(negative)
	if errA != nil || errB != nil { // they were counted
		prompts, negatives = []string{prompt}, []string{negative}
	}
	all := make([]words, 0, count*clips)
	for _, p := range prompts {
		for _, n := range negatives {
			for range clips {
				all = append(all, words{strings.TrimSpace(p), strings.TrimSpace(n)})
			}
		}
	}
	return all, nil
}

// blankest returns a prompt that breaks the rule about prompts where one of them does.
func blankest(all []words) string {
	for _, w := range all {
		if w.prompt == "" {
			return ""
		}
	}
	return all[0].prompt
}
