package order

import (
	"fmt"
	"strings"

	"viviscope/client"
)

// jobTexts are the texts of one job.
type jobTexts struct{ prompt, negative string }

// expandTexts returns the texts of every job: each variation of the prompt with each of the negative prompt, once per clip.
// If these are more than the limit of a click, it returns a problem of the prompt, and the unexpanded texts once.
func expandTexts(prompt, negative string, clips int) ([]jobTexts, []client.ValidationError) {
	count := 1
	for _, text := range []string{prompt, negative} {
		count = min(count*Variations(text), 1<<30)
	}
	if count > MaxOrder/clips {
		problem := fmt.Sprintf("this makes %d jobs: %s", count*clips, limitAtOnce)
		if count == 1<<30 {
			problem = MsgTooManyJobs
		}
		return []jobTexts{{strings.TrimSpace(prompt), strings.TrimSpace(negative)}},
			[]client.ValidationError{{Field: FieldPrompt, Message: problem}}
	}
	all := make([]jobTexts, 0, count*clips)
	for _, p := range Expand(prompt) {
		for _, n := range Expand(negative) {
			for range clips {
				all = append(all, jobTexts{strings.TrimSpace(p), strings.TrimSpace(n)})
			}
		}
	}
	return all, nil
}

// emptyOrFirst returns an empty prompt if there is one, else the first, for checking the rule about prompts.
func emptyOrFirst(all []jobTexts) string {
	for _, w := range all {
		if w.prompt == "" {
			return ""
		}
	}
	return all[0].prompt
}
