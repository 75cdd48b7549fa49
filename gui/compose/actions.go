package compose

import (
	"strconv"

	"fyne.io/fyne/v2"

	"viviscope/gui/action"
	"viviscope/gui/keymap"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// Actions returns what can be done with the form. The composer is in front when one is done. Window's goroutine.
func (s *Screen) Actions() []action.Action {
	const ctrl, shift = fyne.KeyModifierShortcutDefault, fyne.KeyModifierShortcutDefault | fyne.KeyModifierShift
	file, edit, job := lang.X("menu", "File"), lang.X("menu", "Edit"), lang.X("menu", "Job")
	add := func(group, id, label string, mod fyne.KeyModifier, key fyne.KeyName, do func()) action.Action {
		return action.Action{ID: id, Group: group, Label: label, Keys: keymap.With(mod, key), Do: do}
	}
	spends := func(a action.Action) action.Action { a.Spends = true; return a }
	walks := func(a action.Action) action.Action {
		a.Own, a.Fixed = true, lang.L("The prompt takes them itself.")
		return a
	}
	generate := spends(add(job, "job.generate", lang.L("Generate"), ctrl, fyne.KeyReturn, s.Generate))
	generate.Fixed = lang.L("Every field of the form sends with them, and the button that spends says so.")
	list := []action.Action{
		add(file, "file.new", lang.L("New request"), ctrl, fyne.KeyN, s.NewRequest),
		add(edit, "edit.earlier", lang.L("Earlier prompts…"), ctrl, fyne.KeyE, s.ShowHistory),
		walks(add(edit, "edit.older", lang.L("Older prompt"), ctrl, fyne.KeyUp, s.OlderPrompt)),
		walks(add(edit, "edit.newer", lang.L("Newer prompt"), ctrl, fyne.KeyDown, s.NewerPrompt)),
		add(edit, "edit.snippets", lang.L("Snippets…"), shift, fyne.KeyE, s.ShowSnippets),
		add(edit, "edit.save", lang.L("Save as snippet…"), shift, fyne.KeyS, s.SaveSnippet),
		generate,
		spends(add(job, "job.hold", lang.L("Hold for later"), shift, fyne.KeyH, s.HoldForLater)),
		add(job, "job.copy", lang.L("Copy request"), shift, fyne.KeyC, s.CopyRequest),
		add(job, "job.batch", lang.L("Batch…"), shift, fyne.KeyB, s.ShowBatch),
		add(job, "job.prompt", lang.L("Go to the prompt"), ctrl, fyne.KeyL, s.Focus),
		spends(add(job, "job.asItWas", lang.L("Send as it was"), shift, fyne.KeyReturn, s.SendAsItWas)),
		add(job, "job.variations", lang.L("Preview the variations"), shift, fyne.KeyM, s.PreviewVariations),
		add(job, "job.which", lang.L("Which model can do this?"), ctrl, fyne.KeyM, s.ShowWhich),
		add(job, "job.seed", lang.L("New seed"), ctrl, fyne.KeyR, s.NewSeed),
		add(job, "job.keep", lang.L("Keep the seed"), shift, fyne.KeyR, s.KeepSeed),
		add(job, "job.swap", lang.L("Swap first and last frame"), shift, fyne.KeyX, s.SwapFrames),
		add(job, "job.more", lang.L("One more in a click"), shift, fyne.KeyUp, s.OneMore),
		add(job, "job.less", lang.L("One less in a click"), shift, fyne.KeyDown, s.OneLess),
	}
	for i, kind := range Kinds() {
		n := strconv.Itoa(i + 1)
		list = append(list, add(job, "job.kind."+n, wording.Kind(kind), shift, fyne.KeyName(n), func() { s.SetKind(kind) }))
	}
	return list
}
