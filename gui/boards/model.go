package boards

import "image"

// boardModel is shared by the parts of the open board. It holds the document, values derived from it, and the possible
// orders. It has no widgets. Window's goroutine.
type boardModel struct {
	*document
	*cardLabels
	*shotHints
	*seamEditor
	fidelity *fidelityMeter
	frames   *lastFrames
	prices   *boardPrices
	offers   *offerMaker
	orders   *orderSender
	problems *problemTexts
}

func newBoardModel(d *Deps) *boardModel {
	doc := newDocument(d)
	m := &boardModel{document: doc, cardLabels: &cardLabels{doc: doc},
		fidelity: &fidelityMeter{doc: doc, known: map[likeness]float64{}}}
	m.shotHints = &shotHints{doc: doc, fidelity: m.fidelity}
	m.seamEditor = &seamEditor{doc: doc, hints: m.shotHints}
	m.frames = &lastFrames{d: d, frames: map[string]image.Image{}, onLoaded: func() { doc.onChange() }}
	m.prices = newBoardPrices(doc, m.cardLabels)
	m.offers = &offerMaker{doc: doc, labels: m.cardLabels, prices: m.prices}
	m.orders = &orderSender{doc: doc, prices: m.prices, offers: m.offers, renewed: map[int64]int64{}}
	m.problems = &problemTexts{doc: doc, labels: m.cardLabels, prices: m.prices, offers: m.offers, orders: m.orders}
	return m
}
