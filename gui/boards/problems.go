package boards

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/compose/form"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// trouble is one thing that stands against jobs of a click: they have it in common.
type trouble struct {
	problem
	cards []string
}

// accepts is a problem that a person takes as it is.
type accepts struct {
	kind problemKind
	card string
}

// troubles are the problems of a click, but for those that a person takes as they are: one of a keyframe stands once for all its shots.
func (f *foot) troubles(c *click) (all []trouble) {
	for _, p := range c.problems {
		if f.accepted[accepts{p.kind, p.card}] {
			continue
		}
		i := slices.IndexFunc(all, func(t trouble) bool { return p.frame != "" && t.kind == p.kind && t.frame == p.frame })
		if i < 0 {
			i, all = len(all), append(all, trouble{problem: p})
		}
		all[i].cards = append(all[i].cards, p.card)
	}
	return all
}

func problemCount(n int) string { return lang.N("%s problem", "%s problems", n, lang.Number(n)) }

// names are the cards as people call them: "K11" and "9".
func (f *foot) names(cards ...string) (names []string) {
	strip := f.b.view.Strip()
	for _, card := range cards {
		if i := slices.IndexFunc(strip, func(c boards.Card) bool { return cardID(f.b.view.Board, c) == card }); i >= 0 {
			name := lang.Number(strip[i].Number)
			if strip[i].Frame >= 0 {
				name = frameName(strip[i].Number)
			}
			names = append(names, name)
		}
	}
	return names
}

// name is one of them in a sentence, "shot 9".
func (f *foot) name(card string) string {
	name := strings.Join(f.names(card), "")
	if f.b.view.ShotByID(card) >= 0 {
		return lang.L("shot %s", name)
	}
	return name
}

// begin is a name as the first word of a sentence.
func (f *foot) begin(card string) string {
	name := f.name(card)
	r, n := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(r)) + name[n:]
}

// chosen is the picture of a keyframe; zero: it has none.
func (f *foot) chosen(frame string) db.Asset {
	t, _ := f.b.view.Chosen(frame)
	return t.Asset
}

// asked words what a card asks a model for: "5 s · clip-2.6 · 720P".
func (f *foot) asked(card string) string {
	w := f.b.view.Want(card)
	parts := []string{w.Model, wording.Size(w.Size), w.Quality}
	if w.Kind.IsVideo() {
		parts = []string{lang.L("%d s", w.Seconds), w.Model, w.Resolution}
		if w.Audio {
			parts = append(parts, lang.L("audio"))
		}
	}
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), " · ")
}

// told is how a trouble is told: what is wrong, what follows, both in the row of a card, and what can be done.
type told struct {
	icon            fyne.Resource
	lead, rest, row string
	cures           []cure
}

// cure is something that can be done about a trouble.
type cure struct {
	word  string
	stays bool // the sheet
	do    func()
}

// tell words a trouble.
func (f *foot) tell(t trouble) (w told) {
	b, now := f.b, f.b.Now()
	n, cards, frame, picture := len(t.cards), wording.List(f.names(t.cards...)), f.name(t.frame), f.chosen(t.frame)
	accept := func(word string) cure {
		return cure{word, true, func() {
			for _, card := range t.cards {
				f.accepted[accepts{t.kind, card}] = true
			}
			b.show()
		}}
	}
	see := func(card string) cure { return cure{lang.L("Show %s", f.name(card)), false, func() { b.choose(card) }} }
	switch t.kind {
	case unreachable, dying:
		w = told{icon: resources.IconLink, lead: lang.L("%s: its address has died", frame), row: lang.L("%s has no address", frame),
			rest: lang.N("shot %s cannot be sent without one", "shots %s cannot be sent without one", n, cards)}
		if picture.Link == "" {
			w.lead = lang.L("%s has no address", frame)
		}
		if t.kind == dying {
			w = told{icon: resources.IconClock, lead: lang.L("%[1]s: its address dies at %[2]s", frame, wording.When(t.dies, now)),
				rest: lang.N("shot %[1]s would be sent at about %[2]s", "shots %[1]s would be sent at about %[2]s", n, cards, wording.When(t.begins, now)),
				row:  lang.L("%s dies before its turn", frame)}
		}
		w.cures = f.addresses(t.frame)
	case gone:
		w = told{resources.IconTrash, lang.L("%s: its picture is in the trash, or gone", frame), "", lang.L("%s has no picture", frame), []cure{see(t.frame)}}
	case otherRatio:
		is := b.ratio(picture)
		w = told{resources.IconCrop, lang.L("%[1]s is %[2]s, the board is %[3]s", frame, is, ratioOf(b.view.Settings.Size)),
			lang.N("shot %[1]s would come as %[2]s and force re-encoding of the film", "shots %[1]s would come as %[2]s and force re-encoding of the film",
				n, cards, is), lang.L("%[1]s is %[2]s", frame, is),
			[]cure{{lang.L("Extend on the canvas…"), false, func() { b.Nav.Edit(picture) }}, accept(lang.L("Use it as it is"))}}
	case unpriced:
		w = told{resources.IconCoin, lang.L("%s: no price is known", f.begin(t.card)), f.asked(t.card), lang.L("no price"),
			[]cure{{lang.L("Add the price…"), false, b.Nav.ShowPrices}}}
		if c, ok := f.cheaper(t.card); ok {
			w.cures = append(w.cures, c)
		}
		w.cures = append(w.cures, accept(lang.L("Make it without a price")))
	case waits:
		w = told{resources.IconHourglass, lang.L("%s begins with the last frame of the shot before", f.begin(t.card)),
			lang.L("which is neither made nor ordered here"), lang.L("the shot before is not made"), nil}
		if t.frame != "" {
			w.lead, w.rest, w.row = lang.L("%[1]s is made from %[2]s", f.begin(t.card), frame), lang.L("which has no picture and is not being made"),
				lang.L("%s has no picture", frame)
		}
		w.cures = []cure{see(t.card)}
	case broken:
		w = told{resources.IconWarning, lang.L("%s cannot be made like this", f.begin(t.card)), form.Words(t.rule), form.Words(t.rule), []cure{see(t.card)}}
	}
	return w
}

// addresses are the ways to an address for the picture of a keyframe.
func (f *foot) addresses(frame string) (ways []cure) {
	if o := f.renewal(frame); f.chosen(frame).ID != 0 && len(f.troubles(o.click)) == 0 {
		word := f.label(o)
		ways = append(ways, cure{word, false, func() { f.press(word, o) }})
	}
	if !f.b.view.Hosting {
		ways = append(ways, cure{lang.L("Set up image hosting…"), false, f.b.Nav.ShowHosting})
	}
	return append(ways, cure{lang.L("Paste an address…"), false, func() { f.paste(frame) }})
}

// cheaper is the way to make a shot by the model that can do it for the least.
func (f *foot) cheaper(card string) (use cure, ok bool) {
	shot := f.b.view.ShotByID(card)
	o := f.another(card)
	if shot < 0 || len(o.items) == 0 {
		return use, false
	}
	tariff := form.Tariff{Table: f.quote.Table, Currency: f.quote.Currency, Profile: f.account.Name}
	fits := form.Which(o.items[len(o.items)-1].form, o.Env, tariff)
	i := slices.IndexFunc(fits, func(fit form.Fit) bool { return fit.Cheapest })
	if i < 0 {
		return use, false
	}
	word := lang.L("Use %s", fits[i].Model.ID)
	return cure{word + " · " + tariff.Price(fits[i].Quote), true, func() {
		f.b.edit(word, func(b *boards.Board) { b.Shots[shot].Model = fits[i].Model.ID })
	}}, true
}
