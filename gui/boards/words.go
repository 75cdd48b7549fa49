package boards

import (
	"cmp"
	"fmt"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/client/order"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/status"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// said is how a card words its state: a tag, and the line below that says what it costs, or why.
type said struct {
	tone     kit.Tone
	icon     fyne.Resource
	tag      string
	line     string
	lineTone kit.Tone
}

// say words the state of a shot.
func (b *board) say(shot boards.Shot, s boards.State) said {
	w := said{line: b.amount(shot.ID, s)}
	switch s.Tag {
	case boards.NeedsFrame:
		w.icon, w.tag = resources.IconPicture, lang.L("Needs %s", b.cardName(s.Frame))
		w.line = lang.L("make its picture first")
		if s.Frame == "" {
			w.tag, w.line = lang.L("Needs a first frame"), lang.L("only a last frame is set")
		}
	case boards.Ready:
		if w.icon, w.tag = resources.IconSend, lang.L("Ready"); w.line == "" {
			w.icon, w.tag, w.line = resources.IconCoin, lang.L("Price not known"), b.view.Want(shot.ID).Model
		}
	case boards.WaitsFor:
		w.icon, w.tag = resources.IconHourglass, b.waitsFor(s)
	case boards.Stale:
		w.icon, w.tag, w.line = resources.IconCompare, lang.L("No longer matches"), b.differs(s)
	case boards.BeginsElsewhere:
		w.icon, w.tag = resources.IconCompare, lang.L("Begins elsewhere")
		w.line = lang.L("begins %[1]d %% like %[2]s", int(s.Like*100), b.cardName(shot.First))
	case boards.EndsElsewhere:
		w.icon, w.tag = resources.IconCompare, lang.L("Ends elsewhere")
		w.line = lang.L("ends %[1]d %% like %[2]s", int(s.Like*100), b.cardName(shot.Last))
	case boards.Skipped:
		w.icon, w.tag, w.line = resources.IconEyeOff, lang.L("Skipped"), lang.L("not in price, film or player")
	case boards.InTrash:
		w.tone, w.icon, w.tag, w.line = kit.ToneWarn, resources.IconTrash, lang.L("In Trash"), lang.X("verb", "Restore")
	case boards.FileMissing:
		w.tone, w.icon, w.tag, w.line = kit.ToneWarn, resources.IconWarning, lang.L("File missing"), lang.L("put it back in the folder")
	case boards.Saved:
		w.tone, w.icon, w.tag = kit.ToneOK, resources.IconCheckCircle, lang.L("Saved")
	default: // that of its job
		st := status.Of(s.Job, status.Context{Now: b.Now()})
		w.tone, w.icon, w.tag = action.ToneOf(st.Tone), action.StateIcon(st.State), st.Tag
		if s.Tag == boards.Held {
			w.line = st.Detail
		}
		if s.Tag == boards.Failed {
			w.line = cmp.Or(w.line, lang.L("not charged"))
		}
	}
	switch s.Amount {
	case db.Refund:
		w.lineTone = kit.ToneOK
	case db.UnconfirmedEntry:
		w.lineTone = kit.ToneWarn
	}
	return w
}

// waitsFor says what must be saved first.
func (b *board) waitsFor(s boards.State) string {
	if s.Frame != "" {
		return lang.L("Waits for %s", b.cardName(s.Frame))
	}
	return lang.L("Waits for shot %d", s.Other)
}

// amount words what a card costs, with its kind; "" where nobody knows.
func (b *board) amount(card string, s boards.State) string {
	micros := s.Micros
	if s.Amount == boards.Estimate {
		if estimate, ok := b.estimates[card]; ok {
			micros = &estimate
		}
	}
	if micros == nil {
		return ""
	}
	words := b.money(s.Currency).Of(*micros)
	switch s.Amount {
	case boards.Estimate, boards.Ordered:
		if b.about(card) {
			words = lang.L("about %s", words)
		}
		return lang.L("%s est.", words)
	case boards.Planned:
		return lang.L("%s planned", words)
	case db.Reserve, db.Charge, db.Refund:
		return words + " " + wording.EntryWord(s.Amount, true)
	case db.UnconfirmedEntry:
		return lang.L("up to %s unconfirmed", words)
	}
	return ""
}

// about reports whether the price of a card is only about known: what a picture costs is, also one that hands a frame on.
func (b *board) about(card string) bool {
	i := b.view.ShotByID(card)
	return i < 0 || b.view.Shots[i].Continue && !b.view.Hosting
}

// money words amounts of the board in a currency; "": that of its profile.
func (b *board) money(currency string) wording.MoneyFormat {
	f := wording.MoneyOf(b.Profile(), b.Profile())
	if currency != "" {
		f.Currency = currency
	}
	return f
}

// differs says in few words why a take no longer matches.
func (b *board) differs(s boards.State) string {
	if s.Frame != "" {
		return lang.L("%s was changed", b.cardName(s.Frame))
	}
	if s.Changed == boards.ChangedBefore {
		return lang.L("shot %d was changed", s.Other)
	}
	return map[boards.Changed]string{
		boards.ChangedFirst:    lang.L("another first frame"),
		boards.ChangedLast:     lang.L("another last frame"),
		boards.ChangedPicture:  lang.L("another picture"),
		boards.ChangedNegative: lang.L("another negative prompt"),
		boards.ChangedSeconds:  lang.L("another length"),
		boards.ChangedSound:    lang.L("another sound"),
		boards.ChangedWords:    lang.L("other words"),
	}[s.Changed]
}

// seamWords are the word of a seam, what it means between two shots, and its icon. before is the number of the earlier shot.
func seamWords(s boards.Seam, before int) (word, means string, icon fyne.Resource) {
	switch s {
	case boards.Shared:
		return lang.X("seam", "Shared"), lang.L("Shot %[2]d begins with the keyframe that ends shot %[1]d. Both can be made at the same time.",
			before, before+1), resources.IconSeamShared
	case boards.Continue:
		return lang.X("seam", "Continue"), lang.L("Shot %[2]d begins with the delivered last frame of shot %[1]d. It is sent when shot %[1]d is "+
			"saved, and needs image hosting.", before, before+1), resources.IconSeamContinue
	}
	return lang.X("seam", "Cut"), lang.L("Shot %d begins with its own keyframe, or with none. Hard cut.", before+1), resources.IconSeamCut
}

// clock is how long a keyframe can still be fetched, in words and as a part of a day; the tone says how soon it ends.
func clock(dies, now time.Time) (words string, part float32, tone kit.Tone) {
	left := dies.Sub(now)
	tone = kit.ToneOK
	if left < time.Hour {
		tone = kit.ToneErr
	} else if left < 6*time.Hour {
		tone = kit.ToneWarn
	}
	return wording.Life(left), float32(min(max(left.Hours()/24, 0.04), 1)), tone
}

// inFrame words the state of a keyframe, with the part of a day that its address lives; less than 0: there is no clock.
func (b *board) inFrame(f boards.Frame, s boards.State) (words string, part float32, tone kit.Tone) {
	switch s.Tag {
	case boards.Empty, boards.Described:
		words = map[boards.Tag]string{boards.Empty: lang.L("empty"), boards.Described: lang.L("described")}[s.Tag]
		if f.ID == b.card && b.isTyping() {
			words = lang.L("describing…")
		}
	case boards.Expired:
		words = lang.L("expired")
	case boards.Failed, boards.Unconfirmed, boards.Held, boards.WaitsFor, boards.InTrash, boards.FileMissing:
		said := b.say(boards.Shot{ID: f.ID}, s)
		words, tone = said.tag, said.tone
	case boards.Saved, boards.Stale:
		switch {
		case b.view.Hosting:
			words = lang.L("hosted")
		case !s.Dies.IsZero():
			return clock(s.Dies, b.Now())
		}
	default:
		words = lang.L("generating")
	}
	return words, -1, tone
}

// ratio words the shape of a picture, "16:9"; "" where it is that of the board.
func (b *board) ratio(a db.Asset) string {
	if sameShape(b.view.Settings.Size, order.Slot{Width: a.Width, Height: a.Height}) {
		return ""
	}
	x, y := a.Width, a.Height
	for y != 0 {
		x, y = y, x%y
	}
	return fmt.Sprint(a.Width/x, ":", a.Height/x)
}

// sides are those of the pictures of a board, px; 0: not known.
func sides(s boards.Settings) (wide, high int) {
	wide, high, _ = client.ParseSize(s.Size)
	return wide, high
}
