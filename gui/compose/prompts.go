package compose

import (
	"fyne.io/fyne/v2"

	"viviscope/gui/compose/form"
)

// dress connects the prompts and the models of all views with what belongs to the whole screen: what helps to write, the
// preview of the variations, and the question which model can do it. It is called once, when the views are made.
func (s *Screen) dress() {
	on := pages{front: s.frontPrompt, asItWas: s.SendAsItWas,
		set: func(text string) { s.edit(func(f *form.Form) { f.SetPrompt(text) }) }}
	for _, v := range s.prompts() {
		on.prompts = append(on.prompts, v.entry)
		v.variations.preview.OnTapped = s.PreviewVariations
		v.grip.resized = s.refit
	}
	for _, v := range s.negatives() {
		on.negatives = append(on.negatives, v.entry)
		v.opened = func() { s.window.focus(v.entry) }
		v.variations.preview.OnTapped = s.PreviewVariations
	}
	s.writing.help(on, s.prompts()...)
	for _, v := range s.modelViews() {
		v.which.OnTapped = s.ShowWhich
	}
}

// prompts are the prompts of all views.
func (s *Screen) prompts() []*promptView { return []*promptView{s.video.prompt, s.image.prompt} }

func (s *Screen) negatives() []*negativeView { return []*negativeView{s.video.negative} }

func (s *Screen) modelViews() []*modelView { return []*modelView{s.video.model, s.image.model} }

// frontNotice is the line for notices of the kind in front.
func (s *Screen) frontNotice() *notice {
	if s.form.Picture() != nil {
		return s.image.model.notice
	}
	return s.video.model.notice
}

// frontPrompt is the prompt of the kind in front.
func (s *Screen) frontPrompt() *promptView {
	front := s.view().field(form.FieldPrompt)
	for _, v := range s.prompts() {
		if front == fyne.Focusable(v.entry) {
			return v
		}
	}
	return s.prompts()[0]
}

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
