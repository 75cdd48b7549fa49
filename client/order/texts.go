package order

import (
	"fmt"
	"strings"

	"viviscope/client"
)

// words are the texts of one job.
type words struct{ prompt, negative string }

// expand returns the texts of every job: each variation of the prompt with each of the negative prompt, once per clip.
// If these are more than the limit of a click, it returns a problem of the prompt, and the unexpanded texts once.
func expand(prompt, negative string, clips int) ([]words, []client.ValidationError) {
	count := 1
	for _, text := range []string{prompt, negative} {
		count = min(count*Variations(text), 1<<30)
	}
	if count > MaxOrder/clips {
		problem := fmt.Sprintf("this makes %d jobs: %s", count*clips, limitAtOnce)
		if count == 1<<30 {
			problem = MsgTooManyJobs
		}
		return []words{{strings.TrimSpace(prompt), strings.TrimSpace(negative)}},
			[]client.ValidationError{{Field: FieldPrompt, Message: problem}}
	}
	all := make([]words, 0, count*clips)
	for _, p := range Expand(prompt) {
		for _, n := range Expand(negative) {
			for range clips {
				all = append(all, words{strings.TrimSpace(p), strings.TrimSpace(n)})
			}
		}
	}
	return all, nil
}

// blankest returns an empty prompt if there is one, else the first, for checking the rule about prompts.
func blankest(all []words) string {
	for _, w := range all {
		if w.prompt == "" {
			return ""
		}
	}
	return all[0].prompt
}
