package boards

import "image"

// model is what the parts of the open board share: the document, and what is derived from it. It has no widgets.
// Window's goroutine.
type model struct {
	*document
	*labels
	*hints
	*seams
	fidelity *fidelity
	frames   *lastFrames
}

func newModel(d *Deps) *model {
	doc := newDocument(d)
	f := &fidelity{doc: doc, known: map[likeness]float64{}}
	h := &hints{doc: doc, fidelity: f}
	return &model{
		document: doc,
		labels:   &labels{doc: doc},
		hints:    h,
		seams:    &seams{doc: doc, hints: h},
		fidelity: f,
		frames:   &lastFrames{d: d, frames: map[string]image.Image{}, onLoaded: func() { doc.onChange() }},
	}
}
