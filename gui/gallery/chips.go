package gallery

import (
	"context"
	"fmt"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/db/findings"
	"viviscope/db/search"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// chipRow shows the query as chips: one for each common key, which opens its values, and one for every other term in
// the search box. The order and the trash are at its right.
type chipRow struct {
	*wall
	tags         *tagEditor
	reader       *reader
	begin        func(key string) // writes a key into the search box, so that the user can type its value
	toggleAlbums func()           // shows or hides the albums
	keys         []*keyChip
	album        *keyChip // one of keys; assets can be dropped on it
	more         *kit.Button
	flow         *fyne.Container
	order        *kit.Button
	trash        *kit.Button
	object       fyne.CanvasObject

	others []search.Term // the terms that have their own chips now
}

// keyChip is the chip of one key.
type keyChip struct {
	*kit.Button
	key  string
	rest string // its label while it is off
}

func newChipRow(tags *tagEditor, r *reader, begin func(key string), toggleAlbums func()) *chipRow {
	c := &chipRow{wall: tags.wall, tags: tags, reader: r, begin: begin, toggleAlbums: toggleAlbums}
	for _, k := range []struct{ key, rest string }{
		{search.KeyKind, lang.L("Kind: any")}, {search.KeyModel, lang.L("Model: any")},
		{search.KeyDate, lang.L("Date")},
		{search.KeySize, lang.L("Size")}, {search.KeyStar, lang.L("Starred")}, {search.KeyTag, lang.X("noun", "Tag")},
		{search.KeyAlbum, lang.L("Album")},
	} {
		c.keys = append(c.keys, c.newKeyChip(k.key, k.rest))
	}
	c.album = c.keys[len(c.keys)-1]
	c.more = kit.NewChip(lang.L("More"), nil).Opens()
	c.more.OnTapped = func() { c.open(c.more, c.moreMenu()) }
	c.order = kit.NewChip("", nil).Opens()
	c.order.OnTapped = func() { c.open(c.order, c.orderMenu()) }
	c.trash = kit.NewChip(lang.X("noun", "Trash"), func() { c.toggle(inTheTrash()) })
	c.trash.SetIcon(resources.IconTrash)
	c.trash.OnClear = c.trash.OnTapped
	c.flow = kit.NewFlow(4)
	right := kit.NewColumn(0, kit.NewInset(0, 0, 0, 8, kit.NewRow(4, c.order, c.trash)))
	c.object = kit.NewInset(6, 16, 6, 16, kit.NewFrame(nil, nil, right, c.flow))
	return c
}

func (c *chipRow) newKeyChip(key, rest string) *keyChip {
	k := &keyChip{Button: kit.NewChip(rest, nil), key: key, rest: rest}
	if key != search.KeyStar {
		k.Opens()
	}
	k.SetIcon(aboutKey(key).icon)
	k.OnClear = func() { c.find(c.query().WithoutKey(key)) }
	k.OnTapped = func() {
		if k.On() && key != search.KeyAlbum {
			k.OnClear()
			return
		}
		c.openKey(k)
	}
	return k
}

// toggle adds a term to the query, or removes it.
func (c *chipRow) toggle(t search.Term) {
	q := c.query()
	if _, on := termOf(q, t.Key); on {
		c.find(q.WithoutKey(t.Key))
		return
	}
	c.find(q.With(t))
}

// show shows the question: the chips of the keys, and those of the other terms in the search box.
func (c *chipRow) show() {
	g := c.wall
	asked, q := g.asked, g.query()
	shown := map[search.Term]bool{}
	for _, k := range c.keys {
		t, on := termOf(q, k.key)
		on = on && !t.Not && !g.model.isUnusable(asked, t) && (k.key != search.KeyStar || t == starOn())
		word := k.rest
		if on {
			word = termWords(t, g.d.Now())
			shown[t] = true
		}
		k.SetText(word)
		k.SetOn(on)
	}
	c.trash.SetOn(asked.inTrash())
	word := lang.X("noun", "Trash")
	if g.model.trashed > 0 {
		word += " " + lang.Number(g.model.trashed)
	}
	c.trash.SetText(word)
	c.order.SetText(orderWord(asked.order))
	objects := make([]fyne.CanvasObject, 0, len(c.keys)+len(q.Terms)+2)
	for _, k := range c.keys {
		objects = append(objects, k.Button) // the button itself: the struct around it is no object of the window
	}
	c.others = nil
	for _, t := range q.Terms {
		if t.Key == "" || shown[t] || t.Key == search.KeyStatus && asked.inTrash() {
			continue
		}
		c.others = append(c.others, t)
		objects = append(objects, newChipOf(g, asked, t))
	}
	if asked.duplicates {
		objects = append(objects, newTermChip(lang.L("Duplicates"), resources.IconLayers, g.leaveDuplicates))
	}
	c.flow.Objects = append(objects, c.more)
	c.flow.Refresh()
	c.object.Refresh()
}

// newChipOf returns a chip that shows a term of a question, and removes it from the query.
func newChipOf(g *wall, asked question, t search.Term) *kit.Button {
	chip := newTermChip(termWords(t, g.d.Now()), aboutKey(t.Key).icon, func() { g.find(g.query().Without(t)) })
	if g.model.isUnusable(asked, t) {
		chip.SetText(unusableWords(t))
		chip.SetIcon(resources.IconWarning)
		chip.SetIconTone(kit.ToneWarn)
	}
	return chip
}

// newTermChip returns a chip that is on. A click anywhere on it removes its term.
func newTermChip(word string, icon fyne.Resource, away func()) *kit.Button {
	chip := kit.NewChip(word, away)
	chip.SetIcon(icon)
	chip.SetOn(true)
	chip.OnClear = away
	return chip
}

func (c *chipRow) open(o fyne.CanvasObject, list []action.Action) {
	c.openMenu(list, below(o))
}

// menuMost is how many values a menu offers. The search box suggests all of them.
const menuMost = 14

// openKey opens the values of a key.
func (c *chipRow) openKey(k *keyChip) {
	switch k.key {
	case search.KeyStar:
		c.toggle(starOn())
	case search.KeyKind:
		c.open(k.Button, c.kindMenu())
	case search.KeyDate:
		c.open(k.Button, c.dateMenu())
	case search.KeySize:
		c.open(k.Button, []action.Action{c.term("720p", k.key, "720p"), c.term("1080p", k.key, "1080p"),
			c.term("4k", k.key, "4k"),
			c.term(lang.L("%s or more", "1080p"), k.key, "1080.."), underLine(c.typed(lang.L("Other…"), k.key))})
	case search.KeyAlbum:
		c.toggleAlbums()
	default:
		ask(c.runner, notRead(), func(ctx context.Context) ([]search.Suggestion, error) {
			return c.reader.suggested(ctx, k.key+":", menuMost)
		}, func(found []search.Suggestion) { c.open(k.Button, c.valueMenu(k.key, found)) })
	}
}

// kindMenu offers kinds and origins of assets.
func (c *chipRow) kindMenu() []action.Action {
	return []action.Action{
		c.term(lang.L("Clips"), search.KeyKind, "clip"), c.term(lang.L("Pictures"), search.KeyKind, "picture"),
		underLine(c.term(lang.L("Made here"), search.KeyStatus, "saved")),
		c.term(lang.L("Imported"), search.KeyStatus, "imported"),
	}
}

// underLine adds a separator above an action in its menu.
func underLine(a action.Action) action.Action {
	a.Line = true
	return a
}

// typed returns the action that lets the user type a value into the search box.
func (c *chipRow) typed(word, key string) action.Action {
	return action.Action{Label: word, Do: func() { c.begin(key) }}
}

// dateMenu offers periods that end now.
func (c *chipRow) dateMenu() []action.Action {
	y, m, d := c.d.Now().Date()
	now := time.Date(y, m, d, 12, 0, 0, 0, c.d.Now().Location()) // every day has a noon
	day := func(days int) string { return now.AddDate(0, 0, -days).Format("2006-01-02") + ".." }
	lastDays := func(n int) string { return lang.N("Last %d day", "Last %d days", n, n) }
	first := now.AddDate(0, 0, 1-now.Day())
	last := first.AddDate(0, -1, 0)
	return []action.Action{
		c.term(lang.L("Today"), search.KeyDate, "today"), c.term(lang.L("Yesterday"), search.KeyDate, "yesterday"),
		c.term(lastDays(7), search.KeyDate, day(6)), c.term(lastDays(30), search.KeyDate, day(29)),
		underLine(c.term(lang.L("Since %s", lang.DayOfYear(first)), search.KeyDate, now.Format("2006-01")+"-01..")),
		c.term(lang.MonthOfYearLong(last), search.KeyDate, last.Format("2006-01")),
		c.term(now.Format("2006"), search.KeyDate, now.Format("2006")),
		underLine(c.typed(lang.L("Other…"), search.KeyDate)),
	}
}

// valueMenu lists the values of a key in the library, the most frequent first.
func (c *chipRow) valueMenu(key string, found []search.Suggestion) (list []action.Action) {
	for _, s := range found {
		list = append(list, c.term(fmt.Sprintf("%s  (%s)", s.Term.Text, lang.Number(s.Count)), key, s.Term.Text))
	}
	if len(found) == 0 {
		list = append(list, action.Action{Label: lang.L("None yet")})
	}
	if key == search.KeyTag {
		list = append(list, underLine(c.term(lang.L("Without tags"), search.KeyStatus, "untagged")))
	}
	if len(found) == menuMost {
		list = append(list, c.typed(lang.L("Other…"), key))
	}
	if key == search.KeyTag {
		list = append(list, c.tags.tagMenu()...)
	}
	return list
}

// moreMenu lists the keys without a chip that are not in the query.
func (c *chipRow) moreMenu() []action.Action {
	sub := func(word string, list ...action.Action) action.Action { return action.Action{Label: word, Menu: list} }
	seconds := func(value string) action.Action { return c.term(secondsWords(value), search.KeySeconds, value) }
	var ratios []action.Action
	for _, r := range []string{"16:9", "9:16", "1:1", "4:3", "3:4", "3:2", "2:3", "21:9", "landscape", "portrait"} {
		ratios = append(ratios, c.term(ratioWords(r), search.KeyRatio, r))
	}
	var checks []action.Action
	for _, k := range findings.Kinds() {
		checks = append(checks, c.term(wording.CheckKind(k), search.KeyCheck, string(k)))
	}
	return []action.Action{
		sub(lang.L("Ratio"), ratios...),
		sub(lang.X("of time", "Length"), seconds("..5"), seconds("5..10"), seconds("10.."),
			c.typed(lang.L("Other…"), search.KeySeconds)),
		sub(lang.L("Sound"), c.term(lang.L("With sound"), search.KeySound, "on"),
			c.term(lang.L("Without sound"), search.KeySound, "off")),
		sub(lang.L("Found by the check"), checks...),
		c.typed(lang.L("Seed…"), search.KeySeed), c.typed(lang.L("Cost…"), search.KeyCost),
		c.typed(lang.L("Profile…"), search.KeyProfile),
		c.term(lang.L("Link still valid"), search.KeyLink, linkLives().Text),
		{Label: lang.L("Duplicates"), Line: true, On: c.asked.duplicates, Do: c.showDuplicates},
	}
}

func (c *chipRow) orderMenu() (list []action.Action) {
	asked, choices := c.asked, orderChoices()
	if _, ok := termOf(asked.query(), search.KeyAlbum); !ok {
		choices = choices[:len(choices)-1]
	}
	for _, o := range choices {
		list = append(list, action.Action{Label: o.word, On: asked.order == o.order,
			Do: func() { c.remember(func(s *State) { s.Order = o.order }) }})
	}
	return append(list, action.Action{Label: lang.L("Show costs"), Line: true, On: c.state.Costs,
		Do: func() { c.remember(func(s *State) { s.Costs = !s.Costs }) }})
}
