package boards

import "image"

// model is what the parts of the open board share: the document, what is derived from it, and what can be ordered. It has
// no widgets. Window's goroutine.
type model struct {
	*document
	*labels
	*hints
	*seams
	fidelity *fidelity
	frames   *lastFrames
	prices   *prices
	offers   *offers
	orders   *orders
	problems *problems
}

func newModel(d *Deps) *model {
	doc := newDocument(d)
	m := &model{document: doc, labels: &labels{doc: doc}, fidelity: &fidelity{doc: doc, known: map[likeness]float64{}}}
	m.hints = &hints{doc: doc, fidelity: m.fidelity}
	m.seams = &seams{doc: doc, hints: m.hints}
	m.frames = &lastFrames{d: d, frames: map[string]image.Image{}, onLoaded: func() { doc.onChange() }}
	m.prices = newPrices(doc, m.labels)
	m.offers = &offers{doc: doc, labels: m.labels, prices: m.prices}
	m.orders = &orders{doc: doc, prices: m.prices, offers: m.offers, renewed: map[int64]int64{}}
	m.problems = &problems{doc: doc, labels: m.labels, prices: m.prices, offers: m.offers, orders: m.orders}
	return m
}
