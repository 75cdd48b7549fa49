package form_test

import (
	"strings"
	"testing"

	"viviscope/client/sandbox"
	"viviscope/gui/compose/form"
)

// typing is a form with a prompt of two thousand characters.
func typing(kind string, prompt string) form.Form {
	f := form.New()
	f.Kind = "frames_to_video"
	if kind != "" {
		f.Kind = "edit_image"
		f.Edit.Pictures[0] = form.Slot{File: "/a.png", Width: 1024, Height: 1024}
	}
	f.Frames.First.URL = "https://img.gateway.net/a.png"
	f.SetPrompt(strings.Repeat("slow dolly towards the lighthouse at dusk ", 48)[:2000-len(prompt)] + prompt)
	return f
}

// BenchmarkTyping is what every key costs before anything is drawn: the order, its problems, its price, and the models
// that the pickers offer. A window may take 8 ms for all of it.
func BenchmarkTyping(b *testing.B) {
	for name, f := range map[string]form.Form{
		"clip": typing("", ""), "clips": typing("", "{1..10} {a|b|c|d|e|f|g|h|i|j}"), "edits": typing("edit", "{1..10} {a|b|c|d|e|f|g|h|i|j}"),
	} {
		b.Run(name, func(b *testing.B) {
			env := form.Env{Now: now}
			tariff := form.Tariff{Table: sandbox.Prices(), Currency: "CNY"}
			for b.Loop() {
				order, problems := f.Build(env)
				if len(problems) > 0 {
					b.Fatal(problems)
				}
				if q := tariff.Quote(order); !q.Known || tariff.Line(order, q) == "" || tariff.Button(order, q) == "" {
					b.Fatal("no price")
				}
				form.Which(f, env, tariff)
			}
		})
	}
}
