package order

import (
	"fmt"
	"strings"

	"viviscope/client"
)

// jobTexts are the texts of one job.
type jobTexts struct{ prompt, negative string }

// expandTexts returns the texts of every job: each variation of the prompt with each variation of the negative prompt,
// repeated for each clip. If there are more jobs than MaxOrder, it returns a problem and only the unexpanded texts.
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

// emptyOrFirst returns "" if any prompt is empty, else the first prompt. It is used to check the rule about prompts.
func emptyOrFirst(all []jobTexts) string {
	for _, w := range all {
		if w.prompt == "" {
			return ""
		}
	}
	return all[0].prompt
}
