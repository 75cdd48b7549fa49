package boards

import (
	planning "viviscope/client/boards"
	"viviscope/client/jobs"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// offerMaker makes the clicks that the buttons of the board offer, and their labels with the price.
type offerMaker struct {
	doc    *document
	labels *cardLabels
	prices *boardPrices
}

// cards returns the offer to make cards.
func (f *offerMaker) cards(word string, cards ...string) offer {
	return offer{planning.NewClick(f.doc.view, f.prices.context(), cards...), word}
}

// another returns the offer of one more take of a card, or of its first one.
func (f *offerMaker) another(card string) offer {
	word := lang.L("Another take")
	switch {
	case len(f.doc.view.Takes(card)) > 0:
	case f.doc.view.ShotByID(card) >= 0:
		word = lang.L("Make this clip")
	default:
		word = lang.L("Make this picture")
	}
	return f.cards(word, card)
}

// edits returns the offer to make keyframes from the picture of one. These are the keyframes without a picture that are
// edits of it, and those after it that have a prompt. The offer has no cards if there are none. The caller must change
// the board by [planning.MakeEditsOf] before it sends the offer.
func (f *offerMaker) edits(frame string) offer {
	c := planning.EditsOf(f.doc.view, f.prices.context(), frame)
	names := f.labels.names(c.Cards...)
	word := lang.L("Make %s from this", wording.List(names))
	if n := len(names); n > 2 {
		word = lang.L("Make %[1]s to %[2]s from this", names[0], names[n-1])
	}
	return offer{c, word}
}

// renewal returns the offer to give the picture of a keyframe an address again, by an edit.
func (f *offerMaker) renewal(frame string) offer {
	return offer{planning.Renewal(f.doc.view, f.prices.context(), frame), lang.L("Renew by an edit")}
}

// again returns the current state of an offer.
func (f *offerMaker) again(o offer) offer {
	return offer{o.Again(f.doc.view, f.prices.context(), o.Cards...), o.word}
}

// label returns the label of the button of an offer, with the price. "…" means that a sheet opens before anything is
// sent.
func (f *offerMaker) label(o offer) string {
	switch n := len(o.Problems); {
	case n > 0:
		return o.word + "… · " + problemCount(n)
	case f.asks(o):
		return o.word + "… · " + o.amount()
	}
	return o.word + " · " + o.amount()
}

// asks reports whether the check sheet opens before an offer is sent: it has problems, or it costs more than the amount
// above which the user wants to be asked.
func (f *offerMaker) asks(o offer) bool {
	return len(o.Problems) > 0 || o.Quoted().ConfirmScope() == jobs.ScopeClick && !f.prices.holds()
}
