package compose

import (
	"context"
	"fmt"
	"slices"

	"viviscope/gui/action"
)

// mostPrompts is how many prompts of canvases that are not open are stored.
const mostPrompts = 200

// canvasPrompts are the prompts of canvases that are not open, the last used at the end. The prompt of the open one is
// in the form.
type canvasPrompts []canvasPrompt

type canvasPrompt struct {
	Key    string `json:"key"`
	Prompt string `json:"prompt"`
}

// promptsName is the setting that holds them.
const promptsName = "compose.prompts"

// loadPrompts reads the prompts of the last session.
func loadPrompts(ctx context.Context, d action.Settings) (p canvasPrompts, err error) {
	if _, err = d.Setting(ctx, promptsName, &p); err != nil {
		return nil, fmt.Errorf("read prompts of canvases: %w", err)
	}
	return p, nil
}

// of returns the prompt of a canvas; "" for none.
func (p canvasPrompts) of(key string) string {
	for _, c := range p {
		if c.Key == key {
			return c.Prompt
		}
	}
	return ""
}

// with returns the prompts with another one for a canvas. It does not change p.
func (p canvasPrompts) with(key, prompt string) canvasPrompts {
	p = slices.DeleteFunc(slices.Clone(p), func(c canvasPrompt) bool { return c.Key == key })
	if prompt != "" {
		p = append(p, canvasPrompt{key, prompt})
	}
	return p[max(len(p)-mostPrompts, 0):]
}

// joinLines puts one text under another; either may be empty.
func joinLines(above, below string) string {
	if above == "" || below == "" {
		return above + below
	}
	return above + "\n" + below
}
