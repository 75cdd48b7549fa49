package form

import (
	"slices"
	"strings"

	"viviscope/client"
)

// somewhere stands for a link that is not known yet, or that breaks a rule which is told at its slot, while the other
// rules are checked.
const somewhere = "https://example.com/"

// order makes one request per variation and clip, with the problems of the draft. The slots count for frames to video
// alone.
func (d VideoDraft) order(env Env, frames bool) (Order, []client.ValidationError) {
	var o Order
	r := d.base()
	r.Audio = d.Audio()
	var problems []client.ValidationError
	if frames {
		problems = d.frames(env, &r, &o)
	}
	all, tooMany := expand(d.Prompt, d.Negative, clampClips(d.Clips))
	problems = append(problems, tooMany...)

	check := r
	check.Prompt, check.InputReference = blankest(all), slices.Clone(r.InputReference)
	for i := range check.InputReference {
		if i > FirstFrame || !d.First.Empty() {
			check.InputReference[i] = somewhere
		}
	}
	problems = append(problems, check.Problems()...)
	problems = append(problems, unknown(env.VideoModels, d.Model, isVideoModel)...)

	seeds, ok := d.Seed.seeds(len(all), clampClips(d.Clips))
	if !ok {
		problems = append(problems, client.ValidationError{Field: FieldSeed, Message: MsgSeed})
	}
	for i, words := range all {
		one := r
		one.Prompt, one.NegativePrompt = words.prompt, words.negative
		one.InputReference = slices.Clone(r.InputReference)
		one.Seed = seeds[i]
		o.Requests = append(o.Requests, one)
		o.Prompts = append(o.Prompts, words.prompt)
	}
	return o, problems
}

// unknown says that a profile has no model of that name. The rules of a draft are those of the model that it stood for, so
// that the draft is whole again under a profile that has it.
func unknown(models func() []Model, id string, inCatalogue func(string) bool) []client.ValidationError {
	if inCatalogue(id) {
		return nil
	}
	all := models()
	if _, ok := find(id, all); ok {
		return nil
	}
	ids := make([]string, len(all))
	for i, m := range all {
		ids[i] = m.ID
	}
	return []client.ValidationError{{Field: FieldModel, Message: "model must be one of " + strings.Join(ids, ", ")}}
}
