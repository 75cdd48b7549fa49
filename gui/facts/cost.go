package facts

import (
	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// Cost words the ledger of one job, each amount with its kind. A reserve that was closed by a charge or a refund is not told twice.
func Cost(b Background) []Fact {
	closed, voids := make(map[db.EntryKind]bool), 0
	for _, e := range b.Entries {
		switch e.Kind {
		case db.Charge, db.Refund:
			closed[db.Reserve] = true
		case db.UnconfirmedEntry:
			voids--
		case db.Void:
			if e.Correction == "" {
				voids++
				closed[db.UnconfirmedEntry] = true
			}
		}
	}
	if voids > 0 { // what was unconfirmed ends by one, so this one ended the reserve
		closed[db.Reserve] = true
	}
	var out []Fact
	for _, e := range b.Entries {
		if e.Correction != "" {
			out = append(out, Fact{Bold: wording.Money(*e.AmountMicros, e.Currency), Value: lang.L("correction: %s", e.Note)})
			continue
		}
		word, icon, tone := kindWord(e.Kind)
		if closed[e.Kind] || word == "" {
			continue
		}
		if e.AmountMicros == nil {
			out = append(out, Fact{Value: unpriced(e.Kind), Icon: icon, Tone: tone})
			continue
		}
		amount := wording.Money(*e.AmountMicros, e.Currency)
		if e.Kind == db.UnconfirmedEntry {
			amount = lang.L("up to %s", amount)
		}
		if b.Sandbox {
			word = lang.L("%s (sandbox)", word)
		}
		out = append(out, Fact{Bold: amount, Value: word, Icon: icon, Tone: tone})
	}
	return out
}

// kindWord gives the word that stands beside an amount. A void has none: it only closes another entry.
func kindWord(k db.EntryKind) (string, fyne.Resource, widgets.Tone) {
	switch k {
	case db.Reserve:
		return lang.L("reserved"), resources.IconLock(), widgets.ToneNeutral
	case db.Charge:
		return lang.L("charged"), nil, widgets.ToneNeutral
	case db.Refund:
		return lang.L("refunded"), resources.IconRefund(), widgets.ToneNeutral
	case db.UnconfirmedEntry:
		return lang.L("unconfirmed"), resources.IconUnconfirmed(), widgets.ToneWarn
	}
	return "", nil, widgets.ToneNeutral
}

// unpriced words an entry without an amount.
func unpriced(k db.EntryKind) string {
	switch k {
	case db.Reserve:
		return lang.L("no price known, reserved")
	case db.Refund:
		return lang.L("no price known, refunded")
	case db.UnconfirmedEntry:
		return lang.L("no price known, unconfirmed")
	}
	return lang.L("no price known, charged")
}
