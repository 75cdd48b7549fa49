package compose

import (
	"log/slog"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/db"
	"viviscope/gui/compose/form"
	"viviscope/gui/dnd"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// What the keyboard reaches of the form without going through its fields. Each says so where the kind in front has no such
// thing: keys that do nothing, without a word, look broken. Window's goroutine.

// NewSeed rolls another seed.
func (s *Screen) NewSeed() {
	if s.form.Clip() == nil {
		s.notices.say(lang.L("Pictures have no seed: only clips can be made again by theirs."))
		return
	}
	s.fields.seed.dice.Tapped(nil)
}

// UseSeed puts a seed into the form of a clip and keeps it there.
func (s *Screen) UseSeed(seed int64) {
	if s.form.Clip() == nil {
		s.edit(func(f *form.Form) { f.Kind = db.TextToVideo })
	}
	s.edit(func(f *form.Form) {
		if clip := f.Clip(); clip != nil {
			clip.Seed = form.SeedDraft{Text: form.SeedText(seed), Locked: true}
		}
	})
	s.Focus()
}

// KeepSeed locks the seed, or lets it move on again.
func (s *Screen) KeepSeed() {
	if s.form.Clip() == nil {
		s.notices.say(lang.L("Pictures have no seed: only clips can be made again by theirs."))
		return
	}
	s.fields.seed.lock.Tapped(nil)
}

// SwapFrames exchanges the first and the last frame.
func (s *Screen) SwapFrames() {
	if s.form.Kind != db.FramesToVideo {
		s.notices.say(lang.L("There are no frames to swap here: switch to Frames to video first."))
		return
	}
	s.fields.frames.swap.Tapped(nil)
}

// OneMore makes a click make one more of the same words, OneLess one less.
func (s *Screen) OneMore() { s.count(1) }

// OneLess is the way back from OneMore.
func (s *Screen) OneLess() { s.count(-1) }

func (s *Screen) count(by int) {
	step := func(n *int) { *n = min(max(*n+by, 1), form.MaxClips) }
	s.edit(func(f *form.Form) {
		if d := f.Clip(); d != nil {
			step(&d.Clips)
		} else if d := f.Picture(); d != nil {
			step(&d.Clips)
		}
	})
	s.render()
}

// AskAddress lets a person type or paste the address of a frame; the kind with frames is in front. Window's goroutine.
func (s *Screen) AskAddress(place int) { s.slots.typeAddress(place) }

// UseAsset puts a picture of the library into a slot of the kind of clip that has frames: 0 the first, 1 the last. Where the
// edit is in front because its slot asked for a picture, use EditAsset. Window's goroutine.
func (s *Screen) UseAsset(a db.Asset, place int) { s.slots.useAsset(a, place) }

// EditAsset takes a picture of the library to the edit, which comes to the front: to the canvas, or beside what is on it
// where the gallery was asked for such a picture. Window's goroutine.
func (s *Screen) EditAsset(a db.Asset) { s.slots.editAsset(a) }

// DropTarget takes what is dragged into the window from other programs. The composer takes it wherever in the window it is let
// go: a slot takes what is let go over it.
func (s *Screen) DropTarget() dnd.Target { return dropTarget{s} }

// OlderPrompt puts the prompt before the one in the field into it; NewerPrompt goes back, down to what was being typed.
func (s *Screen) OlderPrompt() { s.writing.walkFront(1) }

// NewerPrompt is the way back from OlderPrompt.
func (s *Screen) NewerPrompt() { s.writing.walkFront(-1) }

// ShowHistory lists the earlier prompts, to be searched and taken over.
func (s *Screen) ShowHistory() { s.writing.showHistory() }

// ShowSnippets lists the saved snippets, to be put into the prompt, saved, renamed and deleted.
func (s *Screen) ShowSnippets() { s.writing.showSnippets() }

// SaveSnippet asks for a name for what is selected in the prompt, or for all of it.
func (s *Screen) SaveSnippet() { s.writing.saveSnippet() }

// Recall puts what a job asked for into the form, and offers for 10 s to take that back. With promptOnly everything
// but the prompt stays.
func (s *Screen) Recall(job db.Job, promptOnly bool) {
	how := form.RecallAll
	if promptOnly {
		how = form.RecallPrompt
	}
	s.RecallHow(job, how)
}

// NewRequest empties the draft in front, and offers for 10 s to take that back. Window's goroutine.
func (s *Screen) NewRequest() {
	if s.held != nil {
		s.notices.say(lang.L("Held job %s is in the form: save it or stop editing first.", s.held.name()))
		return
	}
	before := s.form
	if f := s.form.Emptied(); f != before {
		s.set(f)
		s.notices.undoable(lang.L("The form is empty."), recallShown, func() { s.set(before) })
	}
	s.Focus()
}

// RecallHow is Recall with a say in how much of the job comes back. Window's goroutine.
func (s *Screen) RecallHow(job db.Job, how form.How) {
	name := shortRef(job)
	if s.held != nil {
		s.notices.say(lang.L("Held job %s is in the form: save it or stop editing first.", s.held.name()))
		return
	}
	before := s.form
	f, err := s.form.Recall(job, how)
	if err != nil || !slices.Contains(Kinds(), f.Kind) {
		s.Log().Warn("cannot reuse settings", slog.Int64("id", job.ID), slog.Any("err", err))
		s.notices.say(lang.L("The settings of job %s cannot be shown in the form. Nothing was changed.", name))
		return
	}
	s.set(f)
	if how == form.RecallAll {
		s.slots.restoreCanvas(job)
	}
	s.notices.undoable(recalledWords(how, name), recallShown, func() { s.set(before) })
	s.Focus()
}

func recalledWords(how form.How, name string) string {
	switch how {
	case form.RecallPrompt:
		return lang.L("The prompt of job %s replaced what was here.", name)
	case form.RecallAllButSeed:
		return lang.L("The settings, but not the seed, of job %s replaced what was here.", name)
	}
	return lang.L("The settings of job %s replaced what was here.", name)
}

// Kinds returns the kinds of job that the composer has a view for, in the order of its switch.
func Kinds() []db.JobKind {
	return form.Kinds()
}

// TakeSwitch takes the switch of the kinds out of Content, for a window that moves the form from one side to the other: what
// was just pressed must not run away from under the pointer. It needs the width of Content and no room below. Window's goroutine.
func (s *Screen) TakeSwitch() fyne.CanvasObject {
	s.head.Objects = s.head.Objects[1:]
	return container.NewStack(widgets.NewGround(resources.BgPanel), widgets.NewInset(12, inset, 0, inset, s.kind))
}

// SetKind switches to a kind of job, one of Kinds, as the switch at the top does: each kind has its own draft. Window's goroutine.
func (s *Screen) SetKind(kind db.JobKind) {
	s.edit(func(f *form.Form) { f.Kind = kind })
	s.Focus()
}
