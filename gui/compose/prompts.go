package compose

import (
	"context"
	"log/slog"

	"fyne.io/fyne/v2"

	"viviscope/gui/compose/form"
)

// dress connects the prompts and the models of all views with what belongs to the whole screen: earlier prompts, snippets,
// the preview of the variations, and the question which model can do it. It is called once, when the views are made.
func (s *Screen) dress() {
	for _, v := range s.prompts() {
		v.entry.keys = s.promptKeys(v)
		v.history.OnTapped = s.ShowHistory
		v.snippets.OnTapped = s.ShowSnippets
		v.variations.preview.OnTapped = s.PreviewVariations
		v.grip.resized = s.refit
		setShown(v.history, s.d.Prompts != nil)
		s.slash.listen(v.entry)
	}
	for _, v := range s.negatives() {
		v.opened = func() { s.focus(v.entry) }
		v.variations.preview.OnTapped = s.PreviewVariations
		s.slash.listen(v.entry)
	}
	for _, v := range s.modelViews() {
		v.which.OnTapped = s.ShowWhich
	}
}

// loadKept reads the snippets and the prompts that were put aside, off the window's goroutine, and returns what takes them in
// on it. What cannot be read is left alone on the disk.
func (s *Screen) loadKept(ctx context.Context) (take func()) {
	saved, noSnippets := s.snippets.load(ctx)
	left, noAside := s.aside.load(ctx)
	for _, err := range []error{noSnippets, noAside} {
		if err != nil {
			s.d.Log.Warn("cannot read what was kept for prompts", slog.Any("err", err))
		}
	}
	return func() {
		if noSnippets == nil {
			s.snippets.loaded(saved)
		}
		if noAside == nil {
			s.aside.loaded(left)
		}
	}
}

// prompts are the prompts of all views.
func (s *Screen) prompts() []*promptView { return []*promptView{s.video.prompt, s.image.prompt} }

func (s *Screen) negatives() []*negativeView { return []*negativeView{s.video.negative} }

func (s *Screen) modelViews() []*modelView { return []*modelView{s.video.model, s.image.model} }

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

// sheetCanvas is where a sheet of the composer opens; nil while the composer is not in the window, or under another sheet.
func (s *Screen) sheetCanvas() fyne.Canvas {
	var c fyne.Canvas
	if s.d.Canvas != nil {
		c = s.d.Canvas()
	} else {
		c = fyne.CurrentApp().Driver().CanvasForObject(s.box)
	}
	if c == nil || c.Overlays().Top() != nil {
		return nil
	}
	s.slash.close()
	return c
}
