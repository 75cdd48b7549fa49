package boards

import (
	"cmp"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	planning "viviscope/client/boards"
	"viviscope/client/order"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/db/cast"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/status"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// cardLabels makes the texts about cards of the open board.
type cardLabels struct {
	doc       *document
	estimates map[string]int64 // prices of the cards in micro-units, by ID; those without a known price are absent
}

// stateLabel shows the state of a card: a tag, and a line below it with its cost or the reason.
type stateLabel struct {
	tone     kit.Tone
	icon     fyne.Resource
	tag      string
	line     string
	lineTone kit.Tone
}

// state returns the label of the state of a shot.
func (l *cardLabels) state(shot boards.Shot, s boards.State) (w stateLabel) {
	w.line = l.amount(shot.ID, s)
	switch s.Tag {
	case boards.NeedsFrame:
		w.icon, w.tag = resources.IconPicture, lang.L("Needs %s", l.doc.cardName(s.Frame))
		if s.Frame == "" {
			w.tag, w.line = lang.L("Needs a first frame"), lang.L("only a last frame is set")
		}
	case boards.Ready:
		w.icon, w.tag = resources.IconSend, lang.L("Ready")
		if w.line == "" {
			w.icon, w.tag, w.line = resources.IconCoin, lang.L("Price not known"), l.doc.view.Want(shot.ID).Model
		}
	case boards.WaitsFor:
		w.icon, w.tag = resources.IconHourglass, l.waitsFor(s)
	case boards.Stale:
		w.icon, w.tag, w.line = resources.IconCompare, lang.L("No longer matches"), l.difference(s)
	case boards.FirstFrameDiffers:
		w.icon, w.tag = resources.IconCompare, lang.L("Begins elsewhere")
		w.line = lang.L("begins %[1]d %% like %[2]s", int(s.Similarity*100), l.doc.cardName(shot.First))
	case boards.LastFrameDiffers:
		w.icon, w.tag = resources.IconCompare, lang.L("Ends elsewhere")
		w.line = lang.L("ends %[1]d %% like %[2]s", int(s.Similarity*100), l.doc.cardName(shot.Last))
	case boards.Skipped:
		w.icon, w.tag, w.line = resources.IconEyeOff, lang.L("Skipped"), lang.L("not in price, film or player")
	case boards.InTrash:
		w.tone, w.icon, w.tag, w.line = kit.ToneWarn, resources.IconTrash, lang.L("In Trash"), lang.X("verb", "Restore")
	case boards.FileMissing:
		w.tone, w.icon, w.tag, w.line = kit.ToneWarn, resources.IconWarning, lang.L("File missing"),
			lang.L("put it back in the folder")
	case boards.Saved:
		w.tone, w.icon, w.tag = kit.ToneOK, resources.IconCheckCircle, lang.L("Saved")
		if s.Chosen.Job.FinalOf != 0 {
			w.tag = lang.X("take", "Final")
		}
	default: // that of its job
		st := status.Of(s.Job, status.Context{Now: l.doc.Now()})
		w.tone, w.icon, w.tag = action.ToneOf(st.Tone), action.StateIcon(st.State), st.Short
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

// waitsFor returns the tag of a card that waits for another one.
func (l *cardLabels) waitsFor(s boards.State) string {
	if s.Frame != "" {
		return lang.L("Waits for %s", l.doc.cardName(s.Frame))
	}
	return lang.L("Waits for shot %d", s.Other)
}

// amount returns what a card costs, with the kind of the amount; "" if it is not known.
func (l *cardLabels) amount(card string, s boards.State) string {
	micros := s.Micros
	if s.Amount == boards.Estimate {
		if estimate, ok := l.estimates[card]; ok {
			micros = &estimate
		}
	}
	if micros == nil {
		return ""
	}
	words := l.money(s.Currency).Of(*micros)
	switch s.Amount {
	case boards.Estimate, boards.Ordered:
		if l.isAbout(card) {
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

// isAbout reports whether the price of a card is an approximation, because it includes a picture.
func (l *cardLabels) isAbout(card string) bool {
	i := l.doc.view.ShotByID(card)
	return i < 0 || l.doc.view.Shots[i].Continue && !l.doc.view.Hosting
}

// money returns the format of amounts in a currency; "": that of the profile.
func (l *cardLabels) money(currency string) wording.MoneyFormat {
	f := wording.MoneyOf(l.doc.Profile(), l.doc.Profile())
	if currency != "" {
		f.Currency = currency
	}
	return f
}

// difference returns why a take no longer matches.
func (l *cardLabels) difference(s boards.State) string {
	if s.Frame != "" {
		return lang.L("%s was changed", l.doc.cardName(s.Frame))
	}
	if s.Changed == boards.ChangedCast {
		return lang.L("%s was changed", "@"+s.Cast)
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
		boards.ChangedPrompt:   lang.L("other words"),
	}[s.Changed]
}

// castChange returns how the take of a card differs from the cast: "K2 has another picture of @Mara"; "" if it does not.
func (l *cardLabels) castChange(card string) string {
	s := l.doc.view.State(card, l.doc.Now())
	if s.Tag != boards.Stale || s.Changed != boards.ChangedCast {
		return ""
	}
	if _, known := cast.Find(l.doc.view.Cast, s.Cast); !known {
		return lang.L("@%[2]s of %[1]s is not in the cast any more", l.doc.cardName(card), s.Cast)
	}
	pictures := func(all []cast.Used) []string {
		i := slices.IndexFunc(all, func(u cast.Used) bool { return strings.EqualFold(u.Name, s.Cast) })
		if i < 0 {
			return nil
		}
		return all[i].Pictures
	}
	if slices.Equal(pictures(s.Chosen.Job.UsedCast()), pictures(l.doc.view.Want(card).Cast)) {
		return lang.L("%[1]s has other words of @%[2]s", l.doc.cardName(card), s.Cast)
	}
	return lang.L("%[1]s has another picture of @%[2]s", l.doc.cardName(card), s.Cast)
}

// frameState returns the state of a keyframe as text. part is the time until its address expires, as a part of a day;
// less than 0 if it does not expire.
func (l *cardLabels) frameState(f boards.Frame, s boards.State) (words string, part float32, tone kit.Tone) {
	switch s.Tag {
	case boards.Empty, boards.Described: // which the card shows by its prompt
	case boards.Expired:
		words = lang.L("expired")
	case boards.Failed, boards.Unconfirmed, boards.Waiting, boards.Held, boards.WaitsFor, boards.InTrash,
		boards.FileMissing:
		label := l.state(boards.Shot{ID: f.ID}, s)
		words, tone = label.tag, label.tone
	case boards.Stale:
		words = lang.X("picture", "outdated")
	case boards.Saved:
		if !l.doc.view.Hosting && !s.Expires.IsZero() {
			return reachable(s.Expires, l.doc.Now())
		}
	default:
		words = lang.L("generating")
	}
	return words, -1, tone
}

// ratio returns the ratio of a picture, "16:9"; "" if it is that of the board.
func (l *cardLabels) ratio(a db.Asset) string {
	if planning.IsSameShape(l.doc.view.Settings.Size, order.Slot{Width: a.Width, Height: a.Height}) {
		return ""
	}
	return wording.Ratio(a.Width, a.Height)
}

// uses returns which shots a keyframe begins and ends: "Ends shot 6, begins shot 7".
func (l *cardLabels) uses(id string) string {
	var ends, begins []string
	for i, s := range l.doc.view.Shots {
		if s.Last == id {
			ends = append(ends, lang.Number(i+1))
		}
		if s.First == id {
			begins = append(begins, lang.Number(i+1))
		}
	}
	switch e, s := wording.List(ends), wording.List(begins); {
	case e != "" && s != "":
		return lang.L("Ends shot %[1]s, begins shot %[2]s", e, s)
	case e != "":
		return lang.L("Ends shot %s", e)
	case s != "":
		return lang.L("Begins shot %s", s)
	}
	return lang.L("No shot uses it")
}

// likeness returns the label with the similarity of the chosen clip's first and last frame to its keyframes, in
// percent; "" if they were not compared.
func (l *cardLabels) likeness(shot boards.Shot, s boards.State) string {
	f, ok := l.doc.view.Fidelity[s.Chosen.Asset.Ref]
	compared := shot.Continue || l.doc.picture(shot.First).ID != 0 || l.doc.picture(shot.Last).ID != 0
	if !ok || s.Chosen.Asset.ID == 0 || !compared {
		return ""
	}
	percent := func(x float64) string { return lang.Number(int(x*100 + 0.5)) }
	return lang.L("begins %[1]s %%, ends %[2]s %% like its frames", percent(f.First), percent(f.Last))
}

// names returns the short names of cards: "K11" and "9".
func (l *cardLabels) names(cards ...string) (names []string) {
	for _, card := range cards {
		if i := l.doc.view.ShotByID(card); i >= 0 {
			names = append(names, lang.Number(i+1))
		} else {
			names = append(names, l.doc.cardName(card))
		}
	}
	return names
}

// list names cards in a sentence. Three or more consecutive shots are a range: "1–4, 7 and K3".
func (l *cardLabels) list(cards ...string) string {
	var words []string
	for names := l.names(cards...); len(cards) > 0; {
		n, first := 1, l.doc.view.ShotByID(cards[0])
		for first >= 0 && n < len(cards) && l.doc.view.ShotByID(cards[n]) == first+n {
			n++
		}
		if n > 2 {
			words = append(words, names[0]+"–"+names[n-1])
		} else {
			words = append(words, names[:n]...)
		}
		cards, names = cards[n:], names[n:]
	}
	return wording.List(words)
}

// firstWords returns the name of a card at the start of a sentence.
func (l *cardLabels) firstWords(card string) string {
	if i := l.doc.view.ShotByID(card); i >= 0 {
		return lang.L("Shot %d", i+1)
	}
	return l.doc.cardName(card)
}

// unmade returns the reasons why cards of a stage are not made. groups are those of [planning.Unmade].
func (l *cardLabels) unmade(groups map[boards.Tag][]string, stage int) (parts []string) {
	for _, tag := range []boards.Tag{boards.Saved, boards.Stale, boards.Waiting, boards.WaitsFor, boards.Held,
		boards.NeedsFrame,
		boards.Unconfirmed, boards.Skipped} {
		n, names := len(groups[tag]), l.list(groups[tag]...)
		switch {
		case n == 0:
		case tag == boards.Saved && stage == planning.Keyframes:
			parts = append(parts, lang.N("%s has a picture", "%s have a picture", n, names))
		case tag == boards.Saved:
			parts = append(parts, lang.N("%s has a clip", "%s have a clip", n, names))
		case tag == boards.Stale:
			words := lang.N("%s no longer matches", "%s no longer match", n, names)
			if why := l.castChange(groups[tag][0]); why != "" {
				words = lang.L("%[1]s: %[2]s", words, why)
			}
			parts = append(parts, words)
		case tag == boards.NeedsFrame:
			parts = append(parts, lang.N("%s needs a picture", "%s need a picture", n, names))
		case tag == boards.WaitsFor:
			parts = append(parts, lang.N("%s waits for the shot before", "%s wait for the shot before", n, names))
		case tag == boards.Waiting:
			parts = append(parts, lang.N("%s is ordered", "%s are ordered", n, names))
		case tag == boards.Held:
			parts = append(parts, lang.N("%s is held", "%s are held", n, names))
		case tag == boards.Unconfirmed:
			parts = append(parts, lang.N("%s is unconfirmed", "%s are unconfirmed", n, names))
		default:
			parts = append(parts, lang.N("%s is skipped", "%s are skipped", n, names))
		}
	}
	return parts
}
