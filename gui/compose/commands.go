package compose

import (
	"log/slog"
	"strconv"

	"viviscope/client/order"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"

	"fyne.io/fyne/v2"
)

// commands are what the keyboard and the menus can do with the form. Each says so if the kind in front has no such
// thing: a key that does nothing, without a word, looks broken. Its methods belong to the window's goroutine.
type commands struct {
	Deps
	*draft
	*submission
	reuse    *reuse
	batch    *batch
	history  *promptHistory
	snippets *snippets
	fields   *formView
	foot     *footView
}

// Actions returns what can be done with the form. The composer is in front when one is done. Window's goroutine.
func (s *commands) Actions() []action.Action {
	const ctrl, shift = fyne.KeyModifierShortcutDefault, fyne.KeyModifierShortcutDefault | fyne.KeyModifierShift
	file, edit, job := lang.X("menu", "File"), lang.X("menu", "Edit"), lang.X("menu", "Job")
	add := func(group, id, label string, mod fyne.KeyModifier, key fyne.KeyName, do func()) action.Action {
		return action.Action{ID: id, Group: group, Label: label, Keys: action.KeysWith(mod, key), Do: do}
	}
	spends := func(a action.Action) action.Action { a.Spends = true; return a }
	ofPrompt := func(a action.Action) action.Action { a.Own = true; return a }
	generate := spends(add(job, "job.generate", lang.L("Generate"), ctrl, fyne.KeyReturn, s.Generate))
	withoutMarks := spends(add(job, "job.asItWas", lang.L("Send without marks"), shift, fyne.KeyReturn,
		s.SendWithoutMarks))
	save := add(edit, "edit.save", lang.L("Save as snippet…"), shift, fyne.KeyS, func() {
		saveSnippet(s.Deps.Host, s.snippets, s.fields.Fields)
	})
	create := action.Scope{In: "create"} // other places have these keys too
	generate.Scope, withoutMarks.Scope, save.Scope = create, create, create
	list := []action.Action{
		add(file, "file.new", lang.L("New request"), ctrl, fyne.KeyN, s.NewRequest),
		add(edit, "edit.earlier", lang.L("Earlier prompts…"), ctrl, fyne.KeyE, func() {
			s.history.show(s.fields.Fields)
		}),
		{ID: "file.reuse", Group: file, Label: lang.L("Reuse settings from a file…"), Do: s.reuse.chooseSettings},
		ofPrompt(add(edit, "edit.older", lang.L("Older prompt"), ctrl, fyne.KeyUp, func() {
			s.history.walkFront(s.fields.prompt, 1)
		})),
		ofPrompt(add(edit, "edit.newer", lang.L("Newer prompt"), ctrl, fyne.KeyDown, func() {
			s.history.walkFront(s.fields.prompt, -1)
		})),
		add(edit, "edit.snippets", lang.L("Snippets…"), shift, fyne.KeyE, func() {
			showSnippets(s.Deps.Host, s.snippets, s.fields.Fields)
		}),
		save,
		generate,
		spends(add(job, "job.hold", lang.L("Hold for later"), shift, fyne.KeyH, s.HoldForLater)),
		add(job, "job.copy", lang.L("Copy request"), shift, fyne.KeyC, s.CopyRequest),
		add(job, "job.batch", lang.L("Batch…"), shift, fyne.KeyB, s.batch.ShowBatch),
		add(job, "job.prompt", lang.L("Go to the prompt"), ctrl, fyne.KeyL, s.focusPrompt),
		withoutMarks,
		add(job, "job.variations", lang.L("Preview variations"), shift, fyne.KeyM, s.PreviewVariations),
		add(job, "job.which", lang.L("Which model can do this?"), ctrl, fyne.KeyM, s.ShowWhich),
		add(job, "job.seed", lang.L("New seed"), ctrl, fyne.KeyR, func() { s.tapSeed(s.fields.seed.dice) }),
		add(job, "job.keep", lang.L("Keep the seed"), shift, fyne.KeyR, func() { s.tapSeed(s.fields.seed.lock) }),
		add(job, "job.swap", lang.L("Swap first and last frame"), shift, fyne.KeyX, s.SwapFrames),
		add(job, "job.more", lang.L("More clips per click"), shift, fyne.KeyUp, func() { s.count(1) }),
		add(job, "job.less", lang.L("Fewer clips per click"), shift, fyne.KeyDown, func() { s.count(-1) }),
	}
	for i, kind := range order.Kinds() {
		n := strconv.Itoa(i + 1)
		list = append(list, add(job, "job.kind."+n, wording.Kind(kind), shift, fyne.KeyName(n), func() {
			s.SetKind(kind)
		}))
	}
	return list
}

// more returns the actions of the menu beside the button.
func (s *commands) more() []action.Action {
	all := s.Actions()
	was, hold, list := action.ByID(all, "job.asItWas"), action.ByID(all, "job.hold"), action.ByID(all, "job.batch")
	was.Hidden = !s.foot.wasRow.Visible() || s.foot.was.Disabled()
	if s.held != nil {
		hold.Label, list.Hidden = lang.L("Save and keep held"), true
	}
	list.Line = true
	return []action.Action{was, hold, action.ByID(all, "job.copy"), list}
}

// tapSeed presses a button beside the seed: the dice, or the lock.
func (s *commands) tapSeed(b *kit.Button) {
	if s.form.Clip() == nil {
		s.notices.say(lang.L("Only clips have a seed."))
		return
	}
	b.Tapped(nil)
}

// SwapFrames exchanges the first and the last frame.
func (s *commands) SwapFrames() {
	if s.form.Kind != db.FramesToVideo {
		s.notices.say(lang.L("There are no frames to swap. Switch to Frames to video first."))
		return
	}
	s.fields.frames.swap.Tapped(nil)
}

// SetKind switches to a kind of job, as the switch at the top does. Each kind has its own draft. Window's goroutine.
func (s *commands) SetKind(kind db.JobKind) {
	s.turn(kind)
	s.focusPrompt()
}

// NewRequest empties the draft in front, and offers for 10 s to undo that. Window's goroutine.
func (s *commands) NewRequest() {
	if s.keptByHeld() {
		return
	}
	before := s.form
	if f := s.form.Cleared(); f != before {
		s.set(f)
		s.notices.undoable(lang.L("The form was emptied."), recallShown, func() { s.set(before) })
	}
	s.focusPrompt()
}

// UseSeed puts a seed into the form of a clip and locks it.
func (s *commands) UseSeed(seed int64) {
	if s.form.Clip() == nil {
		s.turn(db.TextToVideo)
	}
	s.Edit(func(f *order.Form) {
		if clip := f.Clip(); clip != nil {
			clip.Seed = order.SeedDraft{Text: order.SeedText(seed), Locked: true}
		}
	})
	s.focusPrompt()
}

// Undo undoes what the notice of the form offers to undo. It reports whether there was anything. Window's goroutine.
func (s *commands) Undo() bool {
	if !s.notices.undoes {
		return false
	}
	s.notices.undo()
	return true
}

// PreviewVariations lists the jobs of the prompt, and sends nothing.
func (s *commands) PreviewVariations() { s.variations.show() }

// ShowWhich lists the models, with whether each can make the form and its price, to choose from. Window's goroutine.
func (s *commands) ShowWhich() { s.fields.ShowWhich() }

// CopyRequest copies the requests that a click would send to the clipboard, as JSON.
func (s *commands) CopyRequest() {
	o, _ := s.form.Build(s.env())
	text, err := requestText(o)
	if err != nil {
		s.Log().Error("cannot copy the request", slog.Any("err", err))
		return
	}
	s.Copy(text)
}
